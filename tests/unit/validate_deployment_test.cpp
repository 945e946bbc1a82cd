// Rules about processes together and about recipes: an edit of files without findings, and all that is printed for it.
#include <gtest/gtest.h>

#include "validate_fixture.hpp"

namespace atomesh::validate_test {
namespace {

TEST(ValidateDeployment, BothRolesAgree) {
  expect_faults({
      {"block size", "  extra_flags: [--enforce-eager]\n",
       "  extra_flags: [--enforce-eager]\n  decode_block_size: 32\n",
       R"(m.yaml:3:22: error: prefill and decode of Tiny disagree on the block size: 16 (built-in) and 32 (m.yaml:3:22) [pair-disagrees]
      decode_block_size: 32
                         ^~
    hint: give both the same value
)"},
      {"KV cache type", "  kv_cache_flags", "  prefill_kv_cache_flags",
       R"(m.yaml:3:46: error: prefill and decode of Tiny disagree on the KV cache's type: fp8 (m.yaml:3:46) and not given (built-in) [pair-disagrees]
      prefill_kv_cache_flags: [--kv_cache_dtype, fp8]
                                                 ^~~
    hint: give both the same value
)"},
      {"KV cache type, as by default", "  kv_cache_flags: [--kv_cache_dtype, fp8]",
       "  prefill_kv_cache_flags: [--kv_cache_dtype, bf16]", R"()"},
      {"KV connector", "  extra_flags: [--enforce-eager]\n",
       "  extra_flags: [--enforce-eager]\n  decode_kv_transfer_config: { kv_connector: moriio }\n",
       R"(m.yaml:3:30: warning: kv_connector "moriio" overrules the recipe's mooncake [kv-connector-differs]
      decode_kv_transfer_config: { kv_connector: moriio }
                                 ^
    hint: the recipe says it at r.yaml:9:3
m.yaml:3:46: error: prefill and decode of Tiny disagree on the KV connector: "mooncake" (built-in) and "moriio" (m.yaml:3:46) [pair-disagrees]
      decode_kv_transfer_config: { kv_connector: moriio }
                                                 ^~~~~~
    hint: give both the same value
)"},
  });
}

TEST(ValidateDeployment, PortsOfOneHostDoNotOverlap) {
  expect_faults({
      {"router and prefill", "additional-settings: [ PREFILL_NODES=1 ]",
       "additional-settings: [ PREFILL_NODES=1, ROUTER_PORT=8010 ]",
       R"(r.yaml:18:105: error: router HTTP (port 8010) and prefill rank 0 HTTP (port 8010) are on one host [port-clash]
            prefill: { num-worker: 1, tp: 8, ep: 1, dp-attn: false, additional-settings: [ PREFILL_NODES=1, ROUTER_PORT=8010 ] }
                                                                                                            ^~~~~~~~~~~~~~~~
    hint: free there: 8011
)"},
      {"handshake and HTTP", "additional-settings: [ PREFILL_NODES=1 ]",
       "additional-settings: [ PREFILL_NODES=1, HANDSHAKE_PORT=8009 ]",
       R"(r.yaml:18:105: error: prefill rank 0 KV handshake (port 8009-8016) and prefill rank 0 HTTP (port 8010) are on one host [port-clash]
            prefill: { num-worker: 1, tp: 8, ep: 1, dp-attn: false, additional-settings: [ PREFILL_NODES=1, HANDSHAKE_PORT=8009 ] }
                                                                                                            ^~~~~~~~~~~~~~~~~~~
    hint: free there: 8017
)"},
      {"handshake and everything", "additional-settings: [ PREFILL_NODES=1 ]",
       "additional-settings: [ PREFILL_NODES=1, HANDSHAKE_PORT=8005 ]",
       R"(built-in: error: prefill rank 0 engine (--port) (port 8006) and prefill rank 0 KV handshake (port 8005-8012) are on one host [port-clash]
    hint: free there: 8013
built-in: error: decode rank 1 engine (--port) (port 8006) and decode rank 1 KV handshake (port 8005-8012) are on one host [port-clash]
    hint: free there: 8013
r.yaml:18:105: error: prefill rank 0 KV handshake (port 8005-8012) and prefill rank 0 HTTP (port 8010) are on one host [port-clash]
            prefill: { num-worker: 1, tp: 8, ep: 1, dp-attn: false, additional-settings: [ PREFILL_NODES=1, HANDSHAKE_PORT=8005 ] }
                                                                                                            ^~~~~~~~~~~~~~~~~~~
    hint: free there: 8013
)"},
      {"handshake above the last port", "additional-settings: [ PREFILL_NODES=1 ]",
       "additional-settings: [ PREFILL_NODES=1, HANDSHAKE_PORT=65533 ]",
       R"(r.yaml:18:105: error: prefill rank 0 KV handshake takes port 65533-65540, above 65535 [port-range]
            prefill: { num-worker: 1, tp: 8, ep: 1, dp-attn: false, additional-settings: [ PREFILL_NODES=1, HANDSHAKE_PORT=65533 ] }
                                                                                                            ^~~~~~~~~~~~~~~~~~~~
    hint: lower the first port
r.yaml:18:105: error: decode rank 1 KV handshake takes port 65533-65540, above 65535 [port-range]
            prefill: { num-worker: 1, tp: 8, ep: 1, dp-attn: false, additional-settings: [ PREFILL_NODES=1, HANDSHAKE_PORT=65533 ] }
                                                                                                            ^~~~~~~~~~~~~~~~~~~~
    hint: lower the first port
)"},
      {"engine above the last port", "[--enforce-eager]", "[--port=99999999999]",
       R"(m.yaml:2:17: warning: --port is the engine's internal port, not the one that clients reach [engine-port]
      extra_flags: [--port=99999999999]
                    ^~~~~~~~~~~~~~~~~~
    hint: the HTTP port is --server-port; set PREFILL_PORT
m.yaml:2:17: warning: --port is the engine's internal port, not the one that clients reach [engine-port]
      extra_flags: [--port=99999999999]
                    ^~~~~~~~~~~~~~~~~~
    hint: the HTTP port is --server-port; set DECODE_PORT
m.yaml:2:17: error: prefill rank 0 engine (--port) takes port 99999999999, above 65535 [port-range]
      extra_flags: [--port=99999999999]
                    ^~~~~~~~~~~~~~~~~~
    hint: lower the first port
m.yaml:2:17: error: decode rank 1 engine (--port) takes port 99999999999, above 65535 [port-range]
      extra_flags: [--port=99999999999]
                    ^~~~~~~~~~~~~~~~~~
    hint: lower the first port
)"},
      {"DP rendezvous", "  extra_flags: [--enforce-eager]\n",
       "  extra_flags: [--enable-dp-attention]\n  decode_env: { ATOM_DP_MASTER_PORT: 8020 }\n",
       R"(m.yaml:3:17: error: decode rank 1 DP rendezvous (port 8020) and decode rank 1 HTTP (port 8020) are on one host [port-clash]
      decode_env: { ATOM_DP_MASTER_PORT: 8020 }
                    ^~~~~~~~~~~~~~~~~~~
    hint: free there: 8021
)"},
      {"nothing is free above", "additional-settings: [ PREFILL_NODES=1 ]",
       "additional-settings: [ PREFILL_NODES=1, PREFILL_PORT=65535, HANDSHAKE_PORT=65528 ]",
       R"(r.yaml:18:125: error: prefill rank 0 KV handshake (port 65528-65535) and prefill rank 0 HTTP (port 65535) are on one host [port-clash]
            prefill: { num-worker: 1, tp: 8, ep: 1, dp-attn: false, additional-settings: [ PREFILL_NODES=1, PREFILL_PORT=65535, HANDSHAKE_PORT=65528 ] }
                                                                                                                                ^~~~~~~~~~~~~~~~~~~~
    hint: free there: 65520
)"},
  });
}

TEST(ValidateDeployment, PointsFitTheServers) {
  expect_faults({
      {"above max_num_seqs of prefill", "  extra_flags: [--enforce-eager]\n",
       "  extra_flags: [--enforce-eager]\n  prefill_max_num_seqs: 128\n",
       R"(r.yaml:17:9: note: concurrency 256 is above prefill's max_num_seqs 128: requests wait there [over-prefill-seqs]
          - conc-list: [ 64, 256 ]
            ^~~~~~~~~
)"},
      {"above the captured graphs", "[ 64, 256 ]", "[ 264 ]",
       R"(r.yaml:17:9: note: concurrency 264 is above prefill's max_num_seqs 256: requests wait there [over-prefill-seqs]
          - conc-list: [ 264 ]
            ^~~~~~~~~
r.yaml:17:9: note: concurrency 264 is above decode's largest captured graph, 256: larger batches run eager [over-capture-sizes]
          - conc-list: [ 264 ]
            ^~~~~~~~~
)"},
      {"longer than max_model_len", "9216", "9215",
       R"(r.yaml:17:9: error: isl 8192 + osl 1024 is above max_model_len 9215 of prefill (m.yaml:4:18) [over-model-len]
          - conc-list: [ 64, 256 ]
            ^~~~~~~~~
    hint: raise max_model_len, or shorten the sequences
r.yaml:17:9: error: isl 8192 + osl 1024 is above max_model_len 9215 of decode (m.yaml:4:18) [over-model-len]
          - conc-list: [ 64, 256 ]
            ^~~~~~~~~
    hint: raise max_model_len, or shorten the sequences
)"},
      {"longer than any number", "osl: 1024", "osl: 9223372036854775807",
       R"(r.yaml:17:9: error: isl 8192 + osl 9223372036854775807 is above max_model_len 9216 of prefill (m.yaml:4:18) [over-model-len]
          - conc-list: [ 64, 256 ]
            ^~~~~~~~~
    hint: raise max_model_len, or shorten the sequences
r.yaml:17:9: error: isl 8192 + osl 9223372036854775807 is above max_model_len 9216 of decode (m.yaml:4:18) [over-model-len]
          - conc-list: [ 64, 256 ]
            ^~~~~~~~~
    hint: raise max_model_len, or shorten the sequences
)"},
  });
}

TEST(ValidateDeployment, RecipesAreReviewed) {
  expect_faults({
      {"image without tag", "rocm/atom-dev:nightly_202607011530", "registry.example:5000/atom",
       R"(r.yaml:2:3: warning: image 'registry.example:5000/atom' has no tag: what runs changes from day to day [image-tag]
      image: registry.example:5000/atom
      ^~~~~
    hint: name a dated tag or a digest
)"},
      {"image tagged latest", "rocm/atom-dev:nightly_202607011530", "rocm/atom-dev:latest",
       R"(r.yaml:2:3: warning: image 'rocm/atom-dev:latest' is tagged latest: what runs changes from day to day [image-tag]
      image: rocm/atom-dev:latest
      ^~~~~
    hint: name a dated tag or a digest
)"},
      {"image by digest", "rocm/atom-dev:nightly_202607011530", "rocm/atom-dev@sha256:0123456789abcdef", R"()"},
      {"image by digest and tag", "rocm/atom-dev:nightly_202607011530",
       "rocm/atom-dev:nightly_202607011530@sha256:0123456789abcdef", R"()"},
      {"no router", R"(  router: { name: atomesh, version: "04b120d3" }
)",
       "",
       R"(r.yaml:1:1: warning: recipe 'tiny' does not name its router and version [router-version-missing]
    tiny:
    ^~~~
    hint: add router: { name: atomesh, version: "<commit>" }
)"},
      {"model without an entry", "example/Tiny", "example/Tinny",
       R"(r.yaml:3:3: warning: 'Tinny' is not in m.yaml: this recipe cannot be launched [recipe-model]
      model: example/Tinny
      ^~~~~
    hint: did you mean 'Tiny'?
m.yaml:1:1: warning: no recipe serves 'Tiny' [model-unused]
    Tiny:
    ^~~~
)"},
      {"model without an entry, nothing is near", "example/Tiny", "example/Other",
       R"(r.yaml:3:3: warning: 'Other' is not in m.yaml: this recipe cannot be launched [recipe-model]
      model: example/Other
      ^~~~~
m.yaml:1:1: warning: no recipe serves 'Tiny' [model-unused]
    Tiny:
    ^~~~
)"},
  });
}

}  // namespace
}  // namespace atomesh::validate_test
