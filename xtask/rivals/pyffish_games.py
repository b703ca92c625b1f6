"""Games of Fairy-Stockfish (pyffish), for `cargo xtask rivals results`; `games.py` says how.

Options: `start` (a FEN), `chess960`, `material` (false: a game goes on although neither side can win), `claims` (false: it goes
on although a draw can be claimed), `gates` (pieces enter behind others), `dark` (the board has no light squares),
`drop_mates` and `knight_mates` (the letter of a piece that may not be dropped with mate, or may not move with mate alone;
the library lists such a move, and the player who makes it loses).
"""

import random
import re
from collections import Counter
from functools import cache

import pyffish

from games import DRAW, SQUARE, capturing, end, fen_parts, serve, won

MOVE = re.compile(r"([a-z]\d+)([a-z]\d+)(.*)")


@cache
def word(move):
    """The word for a move."""
    first, comma, second = move.partition(",")
    if comma:
        return word(first) + "," + SQUARE.findall(second)[-1]
    move = MOVE.fullmatch(move)
    if not move:
        return first
    origin, target, suffix = move.groups()
    if origin == target and not suffix:
        return "0000"
    return origin + target + suffix


@cache
def passes(move):
    """Whether a move leaves all as it is."""
    return len(set(SQUARE.findall(move))) == 1 and "@" not in move


def gated(move, board_piece):
    """The word for a move behind which a piece enters: `b1c3h`; for castling also `h1e1h`, where it enters on h1."""
    origin, target, suffix = MOVE.fullmatch(move).groups()
    if len(suffix) != 1 or board_piece(origin).lower() == "p":
        return None
    entered = f"/{suffix.upper()}@{origin}"
    own = board_piece(origin).isupper()
    if board_piece(origin).lower() == "r" and board_piece(target).lower() == "k" and board_piece(target).isupper() == own:
        rank = target[1:]
        origin, target = target, ("g" if origin[0] > target[0] else "c") + rank
    return origin + target + entered


def only_dark(board):
    """A board without its light squares, of which a1 is none."""
    rows = board.split("/")
    dark = len(rows) % 2
    return "/".join(
        "".join("*" if (row + column) % 2 == dark else sign for column, sign in enumerate(line))
        for row, line in enumerate(rows)
    )


def judged(value, fen_turn, by):
    """A result that is given for the player to move."""
    if value == 0:
        return end(by, DRAW)
    return end(by, won((value > 0) == (fen_turn == "w")))


