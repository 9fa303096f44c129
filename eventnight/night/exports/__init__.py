"""Lists of the night for spreadsheets. lists.py: what each list holds; files.py: how it is written."""
