"""A whole night in one file, and back again on another machine.

The file is a zip: ``manifest.json``, and for each kind of row a part ``parts/<app>.<model>.jsonl`` with one JSON object
a line. It holds no ids of a database: a row is referred to by its place in its part, counted from 1, so the same night
gives the same parts wherever it lies. Accounts of staff come with their names only; passwords, API tokens and sessions
stay.
"""
