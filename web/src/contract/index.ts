// Written from the Rust types of crates/dagaz-contract. Do not edit; `cargo xtask contract` writes it anew.

/** The version of the contract. */
export const CONTRACT_VERSION = 1;

/**
 * A part of the archive, newest first.
 */
export type Archive = { 
/**
 * The games.
 */
games: Array<GameSummary>, 
/**
 * What to ask for to get those after them; none at the end.
 */
next?: string | null, };

/**
 * What a client says. Every message has a number of the client's choice, `re`, which the answer repeats.
 */
export type ClientMessage = { "ask": "join", 
/**
 * The number of the message.
 */
re: number, 
/**
 * The id of the game.
 */
game: string, 
/**
 * The rules hash of a board that the client has already: it is not sent again.
 */
board?: string, 
/**
 * From whose side to look, where one holds several seats and not all see the same.
 */
as?: string, } | { "ask": "leave", 
/**
 * The number of the message.
 */
re: number, 
/**
 * The id of the game.
 */
game: string, } | { "ask": "do", 
/**
 * The number of the message.
 */
re: number, 
/**
 * The id of the game.
 */
game: string, 
/**
 * A random text, at most 64 letters, new for each command.
 */
nonce: string, 
/**
 * What.
 */
command: Command, } | { "ask": "look", 
/**
 * The number of the message.
 */
re: number, 
/**
 * The id of the game.
 */
game: string, 
/**
 * The node; none: the current one.
 */
node?: number, } | { "ask": "expand", 
/**
 * The number of the message.
 */
re: number, 
/**
 * The id of the game.
 */
game: string, 
/**
 * The node.
 */
node: number, 
/**
 * What has been picked.
 */
prefix: Array<Pick>, } | { "ask": "why", 
/**
 * The number of the message.
 */
re: number, 
/**
 * The id of the game.
 */
game: string, 
/**
 * The node.
 */
node: number, 
/**
 * What was tried: the last pick is the one that was refused.
 */
picks: Array<Pick>, } | { "ask": "hint", 
/**
 * The number of the message.
 */
re: number, 
/**
 * The id of the game.
 */
game: string, 
/**
 * The node.
 */
node: number, } | { "ask": "analyse", 
/**
 * The number of the message.
 */
re: number, 
/**
 * The id of the game.
 */
game: string, 
/**
 * The node; none: stops.
 */
node?: number, 
/**
 * Which bot.
 */
bot?: BotChoice, 
/**
 * How many lines, 1 to 8.
 */
lines?: number, } | { "ask": "lobby", 
/**
 * The number of the message.
 */
re: number, 
/**
 * Whether to look.
 */
on: boolean, } | { "ask": "seek", 
/**
 * The number of the message.
 */
re: number, 
/**
 * What.
 */
terms: Terms, 
/**
 * Which side.
 */
side: SideWish, 
/**
 * The lowest and the highest rating to play against; none: any.
 */
range?: [number, number], } | { "ask": "withdraw", 
/**
 * The number of the message.
 */
re: number, 
/**
 * Which.
 */
seek: number, } | { "ask": "accept", 
/**
 * The number of the message.
 */
re: number, 
/**
 * Which.
 */
seek: number, } | { "ask": "tournament", 
/**
 * The number of the message.
 */
re: number, 
/**
 * The id of the tournament.
 */
tournament: string, 
/**
 * Whether to hear.
 */
on: boolean, } | { "ask": "ping", 
/**
 * The number of the message.
 */
re: number, };

/**
 * A game that was begun.
 */
export type Begun = { 
/**
 * Its id.
 */
game: string, };

/**
 * What stays the same through all games by the same rules.
 */
export type Board = { 
/**
 * The version of the contract.
 */
v: number, 
/**
 * SHA-256 of the rules and of the variant, in hexadecimal digits: two boards of one hash are
 * the same.
 */
rules: string, 
/**
 * The title of the game or variant.
 */
title: string, 
/**
 * What kind of board it is.
 */
kind: BoardKind, 
/**
 * The places, in the order of the rules.
 */
sites: Array<SiteView>, 
/**
 * Which places are neighbours.
 */
links: Array<LinkView>, 
/**
 * Named sets of sites.
 */
zones: Array<ZoneView>, 
/**
 * What is written beside the board.
 */
labels: Labels, 
/**
 * The players, in the order of the rules.
 */
players: Array<PlayerInfo>, 
/**
 * The piece types.
 */
types: Array<PieceType>, 
/**
 * The pieces of the start position.
 */
start: Array<PieceView>, 
/**
 * What waits beside the board at the start.
 */
hands: Array<Hand>, 
/**
 * The numbers of places at the start that are not 0.
 */
counts?: Array<CountView>, 
/**
 * The numbers of players at the start.
 */
tallies?: Array<TallyView>, 
/**
 * Texts by the author of the rules.
 */
texts: TextsView, 
/**
 * The formats of records that can hold games like this, those made for its kind first.
 */
formats: Array<string>, 
/**
 * Pictures that came with the rules.
 */
images?: Array<Image>, 
/**
 * How the game looks, if a look came with the rules.
 */
look?: Look | null, };

/**
 * How a board is best drawn. A hint: whoever draws may choose otherwise.
 */
export type BoardKind = "checkered" | "lined" | "points" | "hex" | "triangle" | "graph" | "track" | "pits";

/**
 * A bot for a seat.
 */
export type BotChoice = { 
/**
 * Which: an `id` of the list of bots.
 */
bot: string, 
/**
 * How strong, from 1; bots without levels take no notice.
 */
level?: number | null, };

/**
 * A bot that can take a seat.
 */
export type BotInfo = { 
/**
 * Its name in commands.
 */
id: string, 
/**
 * The highest level, from 1; none if it has no levels.
 */
levels?: number | null, 
/**
 * Whether it can say what a position is worth.
 */
analyses?: boolean, };

/**
 * How the throws of a game can be checked: commit and reveal.
 */
export type ChanceView = { 
/**
 * SHA-256 of the secret's text, in hexadecimal digits.
 */
commitment: string, 
/**
 * The secret that all throws have followed from, once the game has ended.
 */
secret?: string | null, };

/**
 * How time is counted. Times are in milliseconds.
 */
