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
 * The cursor for the next part; none at the end.
 */
next?: string | null, };

/**
 * A new game.
 */
export type Begun = { 
/**
 * Its id.
 */
game: string, };

/**
 * The constant data of all games by the same rules.
 */
export type Board = { 
/**
 * The version of the contract.
 */
v: number, 
/**
 * SHA-256 of the rules and of the variant, in hexadecimal digits: boards with equal hashes are
 * equal.
 */
rules: string, 
/**
 * The title of the game or variant.
 */
title: string, 
/**
 * The kind of board.
 */
kind: BoardKind, 
/**
 * The sites, in the order of the rules.
 */
sites: Array<SiteView>, 
/**
 * The links between neighbours.
 */
links: Array<LinkView>, 
/**
 * Named sets of sites.
 */
zones: Array<ZoneView>, 
/**
 * Texts around the board.
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
 * The hands at the start.
 */
hands: Array<Hand>, 
/**
 * The numbers of sites at the start that are not 0.
 */
counts?: Array<CountView>, 
/**
 * The numbers of players at the start.
 */
tallies?: Array<TallyView>, 
/**
 * The sites that exist at the start, of a board without borders; none of a board that is drawn
 * whole.
 */
exists?: Array<string>, 
/**
 * Texts by the author of the rules.
 */
texts: TextsView, 
/**
 * The formats of records that support the game, those of its family first.
 */
formats: Array<string>, 
/**
 * Pictures that came with the rules.
 */
images?: Array<Image>, 
/**
 * The look, if the rules have one.
 */
look?: Look | null, };

/**
 * How a board is best drawn. It is a hint to the client.
 */
export type BoardKind = "checkered" | "lined" | "points" | "hex" | "triangle" | "graph" | "track" | "pits";

/**
 * A bot for a seat.
 */
export type BotChoice = { 
/**
 * The bot: an `id` of the list of bots.
 */
bot: string, 
/**
 * The level, from 1; ignored by bots without levels.
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
 * Whether it can evaluate a position.
 */
analyses?: boolean, };

/**
 * The proof of the dice of a game: commit and reveal.
 */
export type ChanceView = { 
/**
 * SHA-256 of the secret's text, in hexadecimal digits.
 */
commitment: string, 
/**
 * The secret seed of all throws, once the game has ended.
 */
secret?: string | null, };

/**
 * A message of a client. Each has a number of the client's choice, `re`, which the answer repeats.
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
 * The player whose view is sent, for a client with several seats in a game with hidden
 * facts.
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
 * The command.
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
 * The node; `None`: the current one.
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
 * The picks so far.
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
 * The picks; the last one is the one that was refused.
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
 * The node; `None`: stop.
 */
node?: number, 
/**
 * The bot.
 */
bot?: BotChoice, 
/**
 * The number of principal variations, 1 to 8.
 */
lines?: number, } | { "ask": "lobby", 
/**
 * The number of the message.
 */
re: number, 
/**
 * Whether to follow it.
 */
on: boolean, } | { "ask": "seek", 
/**
 * The number of the message.
 */
re: number, 
/**
 * The settings.
 */
terms: Terms, 
/**
 * The side.
 */
side: SideWish, 
/**
 * The lowest and the highest rating of opponents; `None`: any.
 */
range?: [number, number], } | { "ask": "withdraw", 
/**
 * The number of the message.
 */
re: number, 
/**
 * The number of the offer.
 */
seek: number, } | { "ask": "accept", 
/**
 * The number of the message.
 */
re: number, 
/**
 * The number of the offer.
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
 * Whether to follow it.
 */
on: boolean, } | { "ask": "ping", 
/**
 * The number of the message.
 */
re: number, };

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
 * Its player.
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
 * A code of the second factor.
 */
export type CodeShown = { 
/**
 * Six digits of the authenticator.
 */
code: string, };

/**
 * A colour of the page, in each of its themes.
 */
export type Colour = "light" | "dark" | "red" | "blue" | "yellow" | "purple" | "green" | "gold" | "silver" | "brown" | "grey";

/**
 * A command of a participant. Each is executed at most once: see
 * [`ClientMessage::Do`](crate::ClientMessage).
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
 * The node at which the move is begun.
 */
node: number, 
/**
 * All picks so far.
 */
picks: Array<Pick>, } | { "do": "offer", 
/**
 * The kind of offer.
 */
kind: OfferKind, 
/**
 * For a takeback: the node to return to; `None`: before the last move of the sender.
 */
node?: number, } | { "do": "decline", 
/**
 * The kind of offer.
 */
kind: OfferKind, } | { "do": "resign", 
/**
 * The player of the rules, for a sender with several seats; `None`: the player to move,
 * else the sender's only one.
 */
player?: string, } | { "do": "resume" } | { "do": "sit", 
/**
 * The player of the rules.
 */
player: string, } | { "do": "seat", 
/**
 * The player of the rules.
 */
player: string, 
/**
 * The new holder.
 */
by: Sitter, } | { "do": "comment", 
/**
 * The node.
 */
node: number, 
/**
 * The comment; empty removes it.
 */
text: string, } | { "do": "judge", 
/**
 * The node.
 */
node: number, 
/**
 * All glyphs of the node.
 */
glyphs: Array<number>, } | { "do": "promote", 
/**
 * Its first node.
 */
node: number, } | { "do": "prune", 
/**
 * The node.
 */
node: number, } | { "do": "say", 
/**
 * The text.
 */
text: string, };

