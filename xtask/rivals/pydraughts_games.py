"""Games of pydraughts, for `cargo xtask rivals results`; `games.py` says how.

A move is its first and last square and the squares of what it captures, in order: `c3e5xd4`. Options: `start` (a FEN of
this library), `whole` (every
square is played on), `mirrored` (a dark corner is on the right), `leaps` (false: moves by which a king that takes
nothing goes over pieces are left out; version 0.6.7 lists them for Turkish draughts), `in_a_row` (so many moves may a
player who has men make in a row with one king, captures aside; the library does not know this rule of Frisian draughts).
"""

import re

from draughts.core.game import WHITE, Game

from games import DRAW, end, serve, won


class Squares:
    """Numbers of squares. The library counts from White's far left corner, row by row."""

    def __init__(self, game, options):
        self.height = game.board.height
        self.width = game.board.width
        self.whole = options.get("whole", False)
        self.mirrored = options.get("mirrored", False)

    def place(self, number):
        row, column = divmod(number - 1, self.width)
        if self.whole:
            return row, column
        return row, 2 * column + (row % 2 if self.mirrored else 1 - row % 2)

    def name(self, number):
        row, column = self.place(number)
        return f"{chr(97 + column)}{self.height - row}"

    def leaps(self, board, move):
        """Whether a move goes over pieces. It goes along a row or a column."""
        (start, end), = move
        step = self.width if (start - end) % self.width == 0 else 1
        between = range(min(start, end) + step, max(start, end), step)
        held = {piece.position for piece in board.searcher.uncaptured_pieces}
        return any(number in held for number in between)

    def hub(self, fen):
        """A position of the Hub protocol, from the board and the player to move of our FEN."""
        board, turn = fen.split()[:2]
        rows = [re.sub(r"\d+", lambda digits: "." * int(digits[0]), row) for row in board.split("/")]
        places = [self.place(number) for number in range(1, self.height * self.width + 1)]
        signs = {"M": "w", "K": "W", "m": "b", "k": "B"}
        return turn.upper() + "".join(signs.get(rows[row][column], "e") for row, column in places)

    def board(self, hub):
        """The board of a position of the Hub protocol: a sign for the player to move, then one for each square."""
        width = self.width if self.whole else 2 * self.width
        rows = [["." if self.whole else "*"] * width for _ in range(self.height)]
        for number, sign in enumerate(hub[1:], 1):
            row, column = self.place(number)
            rows[row][column] = {"w": "M", "W": "K", "b": "m", "B": "k"}.get(sign, ".")
        return "/".join(map("".join, rows))


class Kings:
    """The moves in a row that each player has made with one king without a capture."""

    def __init__(self):
        # By the sign of the player to move: the square of that king, and how many moves.
        self.rows = {"W": (None, 0), "B": (None, 0)}

    def note(self, hub, move, captures):
        player, origin, target = hub[0], move[0][0], move[-1][1]
        quiet = hub[origin].isupper() and not captures
        square, count = self.rows[player]
        self.rows[player] = (target, count + 1 if square == origin else 1) if quiet else (None, 0)

    def tired(self, hub, most):
        """The square of the king of the player to move that may only capture."""
        square, count = self.rows[hub[0]]
        return square if most and count >= most and hub[0].lower() in hub[1:] else None


def legal_moves(game):
    """All moves, and what each captures.

    The library plays every move to find out whether a capture goes on. Where nothing can be captured its first steps
    are the moves, but for Frisian draughts, where it counts the moves of kings.
    """
    if game.variant.startswith("fr") or game.board.get_possible_capture_moves([]):
        return game.legal_moves()
    moves = [[move] for move in game.get_possible_moves()]
    return moves, [[None]] * len(moves)


def ended(game, repeats):
    winner = game.get_winner()
    if winner is None:
        return None
    if winner:
        return end("won", won(winner == WHITE))
    return end("repetition" if repeats >= 3 else "kings", DRAW)


def play(rival, options, chooser, most, plies):
    game = Game(rival)
    squares = Squares(game, options)
    if "start" in options:
        game = Game(rival, squares.hub(options["start"]))
    kings = Kings()
    made = 0
    while True:
        moves, captures = legal_moves(game)
        words = {}
        hub = game.get_fen()
        tired = kings.tired(hub, options.get("in_a_row", 0))
        for move, taken in zip(moves, captures):
            if not options.get("leaps", True) and taken[0] is None and squares.leaps(game.board, move):
                continue
            if taken[0] is None and move[0][0] == tired:
                continue
            gone = sorted(squares.name(number) for number in taken if number)
            word = squares.name(move[0][0]) + squares.name(move[-1][1]) + "".join("x" + square for square in gone)
            words[word] = move
        repeats = game.fens.count(game.fens[-1])
        over = ended(game, repeats)
        position = {"board": squares.board(hub), "hands": "", "turn": hub[0].lower()}
        fen = game.get_li_fen()
        ply = {"moves": list(words), "position": position, "fen": fen, "end": over, "repeats": repeats, "chosen": None}
        plies.append(ply)
        if over or made == most or not words:
            return
        ply["chosen"] = chooser.choose(list(words), lambda word: "x" in word)
        kings.note(hub, words[ply["chosen"]], "x" in ply["chosen"])
        game.push(words[ply["chosen"]])
        made += 1


if __name__ == "__main__":
    serve(play)
