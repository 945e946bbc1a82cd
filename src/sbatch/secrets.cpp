#include "atomesh/sbatch.hpp"
#include "atomesh/text.hpp"

namespace atomesh {
namespace {

std::string find_secret(const std::vector<std::string>& words) {
  const std::vector<std::string> masked = mask_words(words);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] != masked[i]) return (i > 0 ? masked[i - 1] + " " : "") + masked[i];
  }
  return "";
}

}  // namespace

std::string find_secret(const BatchJob& job) {
  const std::vector<std::string> header = {job.name,     job.description, job.partition, job.account, job.time,
                                           job.nodelist, job.exclude,     job.atomesh,   job.log_dir};
  // The server's words have --server-arg between them, which would hide that one is the value of another.
  const auto lists = {
      job.request.server_args, words_of(job.request), job.container, job.command, job.sbatch_args, header};
  for (const std::vector<std::string>& words : lists) {
    if (std::string secret = find_secret(words); !secret.empty()) return secret;
  }
  return "";
}

}  // namespace atomesh
