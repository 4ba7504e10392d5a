import { open } from 'node:fs/promises';

/**
 * A part that is the same, byte for byte, as the one before it: sent again because the answer was lost, or a piece of a
 * picture that is alike twice. Which of both is known once the picture is whole. In bytes of the file that arrived.
 */
export type RepeatedPart = { at: number; bytes: number };

/** So many of a file are remembered: more answers are not lost. */
export const mostRepeats = 8;

const comparedBytes = 64 * 1024;

/** Whether a part of `bytes` is the same as what stands before `offset` in its file, where the last part has ended. */
export async function isSameAsBefore(part: string, path: string, offset: number, bytes: number): Promise<boolean> {
  const [own, whole] = await Promise.all([open(part), open(path).catch(() => null)]);
  try {
    // The machine lost its power, and the name of the file: whoever joins them tells so.
    if (!whole) return false;
    const [here, before] = [Buffer.alloc(comparedBytes), Buffer.alloc(comparedBytes)];
    for (let at = 0; at < bytes; at += comparedBytes) {
      const size = Math.min(comparedBytes, bytes - at);
      const read = await Promise.all([own.read(here, 0, size, at), whole.read(before, 0, size, offset - bytes + at)]);
      if (read.some(({ bytesRead }) => bytesRead !== size)) return false;
      if (here.compare(before, 0, size, 0, size) !== 0) return false;
    }
    return true;
  } finally {
    await Promise.all([own.close(), whole?.close()]);
  }
}
