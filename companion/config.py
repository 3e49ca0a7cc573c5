"""One frozen Config from one TOML file; nobody else reads settings."""

import os
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec

from companion.club.league import VenueConfig
from companion.club.line import MqttConfig
from companion.errors import BadInput, CannotKeep
from companion.play.timer import TimerConfig
from companion.shine.light_map import LightsConfig

Port = Annotated[int, msgspec.Meta(ge=0, le=65535)]
Degrees = Annotated[float, msgspec.Meta(gt=10, lt=170)]


class CameraConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The camera, under [camera]."""

    source: str = "auto"  # auto | picamera2 | webcam[:N] | url:U | folder:DIR | sim | none
    fov_deg: Degrees = 66.0  # across the picture's width: Pi Camera 3 has 66, wide 102, Camera 2 62, HQ by its lens
    lens_k1: float | None = None  # None: learnt from the board; `companion calibrate` measures it
    lens_k2: float = 0.0  # with lens_k1 only


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All settings with their defaults; `companion run --config FILE` reads a file with some of them."""

    game: str = "pyramid_raiders"
    players: Annotated[int, msgspec.Meta(ge=2, le=6)] = 4
    host: str = "0.0.0.0"
    port: Port = 8000
    data: str = ""  # where games are kept; empty: systemd's state folder, else ~/.local/share/companion
    pin: str = ""  # lets further phones be host; empty: one is drawn at the first start and kept with the games
    lights_source: str = "auto"  # auto | gpio | sim | none
    camera: CameraConfig = CameraConfig()
    lights: LightsConfig = LightsConfig()
    timer: TimerConfig = TimerConfig()
    mqtt: MqttConfig = MqttConfig()
    venue: VenueConfig = VenueConfig()
    pins: dict[str, tuple[int, ...]] = msgspec.field(default_factory=dict)  # GPIO numbers that differ from the table


class Setting(msgspec.Struct, frozen=True):
    """One setting in force, and where it comes from."""

    name: str
    value: Any
    source: str


DEFAULT = "default"
OPTION = "command line"
_HIDDEN = "set, and not shown"
_SECRET = ("pin", "mqtt.password", "mqtt.secret")


def read_config(path: Path | None) -> Config:
    """The settings of a file; a broken one is refused with the place that is wrong."""
    if path is None:
        return Config()
    try:
        return msgspec.convert(read_raw(path), Config)
    except msgspec.ValidationError as wrong:
        raise BadInput(f"the config file {path} cannot be used: {wrong}") from None


def read_raw(path: Path) -> dict[str, Any]:
    """The file as TOML has it."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as missing:
        raise BadInput(
            f"cannot read the config file {path}: {missing.strerror}; leave out --config for defaults"
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as wrong:
        raise BadInput(f"the config file {path} cannot be used: {wrong}") from None


def or_defaults(path: Path | None, options: Mapping[str, Any], refuse: Callable[[Config], None]) -> tuple[Config, str]:
    """For a service, which must come up: a file that cannot be used is left aside, and the second value says so.

    `refuse` raises BadInput for settings that can be read and not be used.
    """
    try:
        config = with_options(path, options)
        refuse(config)
    except BadInput as wrong:
        return with_options(None, options), f"{wrong}; all settings are defaults until it is mended"
    return config, ""


def settings_of(config: Config, path: Path | None, options: Mapping[str, Any]) -> list[Setting]:
    """What is in force, in the order of the file; the PIN and passwords are nobody's business."""
    told = _flat(read_raw(path)) if path is not None else {}
    given = {_OPTIONS.get(name, name) for name, value in options.items() if value is not None}
    return [
        Setting(
            name,
            _HIDDEN if name in _SECRET and value else value,
            OPTION if name in given else str(path) if name in told else DEFAULT,
        )
        for name, value in _flat(msgspec.to_builtins(config)).items()
    ]


_OPTIONS = {"camera": "camera.source", "lights": "lights_source"}  # what the command line calls otherwise


def _flat(raw: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    """
    >>> _flat({"port": 80, "camera": {"source": "sim"}, "pins": {}})
    {'port': 80, 'camera.source': 'sim'}
    """
    flat: dict[str, Any] = {}
    for name, value in raw.items():
        if isinstance(value, dict):
            flat |= _flat(value, f"{before}{name}.")
        else:
            flat[f"{before}{name}"] = value
    return flat


def with_options(path: Path | None, options: Mapping[str, Any]) -> Config:
    """The file's settings with what the command line says laid over them."""
    config = read_config(path)
    given = {key: value for key, value in options.items() if value is not None}
    camera = msgspec.structs.replace(config.camera, source=given.pop("camera", config.camera.source))
    lights = given.pop("lights", config.lights_source)
    plain = {key: given[key] for key in ("game", "players", "host", "port", "data") if key in given}
    config = msgspec.structs.replace(config, camera=camera, lights_source=lights, **plain)
    try:
        return msgspec.convert(msgspec.to_builtins(config), Config)
    except msgspec.ValidationError as wrong:
        raise BadInput(f"an option cannot be used: {wrong}") from None


def with_venue_options(path: Path | None, options: Mapping[str, Any]) -> Config:
    """The settings of a venue: --broker and --port are the broker's and the venue's own."""
    given = {key: value for key, value in options.items() if value is not None}
    host, _, port = str(given.get("broker", "")).rpartition(":")
    config = with_options(path, {key: given[key] for key in ("host", "data") if key in given})
    mqtt = msgspec.to_builtins(config.mqtt) | (
        {"host": host, "port": _number(port)} if host else {"host": port} if port else {}
    )
    venue = msgspec.to_builtins(config.venue) | ({"port": given["port"]} if "port" in given else {})
    try:
        return msgspec.convert({**msgspec.to_builtins(config), "mqtt": mqtt, "venue": venue}, Config)
    except msgspec.ValidationError as wrong:
        raise BadInput(f"an option cannot be used: {wrong}") from None


def _number(port: str) -> int:
    if not port.isascii() or not port.isdigit():
        raise BadInput(f"--broker is HOST or HOST:PORT, and {port!r} is no port")
    return int(port)


def data_folder(config: Config, environ: Mapping[str, str] = os.environ) -> Path:
    """Where games are kept, made if need be, for its owner alone; a folder that was there keeps the rights it has."""
    home = environ.get("STATE_DIRECTORY") or str(Path.home() / ".local" / "share" / "companion")
    folder = Path(config.data or home)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as refused:
        raise CannotKeep(
            f"cannot keep games in {folder}: {refused.strerror}; choose another folder with --data"
        ) from None
    return folder
