const tones = { found: [660], refused: [220, 180], given: [660, 880] } as const;
const toneSeconds = 0.12;

/** A short signal for whoever looks at the goods and not at the screen. Silent where the browser allows no sound. */
export function soundOf(what: keyof typeof tones): void {
  if (typeof AudioContext === 'undefined') return;
  const context = new AudioContext();
  for (const [index, frequency] of tones[what].entries()) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    volume.gain.value = 0.1;
    tone.frequency.value = frequency;
    tone.connect(volume).connect(context.destination);
    tone.start(context.currentTime + index * toneSeconds);
    tone.stop(context.currentTime + (index + 1) * toneSeconds);
  }
  setTimeout(() => void context.close(), 1_000);
}
