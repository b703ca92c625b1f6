# Names of languages in themselves stand in i18n.svelte.ts.
app-name = Dagaz
skip-to-board = Skip to the board
skip-to-content = Skip to the content
search = Search games, rules and players
theme = Theme
theme-auto = As the system
theme-light = Light
theme-dark = Dark
sound-on = Turn sounds on
sound-off = Turn sounds off
settings = Settings
language = Language
close = Close
cancel = Cancel
back = Back
menu = Menu

## Gallery
game = Game
games = Games
all-games = All games
family = Family
family-chess = Chess family
family-shogi = Shogi
family-draughts = Draughts
family-connection = Connection
family-territory = Territory
family-lines = Mills and lines
family-race = Race and dice
family-pushing = Pushing
family-race-to-row = Race to the row
family-hunt = Hunt
family-tafl = Tafl
family-puzzle = Puzzles
family-flipping = Flipping
family-leaping = Leaping
family-sowing = Sowing
family-columns = Towers
family-cards = Cards
family-hidden = Hidden facts
family-together = Simultaneous turns
family-timed = Against time
family-axiom = Axiom scripts
family-own = Your files
family-members = From members
continue-playing = Continue playing
all-your-games = All your games
your-games = Your games
your-move = Your move
bot-thinks = Bot is thinking
finished = Finished
analysis-kind = Analysis
two-players = 2 players
solo = Solo
with-dice = With dice
players-count = { $count ->
    [one] 1 player
   *[other] { $count } players
}
variants-count = { $count ->
    [one] 1 variant
   *[other] { $count } variants
}
moves-count = move { $count }
no-games-found = No game fits “{ $query }”.
show-all = Show all games
drop-title = Drop a game here
drop-formats = .zrf .drf .zsg .zip — it plays, or says what is missing
drop-now = Let go to open it
choose-file = Choose a file
opening = Opening { $name } …
options-for = Options for { $title }
play-title = Play { $title }
site-count = { $count ->
    [one] 1 site
   *[other] { $count } sites
}
nothing-yet = No games yet.
load-more = Show more
find-games = Find games
first-moves = First moves
first-moves-example = e4; e5; Nf3
find = Find
nothing-found = No game was found.

## New game
new-game = New game
variant = Variant
who-plays = Who plays
seat-me = You
seat-open = Another player, on this screen or another
seat-bot = Bot
bot-level = level { $level }
bot-random = Bot that moves at random
bot-best = The best bot there is
bot-alphabeta = Bot that searches deep
bot-mcts = Bot that tries games out
bot-greedy = Bot that captures what it can
bot-named = { $bot }, level { $level }
clock = Clock
clock-none = No clock
clock-fischer = { $minutes } min + { $seconds } s a move
clock-byoyomi = { $minutes } min, then { $periods } × { $seconds } s
clock-correspondence = { $days ->
    [one] 1 day a move
   *[other] { $days } days a move
}
position = Position
position-start = Start position
position-text = From a text (FEN or a line of a record)
study-start = Analysis board, no opponent
start-game = Start the game
watch-bots = Watch bots play
play-as = Play as { $player }

