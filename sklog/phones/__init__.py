"""The table on everybody's phone: a small server beside the ledger, for the people in one room.

    phone ──gate──▶ routes ──▶ entering ──▶ Ledger        a write, in one thread, with the state that its sender saw
                       │                      │
                       │                    tables ──▶ every open stream of that evening: the new board, once
                       └──▶ pages ──▶ html in the phone's language

    pins      the codes that one joins with, how long they are, and what becomes of who guesses
    devices   who has joined: names and rights, and of each token its hash, in a file beside the ledger
    gate      what a request must be before anything looks at it; what it may ask for; what every answer says
    pages     templates, and what they are told
    halls     what other rooms show of evenings of their own: pages, codes, rights
    tables    the evenings that are shown, or a hall: boards, streams, and whatever else writes to the ledger
    entering  what phones record, correct, take back and pay
    deeds     what else is done from a phone, a row each: who joins, Bock, the Stock, closing, beginning, files
    routes    which address answers what
    server    addresses, the code to join with, beginning and end

Everything about the game is asked of the public interface (`sklog`). No command but `sklog serve` imports any of this;
what prints the cards of a hall's tables asks for their PINs.
"""
