"""Shorthand: one line is one hand, and one hand is one line."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sklog import tariffs
from sklog.errors import HandError, IllegalHand, InvalidHand, UnclearHand
from sklog.notation import LONGEST, flag_words, game_words, read, shortest, write
from sklog.scoring.hand import Hand, InvalidHandOf, Passed, Played, Posting, Ramsch
from sklog.scoring.tariff import Tariff
from tests import hand_strategies

PEOPLE = ("Anna", "Bene", "Christl", "Dani")
HAUS = hand_strategies.TARIFFS["haus"]
FEW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]


def line(said: str, people: tuple[str, ...] = PEOPLE, tariff: Tariff = HAUS, round_: str | None = None) -> Hand:
    """Return the hand of a line at the sample table."""
    return read(said, people, None, tariff, round_)


def sauspiel(**facts: Any) -> Played:
    """Return Anna's Sauspiel with Christl."""
    return Played(game="sauspiel", declarer="Anna", partner="Christl", **facts)


def solo(**facts: Any) -> Played:
    """Return Anna's Herz-Solo."""
    return Played(game="solo", suit="herz", declarer="Anna", **facts)


def bene(game: str, **facts: Any) -> Played:
    """Return a game that Bene played alone, and won unless said otherwise."""
    return Played(game=game, declarer="Bene", **({"won": True} | facts))


def refusal(said: str, kind: type[HandError], people: tuple[str, ...] = PEOPLE, tariff: Tariff = HAUS) -> list[str]:
    """Return what is said about a line that is no hand; the error is of exactly this kind of no."""
    with pytest.raises(kind) as refused:
        line(said, people, tariff)
    return [problem.message for problem in refused.value.problems]


# -- the interface's examples --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "keys", "hand"),
    [
        ("s ac", 5, sauspiel(won=True)),
        ("s ac-", 6, sauspiel(won=False)),
        ("s ac n", 7, sauspiel(won=True, schneider=True)),
        ("s ac nl3", 9, sauspiel(won=True, schneider=True, laufende=3)),
        ("s ac 74", 8, sauspiel(augen=74)),
        ("w b", 4, bene("wenz")),
        ("w b-l2", 7, bene("wenz", won=False, laufende=2)),
        ("hs a nl4p", 10, solo(won=True, schneider=True, laufende=4, klopfer=1)),
        ("r d jb", 7, Ramsch(losers=("Dani",), jungfrauen=("Bene",))),
        ("r d ja", 7, Ramsch(losers=("Dani",), jungfrauen=("Anna",))),
        ("r d", 4, Ramsch(losers=("Dani",))),
        ("r a+", 5, Ramsch(durchmarsch="Anna")),
    ],
)
def test_typical_lines(said: str, keys: int, hand: Hand) -> None:
    """The contract's typical lines mean what it says, take as many keys, and are printed so again."""
    assert line(said) == hand
    assert len(said) + 1 == keys
    assert write(hand, PEOPLE, HAUS) == said


@pytest.mark.parametrize(
    ("said", "game", "suit"),
    [
        *(("w", "wenz", None), ("g", "geier", None), ("b", "bettel", None), ("hs", "solo", "herz")),
        *(("es", "solo", "eichel"), ("gs", "solo", "gras"), ("ss", "solo", "schellen"), ("fs", "solo", None)),
        *(("ew", "farbwenz", "eichel"), ("gg", "farbgeier", "gras"), ("hh", "farbhabicht", "herz")),
        *(("fw", "farbwenz", None), ("Herz-Solo", "solo", "herz"), ("herzsolo", "solo", "herz")),
        *(("herz solo", "solo", "herz"), ("solo herz", "solo", "herz"), ("Eichel-Wenz", "farbwenz", "eichel")),
        *(("laub geier", "farbgeier", "gras"), ("farbwenz schelln", "farbwenz", "schellen"), ("bär", "bär", None)),
        *(("BAUERNWENZ", "wenz", None), ("könig", "habicht", None), ("herzkaiser", "farbhabicht", "herz")),
        *(("perlmutt habicht", "perlmutt-habicht", None), ("gras-hawaii-habicht", "hawaii-habicht", "gras")),
        *(("null", "bettel", None), ("moertel", "mörtel", None), ("über kreuz", "kreuz", None)),
        *(
            ("nullouvert", "nullouvert", None),
            ("Ouvert", "nullouvert", None),
            ("doppelwenz gras", "doppelwenz", "gras"),
        ),
    ],
)
def test_games(said: str, game: str, suit: str | None) -> None:
    """A game is said by its letters, its name or an alias, with its suit in front or behind."""
    assert line(f"{said} b") == bene(game, suit=suit)