/**
 * A request that requires the password again: a change of password, or the deletion of the
 * account.
 */
export type Confirmed = { 
/**
 * The present password.
 */
password: string, 
/**
 * The new one, if it is to be changed.
 */
new?: string, };

/**
 * A request that needs the password and a code: the removal of the second factor.
 */
export type ConfirmedByCode = { 
/**
 * The password.
 */
password: string, 
/**
 * Six digits of the authenticator, or a recovery code.
 */
code: string, };

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
 * Sums of a number that each game has.
 */
export type CountSums = { 
/**
 * How many games have it.
 */
count: number, 
/**
 * The sum, in hundredths.
 */
sum: number, 
/**
 * The sum of the squares, in hundredths of hundredths.
 */
squares: number, };

/**
 * A number that the rules keep of a site.
 */
export type CountView = { 
/**
 * The site.
 */
site: string, 
/**
 * What is counted, in the words of the rules.
 */
name: string, 
/**
 * The number.
 */
count: number, };

/**
 * A name and a password: to create an account, or to log in.
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
 * The picks of an unfinished move, visible to holders of the seat only.
 */
export type Draft = { 
/**
 * The picks so far.
 */
picks: Array<Pick>, };

/**
 * An effect on the board, for animation and announcements only: the next view has the position.
 */
export type EffectView = { "do": "move", 
/**
 * Its origin.
 */
from: string, 
/**
 * Its target.
 */
to: string, 
/**
 * The sites that it passes, if they are known, in order; ends included.
 */
path?: Array<string>, } | { "do": "remove", 
/**
 * Its site.
 */
site: string, } | { "do": "place", 
/**
 * Its site.
 */
site: string, 
/**
 * Its owner; `None`: neutral.
 */
owner: string | null, 
/**
 * Its type.
 */
type: string, 
/**
 * Whether it comes from its owner's hand.
 */
hand: boolean, } | { "do": "become", 
/**
 * Its site.
 */
site: string, 
/**
 * Its new type.
 */
type: string, } | { "do": "give", 
/**
 * Its site.
 */
site: string, 
/**
 * Its new owner; `None`: neutral.
 */
owner: string | null, } | { "do": "set", 
/**
 * Its site.
 */
site: string, 
/**
 * The attribute.
 */
attribute: string, 
/**
 * Its value.
 */
value: number, } | { "do": "count", 
/**
 * The site.
 */
site: string, 
/**
 * What is counted.
 */
name: string, 
/**
 * The new number.
 */
count: number, } | { "do": "tally", 
/**
 * The player.
 */
player: string, 
/**
 * What is counted.
 */
name: string, 
/**
 * The new number.
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
 * The name of the ending in the rules: `checkmated King`; for other reasons a plain word.
 */
name: string, 
/**
 * The player who resigned, or whose time ran out.
 */
player?: string | null, 
/**
 * The result of each player, in the order of the board's players.
 */
results: Array<ResultKind>, 
/**
 * The scores, in the order of the board's players, if the ending has any.
 */
scores?: Array<number>, 
/**
 * The sites that explain it: the line, the king.
 */
sites: Array<string>, };

/**
 * An estimated value with bounds.
 */
export type Estimate = { 
/**
 * The estimate.
 */
value: number, 
/**
 * The lower bound.
 */
low: number, 
/**
 * The upper bound.
 */
high: number, };

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
 * The holders of the seats.
 */
seats: Array<SeatView>, 
/**
 * The number of moves played.
 */
plies: number, 
/**
 * Whether it is an analysis.
 */
study?: boolean, 
/**
 * Whether the result is rated.
 */
rated?: boolean, 
/**
 * Whether only users who know its id can find it.
 */
private?: boolean, 
/**
 * The players of the rules whose turn it is; empty once the game has ended.
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
 * The time of its last change, in milliseconds since 1970.
 */
touched: number, };

/**
 * The pieces of one type in a hand.
 */
export type Hand = { 
/**
 * Their owner; `None`: neutral.
 */
owner?: string | null, 
/**
 * The type.
 */
type: string, 
/**
 * The number; 0 for a type that is used up.
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
 * Whether this is a server for several people, with a lobby and one seat for each user.
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
 * The address of the file.
 */
url: string, 
/**
 * Its size relative to the board of the rules, in cells across and down; `None` if that is
 * unknown.
 */
size?: [number, number] | null, 
/**
 * The position of the upper left corner of a picture of the board, in the units of sites.
 */
at?: [number, number] | null, };

/**
 * A text outside the board.
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
 * Texts around the board.
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
 * The move that led to a position, without facts that are hidden from the viewer.
 */
