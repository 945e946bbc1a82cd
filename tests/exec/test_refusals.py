"""Why a launch did not happen: the exit code tells the kind, standard error the reason, and nothing was started."""

import os
import pathlib
import unittest

from harness import DECODE, RECORDER, ExecTest


class NotExecutable(ExecTest):
    """126: the program is there but cannot be executed."""

    def test_file_without_permission(self):
        program = self.write("python", "#!/bin/sh\n", mode=0o644)
        self.assert_refused(self.launch(python=program), 126, program, "Permission denied")

    def test_directory(self):
        program = str(self.cwd)
        self.assert_refused(self.launch(python=program), 126, program, "directory")

    def test_neither_program_nor_script(self):
        program = self.write("python", "not a program\n", mode=0o755)
        self.assert_refused(self.launch(python=program), 126, program, "Exec format error")

    def test_in_path_without_permission(self):
        self.write("python3", "#!/bin/sh\n", mode=0o644)
        result = self.launch(python="python3", env=self.env(PATH=str(self.folder)))
        self.assert_refused(result, 126, "python3", "Permission denied")


class NotFound(ExecTest):
    """127: the program, or the interpreter that it names, is not there."""

    def test_path(self):
        program = str(self.folder / "no" / "python")
        self.assert_refused(self.launch(python=program), 127, program, "No such file or directory")

    def test_name_that_is_not_in_path(self):
        result = self.launch(python="no-such-python", env=self.env(PATH=str(self.folder)))
        self.assert_refused(result, 127, "no-such-python", "PATH")

    def test_script_whose_interpreter_is_missing(self):
        program = self.write("python", "#!/no/such/interpreter -x\n", mode=0o755)
        self.assert_refused(self.launch(python=program), 127, program, "its interpreter")


class Search(ExecTest):
    def test_path_is_searched_past_what_cannot_be_executed(self):
        first, second = self.folder / "first", self.folder / "second"
        for folder in (first, second):
            folder.mkdir()
        (first / "python3").write_text("#!/bin/sh\n")
        os.symlink(RECORDER, second / "python3")
        record = self.recorded(python="python3", env=self.env(PATH=f"{first}:{second}"))
        self.assertEqual(record["argv"][:3], ["python3", "-m", "atom.entrypoints.openai_server"])

    def test_interpreter_of_the_environment(self):
        args = [word for word in self.launch_args() if word not in ("--python", RECORDER)]
        result = self.run_binary(*args, env=self.env(ATOMESH_PYTHON=RECORDER))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.record()["argv"][0], RECORDER)


class Configuration(ExecTest):
    """125 from launch where print-args says 1, with the same text."""

    def assert_configuration_error(self, args, *texts, env=None):
        result = self.run_binary("launch", *args, "--python", RECORDER, env=env)
        self.assert_refused(result, 125, *texts)
        printed = self.run_binary("print-args", *args, "--python", RECORDER, env=env)
        self.assertEqual((printed.returncode, printed.stdout, printed.stderr), (1, b"", result.stderr))

    def test_unknown_model(self):
        args = ["--models", self.models, *("Tinny" if word == "Tiny" else word for word in DECODE)]
        self.assert_configuration_error(args, "[unknown-model]", "Tinny", "Tiny")

    def test_models_file_that_is_not_there(self):
        path = str(self.folder / "none.yaml")
        self.assert_configuration_error(["--models", path, *DECODE], path)

    def test_models_file_that_is_not_yaml(self):
        path = self.write("bad.yaml", "Tiny: [1\n")
        self.assert_configuration_error(["--models", path, *DECODE], f"{path}:", "[bad-syntax]")

    def test_all_errors_of_the_model_at_once(self):
        path = self.write("bad.yaml", "Tiny:\n  blok_size: 16\n  max_num_seqs: many\n")
        self.assert_configuration_error(["--models", path, *DECODE], f"{path}:2:3: error:", f"{path}:3:",
                                        "did you mean 'block_size'?")

    def test_variable_that_is_not_a_number(self):
        self.assert_configuration_error(["--models", self.models, *DECODE], "env DECODE_PORT", "80x",
                                        env=self.env(DECODE_PORT="80x"))

    def test_no_models_file_anywhere(self):
        self.assert_configuration_error(DECODE, "[file-not-found]", "models_atom.yaml")


