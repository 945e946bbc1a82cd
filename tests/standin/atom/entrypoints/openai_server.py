"""A stand-in for ATOM's OpenAI server: takes its arguments, answers /health and /v1/models, serves nothing else.

Run as `PYTHONPATH=tests/standin python3 -m atom.entrypoints.openai_server …`. Environment:
  ATOM_STANDIN_DATE=YYYY-MM-DD  whose arguments to take: the newest table that is not later (default: the newest)
  ATOM_STANDIN_DUMP=FILE        write argv, environment, signals, descriptors and limits there as JSON, first of all
  ATOM_STANDIN_EXIT=N           then end with this code
  ATOM_STANDIN_KILL=SIGNAL      then die by this signal, a name or a number
  ATOM_STANDIN_BIND=ADDRESS     listen there in place of --host, so that several workers fit on one machine
  ATOM_STANDIN_DELAY=SECONDS    answer 503 to /health for so long
"""

import os
import resource
import signal
import sys

from atom.entrypoints import arguments, dump, serving


def signal_number(text: str) -> int:
    if text.isdigit():
        return int(text)
    return signal.Signals["SIG" + text.removeprefix("SIG")]


def die_by(number: int) -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if number not in (signal.SIGKILL, signal.SIGSTOP):
        signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def main() -> None:
    control = os.environ
    if control.get("ATOM_STANDIN_DUMP"):
        dump.write(control["ATOM_STANDIN_DUMP"])
    if control.get("ATOM_STANDIN_EXIT"):
        sys.exit(int(control["ATOM_STANDIN_EXIT"]))
    if control.get("ATOM_STANDIN_KILL"):
        die_by(signal_number(control["ATOM_STANDIN_KILL"]))
    args = arguments.parse(sys.argv[1:], control.get("ATOM_STANDIN_DATE"))
    serving.serve(args, delay=float(control.get("ATOM_STANDIN_DELAY") or 0))


if __name__ == "__main__":
    main()