export type LastMove = { 
/**
 * The player who moved.
 */
player: string, 
/**
 * The move in the notation of records; none if it is hidden from the viewer.
 */
text?: string | null, 
/**
 * Its steps, for animation. Without picks.
 */
steps: Array<StepView>, 
/**
 * The sites that pieces left or reached.
 */
sites: Array<string>, 
/**
 * The sites of captured pieces.
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
 * Their id in requests: `chess`, `file:1`, or `sha256:…` for uploaded ones.
 */
id: string, 
/**
 * The family in the library; none for uploaded rules.
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
 * The index of the default one.
 */
default: number, 
/**
 * The first sentences of the description.
 */
about: string, 
/**
 * The number of players who choose.
 */
choosers: number, 
/**
 * Whether there are random moves.
 */
chance?: boolean, 
/**
 * The number of errors that make it unplayable; only for uploaded rules.
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
 * The directions that lead from `b` to `a`; none if the link is one-way.
 */
back?: Array<string>, 
/**
 * Whether the link is drawn as a line.
 */
drawn: boolean, 
/**
 * Drawn as an arc: the centre of the circle.
 */
arc?: [number, number] | null, };

/**
 * The lobby.
 */
export type LobbyView = { 
/**
 * The open offers, the longest waiting first; at most a hundred.
 */
seeks: Array<SeekView>, 
/**
 * The number of connected users.
 */
people: number, 
/**
 * The number of games at tables now.
 */
games: number, };

/**
 * A login: name, password, and a code if the account has a second factor.
 */
export type Login = { 
/**
 * The name of the account.
 */
name: string, 
/**
 * The password.
 */
password: string, 
/**
 * Six digits of the authenticator, or a recovery code. Without it, an account with a second
 * factor answers `codeNeeded`.
 */
code?: string, };

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
 * Texts around or on the board.
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
 * Texts around or on a board.
 */
export type LookLabels = "edges" | "sites" | "none";

/**
 * How the levels of a board are shown.
 */
export type LookLevels = "beside" | "stacked" | "rods" | "cell";

/**
 * A highlight on the board.
 */
export type Mark = { 
/**
 * Its kind.
 */
kind: MarkKind, 
/**
 * Its sites: a line and an arrow go through them in order.
 */
sites: Array<string>, 
/**
 * The player whom it belongs to.
 */
owner?: string | null, 
/**
 * The intensity, from 0 to 1, for `heat`.
 */
amount?: number | null, };

/**
 * The kind of a highlight.
 */
export type MarkKind = "line" | "path" | "cell" | "arrow" | "heat" | "threat" | "zone";

/**
 * A legal move, or in a view with `more` the beginning of some.
 */
export type MoveView = { 
/**
 * Its index in the list of all complete moves of the position, to be sent when it is played;
 * none for a beginning that is not a complete move.
 */
id?: number | null, 
/**
 * The move in the notation of records. Unique in its list.
 */
text: string, 
/**
 * The steps.
 */
steps: Array<StepView>, };

/**
 * Whether the messages of a user are shown.
 */
export type Mute = { 
/**
 * Whether they are hidden.
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
 * The index of the variant; none: the default one.
 */
variant?: number, 
/**
 * Who controls each player of the rules. Players that are not named are controlled by the user
 * who begins the game.
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
 * Whether it is an analysis instead of a game.
 */
study: boolean, 
/**
 * The seed of random moves and bots; a random one by default.
 */
seed?: number, 
/**
 * A game whose moves are copied, up to a node: the analysis of a game.
 */
from?: GameNode, 
/**
 * Whether only users who know its id can find it: a game by invitation.
 */
private?: boolean, 
/**
 * Whether the result is rated, for two users with accounts.
 */
rated?: boolean, 
/**
 * Whether the game is kept in memory alone: it is in no list, and is dropped some time after
 * the last client has left it.
 */
draft?: boolean, 
/**
 * A random text of the client, at most 64 letters: a repeated request begins no second game.
 */
nonce: string, };

/**
 * An uploaded record.
 */
export type NewRecord = { 
/**
 * The text.
 */
text: string, 
/**
 * The format; none: detected from the text.
 */
format?: string, 
/**
 * The rules, by the `id` of a [`LibraryEntry`]; none: those that the record names.
 */
rules?: string, 
/**
 * Which game of the text, counted from 0; none: the first.
 */
game?: number, 
/**
 * See [`NewGame::nonce`].
 */
nonce: string, };

/**
 * A new tournament.
 */
export type NewTournament = { 
/**
 * The title: 1 to 60 letters of plain text.
 */
title: string, 
/**
 * The settings of its games. A clock is required, and an arena does not allow correspondence.
 */
terms: Terms, 
/**
 * The system of pairings.
 */
kind: TournamentKind, 
/**
 * When it begins, in milliseconds since 1970; none: when its creator starts it.
 */
start?: number, 
/**
 * A random text of the client, at most 64 letters: a repeated request creates no second
 * tournament.
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
 * The previous node.
 */
parent: number, 
/**
 * Whether it is the main continuation of its parent.
 */
main: boolean, 
/**
 * The player who moved.
 */
player: string, 
/**
 * The move in the notation of records; `None` if it is hidden from the viewer.
 */
text?: string | null, 
/**
 * Whether the move was random, without a choice.
 */
chance?: boolean, 
/**
 * A comment.
 */
comment?: string, 
/**
 * Numeric annotation glyphs of PGN.
 */
glyphs?: Array<number>, 
/**
 * The clock of the player after the move, in milliseconds.
 */
clock?: number, };

