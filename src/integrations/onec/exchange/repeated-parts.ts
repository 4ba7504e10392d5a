import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, realpath, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { unreadable } from '../file-refusal.ts';
import type { Package } from '../open-package.ts';
import { isWholePicture } from '../pictures.ts';
import { batchFolder, sessionFolder } from './files.ts';
import type { RepeatedPart } from './same-part.ts';

/** Pictures with such parts that these batches of a session brought, by the paths where they lie. */
export async function readRepeats(
  db: Db,
  dataDir: string,
  { session_id, from, to }: { session_id: string; from: number; to: number },
): Promise<Map<string, RepeatedPart[]>> {
  const { rows } = await sql<{ batch: number; name: string; repeats: RepeatedPart[] }>`
    select batch, name, repeats from onec_files
    where session_id = ${session_id}::uuid and batch between ${from}::int and ${to}::int and repeats <> '[]'`.execute(
    db,
  );
  const found = new Map<string, RepeatedPart[]>();
  for (const { batch, name, repeats } of rows) {
    const path = await realpath(join(batchFolder(dataDir, session_id, batch), name)).catch(() => null);
    if (path !== null) found.set(path, repeats);
  }
  return found;
}

/**
 * The package with pictures as 1C meant them: of one with repeated parts that is whole without them, or without one of
 * them, that is taken; what was sent stays as it came.
 */
export function withoutRepeats(
  opened: Package,
  { dataDir, session_id, repeats }: { dataDir: string; session_id: string; repeats: Map<string, RepeatedPart[]> },
): Package {
  // What a killed process leaves here goes with what it has unpacked (`forget.ts`).
  const folder = join(sessionFolder(dataDir, session_id), `pictures-${randomUUID()}`);
  const known = new Map<string, Promise<string>>();
  return {
    ...opened,
    async findPicture(file, path) {
      const found = await opened.findPicture(file, path);
      const parts = found.source === null ? undefined : repeats.get(found.source);
      if (found.source === null || !parts) return found;
      const whole = known.get(found.source) ?? pickWhole(found.source, parts, join(folder, String(known.size)));
      known.set(found.source, whole);
      return { source: await whole, fault: null };
    },
    async close() {
      await opened.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Returns `target`, written without repeated parts, or `source` as it is. The shorter goes first: a JPEG with a part
 * twice can be drawn, as another picture, and what stands behind the end of one is not looked at. One with a part too
 * few has defects that are warned of; where every choice has some, the file may have had them before it was sent.
 */
async function pickWhole(source: string, parts: RepeatedPart[], target: string): Promise<string> {
  try {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    for (const failOn of ['warning', 'error'] as const) {
      for (const leftOut of choices(parts)) {
        await copyWithout(source, leftOut, target);
        if (await isWholePicture(target, failOn)) return target;
      }
      if (await isWholePicture(source, failOn)) return source;
    }
  } catch (error) {
    if (unreadable(error) === null) throw error;
  }
  // Whoever stores it says what is wrong with it.
  return source;
}

/** All of them; or the answer to one alone was lost, and the others are alike by themselves. */
function choices(parts: RepeatedPart[]): RepeatedPart[][] {
  // Of parts that are all alike it is the same whichever is left out.
  const single = parts.filter(({ at }, n) => n === 0 || at !== endOf(parts[n - 1]));
  return [parts, ...(parts.length > 1 ? single.map((part) => [part]) : [])];
}

function endOf(part: RepeatedPart | undefined): number {
  return part ? part.at + part.bytes : 0;
}

async function copyWithout(source: string, parts: RepeatedPart[], target: string): Promise<void> {
  await pipeline(piecesWithout(source, parts), createWriteStream(target, { mode: 0o600 }));
}

async function* piecesWithout(source: string, parts: RepeatedPart[]): AsyncGenerator<Buffer> {
  const ends = [...parts.map(({ at }) => at), Number.POSITIVE_INFINITY];
  for (const [n, end] of ends.entries()) {
    const start = endOf(parts[n - 1]);
    if (end > start) yield* createReadStream(source, { start, end: end - 1 });
  }
}
