"""Clients that note down what they ask for before they ask, and what they were promised as soon as it is promised.

Each line is on the disk before the client goes on, as a till's own journal would be.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import threading
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from tests.faults.hall import Hall, Wish, any_wish

ANSWER_SECONDS = 15
PATIENCE_SECONDS = 45
GIVES_UP = 0.2
"""Of the guests whose request broke, so many never come back: what they wanted is booked or not, but never in part."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back. status: 0 when nothing did, -1 when nobody was there to ask."""

    url: str
    status: int
    body: dict[str, Any]
    is_replay: bool
    seconds: float

    @property
    def sequence(self) -> int | None:
        """Of the entry that is promised; None where none is."""
        return self.body.get("sequence", self.body.get("entry")) if self.status in (200, 201) else None

    @property
    def is_refusal(self) -> bool:
        """A clear no, that asking again does not change; 429 only says later."""
        return 400 <= self.status < 500 and self.status != 429


class Notes:
    """The lines of one client."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("a")

    def write(self, **line: Any) -> None:
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())


def read_notes(folder: Path) -> list[dict[str, Any]]:
    """Every line of every client."""
    return [json.loads(line) for path in sorted(folder.glob("*.notes")) for line in path.read_text().splitlines()]


def ask(url: str, hall: Hall, token: str, wish: Wish, key: str) -> Answer:
    """One POST, without trying again."""
    begun = time.monotonic()
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=ANSWER_SECONDS)
    headers = {
        "Authorization": f"Token {token}",
        "Content-Type": "application/json",
        "Idempotency-Key": key,
    }
    try:
        connection.request("POST", f"/api/v1/events/{hall.event.code}/{wish.path}", json.dumps(wish.body), headers)
        response = connection.getresponse()
        text = response.read()
        body = json.loads(text) if "json" in response.headers.get("Content-Type", "") else {}
        status, is_replay = response.status, response.headers.get("Idempotency-Replayed") == "true"
    except ConnectionRefusedError:
        status, body, is_replay = -1, {}, False
    except (OSError, http.client.HTTPException, json.JSONDecodeError):
        status, body, is_replay = 0, {}, False
    finally:
        connection.close()
    return Answer(url, status, body, is_replay, time.monotonic() - begun)


def insist(url: str, hall: Hall, token: str, wish: Wish, key: str) -> Answer:
    """The same for a guest who wants it although it has just been sold to them: the question is answered with yes."""
    answer = ask(url, hall, token, wish, key)
    while answer.body.get("code") == "sold_just_now":
        meant = replace(wish, body={**wish.body, "again": answer.body["facts"]["sequence"]})
        answer = ask(url, hall, token, meant, key)
    return answer


class Desk:
    """Some clients who sell until they are told to stop."""

    def __init__(self, hall: Hall, urls: list[str], folder: Path, chance: random.Random, clients: int = 8) -> None:
        self.folder = folder
        self.answers: list[Answer] = []
        self._hall, self._urls = hall, urls
        self._closing = threading.Event()
        self._threads = [
            threading.Thread(target=self._sell, args=(number, random.Random(chance.random())), daemon=True)
            for number in range(clients)
        ]

    def open(self) -> None:
        for thread in self._threads:
            thread.start()

    def promised(self) -> int:
        """How many entries have been promised so far."""
        return sum(answer.sequence is not None for answer in self.answers)

    def sold_last_by(self, url: str) -> bool:
        """Whether that process has kept its word since it last failed."""
        own = [answer.sequence is not None for answer in self.answers if answer.url == url]
        return bool(own) and own[-1]

    def wait_for(self, more: int) -> None:
        """Return once that many more promises have come. Raises RuntimeError when they do not."""
        wanted, end = self.promised() + more, time.monotonic() + PATIENCE_SECONDS
        while self.promised() < wanted:
            if time.monotonic() > end:
                raise RuntimeError(f"no {more} sales within {PATIENCE_SECONDS} s")
            time.sleep(0.02)

    def close(self) -> None:
        """Nobody new is served; who waits for an answer gets one, or gives up. Raises RuntimeError if they hang."""
        self._closing.set()
        for thread in self._threads:
            thread.join(PATIENCE_SECONDS + 2 * ANSWER_SECONDS)
            if thread.is_alive():
                raise RuntimeError("a client still waits for its answer")

    def _sell(self, number: int, chance: random.Random) -> None:
        notes = Notes(self.folder / f"{number}.notes")
        while not self._closing.is_set():
            wish = any_wish(self._hall.codes, chance)
            key = str(uuid4())
            notes.write(key=key, wish=wish.as_json())
            answer = self._until_answered(number, wish, key, chance)
            if answer is not None and answer.sequence is not None:
                notes.write(key=key, sequence=answer.sequence)
            elif answer is not None:
                notes.write(key=key, refused=answer.body.get("code", str(answer.status)))

    def _until_answered(self, number: int, wish: Wish, key: str, chance: random.Random) -> Answer | None:
        """The promise or the refusal, pressed again with the same key until there is one; None for who gave up."""
        end, comes_back = time.monotonic() + PATIENCE_SECONDS, chance.random() > GIVES_UP
        while time.monotonic() < end:
            answer = insist(chance.choice(self._urls), self._hall, self._hall.tokens[number], wish, key)
            self.answers.append(answer)
            if answer.sequence is not None or answer.is_refusal:
                return answer
            if answer.status >= 0 and not comes_back:
                return None
            time.sleep(0.1)
        return None


def all_at_once(
    hall: Hall, urls: list[str], wishes: Iterable[tuple[str, Wish]], folder: Path, *, is_one_person: bool = False
) -> list[Answer]:
    """Ask for all of it at the same moment, each by a client of its own: pairs of key and wish. is_one_person: all
    clients belong to the same one; a key counts for nobody else.
    """
    people = hall.tokens[:1] if is_one_person else hall.tokens
    asked = list(wishes)
    start = threading.Barrier(len(asked))

    def press(number: int) -> Answer:
        key, wish = asked[number]
        notes = Notes(folder / f"{number}.notes")
        notes.write(key=key, wish=wish.as_json())
        start.wait()
        answer = insist(urls[number % len(urls)], hall, people[number % len(people)], wish, key)
        if answer.sequence is not None:
            notes.write(key=key, sequence=answer.sequence)
        elif answer.is_refusal:
            notes.write(key=key, refused=answer.body.get("code", str(answer.status)))
        return answer

    with ThreadPoolExecutor(len(asked)) as threads:
        return list(threads.map(press, range(len(asked))))