export type ClockRule = { "kind": "fischer", 
/**
 * At the start.
 */
mainMs: number, 
/**
 * Added after each move.
 */
addMs: number, } | { "kind": "byoyomi", 
/**
 * At the start.
 */
mainMs: number, 
/**
 * One period.
 */
periodMs: number, 
/**
 * How many.
 */
periods: number, } | { "kind": "correspondence", 
/**
 * For one move.
 */
moveMs: number, };

/**
 * A clock when the view was made.
 */
export type ClockView = { 
/**
 * Whose it is.
 */
player: string, 
/**
 * Milliseconds left: of main time first, then of the present byo-yomi period.
 */
ms: number, 
/**
 * Whether it runs.
 */
running: boolean, 
/**
 * Byo-yomi periods left, the present one counted; none before byo-yomi and in other clocks.
 */
periods?: number | null, };

/**
 * A colour of the page, in each of its themes.
 */
export type Colour = "light" | "dark" | "red" | "blue" | "yellow" | "purple" | "green" | "gold" | "silver" | "brown" | "grey";

/**
 * Something that a participant does. Each is done at most once: see [`ClientMessage::Do`](crate::ClientMessage).
 */
export type Command = { "do": "play", 
/**
 * The node at which it is played.
 */
node: number, 
/**
 * The `id` of the move in the view of that node.
 */
move: number, } | { "do": "type", 
/**
 * The node at which it is played.
 */
node: number, 
/**
 * The text.
 */
text: string, } | { "do": "draft", 
/**
 * The node at which it is picked.
 */
node: number, 
/**
 * All picks so far.
 */
picks: Array<Pick>, } | { "do": "offer", 
/**
 * What.
 */
kind: OfferKind, 
/**
 * For a takeback: the node to go back to; none: before the last move of the one who asks.
 */
node?: number, } | { "do": "decline", 
/**
 * Which.
 */
kind: OfferKind, } | { "do": "resign", 
/**
 * For whom, where one holds several seats; none: for the one to move, else for the only
 * one.
 */
player?: string, } | { "do": "resume" } | { "do": "sit", 
/**
 * Whose.
 */
player: string, } | { "do": "seat", 
/**
 * Whose.
 */
player: string, 
/**
 * To whom.
 */
by: Sitter, } | { "do": "comment", 
/**
 * Where.
 */
node: number, 
/**
 * The comment; empty removes it.
 */
text: string, } | { "do": "judge", 
/**
 * Where.
 */
node: number, 
/**
 * All judgements of the node.
 */
glyphs: Array<number>, } | { "do": "promote", 
/**
 * Its first node.
 */
node: number, } | { "do": "prune", 
/**
 * Which.
 */
node: number, } | { "do": "say", 
/**
 * What.
 */
text: string, };

/**
 * Something that needs the password once more: another password, or the end of the account.
 */
export type Confirmed = { 
/**
 * The present password.
 */
password: string, 
/**
 * The new one, where another one is wanted.
 */
new?: string, };

/**
 * Numbers of one name in a look.
 */
export type CountLook = { 
/**
 * What a number is shown as.
 */
sign: CountSign, };

/**
 * What the number of a site is shown as.
 */
export type CountSign = "colours" | "seeds" | "lamp" | "none";

/**
 * A number that the rules keep of a place.
 */
export type CountView = { 
/**
 * Which place.
 */
site: string, 
/**
 * What is counted, in the words of the rules.
 */
name: string, 
/**
 * How many.
 */
count: number, };

/**
 * A name and a password: to make an account, or to come back to it.
 */
export type Credentials = { 
/**
 * The name, 2 to 20 letters.
 */
name: string, 
/**
 * The password, 8 to 256 bytes.
 */
password: string, };

/**
 * The beginning of a move that a holder of the seat has picked: only they see it.
 */
export type Draft = { 
/**
 * What has been picked so far.
 */
picks: Array<Pick>, };

/**
 * What happens to the board. For animation and speech only: the next view is the truth.
 */
export type EffectView = { "do": "move", 
/**
 * Where it stands.
 */
from: string, 
/**
 * Where it arrives.
 */
to: string, 
/**
 * The sites that it passes, if they are known, in order; ends included.
 */
path?: Array<string>, } | { "do": "remove", 
/**
 * Where it stands.
 */
site: string, } | { "do": "place", 
/**
 * Where.
 */
site: string, 
/**
 * Whose it is; none: nobody's.
 */
owner: string | null, 
/**
 * What it is.
 */
type: string, 
/**
 * Whether it comes from its owner's hand.
 */
hand: boolean, } | { "do": "become", 
/**
 * Where it stands.
 */
site: string, 
/**
 * What it becomes.
 */
type: string, } | { "do": "give", 
/**
 * Where it stands.
 */
site: string, 
/**
 * Whose it becomes; none: nobody's.
 */
owner: string | null, } | { "do": "set", 
/**
 * Where it stands.
 */
site: string, 
/**
 * Which attribute.
 */
attribute: string, 
/**
 * Its value.
 */
value: number, } | { "do": "count", 
/**
 * Which place.
 */
site: string, 
/**
 * What is counted.
 */
name: string, 
/**
 * How many there are now.
 */
count: number, } | { "do": "tally", 
/**
 * Whose.
 */
player: string, 
/**
 * What is counted.
 */
name: string, 
/**
 * How many there are now.
 */
count: number, };

/**
 * Why a game ended.
 */
export type EndKind = "rules" | "resigned" | "time" | "agreed" | "aborted";

/**
 * How a game ended.
 */
export type EndingView = { 
/**
 * Why it ended.
 */
by: EndKind, 
/**
 * The name of the ending in the rules: `checkmated King`. For other reasons a plain word.
 */
name: string, 
/**
 * Who resigned, or whose time ran out.
 */
player?: string | null, 
/**
 * What it means, by the order of the board's players.
 */
results: Array<ResultKind>, 
/**
 * The scores, by the order of the board's players, where the ending counts something.
 */
scores?: Array<number>, 
/**
 * The sites that show it: the line, the king.
 */
sites: Array<string>, };

/**
 * A node of a game.
 */
export type GameNode = { 
/**
 * The id of the game.
 */
game: string, 
/**
 * The node; none: with all its variations.
 */
node?: number, };

/**
 * A game in the archive.
 */
