( Ur with a simple head: get on, take care of men that can be hit, land on rosettes. )

LOAD ur.4th
LOAD search.4th
LOAD way.4th

: middle?  ( pos -- ? ) DUP a2 >= SWAP h2 <= AND ;

( A man's worth: how far he is, less a part of it where he can be hit. )
: man-worth  ( pos -- n )
  DUP way 10 *
  OVER middle? IF OVER rosette? IF 20 + ELSE DUP 5 / - ENDIF ENDIF
  SWAP DROP
;

: side-worth  ( player -- n )
  DUP home-of @ 200 * sum !
  a3 spot !
  BEGIN
    DUP spot @ player-at =
    IF spot @ man-worth sum +! ENDIF
    spot ++
    spot @ h1 >
  UNTIL
  DROP sum @
;

: board-worth
  current-player side-worth opponent side-worth -
  extra @ current-player = IF 40 + ENDIF
;

' board-worth IS Worth

: OnEvaluate
  current-player ?Dice = IF 0 ELSE board-worth ENDIF
;

{players
  {player} White {search-engine} One-Ply
  {player} Black {search-engine} One-Ply
  {player} ?Dice {random}
players}
