/** How far long work has come: a bar on a terminal, elsewhere a line now and then. */
export type ProgressBar = {
  /** `share` from 0 to 1, null when nobody knows. */
  show(share: number | null, words: string): void;
  end(): void;
};

const WIDTH = 30;
const STEPS = 10;

export function progressBar(stream: NodeJS.WriteStream): ProgressBar {
  let lastStep: string | null = null;
  return {
    show(share, words) {
      if (stream.isTTY) {
        stream.write(`\r${bar(share)}${words}\u001B[K`);
        return;
      }
      const step = share === null ? words : String(Math.floor(share * STEPS));
      if (step === lastStep) return;
      lastStep = step;
      stream.write(`${share === null ? "" : `${percent(share)}: `}${words}\n`);
    },
    end() {
      if (stream.isTTY) stream.write("\n");
    },
  };
}

function bar(share: number | null): string {
  if (share === null) return "";
  const full = Math.round(share * WIDTH);
  return `[${"#".repeat(full)}${"·".repeat(WIDTH - full)}] ${percent(share).padStart(5)}  `;
}

function percent(share: number): string {
  return `${Math.floor(share * 100)} %`;
}
