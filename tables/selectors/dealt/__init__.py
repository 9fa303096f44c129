"""What is read of tables at which the system deals."""

from tables.selectors.dealt.seat_page import SeatPage, dealt_table_of, seat_page
from tables.selectors.dealt.shuffles import own_seat, shuffles_of, the_shuffle

__all__ = ["SeatPage", "dealt_table_of", "own_seat", "seat_page", "shuffles_of", "the_shuffle"]
