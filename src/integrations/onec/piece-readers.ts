import { availableParallelism } from 'node:os';
import { type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads';
import { ensure } from '#shared/ensure.ts';
import { NotPlain } from './parse-pieces.ts';
import { type Pieces, type Received, receivePieces } from './receive-pieces.ts';

/** Smaller packages are read on the spot: a thread takes longer to start than they take to read. */
const threadsFromBytes = 4 * 1024 * 1024;
/** The database needs the other half of the machine, and reading waits for it in the end. */
const maxThreads = 2;

export type PieceReaders = {
  read(pieces: Pieces): Promise<Received>;
  /** Room for one more run; awaited before the next is cut, so that few are in memory. */
  room(): Promise<void>;
  close(): Promise<void>;
};

/** Reads runs of goods and offers beside the thread that cuts and writes them. */
export function openPieceReaders(): PieceReaders {
  let seen = 0;
  const threads: Thread[] = [];
  const waiting: (() => void)[] = [];
  let running = 0;
  const limit = () => 2 * Math.max(1, threads.length);
  const idlest = () => threads.reduce((a, b) => (b.answers.length < a.answers.length ? b : a));
  return {
    async read(pieces) {
      seen += pieces.bytes.byteLength;
      if (seen < threadsFromBytes) return receivePieces(pieces);
      while (threads.length < Math.min(maxThreads, availableParallelism())) threads.push(startThread());
      running += 1;
      try {
        return await idlest().ask(pieces);
      } finally {
        running -= 1;
        waiting.shift()?.();
      }
    },
    async room() {
      while (running >= limit()) await new Promise<void>((done) => waiting.push(done));
    },
    async close() {
      await Promise.all(threads.map((thread) => thread.worker.terminate()));
    },
  };
}

type Answer = { done(received: Received): void; fail(error: Error): void };
type Thread = { worker: Worker; answers: Answer[]; ask(pieces: Pieces): Promise<Received> };

/** What a thread is given at its start, to know itself by. */
const asThread = 'pieces of 1C';

function startThread(): Thread {
  const worker = new Worker(import.meta.filename, {
    workerData: asThread,
    resourceLimits: { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 128 },
  });
  const answers: Answer[] = [];
  worker.on('message', ({ received }: { received: Received | null }) => {
    const answer = ensure(answers.shift());
    if (received) answer.done(received);
    else answer.fail(new NotPlain());
  });
  worker.on('error', (error) => {
    // A good of a million elements: the full reader says where it stands.
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
    for (const answer of answers.splice(0)) answer.fail(isTooLarge ? new NotPlain() : (error as Error));
  });
  return {
    worker,
    answers,
    ask: (pieces) =>
      new Promise((done, fail) => {
        answers.push({ done, fail });
        worker.postMessage(pieces, [pieces.bytes.buffer as ArrayBuffer]);
      }),
  };
}

/** The thread, which is this file too: runs come in, what stands in them goes back, one answer each. */
function answerRuns(port: MessagePort): void {
  port.on('message', (pieces: Pieces) => {
    try {
      const received = receivePieces(pieces);
      // A transferred buffer must be its own: small ones of Node lie in a shared one.
      const goods = new Uint8Array(received.goods);
      const offers = new Uint8Array(received.offers);
      port.postMessage({ received: { ...received, goods, offers } }, [goods.buffer, offers.buffer]);
    } catch (error) {
      if (!(error instanceof NotPlain)) throw error;
      port.postMessage({ received: null });
    }
  });
}

if (parentPort && workerData === asThread) answerRuns(parentPort);
