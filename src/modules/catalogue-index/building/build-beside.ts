import { Worker } from 'node:worker_threads';
import type { PricesAndStock, RowsOfIds, Segment } from '../segment.ts';
import type { Moment } from './read-source.ts';

/**
 * Where a thread may read the catalogue: models that changed always on the primary, everything on the replica when
 * there is one.
 */
export type Sources = { primary: string; replica?: string | undefined };

export type Task =
  | { kind: 'everything' }
  | { kind: 'prices and stock'; segments: RowsOfIds[] }
  | { kind: 'models'; moment: Moment; product_ids: number[] };

export type Built = {
  /** What the reader's snapshot knew. The catching up begins here, on the primary. */
  moment: Moment;
  from: 'primary' | 'replica';
  /** Why the replica was not used, when there is one. */
  replica_refused: string | null;
  seconds: { read: number; build: number };
} & What;

type What =
  | { kind: 'everything'; segment: Segment }
  /** In the order of the task's segments. */
  | { kind: 'prices and stock'; columns: PricesAndStock[] }
  /** `moment` is the task's. */
  | { kind: 'models'; segment: Segment };

export type BuiltOf<K extends Built['kind']> = Extract<Built, { kind: K }>;

/**
 * Reads the catalogue, prices and stock of it alone, or some of its models, and lays it out in a thread of its own; the
 * arrays change hands without being copied. `built` fails when the thread dies, for whatever reason. `end` ends the
 * thread, and its connection with it.
 */
export function buildBeside<K extends Task['kind']>(
  sources: Sources,
  task: Extract<Task, { kind: K }>,
): { built: Promise<BuiltOf<K>>; end: () => Promise<void> } {
  const thread = new Worker(new URL('./build-thread.ts', import.meta.url), {
    workerData: { sources, task },
    name: 'catalogue',
    // What the process was started with may be refused by a thread.
    execArgv: [],
  });
  const built = new Promise<BuiltOf<K>>((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`the thread of the catalogue ended with ${code}`)));
  });
  built.catch(() => {}); // whoever ends the thread does not wait for it
  return {
    built,
    async end() {
      await thread.terminate();
    },
  };
}
