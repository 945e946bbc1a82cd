"""What a process was started with, as JSON. Read from /proc, where Python's own start does not show; but Python has
ignored SIGPIPE and SIGXFSZ and caught SIGINT by the time this runs (`python_signals`)."""

import json
import os
import resource
import signal
from typing import Any, Dict, List


def write(path: str) -> None:
    """Writes the state of this process; a reader sees the whole file or none."""
    temporary = f"{path}.{os.getpid()}"
    text = json.dumps(collect(), indent=1)
    with open(temporary, "w", encoding="ascii") as file:
        file.write(text + "\n")
    os.replace(temporary, path)


def collect() -> Dict[str, Any]:
    return {
        "descriptors": descriptors(),  # first, before this module opens anything
        "argv": null_separated("/proc/self/cmdline"),
        "environ": dict(word.split("=", 1) for word in null_separated("/proc/self/environ") if "=" in word),
        "pid": os.getpid(),
        "ppid": os.getppid(),
        "cwd": os.getcwd(),
        "signals": signals(),
        "python_signals": ["SIGINT", "SIGPIPE", "SIGXFSZ"],
        "limits": limits(),
    }


def null_separated(path: str) -> List[str]:
    with open(path, "rb") as file:
        return [os.fsdecode(word) for word in file.read().split(b"\0")[:-1]]


def descriptors() -> Dict[str, str]:
    found = {}
    for number in sorted(os.listdir("/proc/self/fd"), key=int):
        try:
            found[number] = os.readlink(f"/proc/self/fd/{number}")
        except FileNotFoundError:  # the one that listed the directory
            pass
    return found


def signals() -> Dict[str, List[str]]:
    """The mask, and every signal under its disposition."""
    with open("/proc/self/status", encoding="ascii") as file:
        fields = dict(line.rstrip("\n").split(":\t", 1) for line in file)
    by_field = {field: from_mask(int(fields[field], 16)) for field in ("SigBlk", "SigIgn", "SigCgt")}
    taken = {*by_field["SigIgn"], *by_field["SigCgt"]}
    default = [name for name in from_mask(~0) if name not in taken]
    return {"blocked": by_field["SigBlk"], "ignored": by_field["SigIgn"], "caught": by_field["SigCgt"],
            "default": default}


def from_mask(mask: int) -> List[str]:
    return [signal_name(number) for number in range(1, 65) if mask >> (number - 1) & 1]


def signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)


def limits() -> Dict[str, Dict[str, int]]:
    """Soft and hard limits; -1 is none."""
    names = [name for name in dir(resource) if name.startswith("RLIMIT_")]
    pairs = {name: resource.getrlimit(getattr(resource, name)) for name in names}
    return {name: {"soft": soft, "hard": hard} for name, (soft, hard) in pairs.items()}
