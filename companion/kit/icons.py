# ruff: noqa: E501  (path data does not read better in pieces)
"""Pictures that several games share, within 12 units of their middle; {a} main, {b} light, {c} dark colour."""

from collections.abc import Mapping

ICONS: Mapping[str, str] = {
    "sun": '<circle r="5.4" fill="{a}"/><path d="M0 -11.4L1.6 -7H-1.6ZM0 11.4L1.6 7H-1.6ZM-11.4 0L-7 1.6V-1.6ZM11.4 0L7 1.6V-1.6ZM-8 -8L-3.8 -6.2L-6.2 -3.8ZM8 8L3.8 6.2L6.2 3.8ZM8 -8L3.8 -6.2L6.2 -3.8ZM-8 8L-3.8 6.2L-6.2 3.8Z" fill="{a}"/>',
    "moon": '<path d="M4 -10.6A10.8 10.8 0 1 0 9.6 6.4A9 9 0 0 1 4 -10.6Z" fill="{a}"/><path d="M7 -5L7.9 -2.6L10.4 -2.4L8.4 -0.8L9.1 1.6L7 0.2L4.9 1.6L5.6 -0.8L3.6 -2.4L6.1 -2.6Z" fill="{b}"/>',
    "card": '<rect x="-7.5" y="-10.5" width="15" height="21" rx="1.6" fill="{c}"/><rect x="-6" y="-9" width="12" height="18" rx="1" fill="none" stroke="{b}" stroke-width="0.9"/><path d="M0 -5L3.4 0L0 5L-3.4 0Z" fill="{b}"/>',
    "die": (
        '<rect x="-9" y="-9" width="18" height="18" rx="3.4" fill="{b}" stroke="{c}" stroke-width="1.2"/><circle cx="-4.4" cy="-4.4" r="1.9" fill="{c}"/><circle cx="4.4" cy="4.4" r="1.9" fill="{c}"/>'
        '<circle r="1.9" fill="{c}"/><circle cx="4.4" cy="-4.4" r="1.9" fill="{c}"/><circle cx="-4.4" cy="4.4" r="1.9" fill="{c}"/>'
    ),
    "raider": (
        '<circle cy="-5" r="4.6" fill="{a}"/><path d="M-8.6 -6.6C-3 -9 3 -9 8.6 -6.6L8.4 -5.2H-8.4Z" fill="{c}"/><path d="M-4.4 -7C-4.4 -12.4 4.4 -12.4 4.4 -7Z" fill="{c}"/>'
        '<path d="M-8 11C-8 3.6 -4.6 1 0 1C4.6 1 8 3.6 8 11Z" fill="{a}"/><path d="M-3 1.4L0 5L3 1.4Z" fill="{b}"/>'
    ),
    "coin": (
        '<circle r="10.5" fill="{c}"/><circle r="9.5" fill="{a}"/><circle r="7" fill="none" stroke="{b}" stroke-width="1.2"/>'
        '<polygon points="0,-5 1.5,-1.6 5,-1.5 2.2,0.8 3.1,4.2 0,2.2 -3.1,4.2 -2.2,0.8 -5,-1.5 -1.5,-1.6" fill="{b}"/>'
    ),
    "foot": (
        '<path d="M-2.6 -4C1.8 -5.4 5.4 -2.8 4.6 1.4C4 4.4 4.6 6.6 3 9.6C1.6 12 -2.6 11.6 -3.2 8.4C-3.8 5.6 -2.6 4.4 -3.6 1.6C-4.4 -0.6 -4.8 -3.2 -2.6 -4Z" fill="{a}"/>'
        '<circle cx="-4.2" cy="-7" r="2.3" fill="{a}"/><circle cx="-0.2" cy="-8.6" r="1.7" fill="{a}"/><circle cx="3" cy="-8" r="1.5" fill="{a}"/><circle cx="5.6" cy="-6.2" r="1.3" fill="{a}"/>'
    ),
    "temple": (
        '<path d="M0 -11.4L4.4 -7.4H-4.4Z" fill="{b}"/><path d="M-5 -7.4H5V-3H-5ZM-8 -3H8V2H-8ZM-10.6 2H10.6V10.4H-10.6Z" fill="{a}"/><path d="M-2 10.4V5H2V10.4ZM-1.2 -6.4H1.2V-3H-1.2Z" fill="{c}"/>'
        '<path d="M-8 -3H8M-10.6 2H10.6" stroke="{b}" stroke-width="1"/>'
    ),
    "pencil": '<path d="M-9 9L-7.4 2.6L4.6 -9.4L9.4 -4.6L-2.6 7.4Z" fill="{a}"/><path d="M-9 9L-7.4 2.6L-2.6 7.4Z" fill="{b}"/><path d="M-9 9L-8.4 6.4L-6.4 8.4Z" fill="{c}"/><path d="M4.6 -9.4L6.6 -11.4L11.4 -6.6L9.4 -4.6Z" fill="{c}"/>',
    "turn": '<path d="M-8.4 1.6A8.6 8.6 0 1 1 2.6 7.4" fill="none" stroke="{a}" stroke-width="3"/><path d="M3 3L-4.4 7.6L3.8 11.8Z" fill="{a}"/>',
    "hand": '<path d="M-7 11.4C-7 5 -10.6 2.4 -9.6 0.6C-8.6 -0.8 -6.4 1 -5 3.4V-8C-5 -10 -2.4 -10 -2.4 -8V-9.6C-2.4 -11.8 0.4 -11.8 0.4 -9.6V-7.6C0.4 -9.6 3.2 -9.6 3.2 -7.6V-5.6C3.2 -7.4 6 -7.4 6 -5.6V3C6 7.4 4.6 9 4 11.4Z" fill="{a}"/>',
    "camera": '<path d="M-11 -6H-6L-4 -9H4L6 -6H11V8H-11Z" fill="{a}"/><circle cy="0.6" r="5.4" fill="{b}"/><circle cy="0.6" r="3.2" fill="{c}"/>',
    "lamp": '<path d="M-4 6.4C-4 3 -8 1 -8 -3.4C-8 -14 8 -14 8 -3.4C8 1 4 3 4 6.4Z" fill="{b}"/><path d="M-4 7.4H4V9H-4ZM-3 10H3V11.6H-3Z" fill="{c}"/><path d="M-2 6V-1L0 1L2 -1V6" stroke="{a}" stroke-width="1" fill="none"/>',
    "glue": '<path d="M-5.4 -3H5.4V11.4H-5.4Z" fill="{a}"/><path d="M-4 -7H4V-3.6H-4Z" fill="{c}"/><path d="M0 -12L2 -7.4H-2Z" fill="{b}"/><path d="M-3.6 1H3.6V7H-3.6Z" fill="{b}"/>',
    "scissors": '<circle cx="-5" cy="7.6" r="3" fill="none" stroke="{a}" stroke-width="1.9"/><circle cx="5" cy="7.6" r="3" fill="none" stroke="{a}" stroke-width="1.9"/><path d="M-3.6 5L5 -11M3.6 5L-5 -11" stroke="{c}" stroke-width="2" fill="none" stroke-linecap="round"/>',
    "printer": '<path d="M-7 -11H7V-5H-7Z" fill="{b}" stroke="{c}" stroke-width="1"/><path d="M-11 -5H11V6H-11Z" fill="{a}"/><path d="M-7 2H7V11H-7Z" fill="{b}" stroke="{c}" stroke-width="1"/><path d="M-4.6 5H4.6M-4.6 8H4.6" stroke="{c}" stroke-width="1"/>',
}
