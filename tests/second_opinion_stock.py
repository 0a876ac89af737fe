"""The second opinion on the Stock: who pays into it and who takes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from second_opinion_scene import DOUBLINGS, number, part, refuse_if

if TYPE_CHECKING:
    from second_opinion_scene import Map, Scene


def capped(stock: Map, amount: int) -> int:
    """Return what one person pays in or takes out, at most the tariff's cap."""
    most = number(stock["max_per_person"])
    return amount if most is None else min(amount, most)


def multiplied(stock: Map, scene: Scene) -> int:
    """Return what a sum to pay in is multiplied by."""
    return scene.doubling([kind for kind in DOUBLINGS if kind in stock["multiplied"]])


def everybody_pays_in(scene: Scene, postings: dict[str, int], times: int = 1) -> None:
    """Let all who are dealt in pay into the Stock."""
    stock = part(scene.tariff, "stock")
    assert stock is not None
    each = capped(stock, (number(stock["pay_in"]) or 0) * times)
    for name in scene.active:
        postings[name] -= each
        postings["Stock"] += each


def fixed_sum(stock: Map) -> bool:
    """Whether a lost game pays a sum that does not go by what the Stock holds."""
    return number(stock.get("lost_each")) is not None or stock["lost"] not in ("doubles", "stays")


def whose_stock(scene: Scene) -> None:
    """Refuse winners alone where the Stock must know who declared."""
    stock = part(scene.tariff, "stock")
    if stock and scene.name in stock["games"]:
        refuse_if(scene.stock > 0, "who plays for the Stock?")
        refuse_if(fixed_sum(stock) and stock.get("empty", "pays") == "pays", "who pays into the Stock?")


def move_stock(scene: Scene, postings: dict[str, int], declarers: list[str], *, won: bool) -> None:
    """Let the declarers, or the caller alone, take the Stock or pay into it."""
    rules = part(scene.tariff, "stock")
    if rules is None or scene.name not in rules["games"]:
        return
    people = declarers[:1] if rules["to"] == "caller" else declarers
    if won and rules.get("won", "takes") == "stays":
        return
    if won:
        moved = dict.fromkeys(people, capped(rules, scene.stock // len(people)))
    else:
        moved = {name: -capped(rules, amount) for name, amount in to_pay(scene, rules, people).items()}
    for name, amount in moved.items():
        postings[name] += amount
        postings["Stock"] -= amount
    if won and rules.get("refill") and sum(moved.values()) > 0:
        everybody_pays_in(scene, postings)


def to_pay(scene: Scene, rules: Map, people: list[str]) -> dict[str, int]:
    """Return what each of those who pay for a lost game owes the Stock, before any cap."""
    times, each = multiplied(rules, scene), number(rules.get("lost_each"))
    if fixed_sum(rules) and rules.get("empty", "pays") == "nothing" and scene.stock <= 0:
        return {}
    if each is not None:
        return dict.fromkeys(people, each * times)
    amount = {"doubles": scene.stock, "stays": 0}.get(str(rules["lost"]))
    amount = (int(str(rules["lost"])) if amount is None else amount) * times
    half, odd = divmod(amount, len(people))
    return {name: half + (odd if name == people[0] else 0) for name in people}
