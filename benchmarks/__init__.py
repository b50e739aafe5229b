"""Side by side: ptronlib and the peer that a practitioner would use instead, on the same data."""
