#include "host_checks/gpu_filter.hpp"
#include "host_checks/parts.hpp"
#include "host_checks_fixture.hpp"

namespace atomesh::test {
namespace {

class HostGpus : public HostChecks {
 protected:
  static constexpr auto nodes = "sys/class/kfd/kfd/topology/nodes/";

  /// Two CPUs and `count` GPUs, as the driver lists them. GPU 0 has the UUID GPU-d6f1000000000000, 1 GPU-…01.
  void write_gpus(int count) const {
    for (int i = 0; i < 2; ++i) write(fmt::format("{}{}/properties", nodes, i), "cpu_cores_count 96\nsimd_count 0\n");
    for (int i = 0; i < count; ++i) {
      write(fmt::format("{}{}/properties", nodes, i + 2),
            fmt::format("cpu_cores_count 0\nsimd_count 1024\nunique_id {}\n", 0xd6f1000000000000U + unsigned(i)));
    }
  }
  std::string gpus(int tp, const Environment& environment = {}) {
    input_.tp = tp;
    input_.environment = environment;
    return say([this](Diagnostics& d) { host_checks::check_gpus(plan_, input_, d); });
  }
};

TEST_F(HostGpus, EnoughAreGood) {
  write_gpus(8);
  EXPECT_EQ(gpus(8), "");
  EXPECT_EQ(gpus(4), "");
}

TEST_F(HostGpus, NobodyAsksForNone) { EXPECT_EQ(gpus(0), ""); }

TEST_F(HostGpus, NoDriver) {
  EXPECT_EQ(gpus(8),
            "env DECODE_TP_SIZE: error: -tp 8 needs 8 GPUs: T/sys/class/kfd/kfd/topology/nodes lists none [host-gpus]\n"
            "    hint: is the amdgpu driver loaded, and /dev/kfd in the container?\n");
  write_gpus(0);
  EXPECT_EQ(gpus(1),
            "env DECODE_TP_SIZE: error: -tp 1 needs 1 GPU: T/sys/class/kfd/kfd/topology/nodes lists none [host-gpus]\n"
            "    hint: is the amdgpu driver loaded, and /dev/kfd in the container?\n");
}

TEST_F(HostGpus, TooFew) {
  write_gpus(4);
  EXPECT_EQ(gpus(8),
            "env DECODE_TP_SIZE: error: -tp 8 needs 8 GPUs: the node has 4 [host-gpus]\n"
            "    hint: a smaller TP, or a node with more GPUs\n");
}

TEST_F(HostGpus, ThoseOfOtherContainersDoNotCount) {
  write_gpus(3);
  std::filesystem::create_directories(at(std::string(nodes) + "5/properties"));  // cannot be read, as with EPERM
  EXPECT_EQ(gpus(4),
            "env DECODE_TP_SIZE: error: -tp 4 needs 4 GPUs: the node has 3 (1 more closed to this container) "
            "[host-gpus]\n    hint: a smaller TP, or a node with more GPUs\n");
}

struct FilterCase {
  const char* name;
  int tp;
  Environment environment;
  const char* expected;
};

// On a node of 8.
const FilterCase filter_cases[] = {
    {"HIP chooses enough", 4, {{"HIP_VISIBLE_DEVICES", "4,5, 6,7"}}, ""},
    {"HIP counts in what ROCR leaves", 2, {{"ROCR_VISIBLE_DEVICES", "4,5,6"}, {"HIP_VISIBLE_DEVICES", "1,2"}}, ""},
    {"CUDA's variable alone", 2, {{"CUDA_VISIBLE_DEVICES", "6,7"}}, ""},
    {"HIP and CUDA agree", 2, {{"CUDA_VISIBLE_DEVICES", "6,7"}, {"HIP_VISIBLE_DEVICES", "6, 7"}}, ""},
    {"UUIDs", 2, {{"ROCR_VISIBLE_DEVICES", "GPU-d6f1000000000003,gpu-D6F1000000000004"}}, ""},
    {"too few left by ROCR",
     4,
     {{"ROCR_VISIBLE_DEVICES", "0,1"}},
     "env DECODE_TP_SIZE: error: -tp 4 needs 4 GPUs: the node has 8, ROCR_VISIBLE_DEVICES=0,1 leaves 2 [host-gpus]\n"
     "    hint: make more GPUs visible, or use a smaller TP\n"},
    {"too few left by both",
     4,
     {{"ROCR_VISIBLE_DEVICES", "0,1,2,3"}, {"HIP_VISIBLE_DEVICES", "0,3"}},
     "env DECODE_TP_SIZE: error: -tp 4 needs 4 GPUs: the node has 8, ROCR_VISIBLE_DEVICES=0,1,2,3 leaves 4, "
     "HIP_VISIBLE_DEVICES=0,3 leaves 2 [host-gpus]\n    hint: make more GPUs visible, or use a smaller TP\n"},
    {"the same GPUs named to both",
     4,
     {{"ROCR_VISIBLE_DEVICES", "4,5,6,7"}, {"HIP_VISIBLE_DEVICES", "4,5,6,7"}},
     "env HIP_VISIBLE_DEVICES: error: HIP_VISIBLE_DEVICES=4,5,6,7: there is no GPU 4, 5, 6, 7; it counts among what "
     "ROCR_VISIBLE_DEVICES=4,5,6,7 leaves: 4 GPUs (0 to 3) [host-gpus]\n    hint: count from 0 among those, or take it "
     "out with --unset-env HIP_VISIBLE_DEVICES\n"},
    {"HIP and CUDA disagree",
     2,
     {{"HIP_VISIBLE_DEVICES", "0,1"}, {"CUDA_VISIBLE_DEVICES", "2,3"}},
     "env CUDA_VISIBLE_DEVICES: error: HIP_VISIBLE_DEVICES=0,1 and CUDA_VISIBLE_DEVICES=2,3 choose different GPUs "
     "[host-gpus]\n    hint: HIP follows the first, other libraries the second: set only one of them\n"},
    {"everything wrong with one list",
     1,
     {{"ROCR_VISIBLE_DEVICES", "0,8,1,GPU-d6f1000000000001,-1,GPU-beef,all,,GPU-"}},
     "env ROCR_VISIBLE_DEVICES: error: ROCR_VISIBLE_DEVICES=0,8,1,GPU-d6f1000000000001,-1,GPU-beef,all,,GPU-: there is "
     "no GPU 8, -1, GPU-beef; GPU-d6f1000000000001 names a GPU again; 'all' is neither an index nor a UUID (GPU-…); "
     "'' is neither an index nor a UUID (GPU-…); 'GPU-' is neither an index nor a UUID (GPU-…); the node has 8 GPUs (0 "
     "to 7) [host-gpus]\n    hint: the runtime hides everything from the first bad entry on\n"},
    {"set to nothing",
     1,
     {{"ROCR_VISIBLE_DEVICES", ""}},
     "env ROCR_VISIBLE_DEVICES: error: ROCR_VISIBLE_DEVICES is set to nothing, which hides every GPU [host-gpus]\n"
     "    hint: take it out with --unset-env ROCR_VISIBLE_DEVICES\n"},
    {"too few in the node and a bad list",
     9,
     {{"HIP_VISIBLE_DEVICES", "0,0"}},
     "env HIP_VISIBLE_DEVICES: error: HIP_VISIBLE_DEVICES=0,0: 0 names a GPU again; the node has 8 GPUs (0 to 7) "
     "[host-gpus]\n    hint: the runtime hides everything from the first bad entry on\n"
     "env DECODE_TP_SIZE: error: -tp 9 needs 9 GPUs: the node has 8, HIP_VISIBLE_DEVICES=0,0 leaves 1 [host-gpus]\n"
     "    hint: a smaller TP, or a node with more GPUs\n"},
};

TEST_F(HostGpus, Filters) {
  write_gpus(8);
  for (const FilterCase& c : filter_cases) EXPECT_EQ(gpus(c.tp, c.environment), c.expected) << c.name;
}

TEST_F(HostGpus, AFilterOfThePlanIsNamedAtItsPlace) {
  write_gpus(1);
  plan_.env = {{"HIP_VISIBLE_DEVICES", "1", {Layer::command_line, label("--env HIP_VISIBLE_DEVICES"), "", {}}}};
  EXPECT_EQ(gpus(1, {{"HIP_VISIBLE_DEVICES", "1"}}),
            "--env HIP_VISIBLE_DEVICES: error: HIP_VISIBLE_DEVICES=1: there is no GPU 1; the node has 1 GPU "
            "[host-gpus]\n    hint: the runtime hides everything from the first bad entry on\n");
}

TEST(GpuFilter, TheBeginningOfAUuidMustBeUnique) {
  const std::vector<host_checks::Gpu> gpus = {{0, "GPU-aa11"}, {1, "GPU-aa22"}, {2, ""}};
  const host_checks::Choice choice = host_checks::choose_gpus("GPU-aa2,2,GPU-aa", gpus);
  ASSERT_EQ(choice.gpus.size(), 2U);
  EXPECT_EQ(choice.gpus[0].number, 1);
  EXPECT_EQ(choice.gpus[1].number, 2);
  EXPECT_EQ(choice.missing, std::vector<std::string>{"GPU-aa"});
}

}  // namespace
}  // namespace atomesh::test