@pytest.mark.parametrize("said", ["s", "Rufspiel", "h", "stille hochzeit", "s eichel", "sauspiel blatt"])
def test_partner_games_name_two(said: str) -> None:
    """A partner game names the declarer and the partner."""
    hand = line(f"{said} ac")
    assert isinstance(hand, Played)
    assert (hand.declarer, hand.partner) == ("Anna", "Christl")


@pytest.mark.parametrize(
    "said",
    ["s ac", "s 13", "s a c", "s 1 3", "s an ch", "S ANNA christl", "s Anna 3", "s ac+", "s a c +", "s ac gewonnen"],
)
def test_people(said: str) -> None:
    """People are said by initials, seats, names or their starts."""
    assert line(said) == sauspiel(won=True)


@pytest.mark.parametrize("said", ["s ac-", "s ac -", "s 13-", "s a c-", "s ac lost", "s ac VERLOREN", "s ac won:no"])
def test_lost(said: str) -> None:
    """The sign sticks to the people or stands alone; words say it too."""
    assert line(said) == sauspiel(won=False)


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ("74", {"augen": 74}),
        ("74nl3", {"augen": 74, "schneider": True, "laufende": 3}),
        ("74 n l3", {"augen": 74, "schneider": True, "laufende": 3}),
        ("mit 61", {"augen": 61}),
        ("mit 3", {"won": True, "laufende": 3}),
        ("75 laufende 3", {"augen": 75, "laufende": 3}),
        ("z", {"won": True, "schwarz": True}),
        ("o3", {"won": True, "laufende": 3, "laufende_of": "opponents"}),
        ("p2k", {"won": True, "klopfer": 2, "kontra": 1}),
        ("kr", {"won": True, "kontra": 2}),
        ("k3", {"won": True, "kontra": 3}),
        ("k re", {"won": True, "kontra": 2}),
        ("Kontra Re Supra", {"won": True, "kontra": 3}),
        ("spritze retour", {"won": True, "kontra": 2}),
        ("Stoß", {"won": True, "kontra": 1}),
        ("schneider schwarz", {"won": True, "schneider": True, "schwarz": True}),
        ("muss", {"won": True, "forced": True}),
        ("bock", {"won": True, "bock": 1}),
        ("bock2 bid75", {"won": True, "bock": 2, "bid": 75}),
        ("tricks:7", {"tricks": 7}),
        ("+tricks:7", None),
        ("stiche:7 + n", {"tricks": 7, "won": True, "schneider": True}),
        ("schneider:no", {"won": True, "schneider": False}),
        ("kontra:Bene,Anna", {"won": True, "kontra": ("Bene", "Anna")}),
        ("kontra:ba", {"won": True, "kontra": ("Bene", "Anna")}),
        ("klopfer:b", {"won": True, "klopfer": ("Bene",)}),
        ("klopfer:2", {"won": True, "klopfer": 2}),
        ("angesagt:schneider", {"won": True, "announced": "schneider"}),
        ("announced:schwarz 120", {"won": True, "augen": 120, "announced": "schwarz"}),
        ("announced:schneider 100", {"augen": 100, "announced": "schneider"}),
        ("suit:blatt", {"won": True, "suit": "gras"}),
        ("dealer:Bene active:A,B,C,D", {"won": True, "dealer": "Bene", "active": PEOPLE}),
        ("round:none", {"won": True, "round": "none"}),
        ("won:none", {}),
        ('note:"a \\"b\\" // c"', {"won": True, "note": 'a "b" // c'}),
        ("// gut // so", {"won": True, "note": "gut // so"}),
        ("l3 laufende_of:declarers", {"won": True, "laufende": 3}),
    ],
)
def test_flags(said: str, facts: dict[str, Any] | None) -> None:
    """Each flag says its fact; the figures decide who won, and without them it is won."""
    if facts is None:
        refusal(f"s ac {said}", InvalidHand)
    else:
        assert line(f"s ac {said}") == sauspiel(**facts)


@pytest.mark.parametrize(
    ("said", "hand"),
    [
        ("hs a t", solo(won=True, tout=True)),
        ("hs a du", solo(won=True, tout=True)),
        ("hs a durch-", None),
        ("hs a-t 90", solo(won=False, tout=True, augen=90)),
        ("hs a t 120", solo(won=True, tout=True, augen=120)),
        ("hs a t tricks:7", solo(tout=True, tricks=7)),
        ("hs a sie", solo(sie=True)),
        ("hs a sie t", solo(sie=True, tout=True)),
        ("hs a+sie", solo(sie=True, won=True)),
        ("b b", bene("bettel")),
        ("b b-", bene("bettel", won=False)),
        ("b b tricks:0", bene("bettel", won=None, tricks=0)),
        ("b b- 20", bene("bettel", won=False, augen=20)),
        ("ouvert b-20", bene("nullouvert", won=False, augen=20)),
        ("kreuz b 60", bene("kreuz", won=None, augen=60)),
        ("kreuz b", bene("kreuz")),
    ],
)
def test_who_won_by_the_kind_of_game(said: str, hand: Hand | None) -> None:
    """A Tout and a Bettel are decided by tricks, a Sie is won, über Kreuz is like other partner games."""
    if hand is None:
        refusal(said, InvalidHand)
    else:
        assert line(said) == hand