/**
 * An empty answer.
 */
export type Nothing = Record<symbol, never>;

/**
 * The kinds of offers.
 */
export type OfferKind = "draw" | "takeback" | "pause" | "abort" | "rematch";

/**
 * An offer that waits for an answer.
 */
export type OfferView = { 
/**
 * The kind of offer.
 */
kind: OfferKind, 
/**
 * The player who made it.
 */
by: string, 
/**
 * The players who have agreed already, including the one who made it.
 */
agreed: Array<string>, 
/**
 * For a takeback: the node to go back to.
 */
node?: number | null, };

/**
 * The result of a tournament game.
 */
export type PairingResult = "first" | "second" | "draw" | "firstByForfeit" | "secondByForfeit" | "neither";

/**
 * A pairing.
 */
export type PairingView = { 
/**
 * Its number in the tournament, from 0.
 */
number: number, 
/**
 * The player who moves first.
 */
first: PersonView, 
/**
 * The player who moves second.
 */
second: PersonView, 
/**
 * The id of the game; none if it is not played.
 */
game?: string | null, 
/**
 * The result.
 */
result?: PairingResult | null, };

/**
 * The identity of a user.
 */
export type PersonView = { 
/**
 * Their id, which is public.
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
 * One item picked.
 */
export type Pick = { "site": string } | { "hand": { 
/**
 * Its owner; `None`: neutral.
 */
owner: string | null, 
/**
 * Its type.
 */
type: string, } } | { "choose": { 
/**
 * The question.
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
 * The shortest text that distinguishes it from all other types.
 */
short: string, 
/**
 * A line about its moves.
 */
help?: string, 
/**
 * More about it.
 */
description?: string, };

/**
 * A piece on the board. Pieces have no identity, since an identity could reveal hidden facts.
 */
export type PieceView = { 
/**
 * Its site.
 */
site: string, 
/**
 * Its owner; `None`: neutral.
 */
owner?: string | null, 
/**
 * Its type; none: hidden from the viewer.
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
 * The hands.
 */
hands: Array<Hand>, 
/**
 * The player to move; `None` if the move is random.
 */
turn?: string | null, 
/**
 * The position in the notation that the game has for it.
 */
text: string, };

/**
 * Whether the game continues.
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
 * Its kind.
 */
kind: PlayerKind, 
/**
 * Colour and shape: `p1` and `p2` for two players who choose, else `c1` to `c8`; `neutral` for
 * all who do not choose.
 */
mark: string, };

/**
 * The kind of a player.
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
 * Counts of playouts. Each list is in the order of the rules.
 */
export type PlayoutCounts = { 
/**
 * Games played.
 */
games: number, 
/**
 * Games won by each player.
 */
wins: Array<number>, 
/**
 * Games that ended without a winner or loser.
 */
draws: number, 
/**
 * Games that were stopped at a limit of plies or of work.
 */
unfinished: number, 
/**
 * Plies of each game.
 */
length: CountSums, 
/**
 * Legal moves in a position, as the mean of each game.
 */
choices: CountSums, 
/**
 * Plies in which each type of piece moved or came onto the board.
 */
pieces: Array<number>, 
/**
 * Plies by each rule.
 */
rules: Array<number>, 
/**
 * Whether pieces and rules could be counted in all plies.
 */
complete: boolean, };

/**
 * What playouts show. Each interval has the true value in 95 of 100 cases.
 */
export type PlayoutMeasures = { 
/**
 * Games played.
 */
games: number, 
/**
 * The share of games that each choosing player wins.
 */
wins: Array<WinShare>, 
/**
 * The share of drawn games.
 */
draws: Estimate, 
/**
 * The share of games that were stopped at a limit.
 */
unfinished: Estimate, 
/**
 * Plies of a game.
 */
length: Estimate, 
/**
 * Legal moves in a position.
 */
choices: Estimate, 
/**
 * Types of pieces that never moved and never came onto the board.
 */
unusedPieces: Array<string>, 
/**
 * Rules by which no move was made.
 */
unusedRules: Array<string>, };

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
 * How to fix it.
 */
hint?: string | null, };

/**
 * The public facts of a user.
 */
export type Profile = { 
/**
 * The user.
 */
person: PersonView, 
/**
 * When the account was made, in milliseconds since 1970.
 */
since: number, 
/**
 * Their ratings, the most played games first.
 */
ratings: Array<RatingView>, 
/**
 * Whether the viewer has muted them.
 */
muted?: boolean, };

/**
 * A QR code as an SVG path.
 */
export type QrCode = { 
/**
 * Modules in a row, without the quiet zone of four around them.
 */
size: number, 
/**
 * The dark modules: attribute `d` of a path whose unit is a module.
 */
path: string, };

/**
 * The question that distinguishes moves with equal picks.
 */
