"""What the release asks beside whether the evidence bears a statement."""
