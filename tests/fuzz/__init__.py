"""Fuzzing of every public function: `values` draws, `judge` calls, `doors_*` say what is right."""
