"""Faults of archives: parts that are left out, and rows that come back changed."""

from __future__ import annotations

from tests.simulator.planted.fault import Planted

ROWS = "eventnight.night.archive.rows"
RESTORING = "eventnight.night.archive.restoring"
SHAPE = "eventnight.night.archive.shape"

FAULTS = (
    Planted(
        "an archive leaves out the log",
        SHAPE,
        "frozenset({Invitation, JoinCode, PhoneAddress})",
        "frozenset({Invitation, JoinCode, PhoneAddress, AuditRecord})",
    ),
    Planted(
        "an archive leaves out brackets that are over",
        SHAPE,
        'found = self.model._default_manager.filter(**{self.path or "pk": event.pk})\n',
        'found = self.model._default_manager.filter(**{self.path or "pk": event.pk})\n'
        "        if self.model is BracketTournament:\n"
        '            found = found.exclude(status="finished")\n',
    ),
    Planted(
        "the first row of each part is not written",
        "eventnight.night.archive.writing",
        "for row in chain([first], rows):",
        "for row in rows:",
    ),
    Planted(
        "an archive drops the parts of a second and the zone",
        ROWS,
        "return field.value_to_string(instance)",
        'return field.value_to_string(instance).partition(".")[0]',
    ),
    Planted(
        "an empty list comes back as nothing",
        ROWS,
        "if value is None or isinstance(field, JSONField):\n        return value",
        "if value is None or isinstance(field, JSONField):\n        return value or field.get_default()",
    ),
    Planted(
        "what a log says of a row loses its end",
        ROWS,
        'return f"{word} {other}{rest[number.end() :]}"',
        'return f"{word} {other}"',
    ),
    Planted(
        "a row that names a later one comes back without it",
        "eventnight.night.archive.inserting",
        "        self._set_ahead(shape)\n",
        "        self._ahead.clear()\n",
    ),
    Planted(
        "an archive tells the seed",
        "eventnight.night.archive.writing",
        "            yield row_of(instance, shape, self._place_of)\n",
        "            row = row_of(instance, shape, self._place_of)\n"
        "            if shape.model is Raffle:\n"
        "                from eventnight.raffle.selectors import seed_of\n\n"
        '                row["seed"] = seed_of(instance).hex()\n'
        "            yield row\n",
    ),
    Planted(
        "balances come back as they were and are added to",
        RESTORING,
        "account.balance = None if account.balance is None else 0",
        "account.balance = account.balance",
    ),
    Planted(
        "the codes of staff do not come back",
        RESTORING,
        "        _restore_codes(archive, event)\n",
        "",
    ),
    Planted(
        "who did what is counted from the last account",
        "eventnight.night.archive.inserting",
        "return ids[place - 1]",
        "return ids[place - 1 if model is not get_user_model() else -place]",
    ),
)
