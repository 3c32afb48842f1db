"""The whole table of facts of a campaign."""

from typing import Final

from harness.attack.absence_facts import ABSENCE_FACTS
from harness.attack.default_ruling_facts import DEFAULT_RULING_FACTS
from harness.attack.fact import Fact
from harness.attack.gm_facts import GM_FACTS
from harness.attack.mind_facts import MIND_FACTS
from harness.attack.order_facts import ORDER_FACTS
from harness.attack.other_facts import OTHER_FACTS
from harness.attack.overheard_facts import OVERHEARD_FACTS
from harness.attack.unseen_facts import UNSEEN_FACTS

FACTS: Final[tuple[Fact, ...]] = (
    *ORDER_FACTS,
    *GM_FACTS,
    *OTHER_FACTS,
    *OVERHEARD_FACTS,
    *UNSEEN_FACTS,
    *MIND_FACTS,
    *ABSENCE_FACTS,
    *DEFAULT_RULING_FACTS,
)
