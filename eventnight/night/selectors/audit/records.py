"""Which records the page of the log lists: of a person, of a kind, with these words; moves of a hand folded away."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet

from eventnight.core.audit import audit_log
from eventnight.core.models import AuditRecord
from eventnight.events.models import Event, Player
from eventnight.night.selectors.audit.search import about_players, with_word
from eventnight.night.selectors.audit.sentences.catalogue import EUCHRE_HANDS, FIXES, FOLDED, actions_of
from eventnight.night.selectors.audit.sentences.sentence import Kind

CORRECTIONS = "corrections"
_OF_A_BRACKET = Q(subject__startswith="bracket ")


@dataclass(frozen=True, slots=True)
class Chosen:
    """What the page asks for. person: the code of who did it. kind: one of Kind, or "corrections". text: words that all
    must be found. hand: the subject of a hand, whose moves are listed one by one. about: the code of a player.
    """

    person: str = ""
    kind: str = ""
    text: str = ""
    hand: str = ""
    about: str = ""

    @property
    def is_any(self) -> bool:
        return bool(self.person or self.kind or self.text or self.hand)


def audit_records(event: Event, chosen: Chosen) -> QuerySet[AuditRecord]:
    """The records, newest first. The moves of a hand are left out unless that hand is asked for, and so is its
    beginning once it is settled.
    """
    found = audit_log(event.pk)
    if chosen.hand:
        found = found.filter(subject=chosen.hand)
    else:
        ended = audit_log(event.pk).filter(subject=OuterRef("subject"), id__gt=OuterRef("id"))
        ended = ended.filter(action__in=("hand.settled", "hand.called_off"))
        found = found.exclude(action__in=FOLDED).exclude(Q(action__in=("hand.started", "hand.dealt")) & Exists(ended))
    if chosen.about:
        found = found.filter(about_players([chosen.about], event))
    if chosen.person:
        found = found.filter(actor_code=chosen.person)
    if chosen.kind:
        found = found.filter(_of_kind(chosen.kind))
    for word in chosen.text.split():
        found = found.filter(with_word(word, event))
    return found


def move_counts(event: Event, subjects: set[str]) -> dict[str, int]:
    """How many moves of each of these hands the list leaves out: one query."""
    moves = audit_log(event.pk).filter(subject__in=subjects, action__in=FOLDED).order_by()
    counts: dict[str, int] = {}
    for subject in moves.values_list("subject", flat=True):
        counts[subject] = counts.get(subject, 0) + 1
    return counts


def audit_people(event_id: int) -> list[tuple[str, str]]:
    """Everybody who did something: code and the name they last had, by name."""
    rows = audit_log(event_id).order_by("id").values_list("actor_code", "actor_label").distinct()
    names = dict(Player.objects.filter(event_id=event_id).values_list("code", "person__full_name"))
    people = {code: names.get(code.removeprefix("player-"), label) for code, label in dict(rows).items()}
    return sorted(people.items(), key=lambda person: person[1].lower())


def _of_kind(kind: str) -> Q:
    if kind == CORRECTIONS:
        return Q(action__in=FIXES | {"hand.corrected"})
    if kind not in {each.value for each in Kind}:
        return Q(pk__in=())
    asked = Q(action__in=actions_of(Kind(kind)))
    hands_of_matches = Q(action__in=EUCHRE_HANDS) & _OF_A_BRACKET
    return asked | hands_of_matches if kind == Kind.EUCHRE else asked & ~hands_of_matches