class Line:
    """A game from an early position on.

    The library sets up the variant and plays all moves anew whenever it is asked for anything. That costs a millisecond
    whatever the question is, so as few questions as possible are asked.
    """

    # So many moves are enough for what depends on the last ones: two passes, generals that face each other twice.
    RECENT = 4
    # No rule of the library counts fewer plies without progress than so many.
    QUIET = 20
    # Of the positions in which no draw is expected, one in so many is asked about as well.
    SAMPLE = 8

    def __init__(self, rival, options, seed):
        self.rival = rival
        self.chess960 = options.get("chess960", False)
        start = options.get("start") or pyffish.start_fen(rival)
        # Positions from which the last moves, and all that can come back, begin.
        self.fens = [start]
        self.moves = []
        self.base = (start, [])
        self.fen = self.ask(pyffish.get_fen)
        # How often each position has occurred, by its pieces and the player to move.
        self.occurred = Counter([self.placement()])
        # Apart from the random numbers by which moves are chosen, which must not depend on what is asked.
        self.sample = random.Random(seed)
        # How the material was judged, and which pieces were there.
        self.material = (None, False)

    def push(self, move):
        self.moves.append(move)
        self.base[1].append(move)
        self.fen = self.ask(pyffish.get_fen)
        self.fens.append(self.fen)
        self.occurred[self.placement()] += 1
        # With no hands, no position from before a capture or a pawn's move comes back.
        if self.fen.split()[-2] == "0" and "[" not in self.fen:
            self.base = (self.fen, [])

    def placement(self):
        """The pieces of the position, on the board and in hand, and the player to move."""
        return tuple(self.fen.split()[:2])

    def may_be_drawn(self, legal):
        """Whether a draw can be claimed by what is seen here, or the position belongs to the sample.

        A draw by repetition, by moves without progress, by counting, or beside a move that leaves all as it is.
        """
        fields = self.fen.split()
        counts = any(field.isdigit() and int(field) >= self.QUIET for field in fields[3:-1])
        # Where moves are counted in favour of a side, the limit and the count stand before the number of the move.
        numbers = [int(field) for field in fields[3:] if field.isdigit()]
        counts |= len(numbers) == 3 and 0 < numbers[0] <= numbers[1]
        passing = any(passes(move) for move in legal)
        return (
            counts or passing or self.occurred[self.placement()] > 1 or self.sample.randrange(self.SAMPLE) == 0
        )

    def recent(self):
        first = max(0, len(self.moves) - self.RECENT)
        return self.fens[first], self.moves[first:]

    def ask(self, question, *more):
        """Asks about the position, or about that after more moves."""
        start, moves = self.recent()
        return question(self.rival, start, moves + list(more), self.chess960)

    def is_dead(self):
        """Whether neither side can win, which is asked of new material alone."""
        board, _, hands = self.fen.split()[0].partition("[")
        pieces = sorted(re.sub(r"[\d/]", "", board)), sorted(hands)
        if self.material[0] != pieces:
            self.material = (pieces, all(self.ask(pyffish.has_insufficient_material)))
        return self.material[1]

    def claim(self):
        return pyffish.is_optional_game_end(self.rival, *self.base, self.chess960)


def ended(line, options, legal, turn):
    # The library lists no moves where the game has ended at once.
    if not legal:
        over, value = line.ask(pyffish.is_immediate_game_end)
        if over:
            return judged(value, turn, "goal")
        return judged(line.ask(pyffish.game_result), turn, "no moves")
    if options.get("claims", True) and line.may_be_drawn(legal):
        over, value = line.claim()
        if over:
            return judged(value, turn, "claim")
    if options.get("material", True) and line.is_dead():
        return end("material", DRAW)
    return None


def without_lost_mates(line, legal, is_suspect):
    """The moves without suspects that mate, for which the library has the mated player win."""

    def is_lost(move):
        mates = line.ask(pyffish.gives_check, move) and not line.ask(pyffish.legal_moves, move)
        return mates and line.ask(pyffish.game_result, move) > 0

    return [move for move in legal if not (is_suspect(move) and is_lost(move))]


def play(rival, options, chooser, most, plies):
    line = Line(rival, options, chooser.seed)
    while True:
        legal = line.ask(pyffish.legal_moves)
        fen = line.fen
        position = fen_parts(fen)
        if options.get("dark"):
            position["board"] = only_dark(position["board"])

        def piece(square):
            rows = position["board"].split("/")
            return rows[len(rows) - int(square[1:])][ord(square[0]) - 97]

        if options.get("drop_mates"):
            legal = without_lost_mates(line, legal, lambda move: move.startswith(f"{options['drop_mates']}@"))
        if options.get("knight_mates"):
            legal = without_lost_mates(line, legal, lambda move: piece(move[:2]).upper() == options["knight_mates"])
        over = ended(line, options, legal, position["turn"])

        words = {}
        for move in legal:
            said = options.get("gates") and "@" not in move and gated(move, piece)
            said = said or word(move)
            words[said] = move
        ply = {"moves": list(words), "position": position, "fen": fen, "end": over, "repeats": None, "chosen": None}
        plies.append(ply)
        if over or len(line.moves) == most:
            return
        ply["chosen"] = chooser.choose(list(words), capturing(position["board"]))
        line.push(words[ply["chosen"]])


if __name__ == "__main__":
    serve(play)