export type GameSummary = { 
/**
 * Its id.
 */
game: string, 
/**
 * The `id` of its rules in the library.
 */
library: string, 
/**
 * The title of the game or variant.
 */
title: string, 
/**
 * The hash of its [`Board`](crate::Board).
 */
rules: string, 
/**
 * Who sits where.
 */
seats: Array<SeatView>, 
/**
 * Moves played.
 */
plies: number, 
/**
 * Whether it is an analysis.
 */
study?: boolean, 
/**
 * Whether the result counts.
 */
rated?: boolean, 
/**
 * Whether only those find it who know its id.
 */
private?: boolean, 
/**
 * Whose turn it is, among the players of the rules; nobody's once it has ended.
 */
turn?: Array<string>, 
/**
 * How it ended, if it has.
 */
ending?: EndingView | null, 
/**
 * When it began, in milliseconds since 1970.
 */
begun: number, 
/**
 * When something last happened, in milliseconds since 1970.
 */
touched: number, };

/**
 * Pieces of one type that wait beside the board.
 */
export type Hand = { 
/**
 * Whose they are; none: nobody's.
 */
owner?: string | null, 
/**
 * What they are.
 */
type: string, 
/**
 * How many; 0 for a type that is used up.
 */
count: number, };

/**
 * The first answer of a server: what it is, and what it offers.
 */
export type Hello = { 
/**
 * The version of the contract.
 */
v: number, 
/**
 * The version of the program.
 */
version: string, 
/**
 * The bots that can take a seat.
 */
bots: Array<BotInfo>, 
/**
 * The formats in which games can be saved and read.
 */
formats: Array<string>, 
/**
 * The rules that the server was started with: the page opens them at once.
 */
open?: string | null, 
/**
 * Whether people meet here: then there is a lobby, and everybody has a seat of their own only.
 */
public?: boolean, 
/**
 * Bytes of a file that may be handed in; 0 if none may.
 */
uploadBytes: number, 
/**
 * Bytes of one message on the socket.
 */
messageBytes: number, };

/**
 * A picture that came with the rules.
 */
export type Image = { 
/**
 * The piece type that it shows; none: the board.
 */
type?: string | null, 
/**
 * The owner of the piece that it shows.
 */
owner?: string | null, 
/**
 * Where it is fetched.
 */
url: string, 
/**
 * How large it is beside the board that the rules describe, in cells across and down; none if
 * that cannot be told.
 */
size?: [number, number] | null, 
/**
 * Where the upper left corner of a picture of the board lies, in the units of sites.
 */
at?: [number, number] | null, };

/**
 * A text beside the board.
 */
export type Label = { 
/**
 * The text.
 */
text: string, 
/**
 * Where along the edge, in cells.
 */
at: number, };

/**
 * What is written beside the board.
 */
export type Labels = { 
/**
 * Along the lower edge: text and `x`. Empty where no column has a name.
 */
columns: Array<Label>, 
/**
 * Along the left edge: text and `y`.
 */
rows: Array<Label>, };

/**
 * The move that led to a position, as far as the viewer may know it.
 */
export type LastMove = { 
/**
 * Who moved.
 */
player: string, 
/**
 * The move in the words of records; none if the viewer may not know it.
 */
text?: string | null, 
/**
 * Its steps, for animation. Without picks.
 */
steps: Array<StepView>, 
/**
 * The sites that were left or arrived at.
 */
sites: Array<string>, 
/**
 * The sites where something was captured.
 */
removed: Array<string>, };

/**
 * All rules that can be played.
 */
export type Library = { 
/**
 * Each of them.
 */
games: Array<LibraryEntry>, };

/**
 * Rules that can be played.
 */
export type LibraryEntry = { 
/**
 * What they are asked for by: `chess`, `file:1`, or `sha256:…` for what was handed in.
 */
id: string, 
/**
 * The family in the library; none for what was handed in.
 */
family?: string | null, 
/**
 * The title of the game that is offered first.
 */
title: string, 
/**
 * The titles of all games and variants of the file, in its order.
 */
variants: Array<string>, 
/**
 * Which of them is offered first.
 */
default: number, 
/**
 * The first sentences of the description.
 */
about: string, 
/**
 * How many choose.
 */
choosers: number, 
/**
 * Whether chance takes part.
 */
chance?: boolean, 
/**
 * The number of errors that make it unplayable for now; only in what was handed in.
 */
errors: number, 
/**
 * Who has handed it in; only where people meet.
 */
by?: PersonView | null, 
/**
 * Who may have it; only of what was handed in where people meet.
 */
visible?: Visible | null, };

/**
 * Two neighbours.
 */
export type LinkView = { 
/**
 * One site.
 */
a: string, 
/**
 * The other.
 */
b: string, 
/**
 * The directions that lead from `a` to `b`.
 */
there: Array<string>, 
/**
 * The directions that lead from `b` to `a`; none if the link has one way only.
 */
back?: Array<string>, 
/**
 * Whether a line is drawn where lines are drawn.
 */
drawn: boolean, 
/**
 * Drawn as an arc: the middle of the circle.
 */
arc?: [number, number] | null, };

/**
 * The lobby.
 */
export type LobbyView = { 
/**
 * The games that are sought, those first that have waited longest; at most a hundred.
 */
seeks: Array<SeekView>, 
/**
 * How many people are connected.
 */
people: number, 
/**
 * How many games are at their tables now.
 */
games: number, };

/**
 * How a game looks. What is left out is derived from the board.
 */
export type Look = { 
/**
 * The kind of board.
 */
kind?: LookKind | null, 
/**
 * Sites lie where their names say: letters across, numbers upwards.
 */
namedPlaces?: boolean, 
/**
 * Quarter turns clockwise.
 */
turns?: number, 
/**
 * Quarter turns clockwise on a narrow screen, instead of `turns`.
 */
narrowTurns?: number | null, 
/**
 * What is written beside or on the board.
 */
labels?: LookLabels | null, 
/**
 * How levels are shown.
 */
levels?: LookLevels | null, 
/**
 * Columns and rows of each part of the board; a gap separates the parts.
 */
groups?: [number, number] | null, 
/**
 * What sites are called on the board, where that is not their name in the rules.
 */
names?: { [key in string]: string }, 
/**
 * Sites that lie over others, such as the whole of a small board.
 */
covers?: { [key in string]: Array<string> }, 
/**
 * Piece types.
 */
pieces?: { [key in string]: PieceLook }, 
/**
 * Players.
 */
players?: { [key in string]: PlayerLook }, 
/**
 * Zones.
 */
zones?: { [key in string]: ZoneLook }, 
/**
 * Numbers that sites have.
 */
counts?: { [key in string]: CountLook }, };

