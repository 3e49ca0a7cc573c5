"""The first page on a slow phone, in a real browser: its bytes, its requests, when headline and board are there."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

CHROMIUM = Path("/usr/bin/chromium")
_ARGS = ("--no-sandbox", "--disable-background-networking", "--disable-component-update", "--no-first-run")
_PHONE = {"width": 360, "height": 740}
_LINE = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
_SLOWER = 4  # the phone's processor against this one
_NOTED = """
const shown = {};
const seen = () => {
  if (document.querySelector(".headline")?.textContent) shown.headline ??= performance.now();
  if (document.querySelector(".board .lying .piece")) shown.board ??= performance.now();
  if (!shown.board) requestAnimationFrame(seen);
};
requestAnimationFrame(seen);
window.shown = shown;
"""
# a function: as an expression it would be read anew at every look, which our pages do not allow
_SHOWN = "() => window.shown.board && document.querySelector('#status[data-state=live]')"


def has_browser() -> bool:
    """Whether there is a browser to measure with; it is no part of a companion."""
    try:
        import playwright.sync_api
    except ImportError:
        return False
    return CHROMIUM.exists() and bool(playwright.sync_api)


@contextmanager
def browsing() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=str(CHROMIUM), args=list(_ARGS))
        yield browser
        browser.close()


def opened(browser: Any, address: str, is_slow: bool = True) -> dict[str, float]:
    """A phone that was never here opens the page: what came over the wire, and after how many ms what was shown."""
    context = browser.new_context(viewport=_PHONE)
    page = context.new_page()
    wire = _Wire(context.new_cdp_session(page))
    if is_slow:
        wire.slow_down()
    page.add_init_script(_NOTED)
    page.goto(address)
    page.wait_for_function(_SHOWN)
    page.evaluate("document.fonts.ready.then(() => null)")
    shown = page.evaluate("window.shown")
    context.close()
    return {
        "bytes": wire.bytes,
        "requests": wire.requests,
        "headline_ms": round(shown["headline"]),
        "board_ms": round(shown["board"]),
    }


class _Wire:
    """What a page gets over the network, as the browser counts it: headers and compressed bodies."""

    def __init__(self, session: Any) -> None:
        self._session = session
        self.bytes = self.requests = 0
        session.on("Network.responseReceived", lambda news: self._got(news["response"]["encodedDataLength"], 1))
        session.on("Network.dataReceived", lambda news: self._got(news["encodedDataLength"], 0))
        session.send("Network.enable")

    def _got(self, count: int, requests: int) -> None:
        self.bytes += count
        self.requests += requests

    def slow_down(self) -> None:
        self._session.send("Network.emulateNetworkConditions", _LINE)
        self._session.send("Emulation.setCPUThrottlingRate", {"rate": _SLOWER})
