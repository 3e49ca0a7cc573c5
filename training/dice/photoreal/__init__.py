"""Path-traced pictures of dice with exact labels: a judge that shares nothing with the renderer we train on.

    python -m venv /tmp/mi && /tmp/mi/bin/pip install mitsuba pyoidn opencv-python-headless
    /tmp/mi/bin/python -m training.dice.photoreal OUT --cards DATA/cards.npz [--from 0] [--to 40] [--samples 12]

Mitsuba 3 traces the light, Open Image Denoise (pyoidn) cleans it; neither is a dependency of the project. Mitsuba's
fast variant wants a late LLVM (DRJIT_LIBLLVM_PATH=.../libLLVM.so.19.1 of Debian's libllvm19; 15 is too old),
`--variant scalar_rgb` does without. OUT gets the pictures and labels.jsonl, written as ../shared/photos writes it: its
score.py, copied beside them, scores them.
Lengths are millimetres, the table is z = 0. Seeds are fixed: picture 17 is picture 17 whatever was drawn before it.
"""
