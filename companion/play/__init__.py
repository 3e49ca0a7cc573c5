"""The game on the table: who writes it down, who is told, what is asked, how time runs."""
