"""The measurements of bench.sh: ratios side by side in one run, and growth with its exponent.

Usage: bench.py ATOMESH [RECIPES.yaml]
"""

import json
import math
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

MODEL = """{name}:
  kv_cache_flags: "--kv_cache_dtype fp8"
  tp_dp_flags: "--enable-dp-attention"
  block_size: "128"
  mem_frac_static: "0.8"
  max_num_seqs: "256"

"""
RECIPE = """recipe-{number}-fp4-mi355x-atom-disagg:
  image: rocm/atom-dev:nightly_202607011530
  model: example/{model}
  model-prefix: bench{number}
  runner: mi355x-disagg
  precision: fp4
  framework: atom-disagg
  router: {{ name: atomesh, version: "04b120d3" }}
  kv-p2p-transfer: mooncake
  multinode: true
  disagg: true
  scenarios:
    fixed-seq-len:
    - isl: 1024
      osl: 1024
      search-space:
      - conc-list: [ 16, 64 ]
        prefill:
          num-worker: 1
          tp: 4
          ep: 1
          dp-attn: false
          additional-settings:
          - "PREFILL_NODES=1"
        decode:
          num-worker: 1
          tp: 4
          ep: 1
          dp-attn: false
          additional-settings:
          - "DECODE_NODES=1"

"""
JOB = {"MODEL_DIR": "/models", "MODEL_NAME": "Bench-0", "xP": "1", "yD": "1", "NODE_RANK": "1",
       "IPADDRS": "192.0.2.1,192.0.2.2"}


def generate(folder, recipes, models=4):
    folder.mkdir()
    (folder / "models_atom.yaml").write_text("".join(MODEL.format(name=f"Bench-{i}") for i in range(models)))
    with open(folder / "amd-master.yaml", "w", encoding="utf-8") as file:
        for i in range(recipes):
            file.write(RECIPE.format(number=i, model=f"Bench-{i % models}"))
    return folder


def side_by_side(base, *commands, runs=300, env=None):
    """The medians of commands, and their ratio to the first; hyperfine runs each without a shell."""
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        subprocess.run(["hyperfine", "-N", "-i", "--warmup", "5", "--runs", str(runs), "--export-json", out.name, base,
                        *commands], check=True, capture_output=True, env={**os.environ, **(env or {})})
        medians = [run["median"] for run in json.load(open(out.name))["results"]]
    return [(median, median / medians[0]) for median in medians]


def row(what, seconds, against, ratio):
    print(f"{what:<44} {seconds * 1000:>10.2f} ms   {ratio:>8.3f} x {against}")


def empty_program(folder):
    source = folder / "empty.c"
    source.write_text("int main(void) { return 0; }\n")
    subprocess.run(["gcc", "-O2", "-static", "-o", folder / "empty", source], check=True)
    return str(folder / "empty")


def safe_load(path):
    return f"python3 -c \"import yaml; yaml.safe_load(open('{path}'))\""


def measured(*command):
    """Wall seconds and peak memory in MB of one run."""
    begin = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    usage = os.wait4(process.pid, 0)[2]
    return time.monotonic() - begin, usage.ru_maxrss / 1024


def growth(atomesh, folder, sizes):
    """Time and memory of `validate` over files of more and more recipes, and the exponent from each to the next."""
    print(f"\n{'recipes':>8} {'file':>9} {'validate':>12} {'memory':>10} {'exponent':>9} {'look-up':>11} {'exponent':>9}")
    before = None
    for size in sizes:
        files = generate(folder / str(size), size)
        recipes = files / "amd-master.yaml"
        megabytes = recipes.stat().st_size / 1e6
        common = ["--models", str(files / "models_atom.yaml"), "--recipes", str(recipes)]
        checked, memory = measured(atomesh, "validate", *common)
        looked, _ = measured(atomesh, "print-args", *common, "--recipe", f"recipe-{size - 1}-fp4-mi355x-atom-disagg",
                             "--rank", "1", "--model-dir", "/models", "--ips", "192.0.2.1,192.0.2.2")
        exponents = ["", ""]
        if before:
            steps = math.log(size / before[0])
            exponents = [f"{math.log(now / then) / steps:.2f}" for now, then in
                         ((checked, before[1]), (looked, before[2]))]
        print(f"{size:>8} {megabytes:>6.1f} MB {checked * 1000:>9.1f} ms {memory:>7.1f} MB {exponents[0]:>9} "
              f"{looked * 1000:>8.1f} ms {exponents[1]:>9}")
        before = (size, checked, looked)
        recipes.unlink()


def main():
    atomesh = sys.argv[1]
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        small = generate(folder / "small", 80)
        recipes = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else small / "amd-master.yaml"
        empty = empty_program(folder)
        job = {**JOB, "ATOMESH_MODELS": str(small / "models_atom.yaml")}
        (_, _), (seconds, ratio) = side_by_side(empty, f"{atomesh} print-args", env=job)
        row("print-args from the environment", seconds, "an empty static program", ratio)
        models = recipes.parent / "models_atom.yaml"
        name = first_launchable(recipes)
        look_up = (f"{atomesh} print-args --models {models} --recipes {recipes} --recipe {name} --point 0 --rank 1 "
                   "--model-dir /models --ips 192.0.2.1,192.0.2.2,192.0.2.3,192.0.2.4")
        validate = f"{atomesh} validate --models {models} --recipes {recipes}"
        results = side_by_side(safe_load(recipes), look_up, validate, runs=20)
        row(f"print-args --recipe, {recipes.stat().st_size // 1024} KB", *with_base(results[1]))
        row("validate of everything beside it", *with_base(results[2]))
        growth(atomesh, folder, (100, 1000, 10000, 100000))


def with_base(result):
    return result[0], "yaml.safe_load", result[1]


def first_launchable(recipes):
    name = ""
    for line in recipes.read_text().splitlines():
        if line and line[0] not in " #-" and line.endswith(":"):
            name = line[:-1]
        if line.strip() == "framework: atom-disagg":
            return name
    sys.exit(f"{recipes} has no atom-disagg recipe")


if __name__ == "__main__":
    main()
