"""Games of Fairy-Stockfish (pyffish), for `cargo xtask rivals results`; `games.py` says how.

Options: `start` (a FEN), `chess960`, `material` (false: a game goes on although neither side can win), `claims` (false: it goes
on although a draw can be claimed), `gates` (pieces enter behind others), `dark` (the board has no light squares).
"""

import re

import pyffish

from games import DRAW, SQUARE, capturing, end, fen_parts, serve, won

MOVE = re.compile(r"([a-z]\d+)([a-z]\d+)(.*)")


def word(move, options):
    """The word for a move."""
    first, comma, second = move.partition(",")
    if comma:
        return word(first, options) + "," + SQUARE.findall(second)[-1]
    move = MOVE.fullmatch(move)
    if not move:
        return first
    origin, target, suffix = move.groups()
    if origin == target and not suffix:
        return "0000"
    return origin + target + suffix


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


def ended(rival, options, start, moves, legal, turn):
    chess960 = options.get("chess960", False)
    over, value = pyffish.is_immediate_game_end(rival, start, moves, chess960)
    if over:
        return judged(value, turn, "goal")
    if not legal:
        value = pyffish.game_result(rival, start, moves, chess960)
        return judged(value, turn, "no moves")
    if options.get("claims", True):
        over, value = pyffish.is_optional_game_end(rival, start, moves, chess960)
        if over:
            return judged(value, turn, "claim")
    if options.get("material", True) and all(pyffish.has_insufficient_material(rival, start, moves, chess960)):
        return end("material", DRAW)
    return None


def play(rival, options, chooser, most, plies):
    start = options.get("start") or pyffish.start_fen(rival)
    chess960 = options.get("chess960", False)
    moves = []
    while True:
        legal = pyffish.legal_moves(rival, start, moves, chess960)
        fen = pyffish.get_fen(rival, start, moves, chess960)
        position = fen_parts(fen)
        if options.get("dark"):
            position["board"] = only_dark(position["board"])
        over = ended(rival, options, start, moves, legal, position["turn"])

        def piece(square):
            rows = position["board"].split("/")
            return rows[len(rows) - int(square[1:])][ord(square[0]) - 97]

        words = {}
        for move in legal:
            said = options.get("gates") and "@" not in move and gated(move, piece)
            said = said or word(move, options)
            words[said] = move
        ply = {"moves": list(words), "position": position, "fen": fen, "end": over, "repeats": None, "chosen": None}
        plies.append(ply)
        if over or len(moves) == most:
            return
        ply["chosen"] = chooser.choose(list(words), capturing(position["board"]))
        moves.append(words[ply["chosen"]])


if __name__ == "__main__":
    serve(play)