@pytest.mark.parametrize(
    ("said", "hand"),
    [
        ("s winners:Anna,Christl n", Played(game="sauspiel", winners=("Anna", "Christl"), schneider=True)),
        ("w gewinner:bcd", Played(game="wenz", winners=("Bene", "Christl", "Dani"))),
        ("s c declarer:Anna", sauspiel(won=True)),
        ("game:wenz declarer:Bene", bene("wenz")),
        ("kreuz a partner:c", Played(game="kreuz", declarer="Anna", partner="Christl", won=True)),
        ('w "Robert"', Played(game="wenz", declarer="Robert", won=True)),
    ],
)
def test_people_by_key(said: str, hand: Hand) -> None:
    """People may be said by key, and in quotes the name stands as it is."""
    assert line(said) == hand


@pytest.mark.parametrize(
    ("said", "hand"),
    [
        ("r d jbc", Ramsch(losers=("Dani",), jungfrauen=("Bene", "Christl"))),
        ("r d p2 bock", Ramsch(losers=("Dani",), klopfer=2, bock=1)),
        ("r d-", Ramsch(losers=("Dani",))),
        ("r ab", Ramsch(losers=("Anna", "Bene"))),
        ("r 12", Ramsch(losers=("Anna", "Bene"))),
        ("r losers:A,B", Ramsch(losers=("Anna", "Bene"))),
        ("r a durch", None),
        ("r a +", Ramsch(durchmarsch="Anna")),
        ("r durchmarsch:Anna", Ramsch(durchmarsch="Anna")),
        ("r d jungfrauen:none", Ramsch(losers=("Dani",), jungfrauen=())),
        ("r d pjb", Ramsch(losers=("Dani",), jungfrauen=("Bene",), klopfer=1)),
        ("r 48 30 22 20", Ramsch(augen={"Anna": 48, "Bene": 30, "Christl": 22, "Dani": 20})),
        ("r 48 30 42 0 jd", Ramsch(augen={"Anna": 48, "Bene": 30, "Christl": 42, "Dani": 0}, jungfrauen=("Dani",))),
        ("r augen:Anna=48,b=72,c=0,d=0", Ramsch(augen={"Anna": 48, "Bene": 72, "Christl": 0, "Dani": 0})),
        ("r d tricks:Anna=3,Bene=5", Ramsch(losers=("Dani",), tricks={"Anna": 3, "Bene": 5})),
        (
            "r 40 40 20 20 tricks:2,2,2,2 trumps:4,4,3,3 highest:a=1,b=2",
            Ramsch(
                augen={"Anna": 40, "Bene": 40, "Christl": 20, "Dani": 20},
                tricks=dict.fromkeys(PEOPLE, 2),
                trumps={"Anna": 4, "Bene": 4, "Christl": 3, "Dani": 3},
                highest={"Anna": 1, "Bene": 2},
            ),
        ),
    ],
)
def test_ramsch(said: str, hand: Hand | None) -> None:
    """A Ramsch names its loser, a Durchmarsch, or everybody's Augen in the order of the seats."""
    if hand is None:
        refusal(said, InvalidHand)
    else:
        assert line(said) == hand


def test_augen_of_those_dealt_in() -> None:
    """The Augen of a Ramsch are those of the people dealt in, in the order of the seats, whoever is named first."""
    hand = read("r 50 30 20 20", (*PEOPLE, "Eva"), ("Dani", "Eva", "Bene", "Christl"), HAUS)
    assert hand == Ramsch(augen={"Bene": 50, "Christl": 30, "Dani": 20, "Eva": 20})


def test_augen_of_those_the_line_deals_in() -> None:
    """Where the line itself says who is dealt in, the Augen are theirs."""
    hand = read("r 50 30 20 20 active:e,b,c,d", (*PEOPLE, "Eva"), PEOPLE, HAUS)
    assert isinstance(hand, Ramsch)
    assert hand.augen == {"Bene": 50, "Christl": 30, "Dani": 20, "Eva": 20}