/**
 * The kind of a board in a look.
 */
export type LookKind = "checkered" | "lined" | "points" | "hex" | "triangle" | "graph" | "track" | "pits" | "shapes" | "race" | "slots" | "holes" | "rings" | "rods" | "tiles";

/**
 * What is written beside or on a board.
 */
export type LookLabels = "edges" | "sites" | "none";

/**
 * How the levels of a board are shown.
 */
export type LookLevels = "beside" | "stacked" | "rods" | "cell";

/**
 * A sign on the board.
 */
export type Mark = { 
/**
 * What it is.
 */
kind: MarkKind, 
/**
 * Where: a line and an arrow go through their sites in order.
 */
sites: Array<string>, 
/**
 * Whose it is.
 */
owner?: string | null, 
/**
 * How much, from 0 to 1, for `heat`.
 */
amount?: number | null, };

/**
 * What a sign is.
 */
export type MarkKind = "line" | "path" | "cell" | "arrow" | "heat" | "threat" | "zone";

/**
 * A legal move, or in a view with `more` the beginning of some.
 */
export type MoveView = { 
/**
 * Its number in the list of all whole moves of the position, to be sent when it is played; none for a beginning that
 * is no whole move.
 */
id?: number | null, 
/**
 * The move in the words of records. Unique in its list.
 */
text: string, 
/**
 * The steps.
 */
steps: Array<StepView>, };

/**
 * Whether somebody is to be heard.
 */
export type Mute = { 
/**
 * Not any more.
 */
muted: boolean, };

/**
 * A game to begin.
 */
export type NewGame = { 
/**
 * The rules, by the `id` of a [`LibraryEntry`].
 */
rules: string, 
/**
 * Which of its variants, by number; none: the one offered first.
 */
variant?: number, 
/**
 * Who plays for which player of the rules. Players that are not named are played by whoever
 * begins the game.
 */
seats: Array<SeatRule>, 
/**
 * The clock; none: no clock.
 */
clock?: ClockRule, 
/**
 * The position to begin with, as FEN or as a line of records.
 */
position?: string, 
/**
 * No game but an analysis.
 */
study: boolean, 
/**
 * The seed of chance and bots; another one each time if it is not given.
 */
seed?: number, 
/**
 * A game to take the moves of, up to a node: `study` of a game that was played.
 */
from?: GameNode, 
/**
 * Whether only those are to find it who know its id: a game by invitation.
 */
private?: boolean, 
/**
 * Whether the result counts, between two with accounts.
 */
rated?: boolean, 
/**
 * A random text of the one who asks, at most 64 letters: the same request sent again begins no
 * second game.
 */
nonce: string, };

/**
 * A record handed in as text.
 */
export type NewRecord = { 
/**
 * The text.
 */
text: string, 
/**
 * The format; none: found by the text.
 */
format?: string, 
/**
 * The rules, by the `id` of a [`LibraryEntry`]; none: those that the record names.
 */
rules?: string, 
/**
 * See [`NewGame::nonce`].
 */
nonce: string, };

/**
 * A tournament to be held.
 */
export type NewTournament = { 
/**
 * The title: 1 to 60 letters of plain text.
 */
title: string, 
/**
 * What is played. There must be a clock, and in an arena none by mail.
 */
terms: Terms, 
/**
 * Who meets whom.
 */
kind: TournamentKind, 
/**
 * When it begins, in milliseconds since 1970; none: when its maker says so.
 */
start?: number, 
/**
 * A random text of the one who asks, at most 64 letters: the same request sent again makes no second tournament.
 */
nonce: string, };

/**
 * A node of the game tree, for the list of moves.
 */
export type NodeView = { 
/**
 * Its number, above 0: the root is 0.
 */
id: number, 
/**
 * The node before.
 */
parent: number, 
/**
 * Whether it is the main continuation of its parent.
 */
main: boolean, 
/**
 * Who moved.
 */
player: string, 
/**
 * The move in the words of records; none if the viewer may not know it.
 */
text?: string | null, 
/**
 * Whether chance decided it, and nobody chose.
 */
chance?: boolean, 
/**
 * A comment.
 */
comment?: string, 
/**
 * Judgements by the numbers of PGN.
 */
glyphs?: Array<number>, 
/**
 * What the clock of the mover showed afterwards, in milliseconds.
 */
clock?: number, };

/**
 * It is done, and there is nothing to tell.
 */
export type Nothing = Record<symbol, never>;

/**
 * What can be offered.
 */
export type OfferKind = "draw" | "takeback" | "pause" | "abort" | "rematch";

/**
 * An offer that waits for an answer.
 */
export type OfferView = { 
/**
 * What is offered.
 */
kind: OfferKind, 
/**
 * Who offers.
 */
by: string, 
/**
 * Who has agreed already; the one who offers counted.
 */
agreed: Array<string>, 
/**
 * For a takeback: the node to go back to.
 */
node?: number | null, };

/**
 * What became of a game of a tournament.
 */
export type PairingResult = "first" | "second" | "draw" | "firstByForfeit" | "secondByForfeit" | "neither";

/**
 * Two who meet.
 */
export type PairingView = { 
/**
 * Its number in the tournament, from 0.
 */
number: number, 
/**
 * Who moves first.
 */
first: PersonView, 
/**
 * Who moves second.
 */
second: PersonView, 
/**
 * The id of the game; none where it is not played.
 */
game?: string | null, 
/**
 * What became of it.
 */
result?: PairingResult | null, };

/**
 * Who somebody is.
 */
export type PersonView = { 
/**
 * Their id. It may be shown to everybody.
 */
person: string, 
/**
 * The name to show.
 */
name: string, 
/**
 * Whether they have no account.
 */
guest?: boolean, };

/**
 * One thing picked.
 */
export type Pick = { "site": string } | { "hand": { 
/**
 * Whose it is; none: nobody's.
 */
owner: string | null, 
/**
 * What it is.
 */
type: string, } } | { "choose": { 
/**
 * What is asked.
 */
question: Question, 
/**
 * The answer: the name of a type, a player or sites, or a text of the move.
 */
option: string, } } | "pass";

/**
 * A piece type in a look.
 */