## Game
moves = Moves
analysis = Analysis
rules = Rules
resign = Resign
resign-sure = Resign this game?
offer-draw = Offer a draw
offers-draw = { $player } offers a draw.
offers-takeback = { $player } asks to take a move back.
offers-pause = { $player } asks for a pause.
offers-abort = { $player } asks to call the game off.
offers-rematch = { $player } asks for another game.
accept = Accept
decline = Decline
withdraw = Withdraw
waits-for-answer = Waiting for an answer …
takeback = Take back
rematch = Play again
pause = Pause
resume = Continue
paused = The game rests.
abort = Call off
flip = Turn the board
flip-short = Flip
zoom = Zoom
view-3d = 3D view
no-3d = This browser cannot show the board in 3D.
hint = Hint
undo = Undo
list-moves = List of moves
more = More
share = Share
export = Save as a file
import = Open a record
copy = Copy
copied = Copied
download = Download
format = Format
left-out = Not in this format: { $what }
open-analysis = Analyse from here
edit-position = Edit the position
first = First move
previous = Previous move
next = Next move
last = Last move
back-to-game = Back to the game
looking-back = You are looking at an earlier position.
to-move = { $player } to move
you-to-move = Your move
thinking = thinking …
waiting-seat = This seat is free
sit-here = Sit here
not-connected = Connection lost. Trying again …
newer-page = A newer version of this page is ready.
load-newer = Load it
connected-again = Connected again.
finish = Finish
finish-not-yet = Choose how to continue first
finish-remove = Choose a piece to remove first
back-out = Back out
pass = Pass
pass-hint = You have no other move.
step-number = Step { $number }
step-go = Moved { $sites }
step-capture = Captured { $sites }
step-drop = Placed { $sites }
step-remove = Removed { $sites }
step-change = Changed { $sites }
step-together = Moved together { $sites }
step-pass = Passed
this-move = This move
choose-remove = { $count ->
    [one] Choose the piece to remove
   *[other] Choose one of { $count } pieces to remove
}
choose-target = { $count ->
    [one] 1 place to go
   *[other] { $count } places to go
}
selection-title = { $what } — { $count ->
    [one] 1 move
   *[other] { $count } moves
}
selection-legend = Dot: move · corners: capture
chance-rolls = Rolling …
type-move = Type a move
type-move-placeholder = e2e4, Nf3, d4-d5 …
play-it = Play
typed-unclear = No legal move is written “{ $text }”, or several are.
captured = took { $what }
in-hand = { $count } in hand
on-board = { $count } on the board
check = check
mate-threat = { $player } is in check
evaluation = Evaluation: { $player } { $percent } %
hint-is = Try { $move }.
hint-wait = Looking for a good move …
clock-of = Clock of { $player }: { $time }
clock-low = { $player }: less than { $seconds } seconds left.

## Ends
won-by = { $player } wins
you-won = You win
you-lost = You lose
draw = Draw
ended = The game is over
end-rules = { $name }
end-resigned = { $player } resigned
end-time = { $player } ran out of time
end-agreed = agreed by the players
end-aborted = the game was called off
end-stuck = The rules have met a limit; this game cannot continue.
ending-checkmated = the { $piece } is checkmated
ending-stalemated = no legal move
ending-repetition = the position is repeated
ending-no-move = no legal move
ending-stalemate = no legal move
ending-checkmate = checkmate
ending-idle = too many moves without progress
ending-mate = mate
ending-solved = solved
ending-fifty-moves = fifty moves without a capture or a pawn move
ending-full = the board is full
ending-stuck = no legal move
ending-wiped-out = all pieces are gone
ending-king-taken = the king is taken
ending-escape = the king has escaped
ending-no-king = there is no king left
ending-no-men = there are no men left
ending-majority = more than half
ending-bare = the king stands alone
ending-perpetual = perpetual check
ending-race = all pieces are home
ending-connection = the sides are connected
ending-area-score = the points of the area are counted
ending-crowned = crowned
ending-blocked = no way is left
ending-home = home is reached
ending-three-checks = the third check
ending-captured = all is captured
why-ended = Why did it end?
score-is = { $player }: { $score }
solved = Solved

## Refusals
why-not = Why not?
why-title = This is not possible
why-title-move = { $from } – { $to } is not possible
show-rule = Show the rule
why-legal = This move is legal.
why-notPlaying = The game is not being played now.
why-notYourTurn = It is not your turn.
why-empty = There is nothing to move here.
why-notYours = This piece is not yours.
why-noneLeft = None of these is left.
why-occupied = { $count ->
    [0] Something stands there already.
   *[other] Something stands on { $sites } already.
}
why-blocked = { $count ->
    [0] Something is in the way.
    [one] The piece on { $sites } is in the way.
   *[other] The pieces on { $sites } are in the way.
}
why-notItsWay = This piece does not go there.
why-notThisKind = This kind of move is not possible now.
why-obliged = Another move must be made first: you have to capture, or to capture more.
why-forbidden = It would leave something under attack that must not be lost.
why-rules = The rules do not allow it.
refused-stale = The game has changed meanwhile.
refused-notYourTurn = It is another player’s turn.
refused-ended = The game has ended.
refused-paused = The game rests.
refused-waiting = A seat is still free. The game waits for a player.
refused-illegal = This move is not legal.
refused-forbidden = You may not do this.
refused-nothing = There is nothing to take back or to agree to.
refused-notHere = This cannot be done in this kind of game.
refused-busy = The server is busy. Please try again.
refused-other = It could not be done: { $say }

## Analysis
start-analysis = Start the analysis
stop-analysis = Stop
depth = depth { $depth }
nodes-searched = { $count } positions
expected-for = { $player } { $percent } %
best-lines = Best moves
no-analysis-bot = No bot here can analyse.
analysis-after = Analysis is open after the game.
comment = Comment
add-comment = Add a comment
save = Save
variation = Variation
make-main = Make it the main line
delete-from-here = Delete from here
judge = Judgement