def test_augen_of_more_people_than_the_line_deals_in() -> None:
    """Four numbers for two people are refused, however many the table deals in."""
    with pytest.raises(InvalidHand, match="expected a number for each name"):
        read("r augen:60,30,20,10 active:Anna,Bene", PEOPLE, None, HAUS)


@pytest.mark.parametrize("said", ["x", "weiter", "zusammengeworfen", "Passed"])
def test_thrown_in(said: str) -> None:
    """A deal is thrown in with one letter, in every tariff, and the Klopfer are noted."""
    for tariff in hand_strategies.TARIFFS.values():
        assert line(f"{said} p2", tariff=tariff) == Passed(klopfer=2)


@pytest.mark.parametrize(
    ("said", "hand"),
    [
        ("posting Anna:-50 Bene:50", Posting(amounts={"Anna": -50, "Bene": 50})),
        ("post a:-50 b:+50 // Falsch gegeben", Posting(amounts={"Anna": -50, "Bene": 50}, note="Falsch gegeben")),
        ("post a:-2,40 b:2.40", Posting(amounts={"Anna": -240, "Bene": 240})),
        ('post "Robert":-5 b:5', Posting(amounts={"Robert": -5, "Bene": 5})),
        ("game:posting amounts:a=-5,b=5", Posting(amounts={"Anna": -5, "Bene": 5})),
    ],
)
def test_postings(said: str, hand: Hand) -> None:
    """An amount is moved by hand: whole cents, or euros with two decimals."""
    assert line(said) == hand


@pytest.mark.parametrize(
    ("said", "kontra"), [("re", 2), ("kontra re", 2), ("kr", 2), ("k", 1), ("re supra", 3), ("", 0)]
)
def test_a_hadsch_begins_with_a_kontra(said: str, kontra: int) -> None:
    """In a Hadsch the first Kontra needs no word, whether the evening or the line says the round."""
    assert line(f"s ac {said}", round_="hadsch") == sauspiel(won=True, kontra=kontra)
    assert line(f"s ac {said} round:hadsch") == sauspiel(won=True, kontra=kontra, round="hadsch")


def test_a_kontra_word_means_its_level_in_this_tariff() -> None:
    """Sub is the third word in one tariff and the fifth in another."""
    for name, chain in (("lamers", "kontra re sub"), ("wiki", "kontra re supra resupra sub")):
        assert line(f"s ac {chain}", tariff=tariffs.find(name)) == sauspiel(won=True, kontra=len(chain.split()))


# -- people who stick to the game ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "spaced"),
    [
        *(("sac", "s ac"), ("sac-", "s ac-"), ("sac-n", "s ac-n"), ("SAC nl3", "s ac nl3"), ("s13", "s 13")),
        *(("wb", "w b"), ("wb-l2", "w b-l2"), ("w2", "w 2"), ("bc-", "b c-"), ("hac", "h ac"), ("hsa t", "hs a t")),
        *(("ewb l3", "ew b l3"), ("fsa tl5", "fs a tl5"), ("rd jb", "r d jb"), ("ra+", "r a+"), ("r4", "r 4")),
        *(("sac // gut", "s ac // gut"), ("sac bock dealer:Bene", "s ac bock dealer:Bene")),
    ],
)
def test_people_may_stick_to_the_game(said: str, spaced: str) -> None:
    """Initials or seats of everybody that the game needs may stick to its letters."""
    assert line(said) == line(spaced)


SEPP = ("Anna", "Sepp", "Eva", "Nora")


@pytest.mark.parametrize(
    ("said", "readings"), [("hsa", "h sa  or  hs a"), ("ssa-", "s sa-  or  ss a-"), ("hse k", "h se k  or  hs e k")]
)
def test_a_line_without_its_space_that_can_be_two_hands(said: str, readings: str) -> None:
    """Where somebody's initial can be a game's second letter too, the line is refused with both."""
    assert refusal(said, UnclearHand, SEPP) == [f"this can mean several hands; choose one of them: {readings}"]


@pytest.mark.parametrize(("said", "spaced"), [("ssa t", "ss a t"), ("ess", "es s"), ("sen", "s en"), ("wn n", "w n n")])
def test_a_line_without_its_space_that_can_be_one_hand(said: str, spaced: str) -> None:
    """Only one reading survives where the flags, or who sits there, leave no other."""
    assert line(said, SEPP) == line(spaced, SEPP)


def test_a_game_with_its_suit_stays_one() -> None:
    """Two letters that are a game are never a game and a person, even where that alone would make a hand."""
    assert line("gs n", SEPP) == Played(game="solo", suit="gras", declarer="Nora", won=True)
    refusal("gs", UnclearHand, SEPP)


