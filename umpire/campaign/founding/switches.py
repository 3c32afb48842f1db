"""Optional rules as switches: what each may be set to, the rule behind it, and what it changes in a game's settings."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from render.campaign.letters.aim_texts import AIMS, format_aim_option
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.default_rulings import DEFAULT_RULING
from rules.cluster_war.model.worlds.terrain import TERRAIN_KINDS, TERRAIN_NAMES, kinds_named
from rules.values import GameError, Value, asdict, quoted
from rules.values import changed as replace

RULING: Final = "ruling "
"""Switches whose id begins so set a ruling; the others a field of the settings."""


_WRITTEN: Final = re.compile(r"(?:turns?|share|after)?\s*(\d{1,3})\s*(?:turns?|months?|%|per ?cent|share)?(?: of .*)?")


class Switch(Value):
    """`options` are the values in words, the usual one first; `rule` is the ledger's id."""

    id: str
    title: str
    rule: str
    options: Mapping[str, str]

    @property
    def usual(self) -> str:
        """The value it has unless somebody turns it."""
        return next(iter(self.options))


SETTLING_TEXTS: Final[Mapping[str, str]] = {
    "quick": "are settled by numbers",
    "chair": "are fought by the tactical engine",
    "fought": "are fought by players",
    "narrated": "are described by the game master",
}
"""Ways to settle battles of a size, where they are settled at all."""
HANDICAPS: Final = (100, 75, 125, 150)
"""What empires led by the bot may produce, in per cent of what their worlds yield, the usual first (R-252)."""
HANDICAP: Final = "handicap"
"""The switch of what empires led by the bot produce, in per cent: it is set for their sides when the cluster is made."""
AIM: Final = "aim"
"""The switch of what the campaign is played for."""


def aim_switch(value: str = "") -> Switch:
    """The switch of what the campaign is played for (R-260), as it can stand; at this value too."""
    known = dict.fromkeys((*AIMS, value) if value else AIMS)
    return Switch(AIM, "The campaign", "CW-19.0-07", {one: format_aim_option(one) for one in known})


