import { open } from 'node:fs/promises';
import iconv from 'iconv-lite';

/** A comment that somebody wrote behind the root may be so long. */
const endBytes = 4_096;
/** The end of an archive: its record, and the longest comment that may follow. */
const recordBytes = 22;
const longestComment = 65_535;

/**
 * Whether a file ends where a CommerceML file or an archive ends: with the closing tag of its root, or with its last
 * record. Only its first and last bytes are looked at, whatever its size; what is between may be broken all the same.
 */
export async function isWhole(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size === 0) return true;
    const read = async (bytes: number, from: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(bytes, size)), 0, null, Math.max(0, from));
      return buffer.subarray(0, bytesRead);
    };
    const start = await read(endBytes, 0);
    if (start.subarray(0, 2).toString('latin1') === 'PK')
      return hasEndRecord(await read(recordBytes + longestComment, size - recordBytes - longestComment));
    return closesRoot(start, await read(endBytes, size - endBytes));
  } finally {
    await file.close();
  }
}

function hasEndRecord(end: Buffer): boolean {
  for (let at = end.length - recordBytes; at >= 0; at--)
    if (end.readUInt32LE(at) === 0x06054b50 && end.readUInt16LE(at + 20) === end.length - recordBytes - at) return true;
  return false;
}

/**
 * Both ends are in one encoding, whatever that is: names are compared as bytes, but where a letter has two. A file that
 * is no XML is whole: whoever reads it says what is wrong.
 */
function closesRoot(start: Buffer, end: Buffer): boolean {
  const encoding = wideEncoding(start) ?? 'latin1';
  const [head, tail] = [iconv.decode(start, encoding), iconv.decode(end, encoding)];
  const root = /<([^\s<>/?!]+)[^<>]*>/.exec(head);
  if (!root?.[1] || root[0].endsWith('/>')) return true;
  return withoutTrailing(tail).endsWith(`</${root[1]}>`);
}

/** By the byte order mark. */
function wideEncoding([first, second]: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/** Without white space, comments and instructions at the end. */
function withoutTrailing(text: string): string {
  let rest = text.trimEnd();
  for (const [opening, closing] of [
    ['<!--', '-->'],
    ['<?', '?>'],
    ['<!--', '-->'],
  ] as const) {
    if (!rest.endsWith(closing)) continue;
    const from = rest.lastIndexOf(opening);
    if (from !== -1) rest = rest.slice(0, from).trimEnd();
  }
  return rest;
}
