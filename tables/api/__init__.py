"""The API of the tables: what their pages do, for programs."""
