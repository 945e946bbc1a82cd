// Stands where the server would: writes what it was started with as JSON to the file named by RECORD_TO, then ends with
// code RECORD_EXIT or by signal RECORD_SIGNAL (a number). C, not Python, because Python changes LC_CTYPE and the
// disposition of SIGPIPE, SIGXFSZ and SIGINT before its first line runs. Every byte of a string is one character
// U+0000..U+00FF of the JSON, so that text which is not UTF-8 survives.
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { max_descriptors = 1024, max_path = 4096 };

static void put_string(FILE* out, const char* text) {
  fputc('"', out);
  for (const unsigned char* byte = (const unsigned char*)text; *byte != 0; ++byte) {
    if (*byte < 0x20 || *byte > 0x7e || *byte == '"' || *byte == '\\')
      fprintf(out, "\\u%04x", *byte);
    else
      fputc(*byte, out);
  }
  fputc('"', out);
}

static void put_list(FILE* out, const char* name, char** words) {
  fprintf(out, "\"%s\": [", name);
  for (char** word = words; *word != NULL; ++word) {
    if (word != words) fputs(", ", out);
    put_string(out, *word);
  }
  fputs("],\n", out);
}

// The open descriptors, without the one that reads the directory. Called before the output file is opened.
static size_t list_descriptors(int* descriptors) {
  DIR* directory = opendir("/proc/self/fd");
  if (directory == NULL) return 0;
  size_t count = 0;
  for (struct dirent* entry; count < max_descriptors && (entry = readdir(directory)) != NULL;) {
    const int descriptor = atoi(entry->d_name);
    if (entry->d_name[0] != '.' && descriptor != dirfd(directory)) descriptors[count++] = descriptor;
  }
  closedir(directory);
  return count;
}

static void put_descriptors(FILE* out, const int* descriptors, size_t count) {
  fputs("\"descriptors\": {", out);
  for (size_t i = 0; i < count; ++i) {
    char link[64], target[max_path];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptors[i]);
    const ssize_t length = readlink(link, target, sizeof target - 1);
    target[length < 0 ? 0 : length] = 0;
    fprintf(out, "%s\"%d\": ", i == 0 ? "" : ", ", descriptors[i]);
    put_string(out, target);
  }
  fputs("},\n", out);
}

// The masks of /proc/self/status, in its own hexadecimal.
static void put_signals(FILE* out) {
  FILE* status = fopen("/proc/self/status", "r");
  char line[1024], name[16], mask[32];
  while (status != NULL && fgets(line, sizeof line, status) != NULL) {
    if (sscanf(line, "%15[A-Za-z]: %31s", name, mask) == 2 && strncmp(name, "Sig", 3) == 0 && name[3] != 'Q')
      fprintf(out, "\"%s\": \"%s\",\n", name, mask);
  }
  if (status != NULL) fclose(status);
}

static int record(const char* path, char** argv, char** environment) {
  int descriptors[max_descriptors];
  const size_t count = list_descriptors(descriptors);
  FILE* out = fopen(path, "wb");
  if (out == NULL) return 1;
  struct rlimit files = {0, 0};
  getrlimit(RLIMIT_NOFILE, &files);
  fputs("{\n", out);
  put_list(out, "argv", argv);
  put_list(out, "environ", environment);
  put_descriptors(out, descriptors, count);
  put_signals(out);
  fprintf(out, "\"nofile\": {\"soft\": %lld, \"hard\": %lld},\n", (long long)files.rlim_cur, (long long)files.rlim_max);
  fprintf(out, "\"pid\": %ld, \"ppid\": %ld\n}\n", (long)getpid(), (long)getppid());
  return fclose(out);
}

int main(int argc, char** argv, char** environment) {
  (void)argc;
  const char* path = getenv("RECORD_TO");
  if (path != NULL && record(path, argv, environment) != 0) {
    perror(path);
    return 99;
  }
  const char* number = getenv("RECORD_SIGNAL");
  if (number != NULL) {
    const struct rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    raise(atoi(number));
    return 98;  // the signal was ignored or blocked
  }
  const char* code = getenv("RECORD_EXIT");
  return code != NULL ? atoi(code) : 0;
}
