#!/usr/bin/env python3
"""Lets the simulator SimGrid judge the times of the multicomputer.

    cargo build --release
    python3 tests/simgrid/judge.py [--pram target/release/pram]

needs SimGrid's Python module (`simgrid` of the package index, `python3-simgrid` of Debian); 3.32 was
tried. The test suite does not run it.

Every program of programs/network, and every collective of programs/collectives on its network, is run
by `pram run --format json --trace`. What each processor computed, sent and received, in its own order,
is replayed by an actor of SimGrid on the same network, and the times at which the last one ends are
compared. Only orders and durations are taken from the run; when a message arrives, and therefore when
anybody goes on, is SimGrid's decision. Each run is judged as the file says and once more with t_h = 1.

The network in SimGrid has two links for each pair of neighbours, one in each direction, with the
bandwidth 1/t_w and the latency t_h, and one before every processor with the latency t_s and room for
any number of messages. Routes are computed here, from docs/network.md. SimGrid has no ports, and shares
a link among messages where `pram` lets them pass one after the other; so only runs are judged in which
no message waits for a link or a port, on machines that cut through, in full duplex, without
synchronous sends and with one program on each processor. Where t_h is 0 a sender waits in SimGrid until
its words have arrived, which is when it has sent them; where it is not, that is too long, and it goes on
after t_s + t_w m.

Ends with exit status 1 where a judged run differs by more than rounding.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Bytes of a word: SimGrid's times of transfers are exact up to a fraction of a byte.
WORD = 1_000_000
# Bytes of a message without words: SimGrid lets a receiver have what has no bytes left at once,
# whatever the latency.
SIGNAL = 1
# How far two sums of rounded times may differ, relatively.
ROUNDING = 1e-6

# Calls of the library, each with arrays of m words, or of p*m where one processor has a part for each.
COLLECTIVES = {
    "broadcast": "broadcast(X[], 0);",
    "reduce": "reduce(X[], 0);",
    "all_reduce": "all_reduce(X[]);",
    "prefix": "prefix(X[]);",
    "scatter": "scatter(Z[], X[], 0);",
    "gather": "gather(X[], Z[], 0);",
    "all_gather": "all_gather(X[], Z[]);",
    "barrier": "barrier;",
}
NETWORKS = ["complete(p = 8", "ring(p = 8", "line(p = 8", "torus(p = 16", "mesh(p = 16",
            "hypercube(3", "tree(p = 8", "star(p = 8", "bus(p = 8"]


def collective(network, call):
    """A program that does nothing but call a collective."""
    return f"""machine {network}, t_s = 100, t_w = 7);
program
    parallel (for each processor i, i = 0, ..., p-1)
        local X[3] = i, Z[3*p] = i;
        {call}
    end_parallel
