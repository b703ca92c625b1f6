( How far men have come: what both heads think of first. )

VARIABLE sum
VARIABLE spot

( How far along the way a position is: 5 to 12 on the middle row. )
: way  ( pos -- n )
  DUP d1 = OVER d3 = OR IF DROP 1 ELSE
  DUP c1 = OVER c3 = OR IF DROP 2 ELSE
  DUP b1 = OVER b3 = OR IF DROP 3 ELSE
  DUP a1 = OVER a3 = OR IF DROP 4 ELSE
  DUP h1 = OVER h3 = OR IF DROP 13 ELSE
  DUP g1 = OVER g3 = OR IF DROP 14 ELSE
  a2 - 5 +
  ENDIF ENDIF ENDIF ENDIF ENDIF ENDIF
;