export type Question = "promote" | "capture" | "stop" | "way";

/**
 * The change of a rating by a result.
 */
export type RatingChange = { 
/**
 * The player of the rules.
 */
player: string, 
/**
 * The rating before.
 */
before: number, 
/**
 * The rating afterwards.
 */
after: number, };

/**
 * The rating of a user in a game.
 */
export type RatingView = { 
/**
 * The rules, by their id in the library.
 */
rules: string, 
/**
 * The index of the variant.
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
export type Reason = "malformed" | "unknown" | "forbidden" | "codeNeeded" | "stale" | "notYourTurn" | "ended" | "paused" | "waiting" | "illegal" | "unclear" | "nothing" | "taken" | "notHere" | "badRules" | "badRecord" | "limit" | "tooMany" | "tooLarge" | "busy" | "storage";

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
 * Facts of the game that the format cannot express, each a phrase such as `3 variations`.
 */
leftOut: Array<string>, };

/**
 * New recovery codes. They are sent once, and each is valid for one use.
 */
export type RecoveryCodes = { 
/**
 * The codes.
 */
codes: Array<string>, };

/**
 * A report to the operators about a user at a table: a chat message by the number of its line, or
 * a text, or both.
 */
export type Report = { 
/**
 * The id of the reported user, who is or was at that table.
 */
person: string, 
/**
 * The reported line, by its [number](TalkLine::number): operators read it in the log.
 */
line?: number, 
/**
 * The text; at most 1,000 bytes.
 */
text?: string, };

/**
 * The result of a player.
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
 * The kind of a seat's holder.
 */
export type SeatKind = "person" | "bot" | "open" | "aside";

/**
 * Who controls one player.
 */
export type SeatRule = { 
/**
 * The player of the rules.
 */
player: string, 
/**
 * The holder of the seat.
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
 * The kind of its holder.
 */
by: SeatKind, 
/**
 * The name to show.
 */
name: string, 
/**
 * The id of the user, on a public server: see [`PersonView`](crate::people::PersonView).
 */
person?: string | null, 
/**
 * The bot and its level.
 */
bot?: BotChoice | null, 
/**
 * Whether its user is connected.
 */
here: boolean, 
/**
 * Whether its bot is searching.
 */
thinking?: boolean, };

/**
 * What an authenticator needs. The second factor is off until a code of it was shown.
 */
export type SecondFactorSetup = { 
/**
 * The secret in base 32, to be typed.
 */
secret: string, 
/**
 * The `otpauth` address with the secret.
 */
url: string, 
/**
 * The address as a QR code.
 */
picture: QrCode, };

/**
 * Whether an account has a second factor.
 */
export type SecondFactorView = { 
/**
 * Whether a login asks for a code.
 */
on: boolean, 
/**
 * The number of recovery codes that are left.
 */
recoveryCodes: number, 
/**
 * Whether too many codes in a row were wrong: then only a recovery code is accepted.
 */
locked?: boolean, };

/**
 * An open offer of a game.
 */
export type SeekView = { 
/**
 * Its number.
 */
seek: number, 
/**
 * The user who made it.
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
 * The settings.
 */
terms: Terms, 
/**
 * The preferred side.
 */
side: SideWish, };

/**
 * A message of a server.
 */
export type ServerMessage = { "tell": "joined", 
/**
 * The number of the request.
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
 * The effects of changed rules, if that is the cause: moves that no longer exist.
 */
problems?: Array<Problem>, 
/**
 * The latest chat messages.
 */
talk?: Array<TalkLine>, } | { "tell": "update", 
/**
 * The id of the game.
 */
game: string, 
/**
 * New and changed nodes.
 */
nodes: Array<NodeView>, 
/**
 * Removed nodes; the nodes after them are removed too.
 */
pruned?: Array<number>, 
/**
 * The current position.
 */
view: View, 
/**
 * The id of the game that continues this one: a rematch.
 */
next?: string, 
/**
 * New chat messages.
 */
talk?: Array<TalkLine>, } | { "tell": "lobby", 
/**
 * The number of the request.
 */
re: number, 
/**
 * The lobby.
 */
lobby: LobbyView, } | { "tell": "sought", 
/**
 * The number of the request.
 */
re: number, 
/**
 * The number of the offer.
 */
seek: number, } | { "tell": "paired", 
/**
 * The number of the request.
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
 * The number of its changes.
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
 * The number of the request.
 */
re: number, 
/**
 * The nonce of the command.
 */
nonce: string, 
/**
 * The version of the game after the command.
 */
version: number, 
/**
 * The new node, if a move was played.
 */
node?: number, } | { "tell": "refused", 
/**
 * The number of the request; 0 if none could be read.
 */
re: number, 
/**
 * The reason.
 */
reason: Reason, 
/**
 * The reason as an English sentence.
 */
say: string, 
/**
 * For `stale`: the current position.
 */
view?: View, } | { "tell": "view", 
/**
 * The number of the request.
 */
re: number, 
/**
 * The position.
 */
view: View, } | { "tell": "moves", 
/**
 * The number of the request.
 */
re: number, 
/**
 * All beginnings one pick longer than the prefix, or complete moves if they are few.
 */
moves: Array<MoveView>, 
/**
 * Whether they are beginnings only.
 */
more: boolean, } | { "tell": "why", 
/**
 * The number of the request.
 */
re: number, 
/**
 * The answer.
 */
why: Why, } | { "tell": "thought", 
/**
 * The number of the request.
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
 * The report.
 */
thought: Thought, } | { "tell": "rules", 
/**
 * The id of the rules.
 */
rules: string, 
/**
 * The errors; empty if the rules are valid again.
 */
problems: Array<Problem>, } | { "tell": "ok", 
/**
 * The number of the request.
 */
re: number, };

