"""No output of any command holds a secret: canaries in everything that is read, searched for in everything that is said.

Each canary stands in one place, so that a leak names where it came from. `--show-secrets` is the one way to see them.
"""

import pathlib
import re
import subprocess
import unittest

from harness import BINARY, ExecTest

SAY = "canary"  # every canary has it in it; nothing else has


def word(place):
    """A secret because of the name before it."""
    return f"{SAY}-{place}"


def token(place):
    """A secret because of its own shape."""
    return f"hf_{SAY}{place}0123456789"


def url(place):
    return f"http://{SAY}user{place}:{SAY}pass{place}@192.0.2.9:3128/x"


ENVIRONMENT = {
    "PATH": "/usr/bin:/bin", "MODEL_DIR": "/models", "IPADDRS": "192.0.2.1,192.0.2.2", "ATOM_HOST_IP": "192.0.2.2",
    "HF_TOKEN": word("env-token"), "X_API_KEY": word("env-api-key"), "DB_PASSWORD": word("env-password"),
    "AWS_CREDENTIALS": word("env-credentials"), "NOTE": token("envnote"), "http_proxy": url("env"),
}

MODELS = f"""Tiny:
  env:
    HF_TOKEN: {word("model-env")}
    HTTP_PROXY: {url("model")}
    NOTE: {token("model")}
  prefill_env: 'HF_TOKEN={word("model-env-string")} NAME=value'
  hf_overrides: {{ "api_key": {word("model-mapping")}, "deep": {{ "client_secret": ["{word("model-list")}", "x"] }} }}
  online_quant_config: '{{"global_quant_config":"ptpc_fp8","api\\u005fkey":"{word("model-escaped")}"}}'
  kv_transfer_config: {{ token: {{ one: {word("model-nested-1")}, two: [{word("model-nested-2")}] }} }}
  extra_flags: [--api-key, {word("model-flag")}, '--ssl-password={word("model-flag-equals")}', {url("modelflag")}]
  decode_extra_flags: "--auth-key '{word("model-flag-string")} x' --chat-template {url("modeltemplate")}"
"""

RECIPES = f"""tiny:
  image: registry.example/atom:2026-07-01
  model: example/Tiny
  model-prefix: tiny
  runner: cluster:node-a
  precision: fp4
  framework: atom-disagg
  kv-p2p-transfer: mooncake
  multinode: true
  scenarios:
    fixed-seq-len:
    - isl: 1
      osl: 2
      search-space:
      - conc-list: [1]
        prefill:
          num-worker: 1
          tp: 1
          ep: 1
          dp-attn: false
          additional-settings:
          - "WANDB_API_KEY={word("recipe-setting")}"
          - "EXTRA_SERVER_ARGS=--api-key {word("recipe-args")}"
        decode:
          num-worker: 1
          tp: 1
          ep: 1
          dp-attn: false
          additional-settings: ["HTTPS_PROXY={url("recipe")}", "WANDB_API_KEY={word("recipe-decode")}"]
"""

