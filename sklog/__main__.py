"""`python -m sklog` is the command `sklog`."""

from sklog.cli import main

if __name__ == "__main__":
    main()
