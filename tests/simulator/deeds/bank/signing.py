"""The second person of a press: who signs, and why a signature is none."""

from __future__ import annotations

from dataclasses import dataclass

from tests.simulator.deeds.deed import NO_PASSWORD, ORGANISER, PASSWORD, SIGNER, Evening
from tests.simulator.world import NO_ROLE, OTHER


@dataclass(frozen=True)
class Signature:
    """name: the account's, empty for nobody. wrong: why it is none of a second person, empty where it is one."""

    name: str
    password: str
    wrong: str

    @property
    def sent(self) -> dict[str, str]:
        """As programs and forms send it."""
        return {"second": self.name, "password": self.password} if self.name else {}


def second_beside(night: Evening, who: str) -> Signature:
    """Somebody else of the staff, who signs as they should."""
    other = SIGNER if who != SIGNER else ORGANISER
    wrong = "" if night.works(other) else "who signs has no role any more"
    return Signature(_name(night, other), PASSWORD, wrong)


def alone(night: Evening, who: str) -> Signature:
    """Nobody signs, or the same person once more."""
    if night.chance.random() < 0.5:
        return Signature("", "", "nobody else signed")
    return Signature(_name(night, who), PASSWORD, "one person signed twice")


def no_second(night: Evening, who: str) -> Signature:
    """Nobody, the same person, somebody who is none of the staff, or a password that does not fit."""
    way = night.chance.choice(("alone", "alone", "alone", "alone", OTHER, NO_ROLE, "password"))
    if way == "alone" or (way == NO_ROLE and night.is_of_staff(NO_ROLE)):
        return alone(night, who)
    if way == "password":
        return Signature(second_beside(night, who).name, NO_PASSWORD, "the password does not fit")
    return Signature(_name(night, way), PASSWORD, "who signs is not of the staff")


def _name(night: Evening, who: str) -> str:
    user = night.world.users[who]
    assert user is not None
    return user.username