@pytest.mark.parametrize(
    ("hand", "people", "keys"),
    [
        (sauspiel(won=True), PEOPLE, "sac"),
        (bene("wenz", won=False, laufende=2), PEOPLE, "wb-l2"),
        (bene("geier"), PEOPLE, "g b"),
        (bene("nullouvert"), PEOPLE, "nullouvert b"),
        (Ramsch(losers=("Dani",), jungfrauen=("Bene", "Christl"), klopfer=2), PEOPLE, "rdp2jbc"),
        (Ramsch(losers=("Anna", "Bene")), PEOPLE, "rab"),
        (Played(game="solo", suit="herz", declarer="Anna", won=True), SEPP, "hs a"),
        (sauspiel(won=True, kontra=("Bene", "Anna")), PEOPLE, "sac kontra:ba"),
        (Played(game="sauspiel", declarer="Anna", partner="Dani", won=True), ("Anna", "Andi", "Bene", "Dani"), "s1d"),
    ],
)
def test_the_fewest_keystrokes(hand: Hand, people: tuple[str, ...], keys: str) -> None:
    """The shortest line leaves out what it can, says everybody in one letter, and reads as the same hand."""
    assert shortest(hand, people, HAUS) == keys
    assert line(keys, people) == hand


# -- whose name is it ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("people", "said", "declarer"),
    [
        (("Nora", "Nora Anna", "Bene"), "w Nora", "Nora"),
        (("Nora", "Nora Anna", "Bene"), "w nora a", "Nora Anna"),
        (("Nora", "Nora Anna", "Bene"), "w Nora Anna n", "Nora Anna"),
        (("Sepp-Bene", "Bene"), "w sepp-bene-", "Sepp-Bene"),
        (("Sepp-Bene", "Bene"), "w sepp-b", "Sepp-Bene"),
        (("Sepp-Bene", "Bene"), "w se-l3", "Sepp-Bene"),
        (("Jo\u0308rg", "Bene"), "w J\u00f6rg", "Jo\u0308rg"),
        (("ÖZIL", "Bene"), "w öz", "ÖZIL"),
        (("🦊", "Bene"), "w 🦊", "🦊"),
        (("Strauß", "Bene"), "w STRAUSS", "Strauß"),
        (("Won:no", "Bene"), 'w "won:no"', "Won:no"),
        (('A "x" B', "Bene"), 'w "A \\"x\\" B"', 'A "x" B'),
    ],
)
def test_names(people: tuple[str, ...], said: str, declarer: str) -> None:
    """A whole name wins over the start of another; names may have spaces, signs and any letters."""
    hand = line(said, people)
    assert isinstance(hand, Played)
    assert hand.declarer == declarer


@pytest.mark.parametrize(
    ("people", "said"),
    [
        pytest.param(("Anna", "Bene", "Nora", "Dani"), "s an n", id="initials and Schneider, or two starts"),
        pytest.param(PEOPLE, "r b jda", id="two Jungfrauen, or the start of one"),
        pytest.param(("Anna", "Be-n", "Christl", "Dani"), "w be-n", id="a name with a sign, or lost with Schneider"),
    ],
)
def test_several_readings(people: tuple[str, ...], said: str) -> None:
    """What can be read in several ways is refused, with a line for each that is read in one way only."""
    [message] = refusal(said, UnclearHand, people)
    one, other = message.removeprefix("this can mean several hands; choose one of them: ").split("  or  ")
    assert line(one, people) != line(other, people)


