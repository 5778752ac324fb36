"""`python -m tagloom` is `tagloom`."""

from tagloom.cli import main

main(prog_name="tagloom")
