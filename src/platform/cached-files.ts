import { createHash, type Hash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open as openFile, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGunzip, createGzip, type Gzip } from 'node:zlib';
import { createCache } from './cache.ts';
import { within } from './deadline.ts';
import { openFlights } from './single-flight.ts';

/** A finished file, gzipped on disk. `modified`: since when its content is what it is. */
export type CachedFile = { etag: string; modified: Date; gzippedBytes: number; path: string };

/** Open: deleting it does not matter any more. Either read or close it. */
export type OpenCachedFile = CachedFile & {
  /** Its text as bytes, compressed or not; closes the file at the end. */
  read(gzipped: boolean): Readable;
  close(): Promise<void>;
};

export type FileWriter = {
  /** Waits while the disk is behind: however long the file, little of it is in memory. */
  write(text: string): Promise<void>;
  end(): Promise<void>;
};

/** Makes the files of one set; what was not ended is thrown away with the rest when it fails. */
export type FileMaker = (open: (name: string) => Promise<FileWriter>) => Promise<void>;

type FileSet = { files: Map<string, CachedFile> };

/**
 * So many sets are cached, and so many are being made or waited for at once; one more is told to come later. A key is a
 * branch: few shops have more.
 */
const mostSets = 64;
/**
 * A set takes seconds, of a million goods minutes; one that takes longer has lost its database, and others wait behind
 * it.
 */
const longestMakingMs = 600_000;
const gatheredLength = 65_536;
/** What a process that ended left behind. */
const leftoverMs = 86_400_000;

export class TooManyWaiting extends Error {}

/** True for what a full, missing, closed or broken disk says. */
export function isDiskFailure(error: unknown): boolean {
  return /^(ENOSPC|EDQUOT|EROFS|EACCES|EPERM|EIO|EMFILE|ENFILE|ENOENT|ENOTDIR|EEXIST)$/.test(
    (error as NodeJS.ErrnoException | null)?.code ?? '',
  );
}

/**
 * Long texts (sitemaps, feeds) made as whole sets of files, cached for `freshMs` and made again, one set at a time, by
 * whoever asks first afterwards. A reader never meets half a file: a set is seen only when all of it is written.
 * `folder` is safe to delete at any time.
 */
export function openCachedFiles(folder: string, freshMs: number) {
  const sets = createCache<string, FileSet>({ name: 'file_sets', max: mostSets, maxAgeMs: freshMs, evicted: forget });
  const flights = openFlights<FileSet>();
  let turn: Promise<unknown> = Promise.resolve();

  /**
   * One file of the set, or null when the set has none of that name. A file that somebody has deleted is made again.
   * Throws TooManyWaiting, what `make` throws and what the disk says.
   */
  async function open(key: string, name: string, make: FileMaker): Promise<OpenCachedFile | null> {
    const first = await current(key, make);
    const file = first.files.get(name);
    const opened = file && (await openUnlessGone(file));
    if (!file || opened) return opened ?? null;
    if (sets.peek(key) === first) sets.delete(key);
    const again = (await current(key, make)).files.get(name);
    return again ? opening(again, await openFile(again.path)) : null;
  }

  async function current(key: string, make: FileMaker): Promise<FileSet> {
    return sets.get(key) ?? flights.get(key) ?? renew(key, make);
  }

  function renew(key: string, make: FileMaker): Promise<FileSet> {
    if (flights.count() >= mostSets) throw new TooManyWaiting();
    const work = turn.then(() => within(longestMakingMs, makeSet(key, make)));
    turn = work.catch(() => {});
    return flights.begin(key, work);
  }

  async function makeSet(key: string, make: FileMaker): Promise<FileSet> {
    await mkdir(folder, { recursive: true });
    await removeLeftovers(folder);
    const former = sets.peek(key);
    const files = new Map<string, CachedFile>();
    const begun: { path: string; abandon(): void }[] = [];
    try {
      await make(async (name) => {
        const path = join(folder, `${randomUUID()}.gz`);
        const writer = openWriter(path);
        begun.push({ path, abandon: writer.abandon });
        return {
          write: writer.write,
          async end() {
            const { etag, gzippedBytes } = await writer.end();
            const same = former?.files.get(name);
            const modified = same?.etag === etag ? same.modified : new Date();
            files.set(name, { etag, modified, gzippedBytes, path });
          },
        };
      });
    } catch (error) {
      for (const { abandon } of begun) abandon();
      await Promise.all(begun.map(({ path }) => rm(path, { force: true }).catch(() => {})));
      throw error;
    }
    const set = { files };
    sets.set(key, set);
    if (former) forget(former);
    return set;
  }

  return { open };
}

async function openUnlessGone(file: CachedFile): Promise<OpenCachedFile | null> {
  try {
    return opening(file, await openFile(file.path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function opening(file: CachedFile, handle: FileHandle): OpenCachedFile {
  return {
    ...file,
    read(gzipped) {
      const bytes = handle.createReadStream();
      // Whoever reads the last stream gets an error there; without the callback it would end the process.
      return gzipped ? bytes : pipeline(bytes, createGunzip(), () => {});
    },
    close: () => handle.close(),
  };
}

function openWriter(path: string) {
  const hash: Hash = createHash('sha256');
  const gzip: Gzip = createGzip({ level: 6 });
  const file = createWriteStream(path);
  gzip.pipe(file);
  // Without a listener a full disk would end the process; whoever writes or ends learns of it by the same error.
  const failed = new Promise<never>((_, reject) => {
    for (const stream of [gzip, file]) stream.once('error', reject);
  });
  failed.catch(() => {});
  // Short texts go out together: a feed is made of a hundred thousand of them.
  let gathered = '';
  const flush = async () => {
    const bytes = Buffer.from(gathered);
    gathered = '';
    hash.update(bytes);
    if (!gzip.write(bytes)) await Promise.race([once(gzip, 'drain'), failed]);
  };
  return {
    async write(text: string): Promise<void> {
      gathered += text;
      if (gathered.length >= gatheredLength) await flush();
    },
    async end(): Promise<{ etag: string; gzippedBytes: number }> {
      await flush();
      gzip.end();
      await Promise.race([finished(file), failed]);
      return { etag: `"${hash.digest('base64url').slice(0, 22)}"`, gzippedBytes: (await stat(path)).size };
    },
    abandon(): void {
      gzip.destroy();
      file.destroy();
    },
  };
}

/** Readers that have it open keep it until they are done. */
function forget(set: FileSet): void {
  for (const { path } of set.files.values()) rm(path, { force: true }).catch(() => {});
}

async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > leftoverMs) await rm(path, { force: true }).catch(() => {});
  }
}
