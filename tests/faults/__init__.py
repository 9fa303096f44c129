"""What bank and clocks must survive, tried on real processes: `make faults`, or `python -m tests.faults`.

`databases` and `web` start and kill what a night runs on, `desk` sells and writes down what it was promised,
`comparing` holds the ledger against those notes and `clock_hall` each clock against its moves and true time; each
`try_*` module has the scenarios of one kind.
"""
