import { open } from 'node:fs/promises';

/**
 * A part that is the same, byte for byte, as the one before it: sent again because the answer was lost, or a piece of a
 * picture that is alike twice. Which of both is known once the picture is whole. In bytes of the file that arrived.
 */
export type RepeatedPart = { at: number; bytes: number };

/** So many of a file are remembered: more answers are not lost. */
export const mostRepeats = 8;

const comparedBytes = 64 * 1024;

/** A shorter part may be like the beginning of its file by chance: files come in parts of any size. */
const leastCompared = 512;

/**
 * Whether the module begins the file again, without `init`, as one that was restarted does: the part of `bytes` is
 * what the file of `offset` bytes begins with, or all of that and more; or both begin as XML does, which nothing within
 * a file can.
 */
export async function isBegunAgain(part: string, path: string, offset: number, bytes: number): Promise<boolean> {
  const size = Math.min(bytes, offset);
  if (size >= leastCompared && (await isSameAs(part, path, 0, size))) return true;
  const own = await Promise.all([part, path].map(beginsAsXml));
  return !own.includes(false);
}

async function beginsAsXml(path: string): Promise<boolean> {
  const file = await open(path).catch(() => null);
  if (!file) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(9), 0, 9, 0);
    return /^(?:\xef\xbb\xbf)?<\?xml\s/.test(buffer.toString('latin1', 0, bytesRead));
  } finally {
    await file.close();
  }
}

/** Whether a part of `bytes` is the same as what its file has from `from` on. */
export async function isSameAs(part: string, path: string, from: number, bytes: number): Promise<boolean> {
  const [own, whole] = await Promise.all([open(part), open(path).catch(() => null)]);
  try {
    // The machine lost its power, and the name of the file: whoever joins them tells so.
    if (!whole) return false;
    const [here, before] = [Buffer.alloc(comparedBytes), Buffer.alloc(comparedBytes)];
    for (let at = 0; at < bytes; at += comparedBytes) {
      const size = Math.min(comparedBytes, bytes - at);
      const read = await Promise.all([own.read(here, 0, size, at), whole.read(before, 0, size, from + at)]);
      if (read.some(({ bytesRead }) => bytesRead !== size)) return false;
      if (here.compare(before, 0, size, 0, size) !== 0) return false;
    }
    return true;
  } finally {
    await Promise.all([own.close(), whole?.close()]);
  }
}
