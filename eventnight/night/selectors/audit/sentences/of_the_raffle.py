"""The raffle: buckets, the frozen list, draws and what became of them."""

from __future__ import annotations

from eventnight.night.selectors.audit.sentences.sentence import Kind, Sentence, sentences

RAFFLE: dict[str, Sentence] = {
    **sentences(
        Kind.RAFFLE,
        "raffle",
        {
            "raffle.opened": "opened the raffle",
            "bucket.added": "added a bucket: {item}",
            "bucket.edited": "changed a bucket: {item}",
            "bucket.removed": "removed a bucket: {item}",
            "bucket.picture_set": "put up a picture of {bucket}",
            "bucket.picture_removed": "removed the picture of {bucket}",
            "raffle.frozen": "closed the sale and froze the list: {ticket_count}, {unplaced} not placed",
            "draw.made": "drew ticket {ticket} for {prize}: {player}",
            "draw.handed_over": "handed {prize} to {player}, ticket {ticket}",
            "draw.absent": "noted that {player} is absent for {prize}, ticket {ticket}",
            "draw.paid": "paid the 50/50 {prize} to {player}, ticket {ticket}",
        },
        with_it={"draw.paid": "bank.pot_paid"},
    ),
    **sentences(
        Kind.RAFFLE,
        "raffle",
        {
            "raffle.reopened": "reopened the sale of tickets",
            "raffle.promise_renewed": "renewed the promise of the draw[, with {signed_by}]",
            "draw.corrected": "corrected the ticket drawn for {prize}: {ticket}, {player}, not {misread}",
            "draw.called_again": "called {player} again for {prize}, ticket {ticket}",
            "draw.taken_back": "took back the handing over of {prize} to {player}",
            "tickets.aligned": "put tickets right with the books",
        },
        is_fix=True,
        with_it={"draw.taken_back": "bank.reversal"},
    ),
    **sentences(
        Kind.RAFFLE,
        "proof",
        {
            "raffle.entropy": "entered the dice for the draw[, thrown by {thrown_by}][, watched by {watched_by}]",
            "raffle.finished": "finished the raffle",
        },
    ),
}