# -- refused ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "kind", "message"),
    [
        ("", InvalidHand, "the line is empty"),
        ("   ", InvalidHand, "the line is empty"),
        ("// only a note", InvalidHand, "the line is empty"),
        ("wentz a", InvalidHand, '"wentz" is not a game here, did you mean "wenz"?'),
        ("herz a", InvalidHand, '"herz" is not a game here, did you mean "herz solo"?'),
        ("q a", InvalidHand, '"q" is not a game here, only s Sauspiel'),
        ("s", UnclearHand, "who played? Sauspiel needs a declarer and a partner, such as s ac"),
        ("s a", UnclearHand, "who was the partner? Sauspiel needs a declarer and a partner"),
        ("s a 74", UnclearHand, "who was the partner?"),
        (
            "s eichel a",
            UnclearHand,
            "who was the partner? Sauspiel needs a declarer and a partner, such as s eichel ac",
        ),
        (
            "h c mit schneider",
            UnclearHand,
            "who was the partner? Hochzeit needs a declarer and a partner, such as h ac",
        ),
        ("Herz-Solo 4 Laufende", UnclearHand, "who played? Solo needs a declarer, such as Herz-Solo a"),
        ("w", UnclearHand, "who played? Wenz needs a declarer, such as w a"),
        ("w -", UnclearHand, "who played?"),
        ("r", UnclearHand, "who lost the Ramsch?"),
        ("r p2", UnclearHand, "who lost the Ramsch?"),
        ("w ac", InvalidHand, '"ac" are 2 people; this game is played alone'),
        ("s ac b", InvalidHand, "Bene is one too many: Sauspiel takes a declarer and a partner"),
        ("x a", InvalidHand, "Anna is one too many: zusammengeworfen takes nobody"),
        ("sb", UnclearHand, "who was the partner? Sauspiel needs a declarer and a partner, such as s ac"),
        ("game:sauspiel a", UnclearHand, "who was the partner? Sauspiel needs a declarer and a partner"),
        ("game:sauspiel", UnclearHand, "who played? Sauspiel needs a declarer and a partner, such as sauspiel ac"),
        ("wac", InvalidHand, '"ac" are 2 people; this game is played alone'),
        ("saq", InvalidHand, 'nobody here is called "q", only Anna, Bene, Christl, Dani'),
        ("sac b", InvalidHand, "Bene is one too many: Sauspiel takes a declarer and a partner"),
        ("gb", InvalidHand, '"gb" is not a game: write g b'),
        ('w"Anna"', InvalidHand, "is not a game here"),
        ("s aq", InvalidHand, 'nobody here is called "q", only Anna, Bene, Christl, Dani'),
        ("w Banna", InvalidHand, 'nobody here is called "Banna", did you mean Anna?'),
        ("w b klopfer:Ana", InvalidHand, 'klopfer: nobody here is called "Ana", did you mean Anna?'),
        ("s ac nq3", InvalidHand, '"nq3" is not a flag ("n" is, "q3" is not); a flag is'),
        ("s ac 3l", InvalidHand, '"3l" is not a flag, did you mean "l3"?'),
        ("s ac 4O", InvalidHand, '"4O" is not a flag, did you mean "o4"?'),
        ("Anna Mungo", InvalidHand, '"Mungo" is not a game here, only s Sauspiel'),
        ("s ac schnaidr", InvalidHand, '"schnaidr" is not a flag, did you mean "schneider"?'),
        ("s ac trics:7", InvalidHand, 'unknown key "trics", did you mean "tricks"?'),
        ("s ac tricks: 7", InvalidHand, "tricks: there is nothing after the colon"),
        ("s ac tricks:x", InvalidHand, 'tricks: expected a whole number, not "x"'),
        ("s ac tricks:٣", InvalidHand, "tricks: expected a whole number"),
        ("s ac ٧٤", InvalidHand, '"٧٤" is not a flag'),
        ("s ac losers:a", InvalidHand, "losers does not belong here"),
        ("s ac augen:a=3,b=4", InvalidHand, "augen: expected a whole number"),
        ("s ac l99999999999999999999", InvalidHand, '"l99999999999999999999" is not a flag'),
        ("s ac n74", InvalidHand, '"n74" is not a flag'),
        ("s ac nn", InvalidHand, "schneider is given twice"),
        ("s ac- lost", InvalidHand, "won is given twice"),
        ("s ac- won", InvalidHand, "won and lost are both given"),
        ("s ac 74 tricks:5 augen:74", InvalidHand, "augen is given twice"),
        ("s ac tricks:5 stiche:5", InvalidHand, "tricks is given twice"),
        ("s ac k kontra", InvalidHand, "kontra is given twice"),
        ("s ac k3 re", InvalidHand, "kontra is given twice"),
        ("s eichel ac suit:eichel", InvalidHand, "suit is given twice"),
        ("s ac note:x // y", InvalidHand, "note is given twice"),
        ("s ac re", InvalidHand, "Re without Kontra"),
        ("s ac kontra supra", InvalidHand, "Supra without Re"),
        ("s ac hirsch", IllegalHand, 'haus does not have "hirsch"; it has Kontra, Re, Supra'),
        ("s aa", InvalidHandOf, "a player cannot be their own partner"),
        ("s ac 130", InvalidHandOf, "130 Augen"),
        ("hs a t 90", InvalidHandOf, "winning a Tout takes all 120 Augen, not 90"),
        ("w a sie", InvalidHandOf, "a Sie needs all Ober and Unter"),
        ("s winners:a,c-", InvalidHand, "winners:"),
        ("s winners:a,c -", InvalidHandOf, "give either the winners, or the declarer and who won"),
        ("r d n", InvalidHand, "schneider does not belong to Ramsch"),
        ("r ab+", InvalidHand, "one person makes a Durchmarsch"),
        ("r 48 30 22", InvalidHand, "3 numbers: the Augen of a Ramsch are 4, of Anna, Bene, Christl, Dani"),
        ("r 48 30 22 10", InvalidHandOf, "the Augen add up to 110"),
        ("r 3 117", InvalidHand, "give the Augen of a Ramsch for each person"),
        ("r d jd", InvalidHandOf, "Dani cannot lose a Ramsch without a trick"),
        ("x n", InvalidHand, "schneider does not belong to zusammengeworfen"),
        ("post a:-50", InvalidHandOf, "the amounts of a posting add up to -50"),
        ("post a:-2,4 b:2,4", InvalidHand, 'a: "-2,4" may be -2,40 or -2,04: write two decimals'),
        ("post a b:5", InvalidHand, "a b: nobody"),
        ("post a:5 anna:-5", InvalidHand, "Anna is named twice"),
        ('w "Anna', InvalidHand, "a quote is opened but not closed"),
        ("s ac\x1b[2J", InvalidHand, "there is a control character"),
        ("s\tac", InvalidHand, "there is a control character"),
        ("s ac // a\u2028b", InvalidHand, "there is a control character"),
        ("s ac // " + "x" * LONGEST, InvalidHand, "a line has at most 2,000 characters"),
        ("s ac " + "n " * 80, InvalidHand, "82 words are not a hand"),
    ],
)
def test_what_is_said_about_a_line(said: str, kind: type[HandError], message: str) -> None:
    """A line that is no hand is refused with what was understood, what was not, and what would be right."""
    found = refusal(said, kind)
    assert any(each.startswith(message) or message in each for each in found), found


