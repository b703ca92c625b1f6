"""Random games of shogi (python-shogi) and minishogi (Fairy-Stockfish) as USI lines, and a judge of such lines.

    shogi_games.py make N SEED [shogi|minishogi]
    shogi_games.py check FILE [shogi|minishogi]

After each game stands `# final SFEN`. A game is cut at the third occurrence of a position, where other rules may go on
otherwise. `check` plays what it reads and compares the final position. A pawn drop that gives mate is illegal by the
rules of shogi; `check` counts such games apart, and fails for no other reason than a real difference.
"""

import random
import re
import sys

START = {
    "shogi": "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "minishogi": "rbsgk/4p/5/P4/KGSBR b - 1",
}


class Shogi:
    """A board of python-shogi."""

    def __init__(self, sfen):
        import shogi

        self.shogi = shogi
        self.board = shogi.Board(sfen)

    def pick(self, rng):
        """A random legal move; legality is only asked of the moves that are drawn."""
        moves = list(self.board.pseudo_legal_moves)
        rng.shuffle(moves)
        return next((move.usi() for move in moves if self.board.is_legal(move)), None)

    def play(self, usi):
        """Plays a move. Gives what is wrong with it: nothing, `pawn mate`, or `illegal`."""
        move = self.shogi.Move.from_usi(usi)
        wrong = ""
        if not self.board.is_legal(move):
            if not usi.startswith("P*") or not self.board.is_pseudo_legal(move):
                return "illegal"
            self.board.push(move)
            mates = not self.board.was_suicide() and self.board.was_check_by_dropping_pawn(move)
            self.board.pop()
            if not mates:
                return "illegal"
            wrong = "pawn mate"
        self.board.push(move)
        return wrong

    def sfen(self):
        return self.board.sfen()


class Minishogi:
    """A position of Fairy-Stockfish, which names squares as in chess and the first player `w`."""

    def __init__(self, sfen):
        import pyffish

        self.ffish = pyffish
        board, side, hand = sfen.split()[:3]
        hand = re.sub(r"(\d+)(\D)", lambda run: run[2] * int(run[1]), hand)
        self.fen = "%s[%s] %s - 0 1" % (board, hand, "w" if side == "b" else "b")

    @staticmethod
    def flip(square, to_usi):
        if to_usi:
            return "%d%s" % (5 - (ord(square[0]) - 97), "abcde"[5 - int(square[1])])
        return "%s%d" % ("abcde"[5 - int(square[0])], 5 - (ord(square[1]) - 97))

    def convert(self, move, to_usi):
        end = move[4:]
        if move[1] in "@*":
            return move[0] + ("*" if to_usi else "@") + self.flip(move[2:4], to_usi) + end
        return self.flip(move[:2], to_usi) + self.flip(move[2:4], to_usi) + end

    def pick(self, rng):
        moves = self.ffish.legal_moves("minishogi", self.fen, [])
        return self.convert(rng.choice(moves), True) if moves else None

    def play(self, usi):
        try:
            self.fen = self.ffish.get_fen("minishogi", self.fen, [self.convert(usi, False)])
        except (SystemError, ValueError):
            return "pawn mate" if usi.startswith("P*") else "illegal"
        return ""

    def sfen(self):
        board, side = self.fen.split()[:2]
        board, hand = re.fullmatch(r"([^\[]*)\[(.*)\]", board).groups()
        hand = hand.replace("-", "")
        text = ""
        for piece in "RBGSPrbgsp":
            count = hand.count(piece)
            text += (str(count) if count > 1 else "") + (piece if count else "")
        return "%s %s %s 1" % (board, "b" if side == "w" else "w", text or "-")


def position(sfen):
    """A position without the number of the move, the hand in a fixed order."""
    board, side, hand = sfen.split()[:3]
    runs = sorted((piece, int(count or 1)) for count, piece in re.findall(r"(\d*)(\D)", hand))
    return board, side, runs


def make(count, seed, game):
    rng = random.Random(seed)
    kind = Shogi if game == "shogi" else Minishogi
    for number in range(count):
        board = kind(START[game])
        head, moves, seen = "startpos", [], {}
        # Every third game is written from its middle on.
        skipped = rng.randrange(10, 60) if number % 3 == 2 else 0
        for ply in range(skipped + rng.randrange(1, 120)):
            if ply == skipped and skipped:
                head, moves, seen = "sfen " + board.sfen(), [], {}
            key = str(position(board.sfen()))
            seen[key] = seen.get(key, 0) + 1
            move = board.pick(rng) if seen[key] < 3 else None
            if move is None:
                break
            assert board.play(move) == "", move
            moves.append(move)
        print("position", head, *(["moves"] + moves if moves else []))
        print("# final", board.sfen())


def check(path, game):
    kind = Shogi if game == "shogi" else Minishogi
    games, pawn_mates, wrong = 0, 0, 0
    board = None
    with open(path) as lines:
        for line in lines:
            words = line.split()
            if words[:1] == ["position"]:
                games += 1
                end = words.index("moves") if "moves" in words else len(words)
                board = kind(START[game] if words[1] == "startpos" else " ".join(words[2:end]))
                for move in words[end + 1:]:
                    fault = board.play(move)
                    if fault == "illegal":
                        print("game %d: %s is illegal in %s" % (games, move, board.sfen()))
                        wrong += 1
                    pawn_mates += fault == "pawn mate"
                    if fault and not (fault == "pawn mate" and kind is Shogi):
                        board = None
                        break
            elif words[:2] == ["#", "final"] and board is not None:
                if position(" ".join(words[2:])) != position(board.sfen()):
                    print("game %d ends as %s, not %s" % (games, board.sfen(), " ".join(words[2:])))
                    wrong += 1
    print("%d games, %d with a pawn drop that mates, %d wrong" % (games, pawn_mates, wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    if sys.argv[1] == "make":
        make(int(sys.argv[2]), int(sys.argv[3]), sys.argv[4] if len(sys.argv) > 4 else "shogi")
    else:
        sys.exit(check(sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else "shogi"))
