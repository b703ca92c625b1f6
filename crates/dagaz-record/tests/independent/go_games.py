"""Random games of Go as SGF files of sgfmill, and a judge of such files.

    go_games.py make N SEED SIZE
    go_games.py check FILE N SEED SIZE

Some games begin with stones of a handicap, some have two stones of one colour in a row. `check` makes the same games again
and compares board, names, set-up, moves and comments with those of a file.
"""

import random
import sys

from sgfmill import boards, sgf, sgf_grammar


def make(number, seed, size):
    rng = random.Random(seed * 1000 + number)
    game, board = sgf.Sgf_game(size=size), boards.Board(size)
    root = game.get_root()
    root.set("PB", "\u00c4nn [%d]" % number)
    root.set("KM", 6.5)
    colour, taken = "b", None
    if number % 3 == 0:
        points = [(row, column) for row in range(size) for column in range(size)]
        stones = rng.sample(points, 3)
        root.set_setup_stones(stones, [])
        root.set("HA", 3)
        board.apply_setup(stones, [], [])
        colour = "w"
    passed = False
    for ply in range(rng.randrange(5, 60)):
        move = None
        if passed or rng.random() > 0.05:
            empty = [(r, c) for r in range(size) for c in range(size) if board.get(r, c) is None and (r, c) != taken]
            move = rng.choice(empty)
            after = board.copy()
            ko = after.play(move[0], move[1], colour)
            if after.get(move[0], move[1]) is None:
                continue
            board, taken = after, ko
        passed = move is None
        node = game.extend_main_sequence()
        node.set_move(colour, move)
        if rng.random() < 0.1:
            node.set("C", "ply \\ %d ]" % ply)
        if rng.random() < 0.95:
            colour = {"b": "w", "w": "b"}[colour]
        else:
            taken = None
    return game


def facts(game):
    nodes = game.get_main_sequence()
    return {
        "size": game.get_size(),
        "name": game.get_player_name("b"),
        "komi": game.get_komi(),
        "set up": sorted(game.get_root().get_setup_stones()[0]),
        "moves": [node.get_move() for node in nodes if node.get_move()[0]],
        "comments": [node.get("C") for node in nodes if node.has_property("C")],
    }


def main():
    *words, number, seed, size = sys.argv[1:]
    games = [make(index, int(seed), int(size)) for index in range(int(number))]
    if words[0] == "make":
        sys.stdout.buffer.write(b"".join(game.serialise() for game in games))
        return
    with open(words[1], "rb") as file:
        trees = sgf_grammar.parse_sgf_collection(file.read())
    assert len(trees) == len(games), "%d games instead of %d" % (len(trees), len(games))
    for index, (tree, game) in enumerate(zip(trees, games)):
        there = facts(sgf.Sgf_game.from_bytes(sgf_grammar.serialise_game_tree(tree)))
        expected = facts(game)
        assert there == expected, "game %d: %s instead of %s" % (index, there, expected)
    print("%d games are equal" % len(games))


try:
    main()
except AssertionError as error:
    print(error)
    sys.exit(1)
