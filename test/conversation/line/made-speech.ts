/** Sounds like speech, made of numbers: another one for each seed. */

/** Syllables of some 150 ms, each with a pitch and a colour of its own. */
export function babble(seed: number, seconds: number): Int16Array {
  let state = seed;
  const random = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  const samples: number[] = [];
  while (samples.length < seconds * 8000) {
    const length = Math.floor(800 + random() * 800);
    const pitch = 110 + random() * 90;
    const colour = Array.from({ length: 24 }, () => random() ** 3);
    for (let i = 0; i < length; i += 1) {
      const t = i / 8000;
      const swell = Math.sin((Math.PI * i) / length);
      const voice = colour.reduce((sum, part, n) => sum + part * Math.sin(2 * Math.PI * pitch * (n + 1) * t), 0);
      samples.push(1500 * swell * voice);
    }
  }
  return Int16Array.from(samples.slice(0, seconds * 8000), (value) => Math.max(-32_768, Math.min(32_767, value)));
}