## Rules panel
about = About
how-pieces-move = Pieces
history = History
strategy = Strategy
notes = Notes
rules-text = Text of the rules
board-facts = { $sites } sites · { $players } players
piece-faces = Piece faces
faces-characters = characters
faces-letters = letters
own-images = Pictures of the rules file

## Files
problems-found = { $count ->
    [one] 1 problem
   *[other] { $count } problems
}
cannot-play = { $name } cannot be played yet
plays-with-notes = { $name } plays; this was left out
problem-place = line { $line }, column { $column }
rules-reloaded = The rules have changed: your moves were played again under the new ones.
rules-lost = The rules have changed. Some moves no longer exist under the new ones.
file-too-large = The file has { $size } MB; at most { $most } MB are read.
rules-broken = The rules file has errors now. The game continues under the earlier rules.
record-paste = Paste the text of a record, or drop a file
record-rules = By which rules was it played?
record-games = { $count ->
    [one] The record has 1 game
   *[other] The record has { $count } games
}
record-game = Game { $number }

## Editor
editor = Position editor
editor-help = Pick a piece, then click the places where it goes. Click it there again to remove it.
editor-clear = Clear the board
editor-start = Start position
editor-play = Play from here
editor-analyse = Analyse from here
editor-side = Next to move
eraser = Eraser
position-line = Position as text
position-help = Paste a position here: FEN, SFEN, or as this game writes it.

## Settings
confirm-moves = Confirm every move with Finish
letter-keys = Letter keys on the board
reduced-motion = Less movement
sounds = Sounds
coordinates = Coordinates
keys = Keys
keys-move = Arrows and Q E Z C go over the board
keys-pick = Enter or Space picks, Esc backs out
keys-levels = Page Up and Page Down change the level, H goes to the hand
keys-list = M list of moves, / type a move
keys-tree = [ and ] step through the moves, { "{" } and { "}" } first and last
keys-tools = U undo, F turn, I hint, W why not, B read the board
keys-3d = 3 shows the board in 3D; there Shift with arrows turns it, + and - zoom, 0 shows all of it
keys-help = ? shows this

## What the board says
board-of = Board of { $title }
site-empty = { $site }, empty
site-piece = { $site }, { $piece }
site-selectable = { $label }, selectable
site-selected = { $label }, selected
site-target = { $label }, target
site-capture = { $label }, capture
site-threatened = { $label }, threatened
owned-piece = { $owner } { $piece }
hidden-piece = hidden piece
hand-slot = { $owner }: { $count } { $piece } in hand
hand-of = { $owner }’s hand
your-hand = Your hand
level = level { $number }
question-promote = Which piece does it become?
question-capture = Which piece is captured?
question-stop = End the move here?
question-way = Which way?
option-stop = End here
option-go-on = Continue
say-move = { $player }: { $piece } { $from } to { $to }
say-drop = { $player }: { $piece } placed on { $to }
say-other = { $player }: { $text }
say-captures = captures on { $sites }
say-rolled = Rolled { $what }
dice-chance = { $ways } in { $of }
dice-title = { $what }: { $ways } in { $of } throws
site-column = { $label }, on { $beneath }
column = { $count } pieces, from top to bottom: { $list }
say-choices = Your move, { $count ->
    [one] 1 choice
   *[other] { $count } choices
}.
say-steps = Too many whole moves to list, so this turn is played one step at a time: { $count ->
    [one] 1 next step
   *[other] { $count } next steps
}.
say-selected = { $what } selected, { $count ->
    [one] 1 target
   *[other] { $count } targets
}{ $captures ->
    [0] {""}
    [one] , 1 capture
   *[other] , { $captures } captures
}.
say-step = Step { $number } done: { $what }.
say-board = { $count ->
    [one] 1 piece
   *[other] { $count } pieces
}: { $list }
error-title = That did not work
unknown-game = There is no such game here.
try-again = Try again

