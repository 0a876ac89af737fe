"""Hands that are alike, of which one is scored for all: what saves the fold of many evenings its time."""
