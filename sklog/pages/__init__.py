"""What is drawn: a report as an html page, an evening as a picture, charts, and codes that phones read."""