end_program
"""


class Network:
    """The way of a message, as docs/network.md says, in steps from one processor or switch to the next."""

    def __init__(self, model):
        name, sizes = re.fullmatch(r"(\w+)\((.*)\)", model).groups()
        self.shape = name
        self.sizes = [int(size) for size in sizes.split(",")]

    def step(self, own, to, side, around):
        """-1 or 1: the shorter way around, upwards if both are equal; or straight on."""
        if not around:
            return 1 if to > own else -1
        return 1 if (to - own) % side <= (own - to) % side else -1

    def grid(self, at, to, sides, around):
        """The last coordinate that differs changes first."""
        stride = 1
        for side in reversed(sides):
            own, goal = at // stride % side, to // stride % side
            if own != goal:
                return at + ((own + self.step(own, goal, side, around)) % side - own) * stride
            stride *= side
        raise AssertionError("a message is where it should go")

    def next(self, at, to):
        if self.shape in ("complete", "bus"):
            return to
        if self.shape in ("ring", "torus"):
            return self.grid(at, to, self.sizes, True)
        if self.shape in ("line", "mesh"):
            return self.grid(at, to, self.sizes, False)
        if self.shape == "hypercube":
            return at ^ ((at ^ to) & -(at ^ to))
        if self.shape == "star":
            return to if at == 0 else 0
        raise AssertionError(f"the network {self.shape} has no routes here")

    def route(self, source, to):
        """The links on the way, named by their ends."""
        if source == to:
            return [f"itself {to}"]
        if self.shape == "bus":
            return ["bus"]
        if self.shape == "tree":
            # Nodes are numbered as in a heap; the leaves are the processors.
            p = self.sizes[0]
            up, down = p + source, p + to
            climbing, descending = [], []
            while up != down:
                climbing.append(f"{up}-{up // 2}")
                descending.append(f"{down // 2}-{down}")
                up, down = up // 2, down // 2
            return climbing + descending[::-1]
        links = []
        while source != to:
            further = self.next(source, to)
            links.append(f"{source}-{further}")
            source = further
        return links


def actions(run):
    """What each processor did, in its order."""
    parameters = run["cost"]["multicomputer"]["parameters"]
    did = {processor: [] for processor in range(run["machine"]["processors"])}
    # What stands first of several things at one time: a receive has waited up to it, and a send that
    # is not waited for takes none.
    receives, sends, computes = 0, 1, 2
    waits_to_send = set()
    for activity in run.get("timeline") or []:
        if activity["activity"] == "compute":
            duration = activity["to"] - activity["from"]
            did[activity["processor"]].append((activity["from"], computes, ("compute", duration)))
        elif activity["activity"] == "send":
            waits_to_send.add((activity["processor"], activity["from"]))
    for number, message in enumerate(run.get("trace") or []):
        sender, receiver, start = message["sender"], message["receiver"], message["start"]
        manner = "send" if (sender, start) in waits_to_send else "send now"
        did[sender].append((start, sends, (manner, receiver, number, message["words"])))
        # The overhead of the call is a part of computing, behind the arrival.
        received = message["received"] - parameters["t_o"]
        did[receiver].append((received, receives, ("receive", number)))
    return {who: [action for _, _, action in sorted(done)] for who, done in did.items()}


def replay(run):
    """The time at which the last processor ends in SimGrid."""
    from simgrid import Actor, Engine, LinkInRoute, Mailbox, NetZone, this_actor

    engine = Engine([
        "judge", "--log=root.thres:error", "--cfg=network/model:CM02", "--cfg=network/crosstraffic:0",
        "--cfg=network/weight-S:0", "--cfg=network/TCP-gamma:0", "--cfg=network/latency-factor:1",
        "--cfg=network/bandwidth-factor:1", "--cfg=network/loopback-lat:0",
    ])
    parameters = run["cost"]["multicomputer"]["parameters"]
    network = Network(run["machine"]["model"])
    processors = run["machine"]["processors"]
    zone = NetZone.create_full_zone("network")
    bandwidth = WORD / parameters["t_w"] if parameters["t_w"] else 1e30
    hosts, first_links, links = [], [], {}
    for processor in range(processors):
        hosts.append(zone.create_host(str(processor), "1f"))
        first = zone.create_link(f"start-up {processor}", 1e30)
        first_links.append(first.set_latency(parameters["t_s"]).seal())

    def link(name):
        if name not in links:
            links[name] = zone.create_link(name, bandwidth).set_latency(
                0 if name.startswith("itself") else parameters["t_h"]).seal()
        return links[name]

    for source in range(processors):
        for to in range(processors):
            way = [first_links[source]] + [link(name) for name in network.route(source, to)]
            way = [LinkInRoute(one) for one in way]
            zone.add_route(hosts[source].netpoint, hosts[to].netpoint, None, None, way, False)
    zone.seal()

    ends = [0.0] * processors
    done = actions(run)

    def play(processor):
        pending = []
        for action in done[processor]:
            if action[0] == "compute":
                this_actor.sleep_for(action[1])
            elif action[0] == "receive":
                Mailbox.by_name(f"message {action[1]}").get()
            else:
                manner, _, number, words = action
                mailbox = Mailbox.by_name(f"message {number}")
                size = words * WORD or SIGNAL
                if manner == "send" and not parameters["t_h"]:
                    mailbox.put("words", size)
                    continue
                pending.append(mailbox.put_async("words", size))
                if manner == "send":
                    this_actor.sleep_for(parameters["t_s"] + parameters["t_w"] * words)
        ends[processor] = Engine.clock
        for comm in pending:
            comm.wait()

    for processor in range(processors):
        actor = Actor.create(str(processor), hosts[processor], play, processor)
        for action in done[processor]:
            if action[0] == "receive":
                # Messages set out when they are sent, not when somebody waits for them.
                Mailbox.by_name(f"message {action[1]}").set_receiver(actor)
    engine.run()
    return max(ends)


def why_not(run, source):
    """Why a run cannot be judged; empty where it can."""
    cost = run["cost"]["multicomputer"]
    waits = [f"{cost[key]} {what}" for key, what in
             (("link_waits", "waits for links"), ("port_waits", "waits for ports")) if cost[key]]
    if run.get("error") or run["violations"]:
        return "it did not come to its end"
    if waits:
        return ", ".join(waits)
    if re.search(r"^[^/]*\b(posalji_sinkrono|send_sync|pohrani|store_and_forward|polu|half)\b", source, re.M):
        return "synchronous sends, store and forward or half duplex"
    for message in run.get("trace") or []:
        if [message["sender"], message["receiver"]] != message["processors"]:
            return "several tasks on a processor"
    return ""


def judge(name, file, t_h, pram):
    """Judges one run; whether it is as it should be."""
    command = [pram, "run", str(file), "--format", "json", "--trace", "--no-warnings"]
    if t_h:
        command += ["--th", str(t_h)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        run = json.loads(done.stdout)
        cost = run["cost"]["multicomputer"]
    except (ValueError, KeyError):
        print(f"{name:<34} t_h={t_h}  no run: {done.stderr.strip() or done.stdout[:300]}")
        return "failed"
    reason = why_not(run, pathlib.Path(file).read_text(encoding="utf-8"))
    if reason:
        print(f"{name:<34} t_h={t_h}  not judged: {reason}")
        return "not judged"
    # An engine lives as long as its process.
    replayed = subprocess.run([sys.executable, __file__, "--replay"], input=done.stdout,
                              capture_output=True, text=True, check=False)
    if replayed.returncode != 0:
        print(f"{name:<34} t_h={t_h}  SimGrid failed: {replayed.stderr.strip()[-300:]}")
        return "failed"
    ours, theirs = cost["time"], float(replayed.stdout)
    if abs(ours - theirs) <= ROUNDING * max(1, ours):
        print(f"{name:<34} t_h={t_h}  equal: {ours}")
        return "equal"
    print(f"{name:<34} t_h={t_h}  differs by {theirs - ours:+.6g}: {ours} here, {theirs:.6f} there")
    return "failed"


def main():
    arguments = argparse.ArgumentParser(description="SimGrid judges the times of the multicomputer")
    arguments.add_argument("--pram", default=str(ROOT / "target/release/pram"))
    arguments.add_argument("--replay", action="store_true", help=argparse.SUPPRESS)
    arguments = arguments.parse_args()
    if arguments.replay:
        print(repr(replay(json.load(sys.stdin))))
        return 0
    counts = {}

    def count(*run):
        outcome = judge(*run, arguments.pram)
        counts[outcome] = counts.get(outcome, 0) + 1

    programs = sorted((ROOT / "programs/network").glob("*.pram"))
    for t_h in (0, 1):
        for program in programs:
            count(program.stem, program, t_h)
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "collective.pram"
        for t_h in (0, 1):
            for network in NETWORKS:
                for name, call in COLLECTIVES.items():
                    file.write_text(collective(network, call), encoding="utf-8")
                    count(f"{name} on {network.split('(')[0]}", file, t_h)
    print(", ".join(f"{number} {outcome}" for outcome, number in sorted(counts.items())))
    return 1 if counts.get("failed") else 0


if __name__ == "__main__":
    sys.exit(main())
