"""Guests, staff and the night itself."""

from __future__ import annotations

from eventnight.night.selectors.audit.sentences.sentence import Kind, Sentence, sentences

PEOPLE: dict[str, Sentence] = {
    **sentences(
        Kind.PEOPLE,
        "player",
        {
            "player.added": "added {player}",
            "player.renamed": "changed what is known of {player}[: {changed}][; under 18 {is_minor}]",
            "player.signed_up": "signed {player} up for {activity_kind}[ with {partner}]",
            "player.signed_off": "took {player} off the list for {activity_kind}",
            "player.checked_in": "checked {player} in[, ID {id_seen}][: {conditions_met}]",
            "player.id_seen_again": "saw the ID of {player} again",
            "player.withdrawn": "withdrew {player} from the night",
            "join_code.shown": "showed {player} a code for a phone",
            "card.renewed": "gave {player} a new card; the old one no longer works",
            "device.joined": "opened the night on another phone",
        },
    ),
    **sentences(
        Kind.PEOPLE,
        "player",
        {"player.check_in_undone": "undid the check-in of {player}", "player.readmitted": "readmitted {player}"},
        is_fix=True,
    ),
    **sentences(
        Kind.PEOPLE,
        "staff",
        {
            "staff.invited": "invited somebody as {role}",
            "staff.joined": "accepted an invitation: {role}",
            "staff.let_back_in": "let {staff} choose a new password",
            "staff.password_chosen": "chose a password",
            "role.granted": "gave {staff} a role: {role}",
        },
    ),
    **sentences(
        Kind.PEOPLE,
        "staff",
        {
            "staff.invitation_withdrawn": "withdrew {subject}",
            "role.revoked": "took a role from {staff}: {role}",
        },
        is_fix=True,
    ),
    **sentences(
        Kind.PEOPLE,
        "players",
        {
            "roster.imported": "imported a list of {players_count}",
            "cards.printed": "printed {cards_printed} that lead to {address}",
        },
    ),
}

NIGHT: dict[str, Sentence] = {
    **sentences(
        Kind.SETUP,
        "setup",
        {
            "event.created": "created the night[ from the house {house}][, used again from {used}]",
            "event.updated": "changed the night[: {fields}]",
            "settings.updated": "changed settings[: {sections}][; rules: {rules}]",
            "event.opened": "opened the doors",
            "event.restored": "restored the night from an archive[ of {made_at}]",
        },
    ),
    **sentences(
        Kind.SETUP,
        "programme",
        {
            "programme.added": "put {subject} on the programme",
            "programme.updated": "changed {subject} on the programme",
            "programme.removed": "took {subject} off the programme",
        },
    ),
    **sentences(
        Kind.SETUP,
        "sponsors",
        {
            "sponsor.added": "listed {subject} as a sponsor",
            "sponsor.placed": "moved the sponsor {subject} to place {place}",
            "sponsor.removed": "removed the sponsor {subject}",
        },
    ),
    **sentences(
        Kind.SETUP,
        "phones",
        {
            "phones.address_chosen": "chose the address for phones: {address}",
            "phones.address_opened": "saw a phone open the address {address}",
        },
    ),
    **sentences(
        Kind.SETUP,
        "closing",
        {"event.closed": "closed the night", "event.archived": "took the archive of the night"},
    ),
    **sentences(Kind.SETUP, "closing", {"event.reopened": "reopened the night"}, is_fix=True),
}