SWITCHES: Final = (
    Switch(
        "colony_freighters",
        "New colonies",
        "CW-7.0-06",
        {"always": "always need freighters", "outside-grid": "need freighters only outside the supply grid"},
    ),
    Switch("lrs_range", "Sensors reach", "CW-12.0-04", {"1": "1 hex", "2": "2 hexes", "3": "3 hexes"}),
    Switch("grid_radius", "Supply grid around colonies", "CW-7.0-09", {"1": "1 hex", "2": "2 hexes", "3": "3 hexes"}),
    Switch(
        "grid_touch",
        "Supply grids connect over",
        "CW-7.0-09",
        {"3": "3 hexes", "2": "2 hexes", "4": "4 hexes", "5": "5 hexes"},
    ),
    Switch(
        "travel_constant",
        "Travel beyond the printed table",
        "CW-4.0-02",
        {"weeks": "by the formula in weeks", "charts": "by the charts of Appendix C"},
    ),
    Switch(
        "weekly_construction",
        "Building times",
        "CW-6.0-07",
        {"no": "in whole turns", "yes": "in weeks, a quarter of the bays each"},
    ),
    Switch(
        "craft_at_yards",
        "Small craft in shipyards",
        "CW-6.3-04",
        {"1": "1 tenth-scale space a bay", "5": "5 tenth-scale spaces a bay", "10": "10 tenth-scale spaces a bay"},
    ),
    Switch(
        "jump_map",
        "A map of jump lines",
        "CW-B-56",
        {"when-needed": "only if a race travels by it", "always": "always", "never": "never"},
    ),
    Switch(
        "natural_wormholes",
        "Natural wormholes",
        "CW-4.0-24",
        {"travel": "carry ships", "communication": "carry messages only", "none": "there are none"},
    ),
    Switch("monopoles", "Jump drives need", "CW-8.0-08", {"no": "no monopoles", "yes": "monopoles"}),
    Switch(
        "push_chance",
        "A pushed drive is lost on",
        "CW-4.0-08",
        {"25": "25 of 100", "0": "never", "10": "10 of 100", "50": "50 of 100"},
    ),
    Switch("string_weeks", "A jump line takes", "CW-4.0-19", {"1": "1 week", "2": "2 weeks", "4": "4 weeks"}),
    Switch("flag_officers", "Flag officers", "CW-17.0-01", {"no": "there are none", "yes": "can be recruited"}),
    Switch("psionics", "Psionics", "CW-15.0-01", {"yes": "races may have them", "no": "there are none"}),
    Switch("graded_crews", "Crews", "CW-17.0-01", {"no": "are all alike", "yes": "are graded, green to elite"}),
    Switch(
        f"{RULING}CW-17.2-05",
        "Veteran and elite crews",
        "CW-17.2-05",
        {"start": "can be bought at the start alone", "any-time": "can be bought at any time"},
    ),
    Switch(
        f"{RULING}CW-4.0-18",
        "Fleets with warp drives",
        "CW-4.0-18",
        {"held": "are held up by patrols and blockades", "pass": "pass foreign fleets unseen"},
    ),
    Switch(
        f"{RULING}CW-3.1-67",
        "Low Industry",
        "CW-3.1-67",
        {"start": "lowers the first colonies", "every-turn": "lowers every turn's production"},
    ),
    Switch(
        f"{RULING}CW-11.0-06",
        "The cap on trade",
        "CW-11.0-06",
        {"each": "holds for each agreement", "total": "holds for all agreements together"},
    ),
    Switch(
        f"{RULING}CW-4.3-21",
        "Failed stress checks",
        "CW-4.3-21",
        {"ask": "are put before the game master", DEFAULT_RULING: "are settled as suggested at once"},
    ),
    Switch(
        f"{RULING}CW-6.2-02",
        "Unit designs",
        "CW-6.2-02",
        {"players": "players draw their own", "given-only": "only what the game master gives"},
    ),
    Switch(
        f"{RULING}CW-6.5-07",
        "Prices of printed battalions",
        "CW-6.5-07",
        {"printed": "as printed", "formula": "by the formula"},
    ),
    Switch(
        "battles",
        "Meetings in arms",
        "CW-9.0-02",
        {
            "ask": "are put before the game master",
            "quick": "become battles by the sides' orders, settled by numbers",
            "chair": "become battles by the sides' orders, fought by the tactical engine",
            "fought": "become battles by the sides' orders, which players fight",
            "narrated": "become battles by the sides' orders, which the game master describes",
        },
    ),
    Switch(
        "small_battle",
        "Battles are small",
        "CW-9.0-02",
        {"0": "never", **{str(n): f"of up to {n} units" for n in (2, 4, 6, 10, 20)}},
    ),
    Switch("small_battles", "Small battles", "CW-9.0-02", SETTLING_TEXTS),
    Switch(
        "largest_battle",
        "Battles are large",
        "CW-9.0-02",
        {"40": "of more than 40 units", "0": "never", **{str(n): f"of more than {n} units" for n in (10, 20, 80, 200)}},
    ),
    Switch("large_battles", "Large battles", "CW-9.0-02", SETTLING_TEXTS),
    Switch(
        "detection",
        "Cloaks",
        "CW-12.0-08",
        {"plain": "hide raiders alone", "full": "hide all who have them, and ships may vanish without a word"},
    ),
    Switch(
        "news",
        "Reports from beyond the supply grid",
        "CW-13.0-02",
        {"at-once": "come home at once", "by-courier": "come home by courier"},
    ),
    Switch(
        f"{RULING}CW-13.0-08",
        "Full trade, technology and long letters",
        "CW-13.0-08",
        {"contact": "take regular contact alone", "ambassadors": "take ambassadors"},
    ),
    Switch(
        "reserves",
        "Reserves of battles that the engine fights",
        "CW-9.0-05",
        {"stay-back": "stay off the map", "come-up": "come up when their side has lost a part of its fleet"},
    ),
    Switch(
        "encounters",
        "What waits in systems",
        "CW-12.1-04",
        {"told": "is described and settled by the game master", "played": "is played in scenes, with its effects"},
    ),
    Switch(
        HANDICAP,
        "Empires that the bot leads from the start",
        "CW-5.0-14",
        {
            str(n): "produce what their worlds yield"
            if n == HANDICAPS[0]
            else f"produce {n} % of what their worlds yield"
            for n in HANDICAPS
        },
    ),
    aim_switch(),
)
TERRAIN: Final = "terrain"
"""The switch of kinds of terrain, whose value is a list of their codes."""
SWITCHES_BY_ID: Final = {switch.id: switch for switch in SWITCHES}


