"""What the staff advises as lines: none is cut within a clause, and every line tells its CPs however long the list is."""

import re

from cogs.campaign.dashboard.handlers import MOST_APART, told_lines
from rules.cluster_war.play.governors.govern import Advice

ROOM = 3_800
DRIVE = "first of three steps to Jump Drive, 12 % this month, there in about 12 months; ships leap a hex a month"


def settled(number: int, months: int = 5) -> Advice:
    pays = f"pays for itself in {months} months"
    where = f"world {number} of 1318 Veraka"
    return Advice(
        (), (), f"Settle {where}", f"{pays}; holds 300", "settle", cost=100, where=where, kin=f"Settle what {pays}"
    )


def test_a_reason_longer_than_a_name_is_told_whole() -> None:
    (line,) = told_lines([Advice((), (), "Begin Jump Drive", DRIVE, "research", cost=25)], ROOM)
    assert line == f"- **Begin Jump Drive**: {DRIVE} (25 CPs)"


def test_a_long_list_tells_worlds_that_pay_alike_in_one_line_with_their_cps() -> None:
    few = [settled(n) for n in range(MOST_APART)]
    assert len(told_lines(few, ROOM)) == MOST_APART
    many = [*few, settled(99), settled(7, 2), settled(8, 2), settled(9, 3)]
    assert told_lines(many, ROOM) == [
        "- **Settle what pays for itself in 5 months**: world 0 of 1318 Veraka, world 1 of 1318 Veraka, "
        f"world 2 of 1318 Veraka, world 3 of 1318 Veraka and {MOST_APART - 3} more ({MOST_APART + 1}00 CPs)",
        "- **Settle what pays for itself in 2 months**: world 7 of 1318 Veraka, world 8 of 1318 Veraka (200 CPs)",
        "- **Settle world 9 of 1318 Veraka**: pays for itself in 3 months; holds 300 (100 CPs)",
    ]


def test_where_there_is_little_room_reasons_lose_whole_clauses_and_what_fits_nowhere_is_counted() -> None:
    found = [Advice((), (), f"Begin line {n}", DRIVE, "research", cost=25) for n in range(60)]
    for room in (6_000, 4_000, 2_500, 1_000):
        lines = told_lines(found, room)
        assert len("\n".join(lines)) <= room
        *told, last = lines
        assert re.fullmatch(r"- and \d+ more", last) or len(lines) == 60
        for line in told:
            assert re.fullmatch(r"- \*\*Begin line \d+\*\*(: .*(steps to Jump Drive|month|months))? \(25 CPs\)", line)
    assert told_lines(found, 1_000)[-1].endswith(f"and {60 - (len(told_lines(found, 1_000)) - 1)} more")
