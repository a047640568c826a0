"""The rules of Tiny Towns, one file per chapter: what may be done and what follows.

All functions are compiled and take ``t`` (the constant tables), ``g`` (one game) and ``s`` (one player of it).
"""