export type PieceLook = { 
/**
 * The name of its drawing.
 */
glyph?: string | null, 
/**
 * Its size in hundredths of the usual one.
 */
size?: number | null, 
/**
 * The colour of its body, for any owner.
 */
colour?: Colour | null, 
/**
 * Letters on its drawing.
 */
text?: string | null, 
/**
 * The cells that it covers, row by row from above: `x` for a cell, `.` for none, `/` between
 * rows.
 */
shape?: string | null, 
/**
 * Pieces of one owner that touch are one shape.
 */
joined?: boolean, };

/**
 * A piece type of the rules.
 */
export type PieceType = { 
/**
 * The name in the rules, unique.
 */
id: string, 
/**
 * The letter that records use, if the rules give one.
 */
letter?: string | null, 
/**
 * The shortest text that tells it from all other types.
 */
short: string, 
/**
 * One line about how it moves.
 */
help?: string, 
/**
 * More about it.
 */
description?: string, };

/**
 * A piece on the board. Pieces have no identity of their own: whoever could follow one could follow what is hidden.
 */
export type PieceView = { 
/**
 * Where it stands.
 */
site: string, 
/**
 * Whose it is; none: nobody's.
 */
owner?: string | null, 
/**
 * What it is; none: hidden from the viewer.
 */
type?: string | null, 
/**
 * Attributes that are not 0, with their values.
 */
state?: { [key in string]: number }, 
/**
 * Its place in a stack, from 0 at the bottom.
 */
level?: number, };

/**
 * A place in a text.
 */
export type Place = { 
/**
 * The file.
 */
file: string, 
/**
 * The line, from 1.
 */
line: number, 
/**
 * The column, from 1.
 */
column: number, };

/**
 * What a text says of a position by some rules.
 */
export type Placed = { 
/**
 * The pieces.
 */
pieces: Array<PieceView>, 
/**
 * What waits beside the board.
 */
hands: Array<Hand>, 
/**
 * Who moves, if somebody chooses.
 */
turn?: string | null, 
/**
 * The position in the notation that the game has for it.
 */
text: string, };

/**
 * Whether play goes on.
 */
export type PlayState = "waiting" | "playing" | "paused" | "ended" | "study" | "stuck";

/**
 * A player of the rules.
 */
export type PlayerInfo = { 
/**
 * The name in the rules, unique.
 */
id: string, 
/**
 * What it is.
 */
kind: PlayerKind, 
/**
 * Colour and shape: `p1` and `p2` where two choose, else `c1` to `c8`; `neutral` for all who
 * do not choose.
 */
mark: string, };

/**
 * What kind of participant a player is.
 */
export type PlayerKind = "chooser" | "chance" | "neutral";

/**
 * A player in a look.
 */
export type PlayerLook = { 
/**
 * The colour of the player's pieces.
 */
colour: Colour, };

/**
 * Something wrong in a rules file or a record, with its place.
 */
export type Problem = { 
/**
 * The code of the kind: `E0102`, or a word.
 */
code: string, 
/**
 * Whether it makes the file unplayable.
 */
error: boolean, 
/**
 * What is wrong, in a sentence without a full stop.
 */
say: string, 
/**
 * The file.
 */
file?: string | null, 
/**
 * The line, from 1.
 */
line?: number | null, 
/**
 * The column, from 1.
 */
column?: number | null, 
/**
 * The line itself, or of a long one what is around the place.
 */
text?: string | null, 
/**
 * Where in `text` the place is, from 1.
 */
mark?: number | null, 
/**
 * How to mend it.
 */
hint?: string | null, };

/**
 * What everybody may know of somebody.
 */
export type Profile = { 
/**
 * Who.
 */
person: PersonView, 
/**
 * When the account was made, in milliseconds since 1970.
 */
since: number, 
/**
 * How well they play, those games first that they play most.
 */
ratings: Array<RatingView>, 
/**
 * Whether the one who asks has muted them.
 */
muted?: boolean, };

/**
 * What is asked where several moves have the same picks.
 */
export type Question = "promote" | "capture" | "stop" | "way";

/**
 * What a result did to a rating.
 */
export type RatingChange = { 
/**
 * Whose: the player of the rules.
 */
player: string, 
/**
 * Before.
 */
before: number, 
/**
 * Afterwards.
 */
after: number, };

/**
 * How well somebody plays a game.
 */
export type RatingView = { 
/**
 * The rules, by their id in the library.
 */
rules: string, 
/**
 * Which of its variants.
 */
variant: number, 
/**
 * The title.
 */
title: string, 
/**
 * The rating by Glicko-2, in whole points.
 */
rating: number, 
/**
 * Its standard deviation.
 */
deviation: number, 
/**
 * Games rated.
 */
games: number, 
/**
 * Whether it is too uncertain to be compared with others.
 */
provisional?: boolean, };

/**
 * Why a request was refused: a closed list. Sentences for people are the client's.
 */
export type Reason = "malformed" | "unknown" | "forbidden" | "stale" | "notYourTurn" | "ended" | "paused" | "waiting" | "illegal" | "unclear" | "nothing" | "taken" | "notHere" | "badRules" | "badRecord" | "limit" | "tooMany" | "tooLarge" | "busy" | "storage";

/**
 * A game as text.
 */
export type RecordText = { 
/**
 * The format.
 */
format: string, 
/**
 * The text.
 */
text: string, 
/**
 * What the game has and the format cannot say, each a phrase such as `3 variations`.
 */
leftOut: Array<string>, };

/**
 * Tells those who run the server of something that was said or done at a table: what was said by the number of its line, or
 * anything in one's own words, or both.
 */
export type Report = { 
/**
 * By whom: somebody who is at that table, or was.
 */
person: string, 
/**
 * Which line of theirs, by its [number](TalkLine::number): those who run the server read it as it stands in the log.
 */
line?: number, 
/**
 * What, in one's own words; at most 1,000 bytes.
 */
text?: string, };

/**
 * What an end means to a player.
 */
export type ResultKind = "win" | "loss" | "draw" | "aside";

/**
 * One file of rules.
 */
export type RulesFile = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its text.
 */
text: string, };

/**
 * Rules with their text.
 */
export type RulesText = { 
/**
 * What they are asked for by.
 */
id: string, 
/**
 * The text of the rules file, and of what it includes.
 */
files: Array<RulesFile>, 
/**
 * What is wrong with it.
 */
problems: Array<Problem>, };

/**
 * Who sits in a seat.
 */
