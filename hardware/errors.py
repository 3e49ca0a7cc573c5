"""What a device can refuse: one line that names the part and what would do."""


class HardwareError(Exception):
    """The root of everything a camera, lamp, buzzer or button says when it cannot go on."""


class BadSetting(HardwareError, ValueError):
    """A setting no device can follow."""


class NoCamera(HardwareError, OSError):
    """The camera that was asked for cannot be opened."""


class CameraLost(HardwareError, OSError):
    """A camera that was open gives no more frames."""


class CameraHangs(CameraLost):
    """A camera whose driver no longer answers at all, not even to be closed."""


class NoPins(HardwareError, OSError):
    """This machine has no pins we could use, or somebody else holds the one we need."""


class LightsLost(HardwareError, OSError):
    """Lights that were open can no longer be reached."""


class UnknownLight(HardwareError, LookupError):
    """A lamp, tone or player that is not wired."""
