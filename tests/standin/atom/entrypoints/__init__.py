"""The programs of the stand-in."""
