# Titles of rules that have none of their own: scripts are named like their files.

game-hold = Hold (ForthScript)
game-kalah-forth = Kalah (ForthScript)
game-pegs = Pegs (ForthScript)
game-ur = Game of Ur (ForthScript)
