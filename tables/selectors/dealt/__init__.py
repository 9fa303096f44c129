"""What is read of tables at which the system deals."""

from tables.selectors.dealt.host_page import HostPage, host_page
from tables.selectors.dealt.seat_page import SeatPage, dealt_table_of, last_table_of, seat_page
from tables.selectors.dealt.shuffles import own_seat, shuffle_of, shuffles_of, the_shuffle

__all__ = [
    "HostPage",
    "SeatPage",
    "dealt_table_of",
    "host_page",
    "last_table_of",
    "own_seat",
    "seat_page",
    "shuffle_of",
    "shuffles_of",
    "the_shuffle",
]
