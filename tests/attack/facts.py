"""The whole table of facts of a campaign."""

from typing import Final

from tests.attack.absence_facts import ABSENCE_FACTS
from tests.attack.book_facts import BOOK_FACTS
from tests.attack.fact import Fact
from tests.attack.gm_facts import GM_FACTS
from tests.attack.mind_facts import MIND_FACTS
from tests.attack.order_facts import ORDER_FACTS
from tests.attack.other_facts import OTHER_FACTS
from tests.attack.overheard_facts import OVERHEARD_FACTS
from tests.attack.unseen_facts import UNSEEN_FACTS

FACTS: Final[tuple[Fact, ...]] = (
    *ORDER_FACTS,
    *GM_FACTS,
    *OTHER_FACTS,
    *OVERHEARD_FACTS,
    *UNSEEN_FACTS,
    *MIND_FACTS,
    *ABSENCE_FACTS,
    *BOOK_FACTS,
)
