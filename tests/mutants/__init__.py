"""Mutants: the engine and the bank with one thing wrong at a time, and whether the suite notices."""
