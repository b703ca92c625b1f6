( Looks one move ahead: plays each move on a copy of the board, and takes the one that is worth most. )

DEFER Worth   ( -- n : what the board is worth to the current player )

VARIABLE best-worth

: look  ( move -- )
  $CloneBoard
  DUP .moveCFA EXECUTE
  Worth
  $DeallocateBoard
  DUP best-worth @ >
  IF
    DUP best-worth !
    Score!
    $MoveString BestMove!
  ELSE
    2DROP
  ENDIF
;

: One-Ply
  -1000000 best-worth !
  $FirstMove
  BEGIN
    DUP look
    $Yield
    $NextMove DUP NOT
  UNTIL
  DROP
;
