# ruff: noqa: E501  (path data does not read better in pieces)
"""Pictures of Go for Gold within 12 units of their middle; {a} main, {b} light, {c} dark colour."""

SHOVEL = '<path d="M-1.5 -11H1.5V1H-1.5Z" fill="{a}"/><path d="M-5 -11.6H5V-9H-5Z" fill="{a}"/><path d="M-6 1H6V5C6 9 3 11 0 12C-3 11 -6 9 -6 5Z" fill="{a}"/>'
ANCHOR = '<circle cy="-8.6" r="2.6" fill="none" stroke="{a}" stroke-width="1.9"/><path d="M0 -6V10M-5 -3H5M-9.6 3C-9 9 -4 11 0 11C4 11 9 9 9.6 3" fill="none" stroke="{a}" stroke-width="2.1"/><path d="M-12 5.4L-9.8 0L-6.6 4.8ZM12 5.4L9.8 0L6.6 4.8Z" fill="{a}"/>'
SHIP = '<path d="M-11 4H11C9.6 9 6 10.6 0 10.6C-6 10.6 -9.6 9 -11 4Z" fill="{a}"/><path d="M-0.8 3.4V-11H0.8V3.4Z" fill="{c}"/><path d="M2 -10C8 -6 8.6 -1 8 2.6H2ZM-2 -8C-6 -5 -7.4 -1 -7.6 2.6H-2Z" fill="{b}"/>'
CHEST = '<path d="M-10.6 -2C-10.6 -9.6 10.6 -9.6 10.6 -2Z" fill="{a}"/><path d="M-10.6 -0.6H10.6V9.6H-10.6Z" fill="{a}"/><path d="M-2.4 -3.4H2.4V3H-2.4Z" fill="{b}"/><path d="M-10.6 -2H10.6V-0.4H-10.6Z" fill="{c}"/>'
