import { within } from '#platform/deadline.ts';
import { type BuiltOf, buildBeside, type Sources } from '../building/build-beside.ts';
import type { Segment } from '../segment.ts';

/** A reading of everything takes half a minute at a million goods. */
const longestMs = 600_000;

/** What was read; prices and stock with the segments whose they are, one by one. */
export type Reading = BuiltOf<'everything'> | (BuiltOf<'prices and stock'> & { segments: Segment[] });

type Thread = { read: Promise<Reading>; end: () => Promise<void> };

/** Readings of everything, or of all prices and stock, in a thread beside, one at a time. */
export class Rebuild {
  readonly #sources: Sources;
  readonly #arrived: () => void;
  readonly #failed: (error: unknown) => void;
  #thread: Thread | null = null;
  #read: Reading | null = null;

  /** `arrived`: there is something to take. `failed`: nothing came of a reading. */
  constructor(sources: Sources, on: { arrived: () => void; failed: (error: unknown) => void }) {
    this.#sources = sources;
    this.#arrived = on.arrived;
    this.#failed = on.failed;
  }

  get isUnderWay(): boolean {
    return this.#thread !== null;
  }

  /** What was read and nobody has done with. */
  get read(): Reading | null {
    return this.#read;
  }

  /** Reads everything, or prices and stock of these segments alone, unless a reading is under way or waits. */
  start({ usesReplica, pricesAndStockOf }: { usesReplica: boolean; pricesAndStockOf?: Segment[] | undefined }): void {
    if (this.#thread || this.#read) return;
    const { primary } = this.#sources;
    const sources = usesReplica ? this.#sources : { primary };
    const thread = pricesAndStockOf ? readPricesAndStock(sources, pricesAndStockOf) : readEverything(sources);
    this.#thread = thread;
    void this.#finish(thread);
  }

  async #finish(thread: Thread): Promise<void> {
    try {
      const read = await within(longestMs, thread.read);
      if (this.#thread === thread) this.#read = read;
    } catch (error) {
      if (this.#thread === thread) this.#failed(error);
    }
    await thread.end();
    if (this.#thread !== thread) return;
    this.#thread = null;
    if (this.#read) this.#arrived();
  }

  /** The result is in use. */
  done(): void {
    this.#read = null;
  }

  /** What is being read, or waits, is of no use. */
  async stop(): Promise<void> {
    const former = this.#thread;
    this.#thread = null;
    this.#read = null;
    await former?.end();
  }
}

function readEverything(sources: Sources): Thread {
  const { built, end } = buildBeside<'everything'>(sources, { kind: 'everything' });
  return { read: built, end };
}

function readPricesAndStock(sources: Sources, segments: Segment[]): Thread {
  const { built, end } = buildBeside<'prices and stock'>(sources, {
    kind: 'prices and stock',
    segments: segments.map(({ size, id, rowOfId, firstId, rowsById }) => ({ size, id, rowOfId, firstId, rowsById })),
  });
  const read = built.then((found) => ({ ...found, segments }));
  read.catch(() => {}); // whoever ends the thread does not wait for it
  return { read, end };
}
