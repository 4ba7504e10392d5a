/** Numbers from 0 up to 1, the same in every run for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The same as whole numbers below the limit of each call. */
export function seededBelow(seed: number): (limit: number) => number {
  const random = seeded(seed);
  return (limit) => Math.floor(random() * limit);
}
