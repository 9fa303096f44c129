"""Faults in what every part stands on: presses and their keys, roles, versions and what is kept, numbers as text."""

from __future__ import annotations

from tests.simulator.planted.fault import Planted

PRESSES = "eventnight.core.presses"
SNAPSHOTS = "eventnight.core.fresh.snapshots"
CHANGES = "eventnight.core.changes"

FAULTS = (
    Planted(
        "a key is honoured with other content",
        PRESSES,
        "if (known.service, known.fingerprint) != (claim.service, claim.fingerprint):",
        "if known.service != claim.service:",
    ),
    Planted(
        "a key of another night is honoured",
        PRESSES,
        "if known.event_id != claim.event_id or not _is_same(known, claim):",
        "if not _is_same(known, claim):",
    ),
    Planted(
        "a key is honoured for another person",
        PRESSES,
        "return known.actor_code == claim.actor_code or _pressed_before_restoring(known)",
        "return True",
    ),
    Planted(
        "forms press under a key of their own",
        "eventnight.core.forms",
        'key: UUID = self.cleaned_data["request_id"]',
        "key: UUID = uuid4()",
    ),
    Planted(
        "the API presses under a key of its own",
        "eventnight.core.api.base",
        "            return UUID(text)\n",
        '            return UUID(text) and __import__("uuid").uuid4()\n',
    ),
    Planted(
        "any role is enough for everything",
        "eventnight.core.web.access",
        "if not may(roles, permission):\n        wanted",
        "if not roles:\n        wanted",
    ),
    Planted(
        "a role at another night is enough",
        "eventnight.core.web.access",
        "RoleGrant.objects.filter(user_id=user.pk, event_id=event_id)",
        "RoleGrant.objects.filter(user_id=user.pk)",
    ),
    Planted(
        "the desk may undo everybody's entries",
        "eventnight.core.roles",
        "Permission.REVERSE_ANY: frozenset({Role.ORGANISER}),",
        "Permission.REVERSE_ANY: frozenset({Role.ORGANISER, Role.DESK}),",
    ),
    Planted(
        "the API asks no role of who reads",
        "eventnight.core.api.base",
        "if self.permission is PUBLIC:",
        'if self.permission is PUBLIC or request.method == "GET":',
    ),
    Planted(
        "a write does not raise the version",
        CHANGES,
        "lock = Statement(_READ if announced else _RISE, [event_id])",
        "lock = Statement(_READ, [event_id])",
    ),
    Planted(
        "screens are told before the commit",
        CHANGES,
        "transaction.on_commit(_Announcement(event_id, head.event.code, head.version))",
        "_Announcement(event_id, head.event.code, head.version)()",
    ),
    Planted(
        "a page that is kept is never made anew",
        SNAPSHOTS,
        "if newest is not None and (newest.version == known.version or",
        "if newest is not None and (newest.version <= known.version or",
    ),
    Planted(
        "a page is kept whatever was asked of it",
        SNAPSHOTS,
        "slot = self._slot((known.event_id, name), variant)",
        'slot = self._slot((known.event_id, name), "")',
    ),
    Planted(
        "a process does not hear what it committed",
        "eventnight.core.fresh.broadcast",
        "    VERSIONS.heard(event_code, version)\n",
        "",
    ),
    Planted(
        "the API takes cents as text",
        "eventnight.core.api.fields",
        'if type(data) is not int:\n            self.fail("not_whole")',
        "if not isinstance(data, int):\n            data = super().to_internal_value(data)",
    ),
    Planted(
        "the API takes numbers that no column holds",
        "eventnight.core.api.fields",
        '        if abs(data) > MOST:\n            self.fail("too_far")\n',
        "",
    ),
    Planted(
        "an odd figure in a form answers 500",
        "eventnight.core.forms",
        "number = whole_number(value)",
        "number = int(value)",
    ),
    Planted(
        "half a surrogate pair is taken as text",
        "eventnight.core.api.parsing",
        '_UNKEEPABLE = re.compile("[\\x00\\ud800-\\udfff]")',
        '_UNKEEPABLE = re.compile("[\\x00]")',
    ),
    Planted(
        "If-Match is not compared",
        "eventnight.core.api.conditions",
        "if ANY not in (tags := parse_etags(wanted)) and current not in tags:",
        "if not parse_etags(wanted):",
    ),
    Planted(
        "wrong tries do not slow the next",
        "eventnight.core.sign_in.tries",
        "            row.wrong += 1\n",
        "",
    ),
)