# Faults: what is wrong is told with the line it stands in.
BROKEN_MODELS = [
    f"A:\n  env: {{ HF_TOKEN: {word('broken-type')}, HF_TOKEN: {word('broken-again')} }}\n",
    f"A:\n  env: 'HF_TOKEN={word('broken-quote')} OTHER=\"x'\n",
    f"A:\n  env:\n    HF_TOKEN: '${{NOPE}}{word('broken-placeholder')}'\n",
    f"A:\n  env:\n    HF_TOKEN:\n      - {word('broken-list-item')}\n",
    f"A:\n  env:\n    HF_TOKEN:\n      '${{NOPE}}{word('broken-next-line')}'\n",
    f"A:\n  env:\n    HF_TOKEN: |\n      {word('broken-block')} ${{NOPE}}\n",
    f"A:\n  hf_overrides: '{{\"api_key\":\"{word('broken-json')}\",}}'\n",
    f"A:\n  hf_overrides: '{{\"api\\u005fkey\":\"{word('broken-json-escape')}\" 1}}'\n",
    f"A:\n  hf_overrides: \"{{\\\"api\\x5fkey\\\":\\\"{word('broken-yaml-escape')}\\\" 1}}\"\n",
    f"A:\n  hf_overrides: \"{{'api_key': '{word('broken-python')}'}}\"\n",
    f"A:\n  hf_overrides: {{ api_key: [{word('broken-flow-1')}, {word('broken-flow-2')}, .inf] }}\n",
    f"A:\n  hf_overrides:\n    api_key:\n      - {word('broken-item-1')}\n      - .inf {word('broken-item-2')}\n",
    f"A:\n  extra_flags: [--api-key, {word('broken-flags')}, '${{NOPE}}']\n",
    f"A:\n  extra_flags: [--api-key, '{word('broken-flag-value')} ${{NOPE}}']\n",
    f"A:\n  extra_flags:\n    - --api-key\n    - '{word('broken-flag-item')} ${{NOPE}}'\n",
    f"A:\n  extra_flags: --api-key {word('broken-flag-words')} 'x\n",
    f"A:\n  extra_flags: --api-key={word('broken-flag-equals')} ${{NOPE}}\n",
    f"A:\n  api_key: {word('broken-unknown-key')}\n",
    f"A:\n  block_size: {token('brokensize')}\n",
    f"A:\n  kv_cache_flags: {url('brokenflags')} ${{NOPE}}\n",
    f"A:\n  env: {{ HF_TOKEN: {word('broken-syntax')}\n",
    f"A:\n\tapi_key: {word('broken-tab')}\n",
    f"A: &a {{ api_key: {word('broken-anchor')} }}\nB: *b\n",
    f"{token('brokenmodel')}: 1\n",
    f"A:\n  env: {{ 1X_TOKEN: {word('broken-name')} }}\n",
    f"A:\n  env: '1X_TOKEN={word('broken-name-word')}'\n",
]
BROKEN_RECIPES = [
    RECIPES.replace("tp: 1", f"tp: {token('recipetp')}"),
    RECIPES.replace("multinode: true", f"multinode: true\n  api-key: {word('recipe-unknown')}"),
    RECIPES.replace('"WANDB_API_KEY=', f'"WANDB_API_KEY={word("recipe-twice")}", "WANDB_API_KEY='),
    RECIPES.replace("image: registry.example", f"image: {url('image')}").replace("model: example/Tiny",
                                                                                f"model: {url('name')}/Tiny"),
    RECIPES.replace("precision: fp4", f"precision: {token('precision')}"),
    RECIPES.replace("kv-p2p-transfer: mooncake", f"kv-p2p-transfer: {url('kv')}"),
    RECIPES.replace('- "WANDB_API_KEY', f'- "1_API_KEY={word("recipe-bad-name")}"\n          - "WANDB_API_KEY'),
]