class Usage(ExecTest):
    def test_unknown_option(self):
        for command in ("launch", "print-args"):
            with self.subTest(command=command):
                self.assert_refused(self.run_binary(command, "--no-such-option"), 2, "--no-such-option")

    def test_empty_values_are_variables_that_are_not_set(self):
        for option in ("--rank", "--point", "--mtp", "--models", "--recipe", "--host-ip", "--python", "--dp-attn",
                       "--role", "--format", "--log-file"):
            for words in ((option, ""), (option + "=",)):
                with self.subTest(words=words):
                    result = self.run_binary("print-args", *words)
                    self.assert_refused(result, 2, option)
                    said = [b"an empty value", b"needs a value", b"not in {"]
                    self.assertTrue(any(text in result.stderr for text in said), result.stderr)

    def test_numbers_are_plain_decimal(self):
        for text in ("010", "0x10", "+8", " 8", "8.0", "1e1", "99999999999"):
            with self.subTest(text=text):
                result = self.run_binary("print-args", "--tp", text)
                self.assert_refused(result, 2, "--tp", "plain decimal digits", f"'{text}'")

    def test_a_switch_alone_is_true(self):
        args = ["print-args", "--models", self.models, *DECODE, "--ep", "false", "--dp-attn"]
        self.assertNotIn(b"empty", self.run_binary(*args).stderr)

    def test_both_commands_take_the_same_options(self):
        args = ["--models", self.models, *DECODE, "--log-file", "x", "--dry-run"]
        launch, printed = (self.run_binary(command, *args) for command in ("launch", "print-args"))
        self.assertEqual((launch.returncode, launch.stdout), (printed.returncode, printed.stdout))
        self.assertEqual(launch.returncode, 0)

    def test_an_option_given_twice(self):
        result = self.run_binary("print-args", "--tp", "4", "--tp", "8")
        self.assert_refused(result, 2, "--tp is given 2 times")

    def test_unknown_command(self):
        self.assert_refused(self.run_binary("lunch"), 2, "lunch")


class Validate(ExecTest):
    def test_ignoring_every_error_of_a_file_does_not_pass(self):
        path = self.write("list.yaml", "- a\n")
        result = self.run_binary("validate", "--models", path, "--ignore", "wrong-type")
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stderr.decode(), (
            "atomesh: error: 1 of the files holds only ignored errors: nothing of it was checked [not-checked]\n"
            "    hint: correct the file, or take the --ignore options and comments out\n"))

    def test_an_entry_whose_errors_are_ignored_does_not_pass_without_a_word(self):
        path = self.write("models.yaml", "Good: {}\nBad:\n  blok_size: 1  # atomesh: ignore unknown-key\nLast: {}\n")
        result = self.run_binary("validate", "--models", path)
        self.assertEqual(result.returncode, 0)
        self.assertEqual(result.stderr.decode(), (
            f"{path}:2:1: warning: the errors of this entry are ignored: what it launches was not checked "
            "[entry-not-checked]\n    Bad:\n    ^~~\n    hint: correct the entry; a launch refuses it\n"))
        self.assertEqual(self.run_binary("validate", "--models", path, "--error", "entry-not-checked").returncode, 1)
        silent = self.run_binary("validate", "--models", path, "--ignore", "entry-not-checked")
        self.assertEqual((silent.returncode, silent.stderr), (0, b""))
        told = self.write("told.yaml", "Bad: { blok_size: 1 }\n")
        self.assertNotIn(b"entry-not-checked", self.run_binary("validate", "--models", told).stderr)

    def test_options_of_a_process_need_host(self):
        self.assert_refused(self.run_binary("validate", "--tp", "4"), 2, "--host")
        self.assert_refused(self.run_binary("validate", "--", "x"), 2, "--host")

    def test_host_checks_what_this_node_runs(self):
        result = self.run_binary("validate", "--models", self.models, "--host", "--role", "decode", "--rank", "1",
                                 "--model", "Tiny", "--model-dir", str(self.folder / "no"), "--host-ip", "192.0.2.2",
                                 "--python", "/no/python", "--sys", str(self.folder), "--proc", str(self.folder))
        self.assertEqual(result.returncode, 1)
        for code in (b"[host-python]", b"[host-model]", b"[host-gpus]"):
            self.assertIn(code, result.stderr)

    def test_option_table_of_a_file(self):
        table = pathlib.Path(__file__).resolve().parents[2] / "configs/atom-args/atom-2026-06-10.json"
        base = ["validate", "--models", self.models, "--atom-args"]
        self.assertEqual(self.run_binary(*base, str(table)).returncode, 0)
        broken = self.write("table.json", "{}")
        result = self.run_binary(*base, broken, "--ignore", "unread-env")
        self.assertEqual(result.returncode, 1)
        self.assertIn(b"[bad-option-table]", result.stderr)
        self.assert_refused(self.run_binary(*base, "2020-01-01"), 2, "--atom-args", "2026-06-10")


if __name__ == "__main__":
    unittest.main()
