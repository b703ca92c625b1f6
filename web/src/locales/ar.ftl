app-name = Dagaz