OPTIONS = [
    "--env", f"HF_TOKEN={word('option-env')}", "--env", f"ALL_PROXY={url('option')}", "--env", f"NOTE={token('option')}",
    "--set", f"decode_hf_overrides={{\"api_key\":\"{word('option-set')}\",\"z\\u005fkey\":\"{word('option-escaped')}\"}}",
    "--server-arg", "--api-key", "--server-arg", word("option-arg"), "--server-arg", f"--token={word('option-arg-2')}",
    "--", "--ssl-key", word("option-trailing"), url("trailing"),
]
# Each is refused or warned of; what is said holds the value or the line.
WRONG_OPTIONS = [
    ["--env", f"1X_TOKEN={word('wrong-env')}"],
    ["--set", f"api_key={word('wrong-set')}"],
    ["--set", f"hf_overrides={{\"api_key\":\"{word('wrong-json')}\""],
    ["--set", f"hf_overrides={{\"api\\u005fkey\":\"{word('wrong-escape')}\",}}"],
    ["--set", f"extra_flags=--api-key {word('wrong-flags')} 'x"],
    ["--set", f"env=HF_TOKEN={word('wrong-set-env')} x"],
    ["--unset-env", f"HF_TOKEN={word('wrong-unset')}"],
    ["--model", token("wrongmodel")],
    ["--model-path", url("wrongpath")],
    ["--python", url("python")],
    ["--ips", url("ips")],
    ["--node0-addr", url("node0")],
    ["--host-ip", token("hostip")],
    ["--rank", token("rank")],
    ["--tp", token("tp")],
    ["--role", token("role")],
    ["--format", token("format")],
    [f"--api-key={word('wrong-option')}"],
    ["--api-key", word("wrong-option-word")],
    ["--recipe", token("wrongrecipe")],
    ["--models", f"/none/{token('models')}"],
    ["--recipes", url("recipes")],
    ["--router-bin", url("router")],
    [token("word")],
]
WRONG_ENVIRONMENT = [
    {"ATOMESH_HF_OVERRIDES": f"{{\"api_key\":\"{word('wrongenv-json')}\","},
    {"ATOMESH_EXTRA_FLAGS": f"--api-key {word('wrongenv-flags')} 'x"},
    {"ATOMESH_ENV": f"HF_TOKEN={word('wrongenv-env')} x"},
    {"EXTRA_SERVER_ARGS": f"--api-key {word('wrongenv-args')} 'x"},
    {"ATOMESH_BLOCK_SIZE": token("blocksize")},
    {"BLOCK_SIZE": token("plain")},
    {"PREFILL_TP_SIZE": token("tpsize")},
    {"DRY_RUN": token("dryrun")},
    {"ATOMESH_API_KEY": word("wrongenv-misspelt")},
    {"MODEL_DIR": url("modeldir")},
    {"NODE_RANK": token("noderank")},
    {"IPADDRS": url("ipaddrs")},
    {"SLURM_JOB_NODELIST": url("nodelist"), "IPADDRS": ""},
]

RESOLVE = ["--recipe", "tiny", "--point", "0"]
PRINTS = [["--format", name] for name in ("shell", "json", "lines", "nul")] + [
    [], ["--explain"], ["--explain", "--format", "json"], ["--explain=--api-key"], ["--explain=HF_TOKEN"],
    [f"--explain={token('explain')}"]]
FINDINGS = [["--format", name] for name in ("text", "json", "github", "sarif")]


