import { inflateSync } from 'node:zlib';
import { mostUnpackedBytes, TooMuchInside } from './limits.ts';

const deepest = 3;

/**
 * Throws TooMuchInside when one of a PDF's packed streams unpacks to more than 32 MB, also when it is packed several
 * times over. What is packed is recognised by its bytes, not by the dictionary in front, which may name its filters in
 * many ways. The reader itself knows no such limit.
 */
export function checkPdfStreams(bytes: Buffer): void {
  for (let at = bytes.indexOf('stream'); at >= 0; at = bytes.indexOf('stream', at + 1)) {
    let start = at + 'stream'.length;
    while (bytes[start] === 0x0d || bytes[start] === 0x0a) start++;
    let packed: Buffer | null = bytes.subarray(start);
    for (let depth = 0; packed && depth < deepest && isZlib(packed); depth++) packed = unpack(packed);
  }
}

/** RFC 1950: method 8, and the first two bytes are divisible by 31. */
function isZlib(bytes: Buffer): boolean {
  return bytes.length > 2 && (bytes.readUInt8(0) & 15) === 8 && bytes.readUInt16BE(0) % 31 === 0;
}

/** null: not packed after all, or damaged, which is for the reader to say. */
function unpack(bytes: Buffer): Buffer | null {
  try {
    return inflateSync(bytes, { maxOutputLength: mostUnpackedBytes, chunkSize: 1 << 20 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new TooMuchInside();
    return null;
  }
}