export type SeatKind = "person" | "bot" | "open" | "aside";

/**
 * Who plays for one player.
 */
export type SeatRule = { 
/**
 * The player of the rules.
 */
player: string, 
/**
 * Who plays for it.
 */
by: Sitter, };

/**
 * A seat.
 */
export type SeatView = { 
/**
 * The player of the rules.
 */
player: string, 
/**
 * Who sits there.
 */
by: SeatKind, 
/**
 * The name to show.
 */
name: string, 
/**
 * Who it is, on a server where people meet: see [`PersonView`](crate::people::PersonView).
 */
person?: string | null, 
/**
 * Which bot it is, and how strong.
 */
bot?: BotChoice | null, 
/**
 * Whether a person there is connected.
 */
here: boolean, 
/**
 * Whether a bot there is thinking.
 */
thinking?: boolean, };

/**
 * A game that somebody seeks.
 */
export type SeekView = { 
/**
 * Its number.
 */
seek: number, 
/**
 * Who seeks it.
 */
by: PersonView, 
/**
 * Their rating in this game.
 */
rating: number, 
/**
 * The title of the game.
 */
title: string, 
/**
 * What they want.
 */
terms: Terms, 
/**
 * Which side they want.
 */
side: SideWish, };

/**
 * Says who may have rules that one has handed in.
 */
export type ShowRules = { 
/**
 * Who.
 */
visible: Visible, };

/**
 * Which side somebody wants.
 */
export type SideWish = "any" | "first" | "second";

/**
 * A place.
 */
export type SiteView = { 
/**
 * Its name in the rules, unique.
 */
id: string, 
/**
 * To the right, in cells: the shortest distance of two neighbours is 1.
 */
x: number, 
/**
 * Downwards, in cells.
 */
y: number, 
/**
 * The level, from 0.
 */
z?: number, 
/**
 * Its outline in the same units, if the rules give one.
 */
outline?: Array<[number, number]>, 
/**
 * 0 or 1 for the shade of a checkered cell, 0 to 2 on a board of hexagons.
 */
shade?: number, 
/**
 * Not drawn and never picked: it only serves the rules.
 */
hidden?: boolean, 
/**
 * Lies beside the board proper: a place for captured pieces, dice or pieces that wait.
 */
tray?: boolean, };

/**
 * Who shall play.
 */
export type Sitter = "me" | "anyone" | { "bot": BotChoice };

/**
 * Where somebody stands.
 */
export type StandingView = { 
/**
 * The place, from 1; shared by all who are the same in everything.
 */
place: number, 
/**
 * Who.
 */
person: PersonView, 
/**
 * Their rating when they joined.
 */
rating: number, 
/**
 * The points.
 */
points: number, 
/**
 * Games played to an end.
 */
games: number, 
/**
 * The values of the tie-breaks, in the order in which the view names them.
 */
ties: Array<number>, 
/**
 * Whether they have left.
 */
left?: boolean, 
/**
 * In an arena: whether the next game is worth twice as much.
 */
onFire?: boolean, 
/**
 * The game that they play now.
 */
game?: string | null, };

/**
 * A number of the position that the rules declare.
 */
export type StatisticView = { 
/**
 * What is counted, in the words of the rules.
 */
name: string, 
/**
 * How many.
 */
count: number, };

/**
 * How a game stands.
 */
export type Status = { 
/**
 * Who acts next, also if the game is paused; empty once it has ended.
 */
turn: Array<string>, 
/**
 * Whether chance decides next.
 */
chance?: boolean, 
/**
 * Whether play goes on.
 */
state: PlayState, 
/**
 * The sites of threatened pieces that must not be lost.
 */
check: Array<string>, 
/**
 * How the game ended, if it has.
 */
ending?: EndingView | null, };

/**
 * What kind of step it is.
 */
export type StepKind = "go" | "capture" | "drop" | "remove" | "change" | "together" | "pass";

/**
 * One step of a move.
 */
export type StepView = { 
/**
 * What somebody picks to make this step, in order. The picks of all steps of a move, one after the other, tell it from
 * all other moves.
 */
pick: Array<Pick>, 
/**
 * What the step does to the board.
 */
effects: Array<EffectView>, 
/**
 * What kind of step it is.
 */
say: StepKind, };

/**
 * A line that was said at a table.
 */
export type TalkLine = { 
/**
 * Its number in this game, from 1.
 */
number: number, 
/**
 * Who said it.
 */
by: PersonView, 
/**
 * For whom they played then.
 */
player: string, 
/**
 * When, in milliseconds since 1970.
 */
at: number, 
/**
 * What. Text, never markup.
 */
text: string, };

/**
 * A number that the rules keep of a player.
 */
export type TallyView = { 
/**
 * Which player.
 */
player: string, 
/**
 * What is counted, in the words of the rules.
 */
name: string, 
/**
 * How many.
 */
count: number, };

/**
 * What a server says.
 */
