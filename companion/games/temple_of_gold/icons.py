# ruff: noqa: E501  (path data does not read better in pieces)
"""Pictures of Temple of Gold within 12 units of their middle; {a} main, {b} light, {c} dark colour."""

from collections.abc import Mapping

SUITS: Mapping[str, str] = {
    "suns": '<circle r="5.4" fill="{a}"/><path d="M0 -11.4L1.6 -7H-1.6ZM0 11.4L1.6 7H-1.6ZM-11.4 0L-7 1.6V-1.6ZM11.4 0L7 1.6V-1.6ZM-8 -8L-3.8 -6.2L-6.2 -3.8ZM8 8L3.8 6.2L6.2 3.8ZM8 -8L3.8 -6.2L6.2 -3.8ZM-8 8L-3.8 6.2L-6.2 3.8Z" fill="{a}"/>',
    "moons": '<path d="M4 -11A11 11 0 1 0 11 5A9.4 9.4 0 0 1 4 -11Z" fill="{a}"/>',
    "crowns": '<path d="M-10.6 -7L-5.6 -1L0 -10L5.6 -1L10.6 -7L8.6 6H-8.6Z" fill="{a}"/><path d="M-8.4 7.4H8.4V10.4H-8.4Z" fill="{a}"/>',
    "arms": '<path d="M-9 -10H9V0C9 6 5 9.6 0 11.6C-5 9.6 -9 6 -9 0Z" fill="{a}"/><path d="M-1.4 -10H1.4V11H-1.4ZM-9 -3.4H9V-0.6H-9Z" fill="{b}"/>',
    "spring": '<circle cy="-5.6" r="4.4" fill="{a}"/><circle cx="5.4" cy="-1.6" r="4.4" fill="{a}"/><circle cx="3.4" cy="4.8" r="4.4" fill="{a}"/><circle cx="-3.4" cy="4.8" r="4.4" fill="{a}"/><circle cx="-5.4" cy="-1.6" r="4.4" fill="{a}"/><circle r="3" fill="{b}"/>',
    "summer": '<path d="M-11 -3C-8 -7 -5 -7 -2 -3C1 1 4 1 7 -3L11 -6V-1.6L8.6 0.4C4.6 4.6 0.4 4.6 -3.4 0.4C-5.4 -2 -6.6 -2 -8.4 0.4L-11 3Z" fill="{a}"/><path d="M-11 5C-8 1 -5 1 -2 5C1 9 4 9 7 5L11 2V6.4L8.6 8.4C4.6 12.6 0.4 12.6 -3.4 8.4C-5.4 6 -6.6 6 -8.4 8.4L-11 11Z" fill="{a}"/>',
    "fall": '<path d="M0 -11.4C7.6 -7 9 1.4 4.4 7.4L1 8.6V11.6H-1V8.6L-4.4 7.4C-9 1.4 -7.6 -7 0 -11.4Z" fill="{a}"/><path d="M0 -7V8M0 -2.4L3.8 -5.4M0 -2.4L-3.8 -5.4M0 3L4.2 0M0 3L-4.2 0" stroke="{b}" stroke-width="1.1" fill="none"/>',
    "winter": '<path d="M0 -11.4V11.4M-9.9 -5.7L9.9 5.7M-9.9 5.7L9.9 -5.7M-3 -9L0 -6L3 -9M-3 9L0 6L3 9M-9.4 -2L-5.2 -3L-6.4 -7.2M9.4 2L5.2 3L6.4 7.2M-9.4 2L-5.2 3L-6.4 7.2M9.4 -2L5.2 -3L6.4 -7.2" stroke="{a}" stroke-width="1.9" fill="none" stroke-linecap="round"/>',
}
KINDS: Mapping[str, str] = {
    "food": '<path d="M0 -5C4 -9 11 -6 10.4 1C10 7 5.4 11.4 2.4 11.4C1 11.4 -1 11.4 -2.4 11.4C-5.4 11.4 -10 7 -10.4 1C-11 -6 -4 -9 0 -5Z" fill="{a}"/><path d="M0 -5C-0.4 -8 0.6 -10.4 3 -11.6" stroke="{a}" stroke-width="1.7" fill="none"/><path d="M-7 0C-7 -3 -5 -4.4 -3.4 -4" stroke="{b}" stroke-width="1.5" fill="none"/>',
    "tools": '<path d="M-1.4 -4H1.4V11.6H-1.4Z" fill="{a}"/><path d="M-11 -4.6C-6.4 -11 6.4 -11 11 -4.6C6.6 -7.4 -6.6 -7.4 -11 -4.6Z" fill="{a}" stroke="{a}" stroke-width="1.4"/>',
    "wood": '<path d="M-11 -1A3.6 4.6 0 0 1 -7.4 -5.6H8V3.6H-7.4A3.6 4.6 0 0 1 -11 -1Z" fill="{a}"/><circle cx="8" cy="-1" r="4.6" fill="{b}"/><circle cx="8" cy="-1" r="2" fill="{a}"/><path d="M-7 5.4H6V10H-7Z" fill="{a}"/>',
    "jewelry": '<path d="M-6 -8H6L11 -2L0 10.6L-11 -2Z" fill="{a}"/><path d="M-11 -2H11M-4 -2L0 10M4 -2L0 10M-6 -8L-4 -2L0 -8L4 -2L6 -8" stroke="{b}" stroke-width="1" fill="none"/>',
}
AMULET = '<path d="M-7 -11L0 -3L7 -11" stroke="{c}" stroke-width="1.4" fill="none"/><circle cy="3.6" r="7.4" fill="{a}"/><circle cy="3.6" r="4" fill="{b}"/><circle cy="3.6" r="1.6" fill="{c}"/>'
TENT = '<path d="M0 -9L11 9H-11Z" fill="{a}"/><path d="M0 -3L4 9H-4Z" fill="{b}"/>'
PALM = '<path d="M-1.6 11.4C-0.6 4 -1 0 1 -4L3 -3.4C1.4 0.4 2 5 2.6 11.4Z" fill="{c}"/><path d="M2 -4C-2 -9.6 -8 -9 -10.6 -4.4C-6.6 -6.6 -2 -6 2 -4ZM2 -4C3 -10.4 8.6 -11.4 11.4 -7.6C7.6 -8.4 4.6 -6.8 2 -4ZM2 -4C-3 -5 -8 -2 -8.4 3C-5 -0.6 -1 -2.6 2 -4ZM2 -4C7 -5 10.6 -2 11 2.4C8 -1 5 -2.8 2 -4Z" fill="{a}"/>'
TOWN = '<path d="M-11 11V0L-6 -5L-1 0V11Z" fill="{a}"/><path d="M1 11V-4L6 -10L11 -4V11Z" fill="{a}"/><path d="M-7.4 11V5H-4.6V11ZM4.6 11V4H7.4V11ZM4.6 -3H7.4V0H4.6Z" fill="{b}"/>'
FLAME = '<path d="M0.6 -11.4C1.6 -6.6 7.8 -3.8 7.8 3.4C7.8 8.4 4.2 11.4 0 11.4C-4.2 11.4 -7.8 8.4 -7.8 3.8C-7.8 0.6 -6.2 -1.6 -4.6 -3.4C-4.4 -1.4 -3.6 -0.4 -2.4 0C-3 -4.6 -2 -8.4 0.6 -11.4Z" fill="{a}"/><path d="M0.4 1.4C2.4 3.4 3.8 4.8 3.8 7C3.8 9.4 2 10.8 0 10.8C-2 10.8 -3.8 9.4 -3.8 7.2C-3.8 5.4 -2.8 4.2 -1.8 3.2C-1.4 4.2 -0.8 4.6 -0.2 4.8C-0.4 3.6 -0.2 2.4 0.4 1.4Z" fill="{b}"/>'
