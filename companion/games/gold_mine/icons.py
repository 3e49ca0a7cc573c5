# ruff: noqa: E501  (path data does not read better in pieces)
"""Pictures of Gold Mine within 12 units of their middle; {a} main, {b} light, {c} dark colour."""

PICK = '<path d="M-9.6 10L5 -4.6L7 -2.6L-7.6 12Z" fill="{c}"/><path d="M-6 -10.6C2 -11.6 9 -7 11 6C5 -2.4 0.6 -6.8 -6 -10.6Z" fill="{a}"/>'
BAT = '<path d="M0 -3L2.4 -7L3.4 -3.6C7 -8 10.6 -7 12 -3C9.6 -3.6 9 -1.6 8.6 1.4C6.4 0.4 5 1.4 4.4 4C3 3 1.4 4 0 8C-1.4 4 -3 3 -4.4 4C-5 1.4 -6.4 0.4 -8.6 1.4C-9 -1.6 -9.6 -3.6 -12 -3C-10.6 -7 -7 -8 -3.4 -3.6L-2.4 -7Z" fill="{a}"/><circle cx="-1.4" cy="-1.4" r="0.8" fill="{b}"/><circle cx="1.4" cy="-1.4" r="0.8" fill="{b}"/>'
NUGGET = '<path d="M-9 3L-6 -6L1 -9L8 -5L10 3L5 9L-4 8Z" fill="{a}"/><path d="M-6 -6L1 -9L2 -3L-4 0ZM2 -3L8 -5L10 3L4 4Z" fill="{b}"/>'
PASSAGE = '<circle r="10.6" fill="{c}"/><path d="M-6 9V-1C-6 -9.6 6 -9.6 6 -1V9Z" fill="{a}"/><path d="M-3.4 9V0C-3.4 -5.6 3.4 -5.6 3.4 0V9Z" fill="{b}"/><circle cx="1.8" cy="3" r="1" fill="{c}"/>'
MUD = '<path d="M-10 1C-11 -5 -4 -6 -2 -4.6C1 -8 8 -7 8.4 -3C12 -2 11.6 5 6 5.6C3 9 -4 8.4 -5.6 5.6C-8 6 -9.6 4 -10 1Z" fill="{a}"/><circle cx="-3" cy="0" r="1.6" fill="{b}"/><circle cx="3.4" cy="-1.6" r="1.1" fill="{b}"/><circle cx="2" cy="3.4" r="1.4" fill="{b}"/>'
LADDER = '<path d="M-5 -12V12M5 -12V12" stroke="{a}" stroke-width="2.2"/><path d="M-5 -8.4H5M-5 -4.2H5M-5 0H5M-5 4.2H5M-5 8.4H5" stroke="{b}" stroke-width="1.8"/>'
MINER = '<circle cy="-3.6" r="4.4" fill="{b}"/><path d="M-6.6 -5C-6.4 -12.6 6.4 -12.6 6.6 -5Z" fill="{a}"/><circle cy="-8.4" r="1.8" fill="{b}"/><path d="M-7.6 11C-7.6 4 -4.6 1.6 0 1.6C4.6 1.6 7.6 4 7.6 11Z" fill="{a}"/>'
TILE = '<rect x="-10" y="-10" width="20" height="20" rx="1.4" fill="{c}"/><path d="M-3 -10H3V-3H10V3H-10V-3H-3Z" fill="{b}"/>'
FLAME = '<path d="M1 -11.6C2.4 -7 8.6 -4.4 8 3C7.6 8.6 4 11.4 0 11.4C-4.4 11.4 -8 8.4 -8 3.4C-8 0 -6 -2 -5 -4.4C-3.6 -2.6 -3.6 -1.4 -2.6 -0.6C-2 -4.4 1.6 -6.4 1 -11.6Z" fill="{a}"/><path d="M0.6 -1.6C1.4 1 4.4 2.4 4 5.6C3.7 8 2 9.4 0 9.4C-2.2 9.4 -4 8 -4 5.6C-4 4 -3 3 -2.6 1.8C-1.8 2.6 -1.6 3.2 -1 3.4C-0.6 1.4 0.8 0.6 0.6 -1.6Z" fill="{b}"/>'
