"""Reads a collection with sgfmill, says what is in it, and writes it again.

Usage: sgf_games.py FROM TO.
"""

import sys

from sgfmill import sgf, sgf_grammar


def main():
    with open(sys.argv[1], "rb") as file:
        text = file.read()
    trees = sgf_grammar.parse_sgf_collection(text)
    nodes = len(list(sgf_grammar.main_sequence_iter(trees[0])))
    moves = []
    # The part of sgfmill that knows moves is for Go: square boards and points of two letters.
    root = trees[0].sequence[0]
    if b"11" not in root.get("GM", []) and "SZ" in root:
        game = sgf.Sgf_game.from_bytes(text)
        for node in game.get_main_sequence():
            colour, move = node.get_move()
            if move is not None:
                moves.append("%s %d %d" % (colour, *move))
        assert game.get_player_name("b") == "Anna [\\]: \u00e4", game.get_player_name("b")
        assert game.get_root().get("EV") == "Cup"
        second = game.get_main_sequence()[2]
        assert second.get("C") == "a ] comment\nof \\ two lines", second.get("C")
        assert second.get("WL") == 2.5 and second.get("TE") == 1
    print("%d games of %d nodes in the main line; %s" % (len(trees), nodes, ", ".join(moves)))
    with open(sys.argv[2], "wb") as file:
        for tree in trees:
            file.write(sgf_grammar.serialise_game_tree(tree))


main()
