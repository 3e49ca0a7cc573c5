# ruff: noqa: E501  (path data does not read better in pieces)
"""Pictures of Gold Raiders within 12 units of their middle; {a} main, {b} light, {c} dark colour."""

BOOT = '<path d="M-5 -11H3V-1C6 0 9.6 1 10 5.4H-5Z" fill="{a}"/><path d="M-5.6 5.4H10.6V8H-5.6Z" fill="{c}"/><path d="M-5 -8.4H3M-2 -4.4H3M-2 -1H3" stroke="{b}" stroke-width="1.3"/>'
BANDIT = (
    '<path d="M-9 -2C-9 -13 9 -13 9 -2C9 5 5 11 0 11C-5 11 -9 5 -9 -2Z" fill="{a}"/><path d="M-10.5 -5H10.5V0.6C7 2.4 3 2 0 -0.4C-3 2 -7 2.4 -10.5 0.6Z" fill="{c}"/>'
    '<path d="M-6.4 -3.4H-2.4L-4.4 -0.6ZM6.4 -3.4H2.4L4.4 -0.6Z" fill="{b}"/><path d="M-3.4 6.2C-1 4.6 1 4.6 3.4 6.2" stroke="{c}" stroke-width="1.5" fill="none"/><path d="M9 -4L12 -8L12 -1Z" fill="{c}"/>'
)
STEAL = (
    '<path d="M-2 -3C2 -5.6 8.6 -1 9.6 4.6C10.4 9 7 11.4 2.4 11.4C-3 11.4 -6.6 9.4 -5.6 4.6C-5 1.4 -3.6 -1 -2 -3Z" fill="{a}"/><path d="M-3 -7.6L2.4 -9L4.6 -6.6L2.4 -3.4L-1.6 -3Z" fill="{c}"/>'
    '<path d="M2.2 1.2A3.2 3.2 0 1 0 2.3 1.2Z" fill="{b}"/>'
    '<path d="M-11.6 -1L-6.4 -6.4L-4.6 -4.8C-6.8 -2.8 -6.2 -2 -7.4 0.8L-10 3.4Z" fill="{c}"/>'
)
EYE = '<path d="M-11.5 0C-6 -9 6 -9 11.5 0C6 9 -6 9 -11.5 0Z" fill="{b}" stroke="{c}" stroke-width="1.3"/><circle r="5" fill="{a}"/><circle r="2.2" fill="{c}"/><circle cx="1.8" cy="-1.8" r="1.1" fill="{b}"/>'
IDOL = (
    '<path d="M-6 -11H6L7.6 -6L5 -2H8.4L6 5H4.4V8H7V11.4H-7V8H-4.4V5H-6L-8.4 -2H-5L-7.6 -6Z" fill="{a}"/><path d="M-4 -8H-1.2V-5.6H-4ZM4 -8H1.2V-5.6H4ZM-2.4 -3.8H2.4V-2.4H-2.4Z" fill="{c}"/>'
    '<circle cy="1.6" r="2" fill="{b}"/>'
)
BOAT = '<path d="M-11 4H11C9.6 9 6 10.6 0 10.6C-6 10.6 -9.6 9 -11 4Z" fill="{a}"/><path d="M-0.8 3.4V-11H0.8V3.4Z" fill="{c}"/><path d="M2 -10C8 -6 8.6 -1 8 2.6H2ZM-2 -8C-6 -5 -7.4 -1 -7.6 2.6H-2Z" fill="{b}"/>'
PALM = '<path d="M-1.6 11.4C-0.6 4 -1 0 1 -4L3 -3.4C1.4 0.4 2 5 2.6 11.4Z" fill="{c}"/><path d="M2 -4C-2 -9.6 -8 -9 -10.6 -4.4C-6.6 -6.6 -2 -6 2 -4ZM2 -4C3 -10.4 8.6 -11.4 11.4 -7.6C7.6 -8.4 4.6 -6.8 2 -4ZM2 -4C-3 -5 -8 -2 -8.4 3C-5 -0.6 -1 -2.6 2 -4ZM2 -4C7 -5 10.6 -2 11 2.4C8 -1 5 -2.8 2 -4Z" fill="{a}"/>'
FLAME = '<path d="M0 -11.4C5.6 -6 8.4 -2 8.4 3C8.4 8.4 4.6 11.4 0 11.4C-4.6 11.4 -8.4 8.4 -8.4 3C-8.4 0 -7 -2.6 -5 -4.4C-4.6 -2 -3.6 -0.8 -2.4 -0.4C-3 -4.4 -2 -8.4 0 -11.4Z" fill="{a}"/><path d="M0.6 1C3 3.4 4 5 4 7C4 9.4 2.2 10.6 0 10.6C-2.2 10.6 -4 9.4 -4 7C-4 5.6 -3.2 4.4 -2 3.6C-1.6 4.8 -1 5.2 -0.4 5.2C-0.8 3.6 -0.4 2.2 0.6 1Z" fill="{b}"/>'
