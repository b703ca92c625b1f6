( The Royal Game of Ur, as it was played in Mesopotamia four and a half thousand years ago. )
( Each player brings seven men round the board. Four dice with two sides each say how far a man goes. )
( Written for Dagaz from the rules of the game. The files Ur-[...].4th say how to choose a move. )

{board
  3 8 {grid}
  {position} w-hand   {position} b-hand
  {position} w-home   {position} b-home
  {position} dice

  {variable} white-hand   {variable} black-hand
  {variable} white-home   {variable} black-home
  {variable} extra        ( who has earned another throw by landing on a rosette )
board}

( Each player's way, from the hand to the end. )
{directions
  {link} next w-hand d1
  {link} next d1 c1   {link} next c1 b1   {link} next b1 a1   {link} next a1 a2
  {link} next a2 b2   {link} next b2 c2   {link} next c2 d2   {link} next d2 e2
  {link} next e2 f2   {link} next f2 g2   {link} next g2 h2   {link} next h2 h1
  {link} next h1 g1   {link} next g1 w-home

  {link} b-next b-hand d3
  {link} b-next d3 c3   {link} b-next c3 b3   {link} b-next b3 a3   {link} b-next a3 a2
  {link} b-next a2 b2   {link} b-next b2 c2   {link} b-next c2 d2   {link} b-next d2 e2
  {link} b-next e2 f2   {link} b-next f2 g2   {link} b-next g2 h2   {link} b-next h2 h3
  {link} b-next h3 g3   {link} b-next g3 b-home
directions}

{players
  {player} White
  {player} Black
  {player} ?Dice {random}
players}

{turn-order
  {turn} ?Dice {turn} White
  {turn} ?Dice {turn} Black
turn-order}

{symmetries
  Black {asymmetry} next b-next
symmetries}

7 CONSTANT MEN

DEFER MAN
DEFER D0

: opponent  current-player White = IF Black ELSE White ENDIF ;
: hand-of   White = IF white-hand ELSE black-hand ENDIF ;
: home-of   White = IF white-home ELSE black-home ENDIF ;

: rosette?  ( pos -- ? )
  DUP d2 = OVER a1 = OR OVER a3 = OR OVER g1 = OR SWAP g3 = OR
;

( What happens when a move is played. )
: grant       ( player -- ) extra ! ;
: leave-hand  ( player -- ) hand-of -- ;
: return-man  ( player -- ) hand-of ++ ;
: bring-home  ( player -- ) home-of ++ ;

: may-move?   extra @ 0= extra @ current-player = OR ;
: throw       dice piece-type-at D0 - ;

: walk  ( -- )
  throw DUP 0> verify
  BEGIN
    next verify
    1- DUP 0=
  UNTIL
  DROP
;

: at-home?  here w-home = here b-home = OR ;

: landing-ok?  ( a man of one's own is in the way; a rosette is safe )
  friend? NOT enemy? here rosette? AND NOT AND
;

: land
  enemy? IF
    opponent COMPILE-LITERAL COMPILE return-man
  ENDIF
  here rosette? IF current-player ELSE 0 ENDIF
  COMPILE-LITERAL COMPILE grant
;

: advance
  may-move? verify
  walk
  at-home? IF
    from capture-at
    current-player COMPILE-LITERAL COMPILE bring-home
    0 COMPILE-LITERAL COMPILE grant
  ELSE
    landing-ok? verify
    from here move
    land
  ENDIF
  add-move
;

: enter
  may-move? verify
  current-player hand-of @ 0> verify
  walk
  landing-ok? verify
  MAN create-piece-type
  current-player COMPILE-LITERAL COMPILE leave-hand
  land
  add-move
;

( The dice: of sixteen throws one is nothing, four are 1, six are 2, four are 3, and one is 4. )
: thrown  ( n times -- )
  BEGIN
    OVER D0 + change-type add-move
    1- DUP 0=
  UNTIL
  2DROP
;

: roll
  0 1 thrown  1 4 thrown  2 6 thrown  3 4 thrown  4 1 thrown
;

{moves man-moves   {move} advance moves}
{moves hand-moves  {move} enter moves}
{moves dice-moves  {move} roll moves}

{pieces
  {piece} man   {moves} man-moves
  {piece} hand  {moves} hand-moves
  {piece} zero  {moves} dice-moves
  {piece} one   {moves} dice-moves
  {piece} two   {moves} dice-moves
  {piece} three {moves} dice-moves
  {piece} four  {moves} dice-moves
pieces}

' man IS MAN
' zero IS D0

{board-setup
  {setup} White hand w-hand
  {setup} Black hand b-hand
  {setup} ?Dice zero dice
board-setup}

( Who cannot move passes, and nobody else may. )
$passTurnForced ON

: OnNewGame
  RANDOMIZE
  MEN white-hand !
  MEN black-hand !
;

: OnIsGameOver
  #UnknownScore
  current-player ?Dice <> IF
    opponent home-of @ MEN = IF DROP #LossScore ENDIF
    current-player home-of @ MEN = IF DROP #WinScore ENDIF
  ENDIF
;
