"""What a word in the search of the log finds."""

from __future__ import annotations

import json
import re
from collections.abc import Collection

from django.db.models import IntegerField, Q, TextField
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

from eventnight.bank.models import Commodity, Entry, Transfer
from eventnight.core.audit import audit_log
from eventnight.core.database.words import has_word
from eventnight.events.models import Event, Player
from eventnight.night.selectors.audit.sentences.catalogue import SENTENCES
from eventnight.raffle.models import Prize
from tournaments.models import TeamPlayer

_AMOUNT = re.compile(r"[$€£]?([0-9][0-9,]*)(?:\.([0-9]{2}))?")


def with_word(word: str, event: Event) -> Q:
    """One word, in what was done, in the name of who did it or whom it is about, in what it is about, or as an amount
    of money or chips.
    """
    told = {action for action, each in SENTENCES.items() if word.lower() in each.words.lower()}
    asked = has_word("subject", word) | has_word("actor_label", word) | Q(action__in=told)
    asked |= Q(subject__in=_codes_of_prizes(word, event))
    named = Player.objects.filter(has_word("person__full_name", word), event=event)
    codes = list(named.values_list("code", flat=True))
    if codes:
        asked |= about_players(codes, event)
    asked |= _facts_with(event, "".join(map(_in_json, word)))
    amount = _AMOUNT.fullmatch(word)
    return asked | _of_amount(amount, event) if amount else asked


def about_players(codes: Collection[str], event: Event) -> Q:
    """What these players did, and what others did to or about them or their teams."""
    any_of = "|".join(map(re.escape, codes))
    asked = Q(subject__iregex=rf"(^|-)({any_of})$") | Q(actor_code__in=[f"player-{code}" for code in codes])
    return asked | _facts_with(event, rf'"({any_of})"') | _of_teams(codes, event)


def _facts_with(event: Event, pattern: str) -> Q:
    """Records whose facts match the pattern as JSON, in capital letters or small ones."""
    told = audit_log(event.pk).order_by().annotate(told=Cast("facts", TextField()))
    return Q(pk__in=told.filter(told__iregex=pattern).values("pk"))


def _in_json(character: str) -> str:
    """A pattern of the character in a JSON text: SQLite keeps it escaped beyond ASCII, PostgreSQL as it is."""
    cases = {character, character.lower(), character.upper()}
    written = {json.dumps(case, ensure_ascii=is_escaped)[1:-1] for case in cases for is_escaped in (True, False)}
    return f"({'|'.join(map(re.escape, sorted(written)))})"


def _of_amount(amount: re.Match[str], event: Event) -> Q:
    whole = int(amount[1].replace(",", "")[:15])
    cents = whole * 100 + int(amount[2] or 0)
    lines = Q(commodity=Commodity.MONEY, amount=cents)
    if not amount[2]:
        lines |= Q(amount=whole) & ~Q(commodity=Commodity.MONEY)
    moved = Entry.objects.filter(pk__in=Transfer.objects.filter(lines, event=event).values("entry"), event=event)
    numbered = audit_log(event.pk).order_by().filter(action__startswith="bank.")
    numbered = numbered.annotate(entry_number=Cast(KT("facts__sequence"), IntegerField()))
    return Q(pk__in=numbered.filter(entry_number__in=moved.values("sequence")).values("pk"))


def _codes_of_prizes(word: str, event: Event) -> set[str]:
    found = Prize.objects.filter(has_word("bucket__item", word), raffle__event=event)
    return {code for codes in found.values_list("code", "bucket__code") for code in codes}


def _of_teams(codes: Collection[str], event: Event) -> Q:
    """Results and changes of the teams in which these players are, which the log calls by their numbers."""
    numbers: dict[int, list[int]] = {}
    places = TeamPlayer.objects.filter(tournament__event=event, player__code__in=codes, left_at__isnull=True)
    for bracket, number in places.values_list("tournament_id", "team__number"):
        numbers.setdefault(bracket, []).append(number)
    asked = Q(pk__in=())
    for bracket, teams in numbers.items():
        theirs = Q(facts__winner__in=teams) | Q(facts__team__in=teams)
        asked |= (Q(subject=f"bracket {bracket}") | Q(subject__startswith=f"bracket {bracket} ")) & theirs
    return asked
