"""Spreadsheets: any report as an xlsx or ods workbook, and every hand of an evening as one that is read in again."""
