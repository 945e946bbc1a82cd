"""Stands in for ATOM, so that a launch can be tested without a GPU."""
