"""What the drivers of all libraries share: requests and answers, and how moves are chosen.

A driver reads requests, a line of JSON each: `rival` (the library's name of the game), `options`, `seed`, `plies`. It
answers each with a line: `plies`, a list of positions. Each position has `moves` (all legal ones, as words), `position`
(its parts, as text), `fen`, `end` (`by` and `result`, or null), `repeats` (a number, or null) and `chosen` (the move
that is played, or null).

Words for moves and texts of positions are those of `xtask/src/rivals/speech.rs`.
"""

import json
import random
import re
import sys
from functools import cache

SQUARE = re.compile(r"[a-z]\d+")
DRAW = "1/2-1/2"


def serve(play):
    """Answers requests with what `play` makes of them."""
    for line in sys.stdin:
        request = json.loads(line)
        plies = []
        answer = {"plies": plies, "error": None}
        try:
            play(request["rival"], request["options"], Chooser(request["seed"]), request["plies"], plies)
        except Exception as error:  # Whatever a library raises is an answer.
            answer["error"] = f"{type(error).__name__}: {error}"
        print(json.dumps(answer), flush=True)


def won(first):
    """The result of a win: of the player who began, or of the other."""
    return "1-0" if first else "0-1"


def end(by, result):
    return {"by": by, "result": result}


class Chooser:
    """Chooses moves so that games end in many ways.

    Of three games one is random, one captures wherever it can, and one goes back and forth, which repeats positions.
    """

    def __init__(self, seed):
        self.seed = seed
        self.random = random.Random(seed)
        self.manner = ("any", "captures", "back")[seed % 3]
        self.made = []

    def choose(self, words, captures=None):
        """A word of the list. `captures` tells whether a word captures."""
        word = self.liked(words, captures) or self.random.choice(words)
        self.made.append(word)
        return word

    def liked(self, words, captures):
        if self.random.random() < 0.3:
            return None
        if self.manner == "captures" and captures:
            taking = [word for word in words if captures(word)]
            return self.random.choice(taking) if taking else None
        if self.manner == "back" and len(self.made) >= 8:
            back = "".join(reversed(SQUARE.findall(self.made[-2])))
            return back if back in words else None
        return None


def spread(rows):
    """The rows of a FEN with a sign for every square, `.` for an empty one."""
    return re.sub(r"\d+", lambda run: "." * int(run.group()), rows)


def occupied(board):
    """The squares of such a board on which something stands."""
    rows = [re.findall(r"\+?.", row) for row in board.split("/")]
    squares = set()
    for line, row in enumerate(rows):
        squares |= {f"{chr(97 + place)}{len(rows) - line}" for place, sign in enumerate(row) if sign not in ".*"}
    return squares


def fen_parts(fen):
    """The parts of a FEN; pockets may stand in brackets behind the board."""
    board, *fields = fen.replace("~", "").split()
    board, _, hands = board.partition("[")
    hands = "".join(sorted(hands.rstrip("]").replace("-", "")))
    fields += ["-"] * 3
    return {"board": spread(board), "hands": hands, "turn": fields[0], "rights": fields[1], "passed": fields[2]}


@cache
def target(word):
    """The square that a move goes to from another; None for other moves."""
    squares = SQUARE.findall(word.partition(",")[0])
    return squares[1] if len(squares) > 1 else None


def capturing(board):
    """Whether a move goes to a square of a board on which something stands."""
    there = None

    def captures(word):
        nonlocal there
        if there is None:
            there = occupied(board)
        return target(word) in there

    return captures