export type ServerMessage = { "tell": "joined", 
/**
 * The number of the question.
 */
re: number, 
/**
 * The id of the game.
 */
game: string, 
/**
 * The board, unless the client has it.
 */
board?: Board, 
/**
 * All nodes of the game tree but the root.
 */
tree: Array<NodeView>, 
/**
 * The current position.
 */
view: View, 
/**
 * What has changed with other rules, if that is why it is sent: moves that no longer exist.
 */
problems?: Array<Problem>, 
/**
 * What was said last at the table.
 */
talk?: Array<TalkLine>, } | { "tell": "update", 
/**
 * The id of the game.
 */
game: string, 
/**
 * Nodes that are new or changed.
 */
nodes: Array<NodeView>, 
/**
 * Nodes that are gone, with all behind them.
 */
pruned?: Array<number>, 
/**
 * The current position.
 */
view: View, 
/**
 * The id of another game that goes on from this one: a rematch.
 */
next?: string, 
/**
 * What was just said at the table.
 */
talk?: Array<TalkLine>, } | { "tell": "lobby", 
/**
 * The number of the question.
 */
re: number, 
/**
 * The lobby.
 */
lobby: LobbyView, } | { "tell": "sought", 
/**
 * The number of the question.
 */
re: number, 
/**
 * The number of the seek.
 */
seek: number, } | { "tell": "paired", 
/**
 * The number of the question.
 */
re: number, 
/**
 * The id of the game.
 */
game: string, } | { "tell": "tournament", 
/**
 * The id of the tournament.
 */
tournament: string, 
/**
 * How much has happened to it.
 */
version: number, } | { "tell": "tournamentGame", 
/**
 * The id of the tournament.
 */
tournament: string, 
/**
 * Its title. Text, never markup.
 */
title: string, 
/**
 * The id of the game.
 */
game: string, } | { "tell": "turn", 
/**
 * The id of the game.
 */
game: string, } | { "tell": "done", 
/**
 * The number of the question.
 */
re: number, 
/**
 * The nonce of the command.
 */
nonce: string, 
/**
 * The version of the game in which it is done.
 */
version: number, 
/**
 * The node that it led to, if it played a move.
 */
node?: number, } | { "tell": "refused", 
/**
 * The number of the question; 0 if it had none that could be read.
 */
re: number, 
/**
 * Why.
 */
reason: Reason, 
/**
 * The same in a sentence, in English.
 */
say: string, 
/**
 * For `stale`: the current position.
 */
view?: View, } | { "tell": "view", 
/**
 * The number of the question.
 */
re: number, 
/**
 * The position.
 */
view: View, } | { "tell": "moves", 
/**
 * The number of the question.
 */
re: number, 
/**
 * All beginnings one pick longer than the prefix, or whole moves where they are few.
 */
moves: Array<MoveView>, 
/**
 * Whether they are beginnings only.
 */
more: boolean, } | { "tell": "why", 
/**
 * The number of the question.
 */
re: number, 
/**
 * The answer.
 */
why: Why, } | { "tell": "thought", 
/**
 * The number of the question.
 */
re: number, 
/**
 * The id of the game.
 */
game: string, 
/**
 * The node.
 */
node: number, 
/**
 * What it thinks.
 */
thought: Thought, } | { "tell": "rules", 
/**
 * Which rules.
 */
rules: string, 
/**
 * What is wrong; empty if nothing is.
 */
problems: Array<Problem>, } | { "tell": "ok", 
/**
 * The number of the question.
 */
re: number, };

/**
 * What two must want alike to be paired.
 */
export type Terms = { 
/**
 * The rules, by their id in the library: of a game for two.
 */
rules: string, 
/**
 * Which of its variants.
 */
variant: number, 
/**
 * The clock; none: no clock.
 */
clock?: ClockRule, 
/**
 * Whether the result counts. Guests play for pleasure alone.
 */
rated?: boolean, };

/**
 * Texts by the author of the rules.
 */
export type TextsView = { 
/**
 * What the game is.
 */
description: string, 
/**
 * Where it comes from.
 */
history: string, 
/**
 * How to play it well.
 */
strategy: string, 
/**
 * Other notes: a word and its text.
 */
notes: Array<[string, string]>, };

/**
 * What a bot thinks of a position.
 */
export type Thought = { 
/**
 * Which bot.
 */
bot: BotChoice, 
/**
 * For whom the values hold: the player to move.
 */
player: string, 
/**
 * What is expected for that player, from 0 (lost) to 1 (won).
 */
expected: number, 
/**
 * The same in hundredths of the smallest piece, where the bot counts so.
 */
score?: number | null, 
/**
 * How many plies deep, where the bot counts so.
 */
depth?: number | null, 
/**
 * How many positions it has looked at.
 */
nodes: number, 
/**
 * The best lines found, best first.
 */
lines: Array<ThoughtLine>, 
/**
 * Whether more will follow.
 */
goingOn: boolean, };

/**
 * A line that a bot expects.
 */
export type ThoughtLine = { 
/**
 * Its first move, as the `id` of a [`MoveView`](crate::view::MoveView).
 */
id: number, 
/**
 * Its moves in the words of records.
 */
moves: Array<string>, 
/**
 * What is expected from it, from 0 (lost) to 1 (won).
 */
expected: number, };

/**
 * What chance has thrown.
 */
export type ThrowView = { 
/**
 * What has fallen, in words.
 */
text: string, 
/**
 * What each die shows; one that counts twice is there twice. Empty if the dice lie on sites, as pieces.
 */
shown?: Array<number>, 
/**
 * Whether the dice are lots with two sides, that count 0 and 1: sticks, shells, tetrahedra with marked corners.
 */
lots?: boolean, 
/**
 * In so many of `of` equally likely ways the dice fall like this.
 */
ways: number, 
/**
 * In how many ways they can fall.
 */
of: number, };

/**
 * By what those with the same points are told apart. The names are those of the FIDE Handbook.
 */
export type TieBreakName = "directEncounter" | "buchholz" | "sonnebornBerger" | "wins";

/**
 * Who meets whom.
 */
export type TournamentKind = { "kind": "roundRobin", 
/**
 * Twice, once with each side.
 */
double: boolean, } | { "kind": "swiss", 
/**
 * How many, 1 to 20; there are never more than it takes to meet everybody.
 */
rounds: number, } | { "kind": "arena", 
/**
 * Minutes, 1 to 720.
 */
minutes: number, };

/**
 * What the one who asks may do in a tournament.
 */
export type TournamentMay = { 
/**
 * Join it.
 */
join: boolean, 
/**
 * Leave it.
 */
leave: boolean, 
/**
 * Start it, and call it off.
 */
start: boolean, };

/**
 * How far a tournament is.
 */
export type TournamentPhase = "coming" | "running" | "ended" | "cancelled";

/**
 * A tournament in a list.
 */
export type TournamentSummary = { 
/**
 * Its id.
 */
tournament: string, 
/**
 * Its title. Text, never markup.
 */
title: string, 
/**
 * Who made it.
 */
by: PersonView, 
/**
 * The title of the game.
 */
game: string, 
/**
 * What is played.
 */
terms: Terms, 
/**
 * Who meets whom.
 */
kind: TournamentKind, 
/**
 * How far it is.
 */
phase: TournamentPhase, 
/**
 * When it begins or began, in milliseconds since 1970; none: when its maker says so.
 */
start?: number, 
/**
 * When it ended, or when an arena that goes on will end.
 */
end?: number, 
/**
 * How many take part, or did.
 */
entrants: number, 
/**
 * Those in the first place, once it has ended.
 */
winners: Array<PersonView>, 
/**
 * Whether the one who asks takes part.
 */
joined?: boolean, };

/**
 * A tournament.
 */
