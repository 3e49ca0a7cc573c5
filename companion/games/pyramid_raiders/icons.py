# ruff: noqa: E501  (path data does not read better in pieces)
"""Pictures of Pyramid Raiders within 12 units of their middle; {a} main, {b} light, {c} dark colour."""

POT = (
    '<path d="M-4 -10H4V-7.5C9 -5.5 10 0 8 4.5C6.5 8 5 9 4.5 11H-4.5C-5 9 -6.5 8 -8 4.5C-10 0 -9 -5.5 -4 -7.5Z" fill="{a}"/>'
    '<path d="M-8.6 -1.5L-5.8 1.5L-2.9 -1.5L0 1.5L2.9 -1.5L5.8 1.5L8.6 -1.5" fill="none" stroke="{b}" stroke-width="1.5"/>'
    '<path d="M-5.4 -10.8H5.4V-8.6H-5.4Z" fill="{c}"/><path d="M-5.2 9H5.2V11.4H-5.2Z" fill="{c}"/>'
)
GOBLET = (
    '<path d="M-8 -10.5H8C8.5 -3 5.5 2 1.3 3V7C3.5 7.5 5.5 8.5 6 10.8H-6C-5.5 8.5 -3.5 7.5 -1.3 7V3C-5.5 2 -8.5 -3 -8 -10.5Z"'
    ' fill="{a}"/><path d="M-7.9 -7.5H7.9L7.4 -4.5H-7.4Z" fill="{b}"/><circle cx="0" cy="-1" r="1.6" fill="{c}"/>'
    '<path d="M-6.4 9.4H6.4V11.4H-6.4Z" fill="{c}"/>'
)
TOTEM = (
    '<path d="M-6 -11H6L8.5 -5H5.5V-3H7.5V4H5.5V5.5H7.5V11.4H-7.5V5.5H-5.5V4H-7.5V-3H-5.5V-5H-8.5Z" fill="{a}"/>'
    '<path d="M-4 -9H-1.4V-7H-4ZM1.4 -9H4V-7H1.4ZM-4.5 -1.5H-1.5V0.5H-4.5ZM1.5 -1.5H4.5V0.5H1.5ZM-3 2H3V3H-3Z'
    'M-4.5 7H-1.8V9H-4.5ZM1.8 7H4.5V9H1.8Z" fill="{b}"/>'
)
SCARAB = (
    '<path d="M-5 -3L-10 -7M-5.5 1.5H-11M-5 5L-9.5 10M5 -3L10 -7M5.5 1.5H11M5 5L9.5 10" stroke="{c}" stroke-width="1.6" fill="none"/>'
    '<circle cy="-6.4" r="3.6" fill="{c}"/><path d="M0 -5C6.6 -5 7.4 0 6.6 4.5C5.8 8.6 3.5 11 0 11C-3.5 11 -5.8 8.6 -6.6 4.5C-7.4 0 -6.6 -5 0 -5Z" fill="{a}"/>'
    '<path d="M0 -1V10.6M-6.7 -0.6C-3 -1.8 3 -1.8 6.7 -0.6" stroke="{b}" stroke-width="1.2" fill="none"/>'
)
MASK = (
    '<path d="M-9 -10H9C10 -1 7 8 0 11.4C-7 8 -10 -1 -9 -10Z" fill="{a}"/>'
    '<path d="M-6.5 -4.5C-5 -6.5 -3 -6.5 -1.5 -4.2C-3 -3 -5 -3 -6.5 -4.5ZM6.5 -4.5C5 -6.5 3 -6.5 1.5 -4.2C3 -3 5 -3 6.5 -4.5Z'
    'M-3.4 3.6H3.4L0 6.4Z" fill="{b}"/><path d="M-9 -10H9L8.9 -7.8H-8.9Z" fill="{c}"/><path d="M0 -4L1.5 1.6H-1.5Z" fill="{c}"/>'
)
BOOK = (
    '<path d="M-10.5 -8C-6 -9.6 -2.5 -9 0 -7C2.5 -9 6 -9.6 10.5 -8V8.5C6 7 2.5 7.6 0 9.6C-2.5 7.6 -6 7 -10.5 8.5Z" fill="{c}"/>'
    '<path d="M-9 -7C-5.6 -8 -2.6 -7.4 -0.7 -5.8V7.4C-2.8 6 -5.8 5.6 -9 6.4ZM9 -7C5.6 -8 2.6 -7.4 0.7 -5.8V7.4C2.8 6 5.8 5.6 9 6.4Z" fill="{b}"/>'
    '<path d="M-7.3 -4.2H-2.5M-7.3 -1H-2.5M-7.3 2.2H-2.5M7.3 -4.2H2.5M7.3 -1H2.5M7.3 2.2H2.5" stroke="{a}" stroke-width="1.1"/>'
)
PILLAR = (
    '<path d="M-8 -11H8V-8H6V7H8V11H-8V7H-6V-8H-8Z" fill="{a}"/>'
    '<path d="M-3.4 -7V6M0 -7V6M3.4 -7V6" stroke="{b}" stroke-width="1.5"/>'
)
FOUNTAIN = (
    '<path d="M-11 4H11C10.5 8.5 7 11 0 11C-7 11 -10.5 8.5 -11 4Z" fill="{a}"/><path d="M-1 4V-5H1V4Z" fill="{a}"/>'
    '<path d="M0 -6C-1 -11 -7 -10.5 -7 -3M0 -6C1 -11 7 -10.5 7 -3M0 -6V-10.6" stroke="{b}" stroke-width="1.7" fill="none" stroke-linecap="round"/>'
    '<path d="M-8 6.5C-5 5 -3 8 0 6.5C3 5 5 8 8 6.5" stroke="{b}" stroke-width="1.2" fill="none"/>'
)
GUARDIAN = (
    '<path d="M-8 -11L-4.5 -5H4.5L8 -11L9.5 1C9.5 6 5 9.5 2.4 11.4H-2.4C-5 9.5 -9.5 6 -9.5 1Z" fill="{a}"/>'
    '<path d="M-6 -1L-1.8 0.6L-5.4 2.4ZM6 -1L1.8 0.6L5.4 2.4Z" fill="{b}"/><path d="M-2.4 7.4H2.4L0 10Z" fill="{b}"/>'
    '<path d="M-9.4 2.8L-6 5.6L-7.4 6.6ZM9.4 2.8L6 5.6L7.4 6.6Z" fill="{c}"/>'
)
CURSE = (
    '<path d="M-11 0C-6 -8 6 -8 11 0C6 8 -6 8 -11 0Z" fill="{b}"/><circle r="4.8" fill="{a}"/><path d="M0 -4.6C1.8 -2 1.8 2 0 4.6C-1.8 2 -1.8 -2 0 -4.6Z" fill="{c}"/>'
    '<path d="M-7 6.4L-9 10M-2.6 7.6L-3.2 11.4M2.6 7.6L3.2 11.4M7 6.4L9 10" stroke="{a}" stroke-width="1.6" stroke-linecap="round"/>'
)
FLIP = (
    '<path d="M-9.5 -2A9.7 9.7 0 0 1 7.5 -6.2" fill="none" stroke="{a}" stroke-width="2.8"/><path d="M4.4 -9.6L11.4 -1.6L2.6 -1.8Z" fill="{a}"/>'
    '<path d="M9.5 2A9.7 9.7 0 0 1 -7.5 6.2" fill="none" stroke="{b}" stroke-width="2.8"/><path d="M-4.4 9.6L-11.4 1.6L-2.6 1.8Z" fill="{b}"/>'
)
ANKH = '<path d="M0 -11C6 -11 6.4 -5 1.6 -0.6H9V2.8H1.9V11.4H-1.9V2.8H-9V-0.6H-1.6C-6.4 -5 -6 -11 0 -11ZM0 -7.8C-2.4 -7.8 -2.2 -4.6 0 -2.2C2.2 -4.6 2.4 -7.8 0 -7.8Z" fill="{a}" fill-rule="evenodd"/>'
MAGNET = (
    '<path d="M-10 -10H-3.6V1C-3.6 5.6 3.6 5.6 3.6 1V-10H10V1.6C10 14.4 -10 14.4 -10 1.6Z" fill="{a}"/>'
    '<path d="M-10 -10H-3.6V-5.6H-10ZM3.6 -10H10V-5.6H3.6Z" fill="{b}"/>'
)
SPRING = (
    '<path d="M-6 -11H1.6V-3.4C5 -2.6 8.6 -2.4 9 1H-6Z" fill="{a}"/><path d="M-6.6 1H9.6V3H-6.6Z" fill="{c}"/>'
    '<path d="M-4 4.2L6.4 5.6L-4 7.4L6.4 9L-4 10.8" fill="none" stroke="{b}" stroke-width="1.7" stroke-linejoin="round"/>'
)
HELMET = (
    '<path d="M-9 11V6H-7.6C-12 -1 -8 -11 0 -11C8 -11 12 -1 7.6 6H9V11Z" fill="{a}"/><circle cy="-2" r="6" fill="{c}"/><circle cy="-2" r="4.4" fill="{b}"/>'
    '<path d="M-3 -3.4L-0.6 -5" stroke="{c}" stroke-width="1"/><circle cx="-6" cy="8.5" r="1" fill="{b}"/><circle cy="8.5" r="1" fill="{b}"/><circle cx="6" cy="8.5" r="1" fill="{b}"/>'
)
ROCKET = (
    '<path d="M-5 -9H2V-3.6C6 -3 10 -2 10.4 2.6H-5Z" fill="{a}"/><path d="M-5.6 2.6H10.8V4.8H-5.6Z" fill="{c}"/>'
    '<path d="M-6.4 -6L-11.6 -7.6L-8.6 -4.2L-12 -2.4L-8.6 -1L-11.6 2.4L-6.4 1Z" fill="{b}"/>'
    '<path d="M-3 5.8V10M1.5 5.8V11.6M6 5.8V10" stroke="{b}" stroke-width="1.6" stroke-linecap="round"/>'
)
BOX = (
    '<path d="M-10 -3H10V10H-10Z" fill="{a}"/><path d="M-11 -7H11V-2.4H-11Z" fill="{c}"/><path d="M-2.6 2.4H2.6V5.2H-2.6Z" fill="{b}"/>'
    '<circle cx="-6.4" cy="3" r="1.6" fill="{b}"/><circle cx="6.4" cy="3" r="1.6" fill="{b}"/><path d="M-7 -8.6L-5.6 -11M0 -8.6V-11.4M7 -8.6L5.6 -11" stroke="{a}" stroke-width="1.3"/>'
)
DOOR = (
    '<path d="M-8 11.4V-3C-8 -14 8 -14 8 -3V11.4Z" fill="{c}"/><path d="M-5.6 11.4V-2.6C-5.6 -10.6 5.6 -10.6 5.6 -2.6V11.4Z" fill="{a}"/>'
    '<path d="M0 2A1.6 1.6 0 1 1 1.6 0.4A3 3 0 1 1 -2.8 -0.6A3.4 3.4 0 1 1 3.8 1" fill="none" stroke="{b}" stroke-width="1.2"/>'
)
GLOVE = (
    '<path d="M-7 -3C-8 -10 6 -12 8.6 -6C10.6 -1.6 9 3 6.6 5H-5C-6.4 3 -6.8 0 -7 -3Z" fill="{a}"/>'
    '<path d="M-6.8 -2.6C-10.4 -3 -11 2 -7.6 3.4L-4.4 2.6" fill="{a}" stroke="{c}" stroke-width="1"/><path d="M-5 6.2H6.6V11H-5Z" fill="{b}"/>'
    '<path d="M-1.6 -8.4V-4.6M2.4 -9V-4.8M5.8 -7.6V-4.2" stroke="{c}" stroke-width="1.1" stroke-linecap="round"/>'
)
DOLL = (
    '<circle cy="-7" r="4.2" fill="{a}"/><path d="M-2.4 -3H2.4L9 1.4L7.4 4L3.4 2V6.4L5.4 11.4H1.4L0 8L-1.4 11.4H-5.4L-3.4 6.4V2L-7.4 4L-9 1.4Z" fill="{a}"/>'
    '<path d="M-2.2 -8L-0.8 -6.6M-0.8 -8L-2.2 -6.6M0.8 -8L2.2 -6.6M2.2 -8L0.8 -6.6M0 -1V5M-1.4 0.6H1.4M-1.4 2.8H1.4" stroke="{c}" stroke-width="0.9" fill="none"/>'
)
HANDS = (
    '<path d="M-10.6 10.8C-10.6 4 -11.4 0 -10 -1C-8.8 -1.6 -8 0 -7.6 2V-8C-7.6 -9.8 -5.4 -9.8 -5.4 -8V-9.6C-5.4 -11.4 -3 -11.4 -3 -9.6V-7C-3 -8.6 -0.8 -8.6 -0.8 -7V3C-0.8 7 -2 8.6 -2.4 10.8Z" fill="{a}"/>'
    '<path d="M10.6 10.8C10.6 4 11.4 0 10 -1C8.8 -1.6 8 0 7.6 2V-8C7.6 -9.8 5.4 -9.8 5.4 -8V-9.6C5.4 -11.4 3 -11.4 3 -9.6V-7C3 -8.6 0.8 -8.6 0.8 -7V3C0.8 7 2 8.6 2.4 10.8Z" fill="{b}"/>'
)
