/**
 * The open part of the wheel's draw, the same on the server, on the page's checker and on the command line.
 *
 * server_seed — 64 hex digits, hidden until the spin; its SHA-256 (of the text) is the commitment shown before it.
 * client_seed — what the visitor's browser or the visitor chose, up to 64 characters. bytes(round) = HMAC-SHA256(key:
 * the text of server_seed, message: `campaign:ticket:client_seed:round`), round = 0, 1, 2… Each HMAC is eight unsigned
 * 32-bit numbers, highest byte first. The first of them below ⌊2³² ÷ W⌋ · W (W: the sum of all weights) gives roll =
 * number mod W; those above are thrown away, so that every roll is exactly as likely as any other. The prize is the one
 * whose span of weights, in the order of positions, holds the roll.
 */
export function drawMessage(campaign: string, ticket: string, client_seed: string, round: number): string {
  return `${campaign}:${ticket}:${client_seed}:${round}`;
}

const span = 2 ** 32;

/** The roll (0 … total − 1) of one HMAC, or null when all its eight numbers were thrown away: ask the next round. */
export function rollFrom(digest: Uint8Array, total: number): number | null {
  const fair = Math.floor(span / total) * total;
  const view = new DataView(digest.buffer, digest.byteOffset, digest.byteLength);
  for (let at = 0; at + 4 <= digest.byteLength; at += 4) {
    const number = view.getUint32(at);
    if (number < fair) return number % total;
  }
  return null;
}

/** Index of the prize whose span of weights holds the roll. */
export function prizeAt(roll: number, weights: readonly number[]): number {
  let end = 0;
  for (const [index, weight] of weights.entries()) {
    end += weight;
    if (roll < end) return index;
  }
  throw new RangeError(`Бросок ${roll} вне суммы весов ${end}`);
}

export const clientSeedLimit = 64;

/**
 * The visitor's part as it takes part in the draw: composed letters, no line breaks, no blanks around, 64 characters at
 * most; null: empty.
 */
export function readClientSeed(typed: string): string | null {
  const seed = [
    ...typed
      .toWellFormed()
      .normalize('NFC')
      .replace(/[\u0000-\u001f\u007f]/g, ' ')
      .trim(),
  ]
    .slice(0, clientSeedLimit)
    .join('')
    .trim();
  return seed === '' ? null : seed;
}
