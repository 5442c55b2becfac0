/**
 * The flite library (2.2, its own BSD-like licence; Debian's package `flite` with the voices in it), called in process.
 * Its calls block and share global tables, so there is one thread per process that may import this: voice-worker.ts.
 * Streaming through its callback was tried and never called back; rendering clause by clause is quick enough.
 */
import { array, decode, load, struct } from "koffi";
import type { EmbeddedVoiceName } from "../embedded.ts";

type Pointer = bigint;

const WAVE = struct({
  type: "const char *",
  sampleRate: "int",
  samples: "int",
  channels: "int",
  data: "void *",
});
type Wave = {
  readonly sampleRate: number;
  readonly samples: number;
  readonly channels: number;
  readonly data: Pointer;
};

const LIBRARIES: Readonly<Record<EmbeddedVoiceName, readonly [file: string, register: string]>> = {
  awb: ["libflite_cmu_us_awb.so.1", "register_cmu_us_awb"],
  rms: ["libflite_cmu_us_rms.so.1", "register_cmu_us_rms"],
  slt: ["libflite_cmu_us_slt.so.1", "register_cmu_us_slt"],
  kal16: ["libflite_cmu_us_kal16.so.1", "register_cmu_us_kal16"],
};

/** What all embedded voices speak in. */
export const FLITE_RATE_HZ = 16000;

export interface Flite {
  /** Renders a text that has been made speakable. Blocks for about a hundredth of the time it takes to say it. */
  render(text: string, voice: EmbeddedVoiceName): Int16Array;
}

/** Throws a sentence that says what is missing when the library is not installed. */
export function openFlite(): Flite {
  const flite = loadLibrary("libflite.so.1");
  loadLibrary("libflite_usenglish.so.1");
  loadLibrary("libflite_cmulex.so.1");
  const textToWave: (text: string, voice: Pointer) => Pointer | null = flite.func("flite_text_to_wave", "void *", [
    "const char *",
    "void *",
  ]);
  const deleteWave: (wave: Pointer) => void = flite.func("delete_wave", "void", ["void *"]);
  flite.func("flite_init", "int", [])();
  const voices = new Map<EmbeddedVoiceName, Pointer>();

  function voiceNamed(name: EmbeddedVoiceName): Pointer {
    const known = voices.get(name);
    if (known !== undefined) return known;
    const [file, register] = LIBRARIES[name];
    const make: (directory: null) => Pointer | null = loadLibrary(file).func(register, "void *", ["const char *"]);
    const voice = make(null);
    if (voice === null) throw new Error(`The voice ${name} of ${file} could not be set up.`);
    voices.set(name, voice);
    return voice;
  }

  return {
    render(text, voice) {
      const pointer = textToWave(text, voiceNamed(voice));
      if (pointer === null) throw new Error("The embedded voice could not render a text.");
      try {
        const wave = decode(pointer, WAVE) as Wave;
        if (wave.sampleRate !== FLITE_RATE_HZ || wave.channels !== 1) {
          throw new Error(
            `The voice ${voice} speaks at ${wave.sampleRate} Hz on ${wave.channels} channels, expected 16000 on 1.`,
          );
        }
        if (wave.samples === 0) return new Int16Array(0);
        return decode(wave.data, array("int16_t", wave.samples, "Typed")) as Int16Array;
      } finally {
        deleteWave(pointer);
      }
    },
  };
}

/**
 * Every library ever loaded. One whose handle is collected is unloaded, with the voices it holds: the next rendering
 * then reads memory that is somebody else's, and the whole process dies of it (seen after some hundred clauses).
 */
const loaded: ReturnType<typeof load>[] = [];

function loadLibrary(file: string): ReturnType<typeof load> {
  try {
    const library = load(file, { global: true });
    loaded.push(library);
    return library;
  } catch (cause) {
    throw new Error(`The library ${file} of the embedded voice cannot be loaded; install the package "flite".`, {
      cause,
    });
  }
}
