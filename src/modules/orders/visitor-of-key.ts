import { createHash } from 'node:crypto';
import { networkOf } from '#platform/networks.ts';

/** From this length on a key holds 128 bits, however it is written (base64 22, hexadecimal 32, a UUID 36 characters). */
const unguessableLength = 22;

/**
 * The visitor of a call that carries none, so that the same Idempotency-Key without cookies places one order all the same (S7-32): made
 * from the key alone, for whoever repeats a key nobody can guess is its owner. A shorter key may be somebody else's too and counts within
 * one network only. Another body under the key is refused as ever, so that no stranger is shown an order.
 */
export function visitorOfKey(key: string, address: string): string {
  const owner = key.length >= unguessableLength ? '' : networkOf(address);
  const hex = createHash('sha256').update(`order key\n${owner}\n${key}`).digest('hex');
  // RFC 9562: version 8, a UUID of one's own making.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
