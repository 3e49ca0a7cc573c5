"""Our own printed kits as a path tracer sees them: photographs and film that judge eyes and tracker, never teach them.

python -m training.kits still GAME --seed S --condition a OUT
python -m training.kits film GAME --players N --seed S --from K --takes T OUT
"""
