#!/usr/bin/env python3
"""Compares loads and stores of kernels with Oclgrind, a simulator of OpenCL devices.

    tests/oclgrind/judge.py target/release/pram

needs Oclgrind (`oclgrind` of Debian); 21.10 was tried. The test suite does not run it.

For each kernel of kernels.cl, of which programs/gpu/ has the same: the lanes that read and write global and group
memory, by `pram replay`, must be as many as the loads and stores that Oclgrind counts. Then a kernel without its
barrier: both must report the race. Ends with exit status 1 where they differ.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROGRAMS = HERE.parent.parent / "programs" / "gpu"

# Global and group sizes, then the arguments: cells of inputs, which hold 0, 1, … or 1, and of outputs.
KERNELS = {
    "copy": ((16, 1), (8, 1), ["iota 16", "out 16"]),
    "reduction_halves": ((16, 1), (16, 1), ["ones 16", "out 1"]),
    "transpose_tiled": ((8, 8), (4, 4), ["iota 64", "out 64"]),
    "matrix_product_tiled": ((8, 8), (4, 4), ["iota 64", "iota 64", "out 64"]),
    "stencil": ((16, 1), (8, 1), ["iota 18", "out 16"]),
    "without_barrier": ((8, 1), (8, 1), ["iota 8", "out 8"]),
}

RACING = """machine gpu(w = 4);
input A[8] = iota;
program
    array B[8];
    parallel (for each group g from 0 to 0, item t from 0 to 7)
        group S[8];
        S[t] = A[t];
        if (t > 0)
            B[t] = S[t-1];
    end_parallel
end_program
"""


def argument(text):
    kind, cells = text.split()
    fill = {"iota": f"range=0:1:{int(cells) - 1}", "ones": "fill=1", "out": "fill=0 dump"}[kind]
    return f"<size={4 * int(cells)} int {fill}>"


def oclgrind(name, *options):
    sizes, groups, arguments = KERNELS[name]
    with tempfile.TemporaryDirectory() as folder:
        sim = Path(folder) / "kernel.sim"
        lines = [str(HERE / "kernels.cl"), name, f"{sizes[0]} {sizes[1]} 1", f"{groups[0]} {groups[1]} 1"]
        sim.write_text("\n".join(lines + [argument(one) for one in arguments]) + "\n")
        command = ["oclgrind-kernel", *options, str(sim)]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
    return ran.stdout + ran.stderr


def loads_and_stores(name):
    text = oclgrind(name, "--inst-counts")
    counts = {}
    for memory in ("global", "local"):
        for does in ("load", "store"):
            found = re.search(rf"([\d,]+) - {does} {memory}", text)
            counts[memory, does] = int(found.group(1).replace(",", "")) if found else 0
    return counts


def lanes(pram, name):
    with tempfile.TemporaryDirectory() as folder:
        trace = Path(folder) / "trace.json"
        command = [pram, "replay", str(PROGRAMS / f"{name}.pram"), "-o", str(trace)]
        subprocess.run(command, check=True, capture_output=True)
        instructions = json.loads(trace.read_text())["instructions"]
    counts = {(memory, does): 0 for memory in ("global", "local") for does in ("load", "store")}
    for one in instructions:
        if "memory" in one:
            memory = {"global": "global", "group": "local"}[one["memory"]]
            counts[memory, {"read": "load", "write": "store"}[one["does"]]] += len(one["lanes"])
    return counts


def main():
    pram, failed = sys.argv[1], False
    for name in KERNELS:
        if name == "without_barrier":
            continue
        counted, told = loads_and_stores(name), lanes(pram, name)
        failed |= counted != told
        shown = ", ".join(f"{told[key]} {key[0]} {key[1]}s" for key in told)
        print(f"{name}: {shown}" + ("" if counted == told else f"; Oclgrind: {counted}"))
    races = "data race" in oclgrind("without_barrier", "--data-races")
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "racing.pram"
        program.write_text(RACING)
        own = subprocess.run([pram, "run", str(program)], capture_output=True, text=True, check=False)
    failed |= not races or "E0513" not in own.stderr
    print(f"without a barrier: a race by Oclgrind: {races}, by pram: {'E0513' in own.stderr}")
    sys.exit(failed)


if __name__ == "__main__":
    main()
