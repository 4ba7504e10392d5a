import { buffer } from 'node:stream/consumers';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { mostUnpackedBytes, TooMuchInside } from './limits.ts';

/** Far more than an office document has; the directory alone of an archive of many empty files costs time. */
const mostEntries = 2_000;

/**
 * Of a zip archive the files that `choose` takes from the names of all, unpacked. Throws TooMuchInside when it has too
 * many files or those wanted unpack to more than `most` together (32 MB), and another error when it is damaged.
 */
export async function readArchive(
  bytes: Buffer,
  choose: (names: string[]) => string[],
  most = mostUnpackedBytes,
): Promise<Map<string, Buffer>> {
  // The sizes an archive declares are held while unpacking, so the sum of the declared ones is what can come.
  const archive = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true });
  const entries = await listEntries(archive);
  const wanted = choose([...entries.keys()]).flatMap((name) => entries.get(name) ?? []);
  const sum = wanted.reduce((all, { uncompressedSize }) => all + uncompressedSize, 0);
  if (sum > most) throw new TooMuchInside();
  const files = new Map<string, Buffer>();
  for (const entry of wanted) files.set(entry.fileName, await buffer(await archive.openReadStreamPromise(entry)));
  return files;
}

async function listEntries(archive: ZipFile): Promise<Map<string, Entry>> {
  if (archive.entryCount > mostEntries) throw new TooMuchInside();
  const entries = new Map<string, Entry>();
  for await (const entry of archive.eachEntry()) entries.set(entry.fileName, entry);
  return entries;
}
