"""A table while people play: the board, what a line means while it is typed, what can be played next."""