export type TournamentView = { 
/**
 * What it is.
 */
about: TournamentSummary, 
/**
 * How much has happened to it.
 */
version: number, 
/**
 * How many rounds have been paired; in an arena how often was paired.
 */
round: number, 
/**
 * How many rounds there will be; none in an arena.
 */
rounds?: number | null, 
/**
 * The round of which the pairings are shown; none in an arena, of which the last fifty are.
 */
shown?: number | null, 
/**
 * When the next round begins, in milliseconds since 1970, while it is waited for.
 */
nextRound?: number, 
/**
 * By what those with the same points are told apart, in this order.
 */
tieBreaks: Array<TieBreakName>, 
/**
 * Who stands where.
 */
standings: Array<StandingView>, 
/**
 * The pairings of a round.
 */
pairings: Array<PairingView>, 
/**
 * Who has no opponent in that round.
 */
bye?: PersonView | null, 
/**
 * What the one who asks may do.
 */
may: TournamentMay, 
/**
 * The game that the one who asks plays now.
 */
game?: string | null, 
/**
 * The clock of the server, in milliseconds since 1970: countdowns go by it.
 */
now: number, };

/**
 * A part of the list of tournaments.
 */
export type Tournaments = { 
/**
 * The tournaments: those first that begin first, or, of those that are over, that ended last.
 */
tournaments: Array<TournamentSummary>, 
/**
 * What to ask for to get those after them; none at the end.
 */
next?: string | null, };

/**
 * A request that was refused: the body of every answer over HTTP whose status is no success.
 */
export type Trouble = { 
/**
 * Why, as a closed code.
 */
reason: Reason, 
/**
 * The same in a sentence, in English.
 */
say: string, 
/**
 * Places in the file concerned.
 */
problems?: Array<Problem>, };

/**
 * What became of rules that were handed in.
 */
export type Uploaded = { 
/**
 * The rules, if there are any that can be played.
 */
entry?: LibraryEntry | null, 
/**
 * The game, if a record was handed in: it can be opened at once.
 */
game?: string | null, 
/**
 * What is wrong, or was left out.
 */
problems: Array<Problem>, };

/**
 * What one participant sees of one position of a game.
 */
export type View = { 
/**
 * The version of the contract.
 */
v: number, 
/**
 * The id of the game that is played.
 */
game: string, 
/**
 * The hash of its [`Board`](crate::Board).
 */
rules: string, 
/**
 * How many records the game's log had; of two views of one node the later has more.
 */
version: number, 
/**
 * The node of the game tree.
 */
node: number, 
/**
 * Whether this is the node where the game stands.
 */
current: boolean, 
/**
 * The players whose seats the viewer holds.
 */
me: Array<string>, 
/**
 * Who sits where, in the order of the board's players; chance and neutral owners too.
 */
seats: Array<SeatView>, 
/**
 * Whether the game began with another position than the rules have.
 */
setUp?: boolean, 
/**
 * The pieces on the board.
 */
pieces: Array<PieceView>, 
/**
 * What waits beside the board.
 */
hands: Array<Hand>, 
/**
 * Numbers of places that are not 0: seeds in pits, lamps that are lit.
 */
counts?: Array<CountView>, 
/**
 * Numbers of players: seeds in store, pieces that are home.
 */
tallies?: Array<TallyView>, 
/**
 * Numbers of the position that the rules declare for whoever wants to know: what is left in a common pool.
 */
statistics?: Array<StatisticView>, 
/**
 * The last throw, if chance has just decided.
 */
dice?: ThrowView | null, 
/**
 * What the viewer can do now. Empty for whoever cannot move.
 */
moves: Array<MoveView>, 
/**
 * Whether `moves` are only beginnings: one level of the tree of picks. Ask for the next with `expand`.
 */
more?: boolean, 
/**
 * How many whole moves the mover has, whoever looks.
 */
choices: number, 
/**
 * Whether the turn is played one step at a time, since it has too many whole moves to list: then `moves` are the next
 * steps.
 */
stepwise?: boolean, 
/**
 * What the viewer has picked of a move so far, on this or another screen.
 */
draft?: Draft | null, 
/**
 * The move that led here; none at the start, or where the viewer may not know it.
 */
last?: LastMove | null, 
/**
 * Signs on the board.
 */
marks: Array<Mark>, 
/**
 * How the game stands.
 */
status: Status, 
/**
 * The clocks, by the order of the board's players; empty in a game without clocks.
 */
clocks: Array<ClockView>, 
/**
 * Offers that wait for an answer.
 */
offers: Array<OfferView>, 
/**
 * Whether the result counts.
 */
rated?: boolean, 
/**
 * The id of the tournament of which it is a game.
 */
tournament?: string | null, 
/**
 * What the result did to ratings, once it has been counted.
 */
ratings?: Array<RatingChange>, 
/**
 * How the throws can be checked when the game has ended; none where nothing is thrown.
 */
chance?: ChanceView | null, };

/**
 * Who may have rules that were handed in.
 */
export type Visible = "private" | "unlisted" | "public";

/**
 * Why picks make no legal move.
 */
export type Why = { 
/**
 * Why, as a closed code.
 */
reason: WhyReason, 
/**
 * The sites that cause it.
 */
sites: Array<string>, 
/**
 * What fails, in English, in the words of the rules; none where `reason` says it all.
 */
detail?: string | null, 
/**
 * The rule that comes nearest, as written.
 */
condition?: string | null, 
/**
 * Where it stands in the rules.
 */
at?: Place | null, 
/**
 * The same in a sentence, in English.
 */
say: string, };

/**
 * Why picks make no legal move: a closed list.
 */
export type WhyReason = "legal" | "notPlaying" | "notYourTurn" | "empty" | "notYours" | "noneLeft" | "occupied" | "blocked" | "notItsWay" | "notThisKind" | "obliged" | "forbidden" | "rules";

/**
 * A zone in a look.
 */
export type ZoneLook = { 
/**
 * The sign on each of its sites.
 */
sign: ZoneSign, };

/**
 * The sign on the sites of a zone.
 */
export type ZoneSign = "rosette" | "cross" | "target" | "tint" | "water" | "trap" | "den" | "edge" | "dot" | "none";

/**
 * A named set of sites.
 */
export type ZoneView = { 
/**
 * Its name in the rules.
 */
name: string, 
/**
 * Whose it is; none: everybody's.
 */
player?: string | null, 
/**
 * Its sites.
 */
sites: Array<string>, };
