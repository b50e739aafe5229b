raise ImportError("numba is absent here: make portable")
