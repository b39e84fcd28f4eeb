"""Finding text: TF-IDF similarity and the passages of a source."""