## People
lobby = Lobby
lobby-now = { $people ->
    [one] 1 person is here
   *[other] { $people } people are here
}. { $games ->
    [one] 1 game is being played
   *[other] { $games } games are being played
}
lobby-side = Side
lobby-side-any = Either side
lobby-side-first = I move first
lobby-side-second = I move second
lobby-rated = Rated
lobby-seek = Find an opponent
lobby-seeks = Who wants to play
lobby-empty = There are no offers now. Make one, and others will see it here.
lobby-watch = Games to watch
go-to-game = Go to the game
profile = Profile
profile-games = Games
profile-guest = Guest
profile-result = Result
profile-result-win = Won
profile-result-draw = Drawn
profile-result-loss = Lost
rating = Rating
rating-games = Rated games
mute = Mute
unmute = Hear again
report = Report
reported = Reported
talk = Talk
talk-say = Say something
invite-link = Send this address to your opponent:
invite-only = By invitation only: the game is in no list
account-enter = Sign in
account-new = New account
account-make = Make an account
account-have = I have an account
account-name = Name
account-password = Password
account-leave = Sign out
account-export = Everything kept about me
rules-own = Your rules
rules-private = Private: only you
rules-unlisted = Unlisted: only with the link
rules-public = Public: in the library
rules-link = Address of { $title }, to be passed on
rules-missing = There are no such rules here, or they are not for you.
rules-by = Handed in by { $name }
account-password-hint = At least 8 characters; a few words together are best.
account-password-new = New password
account-password-change = Change the password
account-delete = Delete the account
account-delete-means = Your name, ratings and password are deleted permanently. Games stay, without your name.
second-factor = Second factor
second-factor-means = Signing in will also ask for a code that an authenticator app shows. Other browsers will be signed out.
second-factor-begin = Set up
second-factor-scan = Scan this with your authenticator app.
second-factor-picture = QR code for the authenticator app
second-factor-secret = Or type this secret:
second-factor-code = Code
second-factor-code-hint = The six digits that the app shows now.
second-factor-code-or-recovery = The six digits that the app shows now, or a recovery code.
second-factor-confirm = Turn on
second-factor-recovery = Recovery codes
second-factor-recovery-means = Keep these recovery codes. Each signs you in once without the app, and they are not shown again.
second-factor-is-on = { $count ->
    [one] The second factor is on. { $count } recovery code is left.
   *[other] The second factor is on. { $count } recovery codes are left.
}
second-factor-remove = Turn off
second-factor-wrong = The password or code is wrong, or the code was used before.

## Tournaments
tournament = Tournament
tournaments = Tournaments
tournaments-past = Past tournaments
tournament-new = New tournament
tournament-needs-account = Sign in to make a tournament.
tournament-sign-in = The games of this tournament are rated: sign in to join.
tournament-none = There is no tournament right now. Make one, and others will see it here.
tournament-missing = There is no such tournament here.
tournament-more = Show more
tournament-title = Title
tournament-kind = Kind
tournament-kind-swiss = Swiss system
tournament-kind-roundRobin = Round robin
tournament-kind-double = Double round robin
tournament-kind-arena = Arena
tournament-means-swiss = Players with equal points meet. No two players meet twice.
tournament-means-roundRobin = All players meet each other.
tournament-means-double = All players meet each other twice, once with each side.
tournament-means-arena = Free players are paired again at once. A win is worth 2 points, a draw 1; after two wins in a row, twice as much.
tournament-rounds = Rounds
tournament-rounds-count = { $count ->
    [one] 1 round
   *[other] { $count } rounds
}
tournament-minutes = Minutes
tournament-minutes-count = { $count ->
    [one] 1 minute
   *[other] { $count } minutes
}
tournament-start = Start
tournament-start-hand = When I say so
tournament-start-in = { $count ->
    [one] In 1 minute
   *[other] In { $count } minutes
}
tournament-start-moment = At a moment of my choice
tournament-make = Make the tournament
tournament-share = Send this address to the players:
tournament-join = Join
tournament-leave = Leave
tournament-begin = Start now
tournament-cancel = Call off
tournament-coming = Soon
tournament-running = Going on
tournament-ended = Over
tournament-cancelled = Called off
tournament-joined = You take part
tournament-people = { $count ->
    [one] 1 person
   *[other] { $count } people
}
tournament-by = made by { $name }
tournament-starts-in = Starts in { $time }
tournament-starts-hand = Starts when { $name } says so
tournament-next-round = Next round in { $time }
tournament-time-left = { $time } left
tournament-winner = Winner: { $name }
tournament-called = Your game in “{ $title }” has begun.
tournament-back = Back to the tournament
tournament-standings = Standings
tournament-entered = Who takes part
tournament-empty = No players yet.
tournament-place = Place
tournament-player = Player
tournament-points = Points
tournament-games = Games
tournament-round = Round { $number } of { $rounds }
tournament-round-before = Round before
tournament-round-after = Round after
tournament-bye = { $name } has no opponent in this round.
tournament-playing = Playing
tournament-left = Has left
tournament-fire = The next game counts double
tie-directEncounter = Direct encounter
tie-buchholz = Buchholz
tie-sonnebornBerger = Sonneborn-Berger
tie-wins = Wins

