"""Games of python-chess, for `cargo xtask rivals results`; `games.py` says how.

Options: `start` (a FEN of Chess960), `boards` (a move is told by the board to which it leads).
"""

import chess
import chess.variant

from games import DRAW, capturing, end, fen_parts, serve, won

# A position that comes back so often is a draw that can be claimed.
REPEATS = 3


def board_of(rival, options):
    for kind in chess.variant.VARIANTS:
        if kind.uci_variant == rival:
            start = options.get("start")
            return kind(start, chess960=True) if start else kind()
    raise ValueError(f"no variant {rival}")


def ended(board, repeats):
    outcome = board.outcome()
    if outcome:
        by = outcome.termination.name.lower().replace("_", " ")
        return end(by, DRAW if outcome.winner is None else won(outcome.winner == chess.WHITE))
    if repeats >= REPEATS:
        return end("repetition", DRAW)
    # Not in crazyhouse, which has no such draw.
    if board.is_fifty_moves():
        return end("fifty moves", DRAW)
    return None


def occurrences(board):
    """How often the position has occurred."""
    count = 1
    while board.is_repetition(count + 1):
        count += 1
    return count


def told_by_board(board):
    """Each move by the board to which it leads."""
    words = {}
    for move in board.legal_moves:
        board.push(move)
        parts = fen_parts(board.fen())
        board.pop()
        words[f"{parts['board']}[{parts['hands']}]"] = move
    return words


def play(rival, options, chooser, most, plies):
    board = board_of(rival, options)
    made = 0
    while True:
        if options.get("boards"):
            words = told_by_board(board)
        else:
            words = {board.uci(move): move for move in board.legal_moves}
        fen = board.fen()
        repeats = occurrences(board)
        over = ended(board, repeats)
        position = fen_parts(fen)
        ply = {"moves": list(words), "position": position, "fen": fen, "end": over, "repeats": repeats, "chosen": None}
        plies.append(ply)
        if over or made == most:
            return
        ply["chosen"] = chooser.choose(list(words), capturing(position["board"]))
        board.push(words[ply["chosen"]])
        made += 1


if __name__ == "__main__":
    serve(play)
