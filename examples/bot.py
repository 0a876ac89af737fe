"""A chat bot that keeps the score: each message is a hand, or one of `stand`, `undo`, `settle`.

python examples/bot.py ledger.db          reads messages from stdin, one a line, as a chat would send them
"""

from __future__ import annotations

import sys

import sklog

SAID_AGAIN = "That was recorded just before. Was it really played twice? Then send it once more with a !"


def answer(ledger: sklog.Ledger, message: str) -> str:
    """Return what the bot says to a message. Whatever is wrong is a sentence, and nothing is stored."""
    message = message.strip()
    try:
        match message.casefold():
            case "stand":
                return standing(ledger.evening())
            case "undo":
                return f"Took back: {ledger.undo()[0].words}"
            case "settle":
                (plan, *_) = ledger.settlement().plans
                return "\n".join(f"{one.payer} pays {one.payee} {one.amount / 100:.2f} €" for one in plan.transfers)
        recorded = ledger.record(message.rstrip("!"), again=message.endswith("!"))
    except sklog.Repeated:
        return SAID_AGAIN
    except sklog.NoLedger:
        return "Nobody has begun an evening yet."
    except sklog.SklogError as error:
        return "\n".join(problem.message for problem in error.problems)
    return f"Hand {recorded.line.number}. {standing(ledger.evening())}"


def standing(evening: sklog.Evening) -> str:
    """Return the balances, in euros."""
    return ", ".join(
        f"{name} {amount / 100:+.2f}" for name, amount in evening.state.balances.items() if name != "Stock"
    )


if __name__ == "__main__":
    kept = sklog.Ledger(sys.argv[1], who="bot")
    for line in sys.stdin:
        print(answer(kept, line))
