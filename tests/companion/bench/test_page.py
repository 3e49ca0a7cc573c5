"""The first page is measured in a real browser, byte by byte."""

import pytest

from companion.bench.page import browsing, has_browser, opened
from companion.bench.phones import half_played, served


@pytest.mark.browser
@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.skipif(not has_browser(), reason="no browser; install chromium and playwright")
def test_a_page_is_weighed_and_timed():
    with browsing() as browser, served(half_played("gold_raiders")) as port:
        found = opened(browser, f"http://127.0.0.1:{port}/", is_slow=False)
    assert found["bytes"] > 20_000
    assert found["requests"] >= 5
    assert 0 < found["headline_ms"] <= found["board_ms"]