studio = Rules studio
studio-write = Write rules
studio-edit = Edit rules
studio-copy = Edit a copy of the rules
studio-cursor = The word at the cursor
studio-text = Rules text
studio-name = Name of the file
studio-name-help = The name must end in .drf, .zrf or .4th
studio-format = Format
studio-download = Save as a file
studio-again = Start again from the template
studio-checking = Checking…
studio-plays = No problems: the board plays these rules
studio-sound = No problems
studio-lost = { $count ->
    [one] The board plays these rules; 1 move is no longer legal
   *[other] The board plays these rules; { $count } moves are no longer legal
}
studio-warnings = { $count ->
    [one] 1 warning
   *[other] { $count } warnings
}
studio-problems = What is wrong with the text
studio-board = Board of these rules
studio-full = Open the game
studio-old = Plays the text before
studio-no-board = The game appears here as soon as the text has no errors.
studio-not-kept = This browser keeps no texts: save the text as a file.
studio-several = These rules have several files; only the first is opened here.
studio-keys = Ctrl+S formats and saves · Ctrl+Space completes · Escape, then Tab leaves the text
publish = Publish
publish-link = Link to play these rules
publish-link-about = The link holds the rules themselves. No server stores them. Each person who opens it can play and edit them.
publish-local = This page runs on your own computer: only people who can open it here can use the link.
publish-long = The link has { $count } characters; some programs cut off links of this length.
publish-embed = Element for another web page
publish-embed-about = Paste this into a page. The game is played there.
publish-files = Files
publish-picture = Picture ({ $kind })
publish-animation = Moves as an animation (SVG)
publish-zip = Save as an archive
publish-page = One HTML file that plays anywhere
shared = Game from a link
shared-not-open = This link cannot be played
shared-wrong = The rules in this link have errors.
shared-damaged = The link is damaged or incomplete. Ask for it again.
shared-large = The link holds more than rules may have.
shared-language = The link holds no rules in a language that is known here.
measures = Random games
measure-games = { $count ->
    [one] 1 game
   *[other] { $count } games
}
measure-interval = { $low } to { $high }
measure-wins = { $player } wins
measure-draws = Draws
measure-unfinished = Not ended
measure-length = Plies
measure-choices = Choices
measure-unused-pieces = Never used: { $names }
measure-unused-rules = Rules that made no move:
measure-changed = Changed since the last version:
measure-change = { $what } { $before } → { $after }
versions = Versions
versions-none = No version has been played yet.
version-lines = +{ $added } −{ $removed } lines
version-present = Present text
version-restore = Restore
version-restore-of = Restore the version of { $time }
parameters = Parameters
template-row = Template: stones in a row
template-race = Template: a race across
template-draughts = Template: draughts
template-mancala = Template: mancala
template-chess = Template: small chess
lessons = Lessons
lesson-number = Lesson { $number } of { $count }
lesson-place = A stone on an empty site
lesson-place-about = A rule says where it begins and what it does. This rule begins at occupied sites, so that the first player has no move. Let it begin at the empty sites.
lesson-win = Three in a row
lesson-win-about = An ending is a word, a name and a condition. (full three mine) are the runs of three sites that are all mine. Let a player with such a run win.
lesson-capture = Captures
lesson-capture-about = A rule is a path: it goes to a site and tests it. Write a rule strike with a direction d, which goes to an enemy, and give it to the man for the directions nw and ne.
lesson-jump = Jumps
lesson-jump-about = The man jumps over an enemy, but does not take it. (take) captures the piece at the cursor. (first jump walk) allows other moves only if there is no jump.
lesson-check-legal = { $moves }: the last move is legal
lesson-check-illegal = { $moves }: the last move is not legal
lesson-check-wins = { $moves }: the last move wins
lesson-check-empty = { $moves }: then { $site } is empty
lesson-holds = holds
lesson-fails = does not hold yet
lesson-solved = Solved
lesson-next = Next lesson
lesson-solution = Show a solution
code-find = Find
code-replace = Replace
code-next = next
code-previous = previous
code-all = all
code-match-case = match case
code-regexp = pattern
code-by-word = whole words
code-replace-all = replace all
code-close = close
code-completions = Completions
code-diagnostics = Problems
code-no-diagnostics = No problems