class Secrets(ExecTest):
    def setUp(self):
        super().setUp()
        self.leaks = {}
        self.ran = 0
        self.models = self.write("models_atom.yaml", MODELS)
        self.recipes = self.write("amd-master.yaml", RECIPES)

    def tearDown(self):
        super().tearDown()
        told = "\n".join(f"{leak}\n    {line}" for leak, line in self.leaks.items())
        self.assertEqual(told, "", "these secrets were printed")

    def say(self, *words, files=True, models=None, recipes=None, env=None):
        """Runs a command and looks for canaries in both streams. What it said."""
        chosen = ["--models", models or self.models, "--recipes", recipes or self.recipes] if files else []
        args = [words[0], *chosen, *words[1:]]
        result = subprocess.run([BINARY, *args], env={**self.env(), **ENVIRONMENT, **(env or {})}, cwd=self.cwd,
                                timeout=60, stdin=subprocess.DEVNULL, capture_output=True)
        self.ran += 1
        self.assertNotEqual(result.returncode, 70, result.stderr)
        for name, text in (("stdout", result.stdout), ("stderr", result.stderr)):
            self.search(" ".join(words[:4]) + f" ({name})", text.decode(errors="replace"))
        return result

    def search(self, where, text):
        for line in re.split(r"[\n\0]", text):
            for leak in re.findall(rf"[\w-]*{SAY}[\w-]*", line):
                self.leaks.setdefault(leak, f"{where}: {line[:300]}")

    def test_plans(self):
        for role in ("prefill", "decode", "router", "auto"):
            place = ["--role", role] + (["--rank", "0" if role != "decode" else "1"])
            for form in PRINTS:
                self.say("print-args", *place, *RESOLVE, *form, *OPTIONS)
                self.say("print-args", *place, *RESOLVE, *form)
            self.say("launch", "--dry-run", *place, *RESOLVE, *OPTIONS)
            self.say("launch", "--python", f"/none/{token('exec')}", "--router-bin", f"/none/{token('exec')}", *place,
                     *RESOLVE, *OPTIONS)
            self.say("launch", "--python", "/bin/true", "--log-file", f"/none/{token('log')}", *place, *RESOLVE)

    def test_they_are_there_to_be_masked(self):
        args = ["print-args", "--models", self.models, "--recipes", self.recipes, "--show-secrets", "--role", "decode",
                *RESOLVE]
        shown = "".join(self.run_binary(*args, *options, env=ENVIRONMENT).stdout.decode() for options in ([], OPTIONS))
        for place in ("option-env", "model-mapping", "model-list", "model-escaped", "model-nested-2", "recipe-decode",
                      "model-flag-string", "model-env", "option-arg", "option-trailing", "option-escaped"):
            self.assertIn(word(place), shown)

    def test_clusters(self):
        for form in ("text", "json", "shell", "mermaid"):
            for which in (RESOLVE, ["--all"]):
                self.say("plan", *which, "--nodes", "192.0.2.1,192.0.2.2", "--format", form)
            self.say("plan", *RESOLVE, *OPTIONS[:OPTIONS.index("--")], "--format", form)
        self.say("run-node", "--dry-run", *RESOLVE, "--rank", "0", *OPTIONS)
        self.say("run-node", *RESOLVE, "--rank", "0", "--python", f"/none/{token('exec')}", "--", "curl", "--api-key",
                 word("command"), url("command"))

    def test_files_of_run_node(self):
        manifest, status, logs = (self.folder / name for name in ("manifest", "status", "logs"))
        logs.mkdir()
        self.say("run-node", *RESOLVE, "--rank", "1", "--python", "/bin/false", "--manifest", str(manifest),
                 "--status-file", str(status), "--log-dir", str(logs), *OPTIONS, env={"WAIT_ROUTER_TIMEOUT": "5"})
        for file in (manifest, status, *logs.iterdir()):
            self.search(file.name, file.read_text())
            self.assertEqual(file.stat().st_mode & 0o777, 0o600, file)
        self.assertIn("***", manifest.read_text())

    def test_batch_scripts(self):
        """A script with *** in it would run: so there is none, unless it is asked for."""
        options = OPTIONS[:OPTIONS.index("--")]
        for words in ([*options], ["--", "curl", "--api-key", word("batch-command")],
                      ["--container", f"docker run -e HF_TOKEN={word('batch-container')}"],
                      ["--sbatch-arg", f"--export=HF_TOKEN={word('batch-arg')}"]):
            result = self.say("sbatch", *RESOLVE, *words)
            self.assertEqual((result.returncode, result.stdout), (2, b""))
            self.assertIn(b"--show-secrets", result.stderr)
        self.assertEqual(self.say("sbatch", *RESOLVE).returncode, 0)
        shown = self.run_binary("sbatch", "--models", self.models, "--recipes", self.recipes, *RESOLVE, "--show-secrets",
                                "--env", "HF_TOKEN=swordfish")
        self.assertIn(b"HF_TOKEN=swordfish", shown.stdout)

    def test_findings(self):
        for form in FINDINGS:
            self.say("validate", *form)
            for text in BROKEN_MODELS:
                self.say("validate", *form, models=self.write("broken.yaml", text))
            for text in BROKEN_RECIPES:
                self.say("validate", *form, recipes=self.write("broken.yaml", text))
        self.say("validate", "--ignore", token("ignored"))
        self.say("validate", "--atom-args", f"/none/{token('table')}")

    def test_wrong_options_and_environment(self):
        for words in WRONG_OPTIONS:
            for command in ("print-args", "launch", "plan", "validate", "sbatch", "run-node"):
                extra = [] if command == "validate" else RESOLVE
                self.say(command, *(["--dry-run"] if command in ("launch", "run-node") else []), *extra, *words)
        for env in WRONG_ENVIRONMENT:
            for command in (["print-args", "--role", "decode"], ["launch", "--dry-run"], ["plan"], ["validate"],
                            ["run-node", "--dry-run", "--rank", "0"], ["sbatch"], ["validate", "--host"]):
                self.say(*command, *([] if command == ["validate"] else RESOLVE), env=env)

    def test_launch_of_broken_files(self):
        for text in BROKEN_MODELS:
            self.say("print-args", "--role", "decode", "--model", "A", models=self.write("broken.yaml", text))

    def test_listings(self):
        for form in ("table", "json"):
            for what in ("models", "recipes", "points"):
                self.say("list", what, "--format", form)
                self.say("list", what, "--format", form, "--precision", token("precision"))
                for text in BROKEN_RECIPES:
                    self.say("list", what, "--format", form, recipes=self.write("broken.yaml", text))
            for what in ("checks", "variables"):
                for env in (None, *WRONG_ENVIRONMENT):
                    self.say("list", what, "--format", form, files=False, env=env)
        self.say("list", token("what"), files=False)

    def test_the_rest(self):
        for words in (["--help"], ["--version"], ["--version", "--json"], ["man"], ["schema", "models"], ["host-ip"],
                      ["completion", "bash"], [token("command")], ["schema", token("what")],
                      ["completion", "--", token("x")], ["man", "--", token("x")], ["host-ip", token("x")]):
            self.say(*words, files=False)
        for form in ("yaml", "json"):
            self.say("show", "model", "Tiny", "--format", form)
            self.say("show", "recipe", "tiny", "--format", form)
        for words in (["launch", "--recipe", ""], ["launch", "--recipe", "tiny", "--point", ""], ["launch", "--model", ""],
                      ["launch", "--set", ""], ["list", "points", "--precision", ""]):
            self.say("__complete", "--", words[0], "--models", self.models, "--recipes", self.recipes, *words[1:],
                     files=False)

    def test_no_command_is_left_out(self):
        """A new command has to be added to one of the tests above."""
        commands = [line.split()[0] for line in self.run_binary("--help").stdout.decode().split("Subcommands:\n")[1]
                    .splitlines() if line]
        text = pathlib.Path(__file__).read_text()
        for command in commands:
            self.assertIn(f'"{command}"', text)

    def test_differences(self):
        (self.folder / "new").mkdir()
        models = re.sub(rf"{SAY}-", f"{SAY}-new-", MODELS).replace(f"hf_{SAY}", f"hf_{SAY}new")
        self.write("new/models_atom.yaml", models.replace(f"{SAY}user", f"{SAY}newuser"))
        self.write("new/amd-master.yaml", re.sub(rf"{SAY}-", f"{SAY}-new-", RECIPES))
        self.write("new/plan.json", self.shown_plan())
        self.write("plan.json", self.shown_plan().replace(f"{SAY}-", f"{SAY}-old-"))
        old, new = str(self.folder), str(self.folder / "new")
        for form in ("text", "json", "markdown"):
            self.assertEqual(self.say("diff", old, new, "--format", form, files=False).returncode, 1)
            self.say("diff", f"{old}/plan.json", f"{new}/plan.json", "--format", form, files=False)
            for text in BROKEN_MODELS:
                self.say("diff", old, self.write("broken.yaml", text), "--format", form, files=False)
        self.say("diff", f"/none/{token('diff')}", f"git:{token('revision')}", files=False)

    def shown_plan(self):
        result = self.run_binary("print-args", "--models", self.models, "--recipes", self.recipes, "--show-secrets",
                                 "--format", "json", "--role", "decode", *RESOLVE, *OPTIONS, env=ENVIRONMENT)
        self.assertEqual(result.returncode, 0, result.stderr.decode())
        return result.stdout.decode()


if __name__ == "__main__":
    unittest.main()
