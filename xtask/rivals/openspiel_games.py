"""Games of OpenSpiel, for `cargo xtask rivals results`; `games.py` says how.

A move is all that a player does until it is the other's turn. Where `words` is false it is told by the board to which it
leads. Options: `rules` (the class below that reads the game).
"""

import re

import pyspiel

from games import DRAW, SQUARE, end, fen_parts, serve, won

LETTERS = "abcdefghijklmnopqrstuvwxyz"
PASS = "0000"


def square(column, row):
    """The name of a square; both are counted from 0, rows from below."""
    return f"{LETTERS[column]}{row + 1}"


def named(standing):
    """A board whose sites have names."""
    return " ".join(sorted(f"{site}={sign}" for site, sign in standing.items()))


class Rules:
    """How positions and moves of a game are read."""

    # Whether moves have words.
    words = False
    # What the signs of the library mean.
    signs = {}
    # Whether a move may have several actions.
    parts = False

    def __init__(self, first):
        # The library's number of the player who begins.
        self.first = first

    def turn(self, state):
        return "w" if state.current_player() == self.first else "b"

    def lines(self, state):
        """The rows of the board, the topmost first."""
        return [line.strip() for line in str(state).splitlines()]

    def sign(self, sign):
        return self.signs.get(sign, sign)

    def board(self, state):
        return "/".join("".join(map(self.sign, row)) for row in self.lines(state))

    def position(self, state):
        return {"board": self.board(state), "hands": "", "turn": self.turn(state)}

    def word(self, state, actions):
        """The word for a move, told by its actions."""
        raise NotImplementedError

    def goes_on(self, before, state):
        """Whether the move of a player goes on."""
        return not state.is_terminal() and state.current_player() == before.current_player()

    def moves(self, state):
        """All moves, each a word with its actions."""
        found = {}

        def further(now, actions):
            for action in now.legal_actions():
                after = now.child(action)
                if self.goes_on(state, after):
                    further(after, actions + [action])
                elif self.words:
                    found[self.word(state, actions + [action])] = actions + [action]
                else:
                    position = self.position(after)
                    found[f"{position['board']}[{position['hands']}]"] = actions + [action]

        if self.words and not self.parts:
            return {self.word(state, [action]): [action] for action in state.legal_actions()}
        further(state, [])
        return found


class Breakthrough(Rules):
    """Black begins, and stands above."""

    words = True
    signs = {"b": "P", "w": "p"}

    def lines(self, state):
        rows = [line[1:] for line in str(state).splitlines() if line[:1].isdigit()]
        return reversed(rows)

    def word(self, state, actions):
        squares = SQUARE.findall(state.action_to_string(actions[0])[:4])
        return "".join(one[0] + str(9 - int(one[1:])) for one in squares)