def test_a_start_of_two_names_is_not_clear() -> None:
    """Who is meant by a start of several names is asked, and the candidates are named."""
    assert refusal("w an", UnclearHand, ("Anna", "Andi", "Bene", "Dani")) == [
        '"an" can be Anna or Andi: write more of the name'
    ]


def test_a_start_of_two_names_is_not_resolved_by_elimination() -> None:
    """Even where only one of them could be meant, nothing is guessed."""
    refusal("s an anna", UnclearHand, ("Anna", "Andi", "Bene", "Dani"))


def test_a_seat_and_a_name_are_not_clear() -> None:
    """A person called 1 on another seat than the first makes 1 unclear; in quotes it is the name."""
    people = ("Bene", "1", "Christl", "Dani")
    refusal("w 1", UnclearHand, people)
    assert line('w "1"', people) == Played(game="wenz", declarer="1", won=True)


@pytest.mark.parametrize(
    ("said", "title"),
    [
        ("kreuz a", "über Kreuz"),
        ("b a", "Bettel"),
        ("hw a", "Farbwenz"),
        ("r d", "Ramsch"),
        ("rd", "Ramsch"),
        ("bc-", "Bettel"),
    ],
)
def test_a_game_that_is_not_played_here(said: str, title: str) -> None:
    """A game of other tables is refused with what this tariff plays."""
    [message] = refusal(said, IllegalHand, tariff=tariffs.find("lamers"))
    assert message.startswith(f"lamers does not have {title}; it has Sauspiel, Solo, Wenz")


def test_a_kontra_word_where_there_is_none() -> None:
    """A Kontra word in a tariff without Kontra is refused."""
    [message] = refusal("s ac re", IllegalHand, tariff=HAUS._replace(kontra=None))
    assert message == 'haus does not have "re"; it has no Kontra at all'


def test_all_problems_of_a_line_at_once() -> None:
    """Every word that cannot be understood is named, and everything wrong behind the keys."""
    found = refusal("s xy foo tricks:x bar klopfer:Eva", InvalidHand)
    assert len(found) >= 4


# -- there and back -----------------------------------------------------------------------------------


@settings(max_examples=500, deadline=None, suppress_health_check=FEW)
@given(st.data())
def test_a_printed_hand_is_read_as_the_same_hand(data: st.DataObject) -> None:
    """Every hand has a line, with whatever names, and the line is the hand."""
    tariff = data.draw(st.sampled_from(list(hand_strategies.TARIFFS.values())))
    table = data.draw(hand_strategies.tables(tariff, data.draw(st.sampled_from([None, hand_strategies.names()]))))
    hand = data.draw(hand_strategies.hands(tariff, table) | hand_strategies.postings(table))
    for line_of in (write, shortest):
        printed = line_of(hand, table.seats, tariff, table.active)
        assert read(printed, table.seats, table.active, tariff) == hand, printed


