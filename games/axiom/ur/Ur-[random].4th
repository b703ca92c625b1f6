( Ur, where both sides choose a move by chance. )

LOAD ur.4th

: Random
  0 move-count 1- $RAND-WITHIN    ( how many moves to pass over )
  $FirstMove
  BEGIN
    OVER 0>
    IF $NextMove SWAP 1- SWAP FALSE ELSE TRUE ENDIF
  UNTIL
  $MoveString BestMove!
  DROP
;

{players
  {player} White {search-engine} Random
  {player} Black {search-engine} Random
  {player} ?Dice {random}
players}
