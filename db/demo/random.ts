import { ensure } from '#shared/ensure.ts';

/** A repeatable source of chances: the same key gives the same numbers on every machine and at every load. */
export type Random = {
  /** 0 ≤ x < 1 */
  next(): number;
  /** Whole number from..to, both included. */
  int(from: number, to: number): number;
  pick<T>(list: readonly T[]): T;
  chance(share: number): boolean;
};

/** Numbers that depend on the key alone (FNV-1a into mulberry32). */
export function randomOf(key: string): Random {
  let state = 2_166_136_261;
  for (let i = 0; i < key.length; i++) state = Math.imul(state ^ key.charCodeAt(i), 16_777_619);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  next();
  return {
    next,
    int: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick: (list) => ensure(list[Math.floor(next() * list.length)]),
    chance: (share) => next() < share,
  };
}
