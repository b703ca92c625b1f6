"""Random games of xiangqi (Fairy-Stockfish, as pyffish) as UCCI lines, and a judge of such lines.

    xiangqi_games.py make N SEED
    xiangqi_games.py check FILE

After each game stand `# final FEN` and `# wxf`, the same moves in WXF notation. A game is cut at the third occurrence of
a position, where other rules may go on otherwise. `check` plays what it reads and compares the final position.
"""

import random
import re
import sys

import pyffish

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"


def to_ucci(move):
    return re.sub(r"([a-i])(\d+)", lambda square: "%s%d" % (square[1], int(square[2]) - 1), move)


def from_ucci(move):
    return re.sub(r"([a-i])(\d)", lambda square: "%s%d" % (square[1], int(square[2]) + 1), move)


def after(fen, moves):
    """The position after some moves; none if one of them is illegal."""
    try:
        return pyffish.get_fen("xiangqi", fen, moves)
    except (SystemError, ValueError):
        return None


def first_illegal(fen, moves):
    return next(index for index in range(len(moves)) if after(fen, moves[: index + 1]) is None)


class Squares:
    """What stands where: only to notice that a position occurs again."""

    def __init__(self, fen):
        rows = re.sub(r"\d", lambda run: "." * int(run[0]), fen.split()[0]).split("/")
        self.at = {"%s%d" % ("abcdefghi"[x], 9 - y): rows[y][x] for y in range(10) for x in range(9)}

    def play(self, move):
        self.at[move[2:]], self.at[move[:2]] = self.at[move[:2]], "."

    def key(self):
        return "".join(self.at.values())


def make(count, seed):
    rng = random.Random(seed)
    for number in range(count):
        start, squares = START, Squares(START)
        moves, seen = [], {}
        # Every third game is written from its middle on, with few pieces.
        skipped = rng.randrange(20, 150) if number % 3 == 2 else 0
        for ply in range(skipped + rng.randrange(1, 120)):
            if ply == skipped and skipped:
                start, moves, seen = after(start, moves), [], {}
            # A position with the other player to move is at another parity.
            key = squares.key() + str(ply % 2)
            seen[key] = seen.get(key, 0) + 1
            choices = pyffish.legal_moves("xiangqi", start, moves) if seen[key] < 3 else []
            if not choices:
                break
            moves.append(rng.choice(choices))
            squares.play(to_ucci(moves[-1]))
        final = after(start, moves)
        wxf = pyffish.get_san_moves("xiangqi", start, moves, False, pyffish.NOTATION_XIANGQI_WXF)
        print("position fen", start, *(["moves"] + [to_ucci(move) for move in moves] if moves else []))
        print("# final", final)
        print("# wxf", *wxf)


def check(path):
    games, wrong, fen = 0, 0, None
    with open(path) as lines:
        for line in lines:
            words = line.split()
            if words[:1] == ["position"]:
                games += 1
                end = words.index("moves") if "moves" in words else len(words)
                start = START if words[1] == "startpos" else " ".join(words[2:end])
                moves = [from_ucci(word) for word in words[end + 1:]]
                fen = after(start, moves)
                if fen is None:
                    print("game %d: move %d is illegal" % (games, first_illegal(start, moves) + 1))
                    wrong += 1
            elif words[:2] == ["#", "final"] and fen is not None:
                if words[2:4] != fen.split()[:2]:
                    print("game %d ends as %s, not %s" % (games, fen, " ".join(words[2:])))
                    wrong += 1
    print("%d games, %d wrong" % (games, wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    if sys.argv[1] == "make":
        make(int(sys.argv[2]), int(sys.argv[3]))
    else:
        sys.exit(check(sys.argv[2]))
