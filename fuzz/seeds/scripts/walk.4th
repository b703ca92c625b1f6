{board 3 3 {grid} {variable} seen 3 {array} row board}
{directions -1 0 {direction} n 1 0 {direction} s 0 1 {direction} e {link} w b2 a2 directions}
{players {player} White {player} Black {neutral} Wall players}
{turn-order {repeat} {turn} White {turn} Black {for-player} Black turn-order}
{symmetries Black {symmetry} n s symmetries}
: note ( n -- ) seen +! ;
: go n verify friend? NOT verify from here move 2 COMPILE-LITERAL COMPILE note partial add-move ;
: slide BEGIN e IF empty? IF from here move add-move FALSE ELSE TRUE ENDIF ELSE TRUE ENDIF UNTIL ;
: put empty? verify drop add-move ;
{moves all {move} go {move-type} first {move} slide {move} Pass moves}
{moves drops {move} put moves}
{pieces {piece} man {moves} all 3 {value} {piece} stone {drops} drops pieces}
{move-priorities {move-priority} first move-priorities}
{board-setup {setup} White man b1 {setup} Black man b3 {setup} Wall stone a1 board-setup}
