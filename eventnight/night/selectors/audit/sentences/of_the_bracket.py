"""Euchre: teams, the bracket, matches, games and hands."""

from __future__ import annotations

from eventnight.night.selectors.audit.sentences.sentence import Kind, Sentence, sentences

EUCHRE: dict[str, Sentence] = {
    **sentences(
        Kind.EUCHRE,
        "match",
        {
            "match.called": "called {match}[ to table {station}]",
            "match.started": "started {match}[ at table {station}]",
            "match.result": "entered {match}: [{score} for ]{winners_or_nobody}[, {outcome}]",
            "match.reported": "reported {match} for {team}",
            "match.objected": "objected to what was reported of {match}, for {team}",
            "match.claimed": "entered {match}; a second person must agree",
            "game.entered": "entered game {game} of {match}: {score} for {winners_or_nobody}",
            "team.here": "ticked {team} as here for {match}",
            "team.last_call": "called {team} for the last time, {match}",
            "team.entered_late": "entered {team} late, in {match}",
            "euchre_hand.entered": "entered hand {hand} of game {game}, {match}: {score}",
            "euchre.flipped": "flipped for the first deal of {match}: {card} to {player}",
            "euchre.dealt": "dealt hand {hand} of {match} from pack {pack}",
            "euchre.acted": "did in hand {hand} of {match}, for {player}: {does}",
            "euchre.revoke_found": "ended hand {hand} of {match}: {player} had not followed suit, said {claimed_by}",
            "match.paused": "paused {match}",
            "match.resumed": "went on with {match}",
            "match.time_given": "gave {seconds} seconds more in {match}",
        },
    ),
    **sentences(
        Kind.EUCHRE,
        "match",
        {
            "match.put_back": "undid the call of {match}",
            "euchre.called_off": "called off hand {hand} of {match}; it counts for nobody",
            "match.claim_taken_back": "took back what was reported of {match}[ for {team}]",
            "match.objection_taken_back": "took back the objection of {team} to what was reported of {match}",
            "match.corrected": "corrected {match}: [{score} for ]{winners_or_nobody}[, {outcome}]",
            "match.correction_undone": "undid the correction of {match}",
            "match.result_undone": "undid the result of {match}",
            "game.undone": "undid game {game} of {match}",
            "team.not_here": "undid the tick of {team} for {match}",
            "team.last_call_taken_back": "undid the last call of {team}, {match}",
            "team.late_entry_undone": "undid the late entry of {team}",
            "euchre_hand.corrected": "corrected hand {hand} of game {game}, {match}: {score}",
            "euchre_hand.undone": "undid hand {hand} of game {game}, {match}",
        },
        is_fix=True,
    ),
    **sentences(
        Kind.EUCHRE,
        "bracket",
        {
            "bracket.created": "opened {bracket}",
            "bracket.drawn": "drew {bracket}",
            "bracket.third_place_dropped": "dropped the match for third place of {bracket}",
            "consolation.drawn": "drew the consolation bracket of {bracket}",
            "consolation.dropped": "dropped the consolation bracket of {bracket}",
            "pairs.drawn": "drew pairs for {bracket}: {pairs}[; {reserve} is the reserve]",
            "team.withdrawn": "withdrew {team} from {bracket}",
            "team.split": "split {team_number}: {player} leaves",
            "teams.entered": "entered teams for {bracket}: {teams}",
            "singles.entered": "entered singles for {bracket}: {players}",
            "single.released": "released {player} from the singles",
            "reserve.placed": "put {player} into {team_number} instead of {instead_of}",
            "substitute.named": "named {player} as substitute for {instead_of} in {team_number}",
        },
    ),
    **sentences(
        Kind.EUCHRE,
        "bracket",
        {
            "bracket.third_place_put_back": "restored the match for third place of {bracket}",
            "consolation.undone": "undid the draw of the consolation bracket of {bracket}",
            "consolation.put_back": "restored the consolation bracket of {bracket}",
            "team.readmitted": "readmitted {team} to {bracket}",
            "substitute.undone": "undid the substitute: {instead_of} plays again, not {player}",
        },
        is_fix=True,
    ),
}
