/** The part of sherpa-onnx-node that is used here; the package brings no types. */
declare module "sherpa-onnx-node" {
  export type OfflineStream = {
    acceptWaveform(waveform: { readonly sampleRate: number; readonly samples: Float32Array }): void;
  };
  export class OfflineRecognizer {
    static createAsync(config: object): Promise<OfflineRecognizer>;
    createStream(): OfflineStream;
    /** Decodes in a thread of the pool; streams may be decoded at the same time. */
    decodeAsync(stream: OfflineStream): Promise<{ readonly text: string }>;
  }
  export type OnlineStream = {
    acceptWaveform(waveform: { readonly sampleRate: number; readonly samples: Float32Array }): void;
    inputFinished(): void;
  };
  /** Its decoding blocks the thread, a chunk at a time. */
  export class OnlineRecognizer {
    constructor(config: object);
    createStream(): OnlineStream;
    isReady(stream: OnlineStream): boolean;
    decode(stream: OnlineStream): void;
    getResult(stream: OnlineStream): { readonly text: string };
  }
  export class OfflineTts {
    static createAsync(config: object): Promise<OfflineTts>;
    readonly sampleRate: number;
    generateAsync(request: {
      readonly text: string;
      readonly sid: number;
      readonly speed: number;
      /** False: the samples are copied into memory of JavaScript's. */
      readonly enableExternalBuffer: boolean;
    }): Promise<{ readonly samples: Float32Array; readonly sampleRate: number }>;
  }
}
