from threading import RLock, Thread

from companion.play.audience import Audience
from companion.play.news import News, Noticed

NEWS = Noticed("camera", "no frames for 3 s")


def deafened(news: News) -> None:
    raise ValueError("cotton wool")


def test_whoever_joins_hears_what_lies_there_and_then_all_news() -> None:
    audience, heard = Audience(RLock()), list[News]()
    first = Noticed("lights", "40 of 50")
    audience.join(heard.append, "ear", first)
    audience.tell(NEWS)
    assert heard == [first, NEWS]


def test_one_that_cannot_follow_is_named_and_the_others_hear() -> None:
    audience, heard = Audience(RLock()), list[News]()
    audience.join(deafened, "lamps", None)
    audience.join(heard.append, "ear", None)
    audience.tell(NEWS)
    assert heard == [NEWS]
    assert audience.deaf == {"lamps": "lamps could not follow the game: cotton wool; see the log"}


def test_one_that_follows_again_is_no_longer_named() -> None:
    audience = Audience(RLock())
    audience.join(deafened, "lamps", NEWS)
    assert audience.deaf
    audience.join(lambda news: None, "lamps", None)
    audience.tell(NEWS)
    assert not audience.deaf


def test_a_waiter_is_woken_by_the_next_news() -> None:
    lock = RLock()
    audience = Audience(lock)
    speaker = Thread(target=audience.tell, args=(NEWS,))
    with lock:
        speaker.start()  # gets a word in only when the waiter lets go of the lock
        assert audience.wait(0, 30) == 1
    speaker.join()


def test_a_waiter_goes_on_when_its_time_is_up() -> None:
    assert Audience(RLock()).wait(0, 0.0) == 0
