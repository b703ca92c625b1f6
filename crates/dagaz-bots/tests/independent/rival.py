"""Plays a game with OpenSpiel's Monte-Carlo tree search, for `cargo xtask rivals`.

    rival.py GAME SEED    for each line `SECONDS WORD WORD ...` on the input (the moves so far, each a list of sites joined
                          by commas, `-` for a pass) writes the move that it would make, or `over` where it thinks the game is

The search is the one that its library has, as its own example sets it up: UCT with a constant of 2, one random game for
each new leaf, wins and losses proved in the tree. It thinks for as long as it is told.
"""

import sys

import pyspiel

EXPLORE = 2
MEMORY_MB = 1000
# Playouts that no time allows.
MANY = 10**9


class Words:
    """How moves of a game are called there and here."""

    # Among how many actions the time for a move is shared.
    parts = 1

    def goes_on(self, actions):
        """Whether the same player's next action belongs to the same move."""
        return False


class Hex(Words):
    """A stone on a site. Both sides count columns by letters and rows by numbers."""

    def actions(self, state, word):
        return [state.string_to_action(state.current_player(), word)]

    def word(self, state, actions):
        return state.action_to_string(actions[0])


class Breakthrough(Words):
    """From a site to a site. Here White begins below, there Black above."""

    def actions(self, state, word):
        origin, target = (flipped(site, 8) for site in word.split(","))
        wanted = {origin + target, origin + target + "*"}
        return [action for action in state.legal_actions() if state.action_to_string(action) in wanted]

    def word(self, state, actions):
        said = state.action_to_string(actions[0])
        return ",".join(flipped(site, 8) for site in (said[:2], said[2:4]))


class Amazons(Words):
    """From a site to a site, and a third one for the arrow: three actions in turn."""

    parts = 3

    def goes_on(self, actions):
        return len(actions) < 3

    def actions(self, state, word):
        sites = word.split(",")
        return [(10 - int(site[1:])) * 10 + ord(site[0]) - ord("a") for site in sites]

    def word(self, state, actions):
        return ",".join(chr(ord("a") + action % 10) + str(10 - action // 10) for action in actions)


class Othello(Words):
    """A disc on a site, or a pass."""

    def actions(self, state, word):
        said = "pass" if word == "-" else word
        return [action for action in state.legal_actions() if state.action_to_string(action).startswith(said)]

    def word(self, state, actions):
        said = state.action_to_string(actions[0])
        return "-" if said.startswith("pass") else said[:2]


class Checkers(Words):
    """All the sites on the way; each jump is an action of its own."""

    def goes_on(self, actions):
        return True

    def actions(self, state, word):
        sites = word.split(",")
        found, state = [], state.clone()
        for origin, target in zip(sites, sites[1:]):
            action = state.string_to_action(state.current_player(), origin + target)
            found.append(action)
            state.apply_action(action)
        return found

    def word(self, state, actions):
        said = []
        state = state.clone()
        for action in actions:
            name = state.action_to_string(action)
            said = (said or [name[:2]]) + [name[2:4]]
            state.apply_action(action)
        return ",".join(said)


def flipped(site, size):
    return site[0] + str(size + 1 - int(site[1:]))


GAMES = {"hex": Hex, "breakthrough": Breakthrough, "amazons": Amazons, "othello": Othello, "checkers": Checkers}


def main():
    name, seed = sys.argv[1], int(sys.argv[2])
    game, words = pyspiel.load_game(name), GAMES[name]()
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    for line in sys.stdin:
        seconds, *moves = line.split()
        state = game.new_initial_state()
        for move in moves:
            # Draughts ends there after forty moves without a capture, and goes on here.
            if state.is_terminal():
                break
            for action in words.actions(state, move):
                state.apply_action(action)
        print(answer(game, words, state, evaluator, float(seconds), seed + len(moves)), flush=True)


def answer(game, words, state, evaluator, seconds, seed):
    if state.is_terminal():
        return "over"
    player, actions, now = state.current_player(), [], state.clone()
    while True:
        bot = pyspiel.MCTSBot(
            game,
            evaluator,
            EXPLORE,
            MANY,
            MEMORY_MB,
            True,
            seed,
            False,
            max_wall_clock_time=seconds / words.parts,
        )
        legal = now.legal_actions()
        actions.append(legal[0] if len(legal) == 1 else bot.step(now))
        now.apply_action(actions[-1])
        if now.is_terminal() or now.current_player() != player or not words.goes_on(actions):
            return words.word(state, actions)


if __name__ == "__main__":
    main()