/**
 * A request to change the visibility of own uploaded rules.
 */
export type ShowRules = { 
/**
 * The visibility.
 */
visible: Visible, };

/**
 * The side that a user prefers.
 */
export type SideWish = "any" | "first" | "second";

/**
 * A site.
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
 * Not drawn and never picked: the rules use it internally.
 */
hidden?: boolean, 
/**
 * Whether it is outside the board proper: a place for captured pieces, dice or pieces to be
 * placed.
 */
tray?: boolean, };

/**
 * Who controls a seat.
 */
export type Sitter = "me" | "anyone" | { "bot": BotChoice };

/**
 * The standing of a player.
 */
export type StandingView = { 
/**
 * The place, from 1; shared by players who are still tied.
 */
place: number, 
/**
 * The player.
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
 * The id of their current game.
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
 * The number.
 */
count: number, };

/**
 * The state of a game.
 */
export type Status = { 
/**
 * The next players to act, also if the game is paused; empty once it has ended.
 */
turn: Array<string>, 
/**
 * Whether the next move is random.
 */
chance?: boolean, 
/**
 * Whether the game continues.
 */
state: PlayState, 
/**
 * The sites of attacked royal pieces.
 */
check: Array<string>, 
/**
 * How the game ended, if it has.
 */
ending?: EndingView | null, };

/**
 * The kind of a step.
 */
export type StepKind = "go" | "capture" | "drop" | "remove" | "change" | "together" | "pass";

/**
 * One step of a move.
 */
export type StepView = { 
/**
 * What a player picks to make this step, in order. The picks of all steps of a move identify
 * it.
 */
pick: Array<Pick>, 
/**
 * The effects of the step.
 */
effects: Array<EffectView>, 
/**
 * The kind of step.
 */
say: StepKind, };

/**
 * A chat message.
 */
export type TalkLine = { 
/**
 * Its number in this game, from 1.
 */
number: number, 
/**
 * The sender.
 */
by: PersonView, 
/**
 * The player whom they controlled then.
 */
player: string, 
/**
 * The time, in milliseconds since 1970.
 */
at: number, 
/**
 * The text, never markup.
 */
text: string, };

/**
 * A number that the rules keep of a player.
 */
export type TallyView = { 
/**
 * The player.
 */
player: string, 
/**
 * What is counted, in the words of the rules.
 */
name: string, 
/**
 * The number.
 */
count: number, };

/**
 * The settings that must be equal for two users to be paired.
 */
export type Terms = { 
/**
 * The rules, by their id in the library: a game for two.
 */
rules: string, 
/**
 * The index of the variant.
 */
variant: number, 
/**
 * The clock; `None`: no clock.
 */
clock?: ClockRule, 
/**
 * Whether the result is rated. Guests play unrated games only.
 */
rated?: boolean, };

/**
 * The answer to a question about a rules text.
 */
export type TextAnswer = { "tell": "checked", 
/**
 * Each error and warning.
 */
findings: Array<TextFinding>, } | { "tell": "completed", 
/**
 * Each of them, the nearest first.
 */
words: Array<TextWord>, } | { "tell": "hovered", 
/**
 * The word and its explanation.
 */
hover?: TextHover | null, } | { "tell": "formatted", 
/**
 * The change.
 */
edit?: TextEdit | null, } | { "tell": "measured", 
/**
 * What was counted, for the next question.
 */
counts: PlayoutCounts, 
/**
 * What it means; none, if the text cannot be played.
 */
measures?: PlayoutMeasures | null, };

/**
 * Another text for a part of a text.
 */
export type TextEdit = { 
/**
 * Where the part begins.
 */
from: number, 
/**
 * Where it ends.
 */
to: number, 
/**
 * What is written there.
 */
text: string, };

/**
 * Something that is wrong with a text, or may be.
 */
export type TextFinding = { 
/**
 * Where it begins.
 */
from: number, 
/**
 * Where it ends.
 */
to: number, 
/**
 * Whether the text cannot be played as it is.
 */
error: boolean, 
/**
 * The code of the kind: `Z0602`.
 */
code: string, 
/**
 * What is wrong, in a sentence without a full stop.
 */
say: string, 
/**
 * How to repair it.
 */
hint?: string | null, 
/**
 * The repair itself.
 */
fix?: TextFix | null, };

/**
 * A repair that can be applied.
 */
export type TextFix = { 
/**
 * What it does, as an imperative.
 */
title: string, 
/**
 * The change.
 */
edit: TextEdit, };

