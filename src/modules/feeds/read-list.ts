import { SaxesParser } from 'saxes';
import type { FileMaker } from '#platform/cached-files.ts';

export type ListedFile = {
  bytes: number;
  /** Items: addresses, parts, offers or articles. */
  count: number;
  /** The address of every item up to `mostAddresses`, of more a random choice. */
  addresses: string[];
  /** What is wrong with its XML; null: nothing. */
  fault: string | null;
};

/** How items of a file are called, and the element in them that holds their address. */
export type ListNames = Record<string, string>;

const mostAddresses = 200;

/** A file took longer than it may. */
export class TooSlow extends Error {}

/**
 * Makes the files of a set and reads each as it comes, so that none is ever whole in memory. Throws what the maker
 * throws, TooSlow after `longestMs`.
 */
export async function readLists(
  make: FileMaker,
  names: ListNames,
  longestMs: number,
): Promise<Map<string, ListedFile>> {
  const until = performance.now() + longestMs;
  const files = new Map<string, ListedFile>();
  await make(async (name) => {
    const reader = listReader(names);
    return {
      async write(text) {
        // The maker stands between two reads of its cursor here, and ends with the error.
        if (performance.now() > until) throw new TooSlow();
        reader.write(text);
      },
      async end() {
        files.set(name, reader.end());
      },
    };
  });
  return files;
}

/** Reads one XML text as it comes in pieces. */
export function listReader(names: ListNames): { write: (text: string) => void; end: () => ListedFile } {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const file: ListedFile = { bytes: 0, count: 0, addresses: [], fault: null };
  const inside: string[] = [];
  let text = '';
  parser.on('error', ({ message }) => {
    file.fault ??= message;
  });
  parser.on('opentag', ({ name }) => {
    inside.push(name);
    text = '';
    if (name in names) file.count += 1;
  });
  parser.on('text', (piece) => {
    text += piece;
  });
  parser.on('closetag', ({ name }) => {
    inside.pop();
    const item = inside.at(-1);
    if (item && names[item] === name) keep(file, text.trim());
    text = '';
  });
  return {
    write(piece) {
      file.bytes += Buffer.byteLength(piece);
      // Behind a fault everything looks wrong: the first one is told.
      if (file.fault === null) parser.write(piece);
    },
    end() {
      if (file.fault === null) parser.close();
      return file;
    },
  };
}

/** Each address of a long file has the same chance to be among those that are asked for. */
function keep(file: ListedFile, address: string): void {
  if (file.addresses.length < mostAddresses) file.addresses.push(address);
  else {
    const at = Math.floor(Math.random() * file.count);
    if (at < mostAddresses) file.addresses[at] = address;
  }
}
