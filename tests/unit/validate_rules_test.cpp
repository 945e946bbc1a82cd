// What one process is given: an edit of files without findings, and all that is printed for it.
#include <gtest/gtest.h>

#include "validate_fixture.hpp"

namespace atomesh::validate_test {
namespace {

TEST(ValidateRules, OptionsAreHeldAgainstTheServersParser) {
  expect_faults({
      {"unknown, with the nearest name", "[--enforce-eager]", "[--enforce-eagre]",
       R"(m.yaml:2:17: error: ATOM of 2026-07-01 has no option '--enforce-eagre' [option-unknown]
      extra_flags: [--enforce-eagre]
                    ^~~~~~~~~~~~~~~
    hint: did you mean '--enforce-eager'?
)"},
      {"unknown, nothing is near", "[--enforce-eager]", "[--frobnicate]",
       R"(m.yaml:2:17: error: ATOM of 2026-07-01 has no option '--frobnicate' [option-unknown]
      extra_flags: [--frobnicate]
                    ^~~~~~~~~~~~
)"},
      {"an option of a later date", "[--enforce-eager]", "[--cudagraph-mode, full]",
       R"(m.yaml:2:17: error: ATOM has the option '--cudagraph-mode' only since 2026-08-22, not at 2026-07-01 [option-other-date]
      extra_flags: [--cudagraph-mode, full]
                    ^~~~~~~~~~~~~~~~
    hint: ATOM has it since 2026-08-22: leave it out, or use such an image
)"},
      {"a spelling of a later date", "[--enforce-eager]", "[--enforce_eager]",
       R"(m.yaml:2:17: error: ATOM has the spelling '--enforce_eager' only since 2026-08-22, not at 2026-07-01 [option-other-date]
      extra_flags: [--enforce_eager]
                    ^~~~~~~~~~~~~~~
    hint: write '--enforce-eager'
)"},
      {"abbreviated", "[--enforce-eager]", "[--enforce]",
       R"(m.yaml:2:17: warning: '--enforce' is short for '--enforce-eager' [option-abbreviated]
      extra_flags: [--enforce]
                    ^~~~~~~~~
    hint: write '--enforce-eager': another ATOM may have a second option that begins so
)"},
      {"ambiguous", "[--enforce-eager]", "[--enable-, --enforce-eager]",
       R"(m.yaml:2:17: error: '--enable-' may be short for --enable-expert-parallel, --enable-dp-attention or --enable-tbo [option-ambiguous]
      extra_flags: [--enable-, --enforce-eager]
                    ^~~~~~~~~
    hint: write the whole name
)"},
      {"help", "[--enforce-eager]", "[--help]",
       R"(m.yaml:2:17: error: '--help' makes the server print its help and exit [option-help]
      extra_flags: [--help]
                    ^~~~~~
    hint: remove it
)"},
      {"without value", "[--enforce-eager]", "[--level]",
       R"(m.yaml:2:17: error: '--level' has no value [option-without-value]
      extra_flags: [--level]
                    ^~~~~~~
)"},
      {"without value, an option follows", "[--enforce-eager]", "[--level, --enforce-eager]",
       R"(m.yaml:2:17: error: '--level' has no value: '--enforce-eager' follows [option-without-value]
      extra_flags: [--level, --enforce-eager]
                    ^~~~~~~
    hint: if '--enforce-eager' is meant as the value, write --level=--enforce-eager
)"},
      {"surplus value", "[--enforce-eager]", "[--enforce-eager=1]",
       R"(m.yaml:2:17: error: '--enforce-eager' takes no value, but is given '1' [option-surplus-value]
      extra_flags: [--enforce-eager=1]
                    ^~~~~~~~~~~~~~~~~
    hint: write --enforce-eager alone, or leave it out
)"},
      {"bare word after a switch", "[--enforce-eager]", "[--enforce-eager, 1]",
       R"(m.yaml:2:34: error: '1' belongs to no option [bare-word]
      extra_flags: [--enforce-eager, 1]
                                     ^
    hint: '--enforce-eager' takes no value
)"},
      {"end of options", "[--enforce-eager]", "[--]",
       R"(m.yaml:2:17: error: '--' ends the options, and the server takes nothing else [bare-word]
      extra_flags: [--]
                    ^~
    hint: remove it
)"},
      {"type", "[--enforce-eager]", "[--level, three]",
       R"(m.yaml:2:26: error: '--level' takes an integer, not 'three' [option-type]
      extra_flags: [--level, three]
                             ^~~~~
)"},
      {"type, a number", "[--enforce-eager]", "[--scheduler-delay-factor, fast]",
       R"(m.yaml:2:43: error: '--scheduler-delay-factor' takes a number, not 'fast' [option-type]
      extra_flags: [--scheduler-delay-factor, fast]
                                              ^~~~
)"},
      {"choice", "[--enforce-eager]", "[--all2all-backend, lowlatency]",
       R"(m.yaml:2:36: error: '--all2all-backend' takes high-throughput or low-latency, not 'lowlatency' [option-choice]
      extra_flags: [--all2all-backend, lowlatency]
                                       ^~~~~~~~~~
    hint: did you mean 'low-latency'?
)"},
      {"JSON", "[--enforce-eager]", R"([--online_quant_config, "{a: 1}"])",
       R"(m.yaml:2:40: error: '--online_quant_config' takes JSON: the name `a` is not in double quotes [bad-json]
      extra_flags: [--online_quant_config, "{a: 1}"]
                                           ^~~~~~~~
    hint: write "a"
)"},
      {"the engine's port", "[--enforce-eager]", "[--port, 8007]",
       R"(m.yaml:2:17: warning: --port is the engine's internal port, not the one that clients reach [engine-port]
      extra_flags: [--port, 8007]
                    ^~~~~~
    hint: the HTTP port is --server-port; set PREFILL_PORT
m.yaml:2:17: warning: --port is the engine's internal port, not the one that clients reach [engine-port]
      extra_flags: [--port, 8007]
                    ^~~~~~
    hint: the HTTP port is --server-port; set DECODE_PORT
)"},
      {"the engine's port, with =", "[--enforce-eager]", "[--port=8007]",
       R"(m.yaml:2:17: warning: --port is the engine's internal port, not the one that clients reach [engine-port]
      extra_flags: [--port=8007]
                    ^~~~~~~~~~~
    hint: the HTTP port is --server-port; set PREFILL_PORT
m.yaml:2:17: warning: --port is the engine's internal port, not the one that clients reach [engine-port]
      extra_flags: [--port=8007]
                    ^~~~~~~~~~~
    hint: the HTTP port is --server-port; set DECODE_PORT
)"},
      {"twice", "[--enforce-eager]", "[--level, 1, --level, 2]",
       R"(m.yaml:2:29: warning: --level stands twice: also as --level (m.yaml:2:17) [flag-repeated]
      extra_flags: [--level, 1, --level, 2]
                                ^~~~~~~
    hint: the server keeps the last one; take one out
)"},
  });
}

TEST(ValidateRules, ValuesAreHeldAgainstAtomsOwnRules) {
  expect_faults({
      {"eagle3 without draft", "  extra_flags: [--enforce-eager]\n",
       "  extra_flags: [--enforce-eager]\n  mtp_flags: [--method, eagle3, --num-speculative-tokens]\n",
       R"(m.yaml:3:25: error: --method eagle3 needs --draft-model [draft-model]
      mtp_flags: [--method, eagle3, --num-speculative-tokens]
                            ^~~~~~
    hint: add --draft-model and the draft's path or hub id before the count flag
)"},
      {"mtp with draft", "  extra_flags: [--enforce-eager]\n",
       "  extra_flags: [--enforce-eager]\n  mtp_flags: [--method, mtp, --draft-model, a/b, --num-speculative-tokens]\n",
       R"(m.yaml:3:45: error: --method mtp takes no --draft-model: the draft layers are the model's own [draft-model]
      mtp_flags: [--method, mtp, --draft-model, a/b, --num-speculative-tokens]
                                                ^~~
    hint: take --draft-model out, or use --method eagle3
)"},
      {"quantization, unknown key", "  extra_flags: [--enforce-eager]\n",
       "  extra_flags: [--enforce-eager]\n  online_quant_config: { global_quant_config: mxfp4, exclude_layers: "
       "[lm_head] }\n",
       R"(m.yaml:3:54: error: online_quant_config has no key 'exclude_layers' [quant-config]
      online_quant_config: { global_quant_config: mxfp4, exclude_layers: [lm_head] }
                                                         ^~~~~~~~~~~~~~
    hint: did you mean 'exclude_layer'?
)"},
      {"quantization, unknown method", "  extra_flags: [--enforce-eager]\n",
       "  extra_flags: [--enforce-eager]\n  online_quant_config: { global_quant_config: ptpcfp8 }\n",
       R"(m.yaml:3:47: error: global_quant_config is "ptpcfp8", and ATOM knows ptpc_fp8 and mxfp4 [quant-config]
      online_quant_config: { global_quant_config: ptpcfp8 }
                                                  ^~~~~~~
    hint: did you mean 'ptpc_fp8'?
)"},
      {"quantization, method is no text", "  extra_flags: [--enforce-eager]\n",
       "  extra_flags: [--enforce-eager]\n  online_quant_config: { global_quant_config: [mxfp4] }\n",
       R"(m.yaml:3:47: error: global_quant_config is ["mxfp4"], and ATOM knows ptpc_fp8 and mxfp4 [quant-config]
      online_quant_config: { global_quant_config: [mxfp4] }
                                                  ^
)"},
      {"quantization, empty", "  extra_flags: [--enforce-eager]\n",
       "  extra_flags: [--enforce-eager]\n  decode_online_quant_config: {}\n",
       R"(m.yaml:3:31: error: online_quant_config asks for nothing [quant-config]
      decode_online_quant_config: {}
                                  ^
    hint: it takes global_quant_config, layer_quant_config, exclude_layer
)"},
      {"KV transfer key", "  extra_flags: [--enforce-eager]\n",
       "  extra_flags: [--enforce-eager]\n  kv_transfer_config: { kv_buffer_sise: 1 }\n",
       R"(m.yaml:3:25: warning: the connector mooncake is not known to read 'kv_buffer_sise' of kv_transfer_config [kv-transfer-key]
      kv_transfer_config: { kv_buffer_sise: 1 }
                            ^~~~~~~~~~~~~~
    hint: did you mean 'kv_buffer_size'?
)"},
      {"KV connector", "  extra_flags: [--enforce-eager]\n",
       "  extra_flags: [--enforce-eager]\n  kv_transfer_config: { kv_connector: moonkake }\n",
       R"(m.yaml:3:23: warning: kv_connector "moonkake" overrules the recipe's mooncake [kv-connector-differs]
      kv_transfer_config: { kv_connector: moonkake }
                          ^
    hint: the recipe says it at r.yaml:9:3
m.yaml:3:39: warning: no KV connector "moonkake" is known [kv-transfer-key]
      kv_transfer_config: { kv_connector: moonkake }
                                          ^~~~~~~~
    hint: did you mean 'mooncake'?
)"},
      {"a key of another connector", "  extra_flags: [--enforce-eager]\n",
       "  extra_flags: [--enforce-eager]\n  kv_transfer_config: { connectors: [] }\n",
       R"(m.yaml:3:25: warning: the connector mooncake is not known to read 'connectors' of kv_transfer_config [kv-transfer-key]
      kv_transfer_config: { connectors: [] }
                            ^~~~~~~~~~
    hint: multi does
)"},
      {"a connector in a multi", "  extra_flags: [--enforce-eager]\n",
       "  extra_flags: [--enforce-eager]\n"
       R"(  kv_transfer_config: '{"kv_connector": "multi", "connectors": [{"kv_connector": "moriio", "http_prt": 1}, 3]}')"
       "\n",
       R"TEXT(m.yaml:3:23: warning: kv_connector "multi" overrules the recipe's mooncake [kv-connector-differs]
      kv_transfer_config: '{"kv_connector": "multi", "connectors": [{"kv_connector": "moriio", "http_prt": 1}, 3]}'
                          ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
    hint: the recipe says it at r.yaml:9:3
m.yaml:3:92: warning: the connector moriio is not known to read 'http_prt' of kv_transfer_config [kv-transfer-key]
      kv_transfer_config: '{"kv_connector": "multi", "connectors": [{"kv_connector": "moriio", "http_prt": 1}, 3]}'
                                                                                               ^~~~~~~~~~
    hint: did you mean 'http_port'?
m.yaml:3:108: warning: an element of connectors is 3, not an object [kv-transfer-key]
      kv_transfer_config: '{"kv_connector": "multi", "connectors": [{"kv_connector": "moriio", "http_prt": 1}, 3]}'
                                                                                                               ^
    hint: write {"kv_connector": "mooncake"}
)TEXT"},
  });
}

TEST(ValidateRules, EnvironmentNamesAreThoseThatAtomReads) {
  expect_faults({
      {"ATOM_, with the nearest name", "ATOM_USE_TRITON_MOE", "ATOM_USE_TRITON_MOES",
       R"(m.yaml:5:10: warning: ATOM of 2026-07-01 does not read ATOM_USE_TRITON_MOES [unread-env]
      env: { ATOM_USE_TRITON_MOES: 1 }
             ^~~~~~~~~~~~~~~~~~~~
    hint: did you mean ATOM_USE_TRITON_MOE?
)"},
      {"ATOM_, nothing is near", "ATOM_USE_TRITON_MOE", "ATOM_FROBNICATE",
       R"(m.yaml:5:10: warning: ATOM of 2026-07-01 does not read ATOM_FROBNICATE [unread-env]
      env: { ATOM_FROBNICATE: 1 }
             ^~~~~~~~~~~~~~~
    hint: take it out if it is no longer needed
)"},
      {"near a name of another prefix", "ATOM_USE_TRITON_MOE: 1", "HIP_VISIBLE_DEVICE: 0",
       R"(m.yaml:5:10: warning: ATOM of 2026-07-01 does not read HIP_VISIBLE_DEVICE, but HIP_VISIBLE_DEVICES [unread-env]
      env: { HIP_VISIBLE_DEVICE: 0 }
             ^~~~~~~~~~~~~~~~~~
    hint: did you mean HIP_VISIBLE_DEVICES?
)"},
      {"of a recipe", "additional-settings: [ DECODE_NODES=1 ]",
       "additional-settings: [ DECODE_NODES=1, ATOM_LOG_MOER=1 ]",
       R"(r.yaml:19:103: warning: ATOM of 2026-07-01 does not read ATOM_LOG_MOER [unread-env]
            decode: { num-worker: 1, tp: 8, ep: 1, dp-attn: false, additional-settings: [ DECODE_NODES=1, ATOM_LOG_MOER=1 ] }
                                                                                                          ^~~~~~~~~~~~~~~
    hint: did you mean ATOM_LOG_MORE?
)"},
  });
}

TEST(ValidateRules, OverridesThatThinOutTheModelAreShown) {
  expect_faults({
      {"at the top", "  extra_flags: [--enforce-eager]\n",
       "  extra_flags: [--enforce-eager]\n  hf_overrides: { num_hidden_layers: 4 }\n",
       R"(m.yaml:3:19: warning: hf_overrides sets num_hidden_layers to 4: part of the model may be switched off [hf-overrides-thins]
      hf_overrides: { num_hidden_layers: 4 }
                      ^~~~~~~~~~~~~~~~~
    hint: results then are not those of the published model; say why in a comment
)"},
      {"nested", "  extra_flags: [--enforce-eager]\n",
       "  extra_flags: [--enforce-eager]\n  hf_overrides: { text_config: { index_topk_freq: 4, rope_theta: 1 } }\n",
       R"(m.yaml:3:34: warning: hf_overrides sets text_config.index_topk_freq to 4: part of the model may be switched off [hf-overrides-thins]
      hf_overrides: { text_config: { index_topk_freq: 4, rope_theta: 1 } }
                                     ^~~~~~~~~~~~~~~
    hint: results then are not those of the published model; say why in a comment
)"},
      {"an index cache", "  extra_flags: [--enforce-eager]\n",
       "  extra_flags: [--enforce-eager]\n  prefill_hf_overrides: { use_index_cache: true }\n",
       R"(m.yaml:3:27: warning: hf_overrides sets use_index_cache to true: part of the model may be switched off [hf-overrides-thins]
      prefill_hf_overrides: { use_index_cache: true }
                              ^~~~~~~~~~~~~~~
    hint: results then are not those of the published model; say why in a comment
)"},
  });
}

}  // namespace
}  // namespace atomesh::validate_test
