// Diagnostics under the policy of whoever runs the check, and the forms in which they reach people and machines.
// Everything is masked (mask_text). Pure functions: nothing here reads a file, a clock or the environment.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "atomesh/diagnostics.hpp"

namespace atomesh {

/// --ignore CODE, --error CODE, --strict.
struct FindingOptions {
  std::vector<std::string> ignore;
  std::vector<std::string> as_error;
  bool strict = false;  ///< warnings fail too; they stay warnings in every output, and notes never fail
};

/// A diagnostic and the severity that the policy gives it.
struct Finding {
  Diagnostic diagnostic;
  Severity severity = Severity::error;
};

/// False for the errors after which nothing of a file is checked: file-unreadable, file-not-found, not-checked,
/// bad-encoding, tab, bad-syntax, many-documents, duplicate-key (at the top level it leaves nothing), bad-alias,
/// alias-expansion. Hidden, they would make an unchecked file pass.
bool can_be_ignored(std::string_view code);

/// What is wrong with --ignore and --error, as the usage error to print: codes that do not exist, and for --ignore
/// those that cannot be ignored. Empty: nothing.
std::string usage_error(const FindingOptions& options);

/// What is left of the diagnostics, sorted as Diagnostics::sorted does. First what is ignored goes, by --ignore or by a
/// comment; then --error makes errors. The comment is `# atomesh: ignore CODE[, CODE…]`, begins with these words, and
/// stands on the finding's line, or above it in a line of its own with at most comments between. A scalar of several
/// lines counts as one line, because no comment can stand inside. Words after the codes are its reason.
/// The comments of `sources`, and of every file that a diagnostic points into, are judged too. Warnings: unknown-code,
/// cannot-ignore. Options that usage_error refuses have no effect.
std::vector<Finding> apply_policy(const std::vector<Diagnostic>& diagnostics, const FindingOptions& options,
                                  std::span<const SourcePtr> sources = {});

/// True if there is an error, or with `strict` a warning.
bool fails(std::span<const Finding> findings, bool strict);

/// What a run looked at. Processes: plans that were resolved.
struct Checked {
  std::size_t models = 0, recipes = 0, points = 0, processes = 0;
  double seconds = 0;
};

/// How many findings there are of each severity.
struct Tally {
  std::size_t errors = 0, warnings = 0, notes = 0;
};
Tally tally(std::span<const Finding> findings);

/// `checked 4 models, 6 recipes, 11 points, 57 processes in 3.2 ms: 0 errors, 2 warnings, 1 note`; no newline.
std::string summary_line(const Checked& checked, const Tally& tally);

/// The text form of each.
std::string to_text(std::span<const Finding> findings);

/// The document atomesh.findings/1. Columns count Unicode characters from 1, end_column is the one after the last. What
/// is not known is null: no hint, no column, no line (the file as a whole), no file. A finding without a file has
/// "where", such as `env BLOCK_SIZE`. Bytes that are not UTF-8 become U+FFFD.
std::string to_json(std::span<const Finding> findings, const Checked& checked);

/// Workflow commands of GitHub Actions, a line each: `::error file=…,line=…,col=…,endColumn=…,title=…::message`, with
/// the hint as a second line of the message. Notes are `notice`.
std::string to_github(std::span<const Finding> findings);

/// A SARIF 2.1.0 log with one run, as GitHub code scanning takes it. `version`: of this program. GitHub refuses a whole
/// log if one result has no file, so findings without one are notifications of the run, and errors among them make it
/// unsuccessful. Relative paths stay relative (to the root of the repository, if that is the working directory).
std::string to_sarif(std::span<const Finding> findings, std::string_view version);

/// text: columns `code severity why`. json: the document atomesh.checks/1. markdown: the page of the documentation.
enum class ListFormat { text, json, markdown };
std::string list_checks(ListFormat format, std::span<const Check> table = checks);

}  // namespace atomesh
