/** The middle of a sector's words, from the hub to the rim, in the drawing's units; and how much room they have. */
const middle = 122;
const room = 150;

/**
 * Where the words of a sector stand: along its middle, from the hub to the rim, so that they are turned sideways at
 * most. `at`: degrees of the middle from the top, clockwise; `rest`: how far the disc is turned when it stands. On the
 * left they are read towards the hub.
 */
export function wordsAlong(at: number, rest: number): string {
  const seen = (((at + rest) % 360) + 360) % 360;
  return seen <= 180 ? `rotate(${at - 90}) translate(${middle} 0)` : `rotate(${at + 90}) translate(${-middle} 0)`;
}

/** As large as the words have room for; a letter is about 0.58 of it wide. */
export function wordSize(words: string): number {
  return Math.min(22, Math.floor(room / (words.length * 0.58)));
}
