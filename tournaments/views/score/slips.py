"""Score slips on paper: one for each match that two teams still have to play."""

from __future__ import annotations

from functools import partial

from django.http import HttpResponse

from eventnight.core.paper.answer import paper_answer
from eventnight.core.paper.sizes import SHEETS, size_asked, usual_first
from eventnight.core.paper.typeset import Values
from eventnight.core.roles import Permission
from eventnight.core.web.access import staff_page
from eventnight.core.web.requests import StaffRequest
from eventnight.events.house_settings.euchre_rules import euchre_rule_lines
from eventnight.events.models import Event
from eventnight.events.phones import phone_links
from tournaments.drawings.slips import score_slip
from tournaments.selectors.bracket.brackets import bracket_view
from tournaments.selectors.bracket.teams import bracket_by_id


@staff_page(Permission.RUN_MATCHES, here="euchre")
def score_slips(request: StaffRequest, event: Event, bracket_id: int) -> HttpResponse:
    """Every slip that can be filled in now; `match` prints one of them. The code on it opens the match for staff."""
    view = bracket_view(bracket_by_id(event, bracket_id))
    wanted = request.GET.get("match", "")
    ready = [match for match in view.to_be_filled_in if wanted in ("", str(match.number))]
    opens = partial(phone_links(request, event).to, "tournaments:match", code=event.code, bracket_id=bracket_id)
    changed = [f"{line.label}: {line.words}." for line in euchre_rule_lines(view.rules) if line.is_changed]
    values: Values = {
        "title": f"Score slips, {view.name}",
        "night": event.name,
        "paper": size_asked(request, usual_first(SHEETS, event.currency)),
        "columns": ["Points"] if view.is_one_game else [f"Game {game}" for game in range(1, view.best_of + 1)],
        "tonight": " ".join(changed),
        "slips": [score_slip(view, match, opens(number=match.number)) for match in ready],
    }
    return paper_answer("score_slips", values, f"{event.code}-score-slips")
