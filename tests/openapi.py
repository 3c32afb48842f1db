"""Holds every request, answer and event of a sandbox against what Discord describes.

`Recorder(sandbox)` listens; `check()` fails with every difference that is not on the list of allowed ones. It goes by our
digest (`openapi_digest.py`) and, where it is at hand, by Discord's own file as well."""

from typing import Any

from sandbox.app import Sandbox
from sandbox.interactions import Exchange
from tests.openapi_description import Description, Route, digest, original

Json = dict[str, Any]


class Judge:
    """Holds what it is given against one description, and remembers every difference."""

    def __init__(self, description: Description) -> None:
        self.description = description
        self.problems: dict[str, None] = {}
        self.routes: set[str] = set()

    def _note(self, where: str, found: list[str]) -> None:
        for each in found:
            self.problems[f"{where}: {each[:400]}"] = None

    def exchange(self, found: Exchange) -> None:
        """One request and its answer."""
        path = found.path.removeprefix("/api/v10")
        where = f"{found.method} {self.description.template(path) or path}"
        route = self.description.routes.get(where)
        if route is None:
            self._note(where, ["Discord describes no such operation"])
            return
        self.routes.add(where)
        self._note(where, [f"query {each!r} is not known" for each in found.query if each not in route.asks])
        if found.body is not None and found.status < 400:
            if route.takes is None:
                self._note(where, ["takes no JSON body"])
            else:
                told = f"{where} request"
                self._note(told, self.description.faults(route.takes, found.body, told, request=True))
        self._answer(route, f"{where} answer", found)

    def _answer(self, route: Route, told: str, found: Exchange) -> None:
        if found.status >= 400:
            name = "RatelimitedResponse" if found.status == 429 else "ErrorResponse"
            self._note(told, self.description.thing_faults(name, found.answer, told))
            return
        if str(found.status) not in route.answers:
            self._note(told, [f"status {found.status} is not among {list(route.answers)}"])
            return
        schema = route.answers[str(found.status)]
        if schema is None:
            self._note(told, [] if found.answer is None else ["has a body where none is described"])
        else:
            self._note(told, self.description.faults(schema, found.answer, told))

    def event(self, name: str, data: Json) -> None:
        """One gateway event."""
        self._note(f"event {name}", self.description.event_faults(name, data, f"event {name}"))


class Recorder:
    """Listens to a sandbox, and has everything judged."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.judges = [Judge(each) for each in (digest(), original()) if each is not None]
        """By our digest first, then by Discord's own file if it is at hand."""
        self.exchanges = 0
        self.events = 0
        self.names: set[str] = set()
        sandbox.core.observers.append(self.exchange)
        sandbox.core.event_observers.append(self.event)

    @property
    def routes(self) -> set[str]:
        """The operations that were used, as the description names them."""
        return self.judges[0].routes

    def check(self) -> None:
        """Fails with every difference found so far."""
        for each in self.judges:
            assert not each.problems, "not as Discord describes it:\n" + "\n".join(each.problems)

    def exchange(self, found: Exchange) -> None:
        """One request and its answer."""
        self.exchanges += 1
        for each in self.judges:
            each.exchange(found)

    def event(self, name: str, data: Json) -> None:
        """One gateway event."""
        self.events += 1
        self.names.add(name)
        for each in self.judges:
            each.event(name, data)