class Amazons(Rules):
    words = True
    parts = True
    signs = {"X": "Q", "O": "q", "#": "*"}

    def word(self, state, actions):
        start, target, arrow = (square(action % 10, 9 - action // 10) for action in actions)
        return f"{start}{target},{arrow}"


class Othello(Rules):
    words = True
    signs = {"x": "D", "o": "d", "-": "."}

    def lines(self, state):
        rows = re.findall(r"^\d ((?:[-xo] ){8})\d$", str(state), re.M)
        return [row.replace(" ", "") for row in reversed(rows)]

    def word(self, state, actions):
        said = state.action_to_string(actions[0])
        return PASS if said.startswith("pass") else "D@" + said[:2]


class Checkers(Rules):
    """Each jump is an action of its own."""

    signs = {"o": "M", "+": "m", "8": "K", "*": "k"}

    def lines(self, state):
        rows = [line[1:] for line in str(state).splitlines() if re.match(r"\d[.o+8*]{8}$", line)]
        return [row.replace(".", " ") for row in rows]

    def board(self, state):
        """Light squares are no sites."""
        def place(sign, row, column):
            return "*" if (row + column) % 2 == 0 else self.signs.get(sign, ".")

        return "/".join(
            "".join(place(sign, row, column) for column, sign in enumerate(line))
            for row, line in enumerate(self.lines(state))
        )


class Clobber(Rules):
    """The player who begins has the upper left corner here, and the lower left one there."""

    words = True
    signs = {"o": "S", "x": "s"}
    ROWS = 6

    def lines(self, state):
        return reversed([line[1:] for line in str(state).splitlines() if line[:1].isdigit()])

    def word(self, state, actions):
        squares = SQUARE.findall(state.action_to_string(actions[0]))
        return "".join(one[0] + str(self.ROWS + 1 - int(one[1:])) for one in squares)


class ConnectFour(Rules):
    words = True
    signs = {"x": "D", "o": "d"}

    def lines(self, state):
        return str(state).split()

    def word(self, state, actions):
        column = int(state.action_to_string(actions[0])[1:])
        height = sum(row[column] != "." for row in self.lines(state))
        return "D@" + square(column, height)


class Go(Rules):
    words = True

    def board(self, state):
        rows = re.findall(r"^ ?(\d+) ([+XO]+)$", str(state), re.M)
        letters = LETTERS.replace("i", "")
        signs = {"X": "S", "O": "s"}
        return named({
            f"{letters[place]}{number}": signs[sign]
            for number, row in rows for place, sign in enumerate(row) if sign in signs
        })

    def word(self, state, actions):
        said = state.action_to_string(actions[0]).split()[1]
        return PASS if said == "PASS" else "S@" + said


class Gomoku(Rules):
    words = True
    signs = {"b": "S", "w": "s"}

    def lines(self, state):
        return [line for line in str(state).splitlines() if len(line) == 15]

    def word(self, state, actions):
        row, column = map(int, state.action_to_string(actions[0]).split(","))
        return "S@" + square(column, 14 - row)


class Placed(Rules):
    """A stone on a site with a name."""

    words = True
    signs = {"O": "S", "@": "s"}

    def board(self, state):
        standing = {}
        for number, row in enumerate(self.rows(state)):
            for place, sign in enumerate(row):
                if sign in self.signs:
                    standing[self.name(number, place)] = self.signs[sign]
        return named(standing)

    def rows(self, state):
        lines = [re.match(r" *\d+[ \[](.*)", line) for line in str(state).splitlines()]
        return [re.sub(r"[^.O@]", "", line[1]) for line in lines if line]

    def name(self, row, place):
        return square(place, row)

    def word(self, state, actions):
        return "S@" + self.site(state.action_to_string(actions[0]))

    def site(self, said):
        return said


class Hex(Placed):
    signs = dict.fromkeys("xyzX", "S") | dict.fromkeys("opqO", "s")

    def rows(self, state):
        return [line.replace(" ", "") for line in str(state).splitlines()]


class Havannah(Placed):
    """Columns beyond the middle one begin with row 1 here."""

    SIZE = 8

    def name(self, row, place):
        return self.site(square(place + max(0, row - self.SIZE + 1), row))

    def site(self, said):
        beyond = max(0, LETTERS.index(said[0]) - self.SIZE + 1)
        return f"{said[0]}{int(said[1:]) - beyond}"


class LinesOfAction(Rules):
    words = True
    signs = {"x": "S", "o": "s"}

    def lines(self, state):
        return [line[1:] for line in str(state).splitlines() if line[:1].isdigit()]

    def word(self, state, actions):
        return "".join(SQUARE.findall(state.action_to_string(actions[0])))


class Sown(Rules):
    words = True

    def position(self, state):
        counts = " ".join(sorted(f"{site}={seeds}" for site, seeds in self.counts(state).items() if seeds))
        return {"counts": counts, "turn": self.turn(state)}


class Kalah(Sown):
    PITS = ["N", *(f"{letter}1" for letter in "abcdef"), "S", *(f"{letter}2" for letter in "fedcba")]

    def counts(self, state):
        top, stores, bottom = ([int(one) for one in re.findall(r"\d+", line)] for line in str(state).splitlines()[:3])
        seeds = [stores[0], *bottom, stores[1], *reversed(top)]
        return dict(zip(self.PITS, seeds))

    def word(self, state, actions):
        return self.PITS[actions[0]]


class Oware(Sown):
    def counts(self, state):
        text = str(state)
        scores = [int(re.search(rf"Player {player} score = (\d+)", text)[1]) for player in (0, 1)]
        top, bottom = re.findall(r"^((?: +\d+){6})$", text, re.M)
        sites = {f"{letter}2": int(seeds) for letter, seeds in zip("abcdef", top.split())}
        sites |= {f"{letter}1": int(seeds) for letter, seeds in zip("abcdef", bottom.split())}
        return sites | {"0": scores[0], "1": scores[1]}

    def word(self, state, actions):
        said = state.action_to_string(actions[0])
        return f"{said.lower()}1" if said.isupper() else f"{LETTERS[5 - LETTERS.index(said)]}2"


class Morris(Rules):
    """Points are counted row by row."""

    def position(self, state):
        text = str(state)
        marks = "".join(re.sub(r"[^.WB]", "", line) for line in text.splitlines()[:13])
        standing = {self.SITES[point]: {"W": "M", "B": "m"}[mark] for point, mark in enumerate(marks) if mark in "WB"}
        white, black = re.search(r"Men to deploy: (\d+) (\d+)", text).groups()
        hands = "M" * int(white) + "m" * int(black)
        return {"board": named(standing), "hands": hands, "turn": self.turn(state)}

    # Rings are letters from without to within, their points are numbers, clockwise from the upper left corner.
    SITES = "a1 a2 a3 b1 b2 b3 c1 c2 c3 a8 b8 c8 c4 b4 a4 c7 c6 c5 b7 b6 b5 a7 a6 a5".split()


class Pentago(Rules):
    signs = {"O": "M", "@": "m"}

    def lines(self, state):
        return [re.sub(r"[^.O@]", "", line[3:16]) for line in str(state).splitlines()[2:8]]


class Quoridor(Rules):
    """Between the squares stand walls."""

    def board(self, state):
        text = [line.ljust(60) for line in str(state).splitlines()]
        first = next(number for number, line in enumerate(text) if line.startswith(" 1 "))
        rows = []
        for row in range(9):
            line, below = text[first + 2 * row], text[first + 2 * row + 1]
            squares = ["P" if line[3 + 4 * c] == "0" else "p" if line[3 + 4 * c] == "@" else "." for c in range(9)]
            walls = ["*" if line[5 + 4 * c] == "|" else "." for c in range(8)]
            rows.append("".join(a + b for a, b in zip(squares, walls + [""])))
            under = ["*" if below[3 + 4 * c] == "-" else "." for c in range(9)]
            joints = ["*" if below[5 + 4 * c] == "+" else "." for c in range(8)]
            rows.append("".join(a + b for a, b in zip(under, joints + [""])))
        return "/".join(rows[:17])


class TicTacToe(Rules):
    signs = {"x": "X", "o": "x"}

    def lines(self, state):
        return str(state).split()


class UltimateTicTacToe(Rules):
    """A small board that is won has a mark on the large one."""

    LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    def board(self, state):
        rows = [line.replace(" ", "") for line in str(state).splitlines() if re.fullmatch(r"[.xo ]{11}", line)]
        standing, marks = {}, {"x": "M", "o": "m"}
        for row, line in enumerate(rows):
            standing |= {square(place, row): marks[mark] for place, mark in enumerate(line) if mark in marks}
        for part in range(9):
            left, top = 3 * (part % 3), 3 * (part // 3)
            small = "".join(rows[top + row][left:left + 3] for row in range(3))
            for mark, block in (("x", "B"), ("o", "b")):
                if any(all(small[place] == mark for place in line) for line in self.LINES):
                    standing[f"{'ABC'[part % 3]}{part // 3 + 1}"] = block
        return named(standing)


class ChineseCheckers(Rules):
    """A star that is drawn from the side of the player who begins."""

    FIRST = "mlkjeeeeedcbaeeee"

    def board(self, state):
        rows = [re.sub(r"[^.12]", "", line) for line in str(state).splitlines()[:17]]
        standing = {}
        for number, (row, letter) in enumerate(zip(rows, self.FIRST)):
            for place, sign in enumerate(row):
                if sign != ".":
                    site = square(LETTERS.index(letter) + place, number)
                    standing[site] = "P" if int(sign) == 1 else "p"
        return named(standing)


class Fen(Rules):
    """The library writes a FEN."""

    def position(self, state):
        parts = fen_parts(str(state))
        return {key: parts[key] for key in ("board", "hands", "turn")}


class Crazyhouse(Fen):
    """Promoted pieces have letters of their own there."""

    PROMOTED = str.maketrans("ACEHaceh", "BRQNbrqn")

    def position(self, state):
        parts = super().position(state)
        return parts | {"board": parts["board"].translate(self.PROMOTED)}


class Shogi(Rules):
    """The library writes an SFEN."""

    def position(self, state):
        board, turn, hands, *_ = str(state).split()
        hands = re.sub(r"(\d+)(\D)", lambda run: run[2] * int(run[1]), hands.replace("-", ""))
        return fen_parts(f"{board}[{hands}] {'w' if turn == 'b' else 'b'}")


class Xiangqi(Rules):
    def lines(self, state):
        return [line for line in str(state).splitlines() if len(line) == 9]


KINDS = [Rules, Placed, Sown, Fen]
RULES = {kind.__name__.lower(): kind for base in KINDS for kind in base.__subclasses__()}


def ended(state, beginner):
    if not state.is_terminal():
        return None
    returns = state.returns()
    first, second = returns[beginner], returns[1 - beginner]
    return end("over", DRAW if first == second else won(first > second))


def play(rival, options, chooser, most, plies):
    state = pyspiel.load_game(rival).new_initial_state()
    beginner = state.current_player()
    rules = RULES[options["rules"]](beginner)
    made = 0
    while True:
        over = ended(state, beginner)
        moves = {} if over else rules.moves(state)
        position = rules.position(state)
        ply = {
            "moves": list(moves),
            "position": position,
            "fen": position.get("board") or position.get("counts", ""),
            "end": over,
            "repeats": None,
            "chosen": None,
        }
        plies.append(ply)
        if over or made == most or not moves:
            return
        ply["chosen"] = chooser.choose(list(moves))
        for action in moves[ply["chosen"]]:
            state.apply_action(action)
        made += 1


if __name__ == "__main__":
    serve(play)