/**
 * What is known of a word.
 */
export type TextHover = { 
/**
 * Where the word begins.
 */
from: number, 
/**
 * Where it ends.
 */
to: number, 
/**
 * The explanation, in Markdown.
 */
text: string, 
/**
 * The sites that the word means: those of a zone, or the site itself.
 */
sites?: Array<string>, };

/**
 * A question about a rules text. The text comes with it, so that no state is kept.
 */
export type TextQuestion = { 
/**
 * The name of the file. Its ending says the language: `.drf`, `.zrf` or `.4th`.
 */
name: string, 
/**
 * The text.
 */
text: string, 
/**
 * What is asked.
 */
about: TextTopic, };

/**
 * What is asked about a rules text.
 */
export type TextTopic = { "ask": "check" } | { "ask": "complete", 
/**
 * The place.
 */
at: number, } | { "ask": "hover", 
/**
 * The place.
 */
at: number, } | { "ask": "format" } | { "ask": "measure", 
/**
 * What was counted before, as the last answer had it; none: a new measurement.
 */
counts?: PlayoutCounts, };

/**
 * A word that may be meant.
 */
export type TextWord = { 
/**
 * The word.
 */
name: string, 
/**
 * Where the part begins that it replaces.
 */
from: number, 
/**
 * Where that part ends.
 */
to: number, 
/**
 * Whether it is a word of the language, and no name of the text.
 */
keyword: boolean, 
/**
 * How it is written, with its arguments.
 */
form: string, 
/**
 * What it means, in one line.
 */
meaning: string, };

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
 * The evaluation of a position by a bot.
 */
export type Thought = { 
/**
 * The bot.
 */
bot: BotChoice, 
/**
 * The player to move, for whom the values hold.
 */
player: string, 
/**
 * The expected result of that player, from 0 (lost) to 1 (won).
 */
expected: number, 
/**
 * The score in hundredths of the smallest piece, if the bot has one.
 */
score?: number | null, 
/**
 * The depth in plies, if the bot has one.
 */
depth?: number | null, 
/**
 * The number of positions searched.
 */
nodes: number, 
/**
 * The principal variations, best first.
 */
lines: Array<ThoughtLine>, 
/**
 * Whether more will follow.
 */
goingOn: boolean, };

/**
 * A principal variation.
 */
export type ThoughtLine = { 
/**
 * Its first move, as the `id` of a [`MoveView`](crate::view::MoveView).
 */
id: number, 
/**
 * Its moves in the notation of records.
 */
moves: Array<string>, 
/**
 * Its expected result, from 0 (lost) to 1 (won).
 */
expected: number, };

/**
 * A throw of dice.
 */
export type ThrowView = { 
/**
 * The result in words.
 */
text: string, 
/**
 * The value of each die; one that counts twice is listed twice. Empty if the dice lie on
 * sites, as pieces.
 */
shown?: Array<number>, 
/**
 * Whether the dice are lots with two sides, that count 0 and 1: sticks, shells, tetrahedra
 * with marked corners.
 */
lots?: boolean, 
/**
 * The number of equally likely outcomes, out of `of`, with this result.
 */
ways: number, 
/**
 * The number of equally likely outcomes.
 */
of: number, };

/**
 * The tie-breaks between players with equal points. The names are those of the FIDE Handbook.
 */
export type TieBreakName = "directEncounter" | "buchholz" | "sonnebornBerger" | "wins";

/**
 * The system of pairings.
 */
export type TournamentKind = { "kind": "roundRobin", 
/**
 * Twice, once with each side.
 */
double: boolean, } | { "kind": "swiss", 
/**
 * The number of rounds, 1 to 20, and at most as many as a round robin needs.
 */
rounds: number, } | { "kind": "arena", 
/**
 * Minutes, 1 to 720.
 */
minutes: number, };

/**
 * The actions in a tournament that the viewer may take.
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
 * Start it, and cancel it.
 */
start: boolean, };

/**
 * The phase of a tournament.
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
 * The user who created it.
 */
by: PersonView, 
/**
 * The title of the game.
 */
game: string, 
/**
 * The settings of its games.
 */
terms: Terms, 
/**
 * The system of pairings.
 */
kind: TournamentKind, 
/**
 * Its phase.
 */
phase: TournamentPhase, 
/**
 * When it begins or began, in milliseconds since 1970; none: when its creator starts it.
 */
start?: number, 
/**
 * When it ended, or when a running arena will end.
 */
end?: number, 
/**
 * The number of players, including those who left.
 */
entrants: number, 
/**
 * The players in the first place, once it has ended.
 */
winners: Array<PersonView>, 
/**
 * Whether the viewer takes part.
 */
joined?: boolean, };

/**
 * A tournament.
 */
