"""A pretend table: pieces, hands and a camera over them, made from the same layouts as the real one."""