@pytest.mark.parametrize("name", hand_strategies.AWKWARD)
def test_every_awkward_name_can_be_written(name: str) -> None:
    """Whatever somebody is called, a line can say that he plays, knocks, doubles, deals and pays."""
    people = (name, "Anna", "Bene", "Christl")
    hands = (
        Played(game="wenz", declarer=name, won=True, klopfer=(name,), kontra=("Anna",), dealer=name, active=people),
        Played(game="sauspiel", declarer="Anna", partner=name, won=False, kontra=(name,), note=name),
        Played(game="wenz", winners=(name,)),
        Ramsch(losers=(name,), jungfrauen=("Anna",)),
        Ramsch(losers=("Anna",), jungfrauen=(name,)),
        Ramsch(durchmarsch=name),
        Ramsch(augen={name: 50, "Anna": 70}, tricks={name: 3}),
        Posting(amounts={name: -5, "Anna": 5}),
    )
    for hand in hands:
        assert read(write(hand, people, HAUS), people, None, HAUS) == hand
        assert read(shortest(hand, people, HAUS), people, None, HAUS) == hand


def test_people_with_the_same_initial_are_written_by_their_starts() -> None:
    """Where initials are not enough, the shortest clear starts are printed."""
    people = ("Anna", "Andi", "Bene", "Dani")
    assert write(Played(game="sauspiel", declarer="Anna", partner="Dani", won=True), people, HAUS) == "s ann d"


def test_a_hand_that_was_just_written_is_written_for_its_table() -> None:
    """Whatever is asked otherwise of the same hand: who sits there, or in which style."""
    hand, more = bene("wenz"), (*PEOPLE, "Benno")
    assert [write(hand, one, HAUS) for one in (PEOPLE, more, PEOPLE)] == ["w b", "w bene", "w b"]
    assert [one(hand, PEOPLE, HAUS) for one in (write, shortest, write)] == ["w b", "wb", "w b"]


def test_a_hand_of_another_tariff_still_has_a_line() -> None:
    """A game that the tariff does not play is printed in full; reading it says so."""
    lamers = tariffs.find("lamers")
    printed = write(bene("bettel"), PEOPLE, lamers)
    assert printed == 'game:"bettel" declarer:"Bene"'
    refusal(printed, IllegalHand, tariff=lamers)


_FLAGS = (
    "n",
    "z",
    "l3",
    "o2",
    "p",
    "k",
    "kr",
    "k3",
    "t",
    "74",
    "sie",
    "muss",
    "bock",
    "bid75",
    "kontra",
    "re",
    "schneider",
)
_GAMES = ("s", "w", "g", "h", "r", "b", "x", "hs", "ew", "herz-solo", "solo", "eichel", "post")
_WHO = ("ac", "a", "b", "c", "d", "13", "1", "3", "+", "-", "jb", "jbc", "48", "30", "22", "20")
_KEYED = ("tricks:7", "won:no", "active:a,b", "klopfer:2", "note:x", "winners:a,c", "a:-5", "b:5")
_WORDS = st.sampled_from((*_GAMES, *_WHO, *_FLAGS, *_KEYED, "//", '"', ":", ",", "=", "\\"))


@settings(max_examples=1500, deadline=None, suppress_health_check=FEW)
@given(
    st.lists(_WORDS | st.text(max_size=4), max_size=8), st.sampled_from(["", " "]), st.sampled_from([None, "hadsch"])
)
def test_any_line_is_a_hand_or_a_refusal(words: list[str], joint: str, round_: str | None) -> None:
    """Whatever is typed: a hand that is the same when printed and read again, or a HandError."""
    said = words[0] + " " + joint.join(words[1:]) if words else ""
    try:
        hand = line(said, round_=round_)
    except HandError:
        return
    assert line(write(hand, PEOPLE, HAUS)) == hand


@settings(max_examples=400, deadline=None, suppress_health_check=FEW)
@given(st.data())
def test_a_mutated_line_is_a_hand_or_a_refusal(data: st.DataObject) -> None:
    """A line with a letter too many, too few or wrong is understood exactly, or refused."""
    table = data.draw(hand_strategies.tables(HAUS))
    hand = data.draw(hand_strategies.hands(HAUS, table))
    printed = write(hand, table.seats, HAUS, table.active)
    place = data.draw(st.integers(0, len(printed)))
    inserted = data.draw(st.text(max_size=2) | st.sampled_from([" ", "-", '"', ":", "n", "3", ","]))
    mutated = printed[:place] + inserted + printed[place + data.draw(st.integers(0, 2)) :]
    try:
        read_hand = read(mutated, table.seats, table.active, HAUS)
    except HandError:
        return
    assert read(write(read_hand, table.seats, HAUS, table.active), table.seats, table.active, HAUS) == read_hand


def test_words_for_completion() -> None:
    """Tab completion gets the games of the tariff, its own ones too, and the words of the flags."""
    assert {"s", "sauspiel", "nullouvert", "ouvert"} <= set(game_words(HAUS))
    assert "bettel" not in game_words(tariffs.find("lamers"))
    assert {"schneider", "sie", "muss", "kontra", "dealer:"} <= set(flag_words())