export type TournamentView = { 
/**
 * Its summary.
 */
about: TournamentSummary, 
/**
 * The number of its changes.
 */
version: number, 
/**
 * The number of paired rounds; in an arena the number of pairings.
 */
round: number, 
/**
 * The number of rounds; none in an arena.
 */
rounds?: number | null, 
/**
 * The round of the pairings shown; none in an arena, which shows the last fifty.
 */
shown?: number | null, 
/**
 * When the next round begins, in milliseconds since 1970, during a break.
 */
nextRound?: number, 
/**
 * The tie-breaks between players with equal points, in this order.
 */
tieBreaks: Array<TieBreakName>, 
/**
 * The standings.
 */
standings: Array<StandingView>, 
/**
 * The pairings of a round.
 */
pairings: Array<PairingView>, 
/**
 * The player with the bye in that round.
 */
bye?: PersonView | null, 
/**
 * The actions that the viewer may take.
 */
may: TournamentMay, 
/**
 * The current game of the viewer.
 */
game?: string | null, 
/**
 * The clock of the server, in milliseconds since 1970, for countdowns.
 */
now: number, };

/**
 * A part of the list of tournaments.
 */
export type Tournaments = { 
/**
 * The tournaments: coming ones by their start, finished ones by their end, latest first.
 */
tournaments: Array<TournamentSummary>, 
/**
 * The cursor for the next part; none at the end.
 */
next?: string | null, };

/**
 * A refused request: the body of every unsuccessful HTTP answer.
 */
export type Trouble = { 
/**
 * The reason, as a closed code.
 */
reason: Reason, 
/**
 * The reason as an English sentence.
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
 * The games of the record, if it has several: the players of each, and the rules if it names
 * them.
 */
games?: Array<string>, 
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
 * The number of records in the game's log: a later view of a node has more.
 */
version: number, 
/**
 * The node of the game tree.
 */
node: number, 
/**
 * Whether this is the current node of the game.
 */
current: boolean, 
/**
 * The players whose seats the viewer holds.
 */
me: Array<string>, 
/**
 * The holder of each seat, in the order of the board's players; random and neutral players
 * too.
 */
seats: Array<SeatView>, 
/**
 * Whether the game began with another position than that of the rules.
 */
setUp?: boolean, 
/**
 * The pieces on the board.
 */
pieces: Array<PieceView>, 
/**
 * The hands.
 */
hands: Array<Hand>, 
/**
 * Numbers of sites that are not 0: seeds in pits, lamps that are lit.
 */
counts?: Array<CountView>, 
/**
 * Numbers of players: seeds in store, pieces that are home.
 */
tallies?: Array<TallyView>, 
/**
 * The sites that exist, of a board without borders; none of a board that is drawn whole.
 */
exists?: Array<string>, 
/**
 * Statistics of the position that the rules declare, such as the contents of a common pool.
 */
statistics?: Array<StatisticView>, 
/**
 * The last throw, if the previous move was random.
 */
dice?: ThrowView | null, 
/**
 * The moves of the viewer; empty if they are not on turn.
 */
moves: Array<MoveView>, 
/**
 * Whether `moves` are only beginnings: one level of the tree of picks. Ask for the next with
 * `expand`.
 */
more?: boolean, 
/**
 * The number of complete moves of the player to move, for any viewer.
 */
choices: number, 
/**
 * Whether the turn is played one step at a time, since it has too many complete moves to list:
 * then `moves` are the next steps.
 */
stepwise?: boolean, 
/**
 * The picks of an unfinished move of the viewer, on this or another screen.
 */
draft?: Draft | null, 
/**
 * The move that led here; none at the start, or if it is hidden from the viewer.
 */
last?: LastMove | null, 
/**
 * Highlights on the board.
 */
marks: Array<Mark>, 
/**
 * The state of the game.
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
 * Whether the result is rated.
 */
rated?: boolean, 
/**
 * The id of the tournament of which it is a game.
 */
tournament?: string | null, 
/**
 * The changes of ratings, once the result is rated.
 */
ratings?: Array<RatingChange>, 
/**
 * The proof of the dice, for a check after the game; none in a game without dice.
 */
chance?: ChanceView | null, };

/**
 * The visibility of uploaded rules.
 */
export type Visible = "private" | "unlisted" | "public";

/**
 * Why picks are not a legal move.
 */
export type Why = { 
/**
 * The reason, as a closed code.
 */
reason: WhyReason, 
/**
 * The sites that cause it.
 */
sites: Array<string>, 
/**
 * The condition that fails, in English and in the words of the rules; `None` if `reason` is
 * complete.
 */
detail?: string | null, 
/**
 * The rule that comes nearest, as written.
 */
condition?: string | null, 
/**
 * The place of that rule.
 */
at?: Place | null, 
/**
 * The reason as an English sentence.
 */
say: string, };

/**
 * The reasons why picks are not a legal move: a closed list.
 */
export type WhyReason = "legal" | "notPlaying" | "notYourTurn" | "empty" | "notYours" | "noneLeft" | "occupied" | "blocked" | "notItsWay" | "notThisKind" | "obliged" | "forbidden" | "rules";

/**
 * The share of games that a player wins.
 */
export type WinShare = { 
/**
 * The name of the player.
 */
player: string, 
/**
 * The share.
 */
share: Estimate, };

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
 * The name of its owner; `None`: shared by all players.
 */
player?: string | null, 
/**
 * Its sites.
 */
sites: Array<string>, };
