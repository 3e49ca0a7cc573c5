"""A phone as far as a service can tell: its cookie, our header, one connection at a time."""

import http.client
import json
from typing import Any


class Phone:
    """Answers are (status, JSON); a service that has gone is an OSError."""

    def __init__(self, port: int, timeout_s: float = 10.0) -> None:
        self.port = port
        self._timeout_s = timeout_s
        self._cookie = ""

    def get(self, path: str) -> tuple[int, Any]:
        return self._ask("GET", path, None)

    def post(self, path: str, **fields: Any) -> tuple[int, Any]:
        return self._ask("POST", path, fields)

    def _ask(self, method: str, path: str, fields: dict[str, Any] | None) -> tuple[int, Any]:
        talk = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self._timeout_s)
        headers = {"X-Companion": "1", "Content-Type": "application/json"}
        if self._cookie:
            headers["Cookie"] = self._cookie
        try:
            talk.request(method, path, None if fields is None else json.dumps(fields), headers)
            answer = talk.getresponse()
            if given := answer.getheader("Set-Cookie"):
                self._cookie = given.partition(";")[0]
            return answer.status, json.loads(answer.read())
        except (http.client.HTTPException, json.JSONDecodeError) as cut:
            raise ConnectionError(str(cut)) from None
        finally:
            talk.close()