def terrain_switch(kinds: Sequence[str]) -> Switch:
    """The switch of terrain (CW-14.0-01), as it stands with these kinds dangerous; nothing of it is unless somebody says so."""
    words = "all of it is" if len(kinds) == len(TERRAIN_KINDS) else ", ".join(TERRAIN_NAMES[kind] for kind in kinds)
    options = {"": "none, all is scenery", **({" ".join(kinds): words} if kinds else {})}
    return Switch(TERRAIN, "Dangerous terrain", "CW-14.0-01", options)


def check_switch(name: str, value: str) -> Switch:
    """The switch of that id; GameError if there is none, or it cannot stand so."""
    if name == TERRAIN:
        return terrain_switch(kinds_named(value.split()))
    if name == AIM:
        return aim_switch(parse_aim(value.replace("-", " ")))
    switch = SWITCHES_BY_ID.get(name)
    if switch is None:
        raise GameError(f"There is no switch {quoted(name)}.")
    if value not in switch.options:
        raise GameError(f"{switch.title} can be {', '.join(switch.options)}, not {quoted(value)}.", rule=switch.rule)
    return switch


def with_switches(settings: Settings, chosen: Mapping[str, str]) -> Settings:
    """The settings with these switches set; GameError for one that is none. The handicap is no setting before it is known whom
    the bot leads (`with_handicap`)."""
    usual = asdict(settings)
    changed: dict[str, Any] = {}
    rulings = dict(settings.rulings)
    for name, value in chosen.items():
        switch = check_switch(name, value)
        if name == HANDICAP:
            continue
        if name == AIM:
            changed |= aim_fields(value)
            continue
        if name == TERRAIN:
            changed[name] = kinds_named(value.split())
            continue
        if name.startswith(RULING):
            if value != switch.usual:
                rulings[name.removeprefix(RULING)] = value
        elif isinstance(usual[name], bool):
            changed[name] = value == "yes"
        else:
            changed[name] = int(value) if isinstance(usual[name], int) else value
    return replace(settings, rulings=rulings, **changed)


def parse_aim(text: str) -> str:
    """What a campaign is played for as its founder writes it ("24 turns", "60 %", "last", "none"), as the switch has it.
    GameError with what can be written."""
    words = text.strip().casefold()
    if words in {"", "none", "last"}:
        return words or "none"
    found = _WRITTEN.fullmatch(words)
    if found is None:
        raise GameError(f"An aim is written like 24 turns, 60 %, last, or none; not {quoted(text)}.")
    share = "share" in words or "%" in words or "per" in words
    return f"{'share' if share else 'turns'}-{int(found[1])}"


def aim_fields(value: str) -> Mapping[str, str | int]:
    """The fields of the settings for a value of the switch."""
    kind, _, number = value.partition("-")
    return {"aim": kind, **({f"aim_{kind}": int(number)} if number else {})}


def with_handicap(settings: Settings, chosen: Mapping[str, str], led: Collection[str]) -> Settings:
    """The settings with the switch's handicap for sides that the bot leads (R-252)."""
    usual = SWITCHES_BY_ID[HANDICAP].usual
    percent = chosen.get(HANDICAP, usual)
    return settings if percent == usual else replace(settings, handicaps=dict.fromkeys(sorted(led), int(percent)))
