"""Random games of Hex as SGF, and a judge of such files: sgfmill.

    hex_games.py make COUNT SEED
    hex_games.py check FILE COUNT SEED

The first player is Black and connects the first and the last row. Points are a letter for the
column and a number for the row, counted from the top (https://www.red-bean.com/sgf/hex.html). Every
fourth game has a swap of pieces, every fifth ends by resignation. `check` makes the same games
again and compares moves, names, dates, comments and variations.
"""

import random
import sys

from sgfmill import sgf_grammar

SIZE = 11


def escaped(text):
    return text.replace("\\", "\\\\").replace("]", "\\]")


def game(number, seed):
    """Colour, point and comment of each move, and a variation for some of them."""
    rng = random.Random(f"hex {seed} {number}")
    free = [(column, row) for column in range(SIZE) for row in range(SIZE)]
    rng.shuffle(free)
    moves, colour = [], "B"
    for ply in range(rng.randrange(4, 40)):
        column, row = free.pop()
        point = "%s%d" % (chr(97 + column), row + 1)
        comment = "move %d [odd]" % ply if ply % 7 == 3 else ""
        moves.append([colour, point, comment, None])
        if ply == 0 and number % 4 == 3:
            moves.append(["W", "swap-pieces", "", None])
            # The stone changes its colour and its place on the diagonal.
            free = [place for place in free if place != (row, column)] + [(column, row)] * (row != column)
            rng.shuffle(free)
            continue
        colour = "W" if colour == "B" else "B"
        if ply % 9 == 5:
            other = free[0]
            moves[-1][3] = "%s%d" % (chr(97 + other[0]), other[1] + 1)
    return moves


def text(number, seed):
    head = "(;FF[4]GM[11]SZ[%d]PB[Ann]PW[Ben %d]DT[2026-11-28]EV[Cup]" % (SIZE, number)
    if number % 5 == 4:
        head += "RE[B+Resign]"
    body, ends = "", ""
    for colour, point, comment, other in game(number, seed):
        node = ";%s[%s]" % (colour, point) + ("C[%s]" % escaped(comment) if comment else "")
        if other is None:
            body += node
        else:
            body += "(" + node
            ends = ")(;%s[%s])" % (colour, other) + ends
    return head + body + ends + ")"


def nodes(tree):
    """Colour, point and comment of each node, with its depth."""
    found, todo = [], [(tree, 0)]
    while todo:
        tree, depth = todo.pop()
        for node in tree.sequence:
            for colour in ("B", "W"):
                if colour in node:
                    comment = node.get("C", [b""])[0].decode().replace("\\", "")
                    found.append((depth, colour, node[colour][0].decode(), comment))
            depth += 1
        todo += [(child, depth) for child in reversed(tree.children)]
    return found


def check(path, count, seed):
    with open(path, "rb") as file:
        trees = sgf_grammar.parse_sgf_collection(file.read())
    assert len(trees) == count, f"{len(trees)} games"
    for number, there in enumerate(trees):
        made = sgf_grammar.parse_sgf_collection(text(number, seed).encode())[0]
        for one, other in zip(nodes(there), nodes(made), strict=True):
            assert one == other, f"game {number}: {one} instead of {other}"
        for name in ("GM", "SZ", "PB", "PW", "DT", "EV"):
            one, other = there.sequence[0].get(name), made.sequence[0].get(name)
            assert one == other, f"game {number}: {name}[{one}] instead of [{other}]"
        if number % 5 == 4:
            assert there.sequence[0].get("RE") in ([b"B+Resign"], [b"B+R"]), there.sequence[0].get("RE")
    print(f"{count} games are equal")


*words, count, seed = sys.argv[1:]
try:
    if words[0] == "make":
        print("\n".join(text(number, int(seed)) for number in range(int(count))))
    else:
        check(words[1], int(count), int(seed))
except AssertionError as error:
    print(error)
    sys.exit(1)
