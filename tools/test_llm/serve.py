"""Serves a model file on loopback: `python serve.py MODEL NAME PORT THREADS`.

Runs in the environment that holds the server and nothing of this project. Says ``ready`` on
standard output, and ends when its standard input does: so it never outlives whoever started it.
"""

from __future__ import annotations

import sys

import xllamacpp  # type: ignore[import-not-found]

CONTEXT = 8_192
"""Tokens of prompt and reply together."""


def parameters(model: str, name: str, port: int, threads: int) -> xllamacpp.CommonParams:
    """How the model is served: one request at a time, no network but loopback."""
    found = xllamacpp.CommonParams()
    found.model.path = model
    found.model_alias = {name}
    found.offline = True
    found.hostnames = ["127.0.0.1"]
    found.port = port
    found.n_ctx = CONTEXT
    found.n_parallel = 1
    found.n_gpu_layers = 0
    found.warmup = False
    found.ui = False
    found.verbosity = 0
    found.cpuparams.n_threads = threads
    found.cpuparams_batch.n_threads = threads
    return found


def main(model: str, name: str, port: str, threads: str) -> None:
    """Serve until standard input ends."""
    server = xllamacpp.Server(parameters(model, name, int(port), int(threads)))
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    sys.stdin.read()
    del server


if __name__ == "__main__":
    main(*sys.argv[1:])
