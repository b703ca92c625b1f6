"""Random games of shogi as KIF and CSA files, and a judge of such files: python-shogi.

    shogi_files.py make kif|csa N SEED
    shogi_files.py check FILE kif|csa N SEED

A file has one game. `make` writes files with a line of `=` between them. `check` makes the same games again and compares
moves, names and winners.
"""

import random
import sys

import shogi
import shogi.CSA
import shogi.KIF

CODES = {
    shogi.PAWN: "FU",
    shogi.LANCE: "KY",
    shogi.KNIGHT: "KE",
    shogi.SILVER: "GI",
    shogi.GOLD: "KI",
    shogi.BISHOP: "KA",
    shogi.ROOK: "HI",
    shogi.KING: "OU",
    shogi.PROM_PAWN: "TO",
    shogi.PROM_LANCE: "NY",
    shogi.PROM_KNIGHT: "NK",
    shogi.PROM_SILVER: "NG",
    shogi.PROM_BISHOP: "UM",
    shogi.PROM_ROOK: "RY",
}


def moves(number, seed):
    rng, board, played = random.Random(seed * 1000 + number), shogi.Board(), []
    for _ in range(rng.randrange(10, 90)):
        legal = list(board.legal_moves)
        if not legal or board.is_fourfold_repetition():
            break
        move = rng.choice(legal)
        played.append(move)
        board.push(move)
    return played


def place(square):
    return "%d%d" % (9 - square % 9, square // 9 + 1)


def code(move, board):
    sign = "+" if board.turn == shogi.BLACK else "-"
    if move.from_square is None:
        return sign + "00" + place(move.to_square) + CODES[move.drop_piece_type]
    kind = board.piece_type_at(move.from_square)
    kind = shogi.PIECE_PROMOTED[kind] if move.promotion else kind
    return sign + place(move.from_square) + place(move.to_square) + CODES[kind]


def text(form, played):
    board = shogi.Board()
    if form == "csa":
        lines = ["V2.2", "N+ann", "N-ben", "PI", "+"]
        for move in played:
            lines += [code(move, board), "T%d" % (len(lines) % 7)]
            board.push(move)
        lines.append("%TORYO")
    else:
        lines = ["手合割：平手", "先手：ann", "後手：ben", "手数----指手---------消費時間--"]
        for number, move in enumerate(played):
            said = shogi.KIF.Exporter.kif_move_from(move.usi(), board)
            lines.append("%4d %s   ( 0:%02d/00:00:00)" % (number + 1, said, number % 60))
            board.push(move)
        lines.append("%4d 投了" % (len(played) + 1))
    return "\n".join(lines) + "\n"


def main():
    *words, form, number, seed = sys.argv[1:]
    games = [moves(index, int(seed)) for index in range(int(number))]
    if words[0] == "make":
        print("=\n".join(text(form, played) for played in games), end="")
        return
    with open(words[1], encoding="utf-8") as file:
        files = file.read().split("=\n")
    assert len(files) == len(games), "%d files instead of %d" % (len(files), len(games))
    parser = shogi.CSA.Parser if form == "csa" else shogi.KIF.Parser
    for index, (there, played) in enumerate(zip(files, games)):
        read = parser.parse_str(there)[0]
        expected = [move.usi() for move in played]
        assert read["moves"] == expected, "game %d: %s instead of %s" % (index, read["moves"], expected)
        assert read["names"] == ["ann", "ben"], read["names"]
        assert read["win"] == ("b" if len(played) % 2 else "w"), "game %d: %s" % (index, read["win"])
    print("%d games are equal" % len(games))


if sys.argv[1:2] == ["make"]:
    sys.stdout.reconfigure(encoding="utf-8")
try:
    main()
except AssertionError as error:
    print(error)
    sys.exit(1)
