"""Many scores turned into statements about systems."""
