"""The people of a scripted evening. Names are made up; the same number always has the same name."""

from __future__ import annotations

FIRST_NAMES = (
    "Abe", "Ada", "Alma", "Amos", "Ana", "Bea", "Ben", "Bo", "Cal", "Cleo", "Cora", "Dee", "Dora", "Eli", "Ella",
    "Emil", "Faye", "Finn", "Gus", "Gwen", "Hal", "Hope", "Ida", "Ines", "Iris", "Ivy", "Jade", "Joan", "Jon", "Juno",
    "Karl", "Kit", "Lena", "Leo", "Lou", "Mae", "Marta", "Max", "Mila", "Ned", "Nell", "Nora", "Olga", "Opal", "Otto",
    "Pam", "Paul", "Quinn", "Ray", "Rosa", "Ruth", "Sam", "Stu", "Tess", "Theo", "Tim", "Una", "Vera", "Vic", "Walt",
    "Wren", "Yara", "Yves", "Zoe",
)  # fmt: skip
LAST_NAMES = (
    "Abbott", "Bauer", "Castle", "Dunn", "Ellis", "Fischer", "Grant", "Hale", "Irving", "Jansen", "Keller", "Lindt",
    "Moreau", "Nash", "Olsen", "Price", "Quist", "Rossi", "Stone", "Thorne", "Ulrich", "Voss", "Weber", "Young",
)  # fmt: skip
LOTS = (
    ("Lake cabin weekend", "Voss family", 42_000),
    ("Espresso machine", "Corner Coffee", 31_000),
    ("Grill and smoker", "Hale Hardware", 28_000),
    ("Handmade quilt", "Thursday Quilters", 25_000),
    ("Bookshop voucher", "Page One Books", 10_000),
    ("A pie a month", "Bea's Bakery", 12_000),
)
"""Raffle items: name, donor, value in cents."""


def name_of(number: int) -> str:
    """The full name of person `number`, counted from 0; different for the first 1,536."""
    first = FIRST_NAMES[number % len(FIRST_NAMES)]
    last = LAST_NAMES[(number + number // len(FIRST_NAMES)) % len(LAST_NAMES)]
    return f"{first} {last}"
