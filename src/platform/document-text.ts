import { Worker } from 'node:worker_threads';
import type { DocumentKind } from './document-text/parse.ts';

export type { DocumentKind } from './document-text/parse.ts';

/** The file could not be read as what it is: damaged, encrypted, too large inside, or it took too long. */
export class UnreadableDocument extends Error {}

const timeoutMs = 15_000;
const mostAtOnce = 2;
const waiting: (() => void)[] = [];
let running = 0;

/**
 * The text of a stranger's document: paragraphs and table rows as lines, cells of a row with a tab between them. Runs in a thread with its
 * own memory limit, 15 s at most and two at once, so that a hostile file stops nothing but itself. Throws UnreadableDocument.
 */
export async function documentText(kind: DocumentKind, bytes: Buffer): Promise<string> {
  if (running >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  running++;
  try {
    return await inThread(kind, bytes);
  } finally {
    running--;
    waiting.shift()?.();
  }
}

function inThread(kind: DocumentKind, bytes: Buffer): Promise<string> {
  const worker = new Worker(new URL('./document-text/thread.ts', import.meta.url), {
    workerData: { kind, bytes: new Uint8Array(bytes) },
    resourceLimits: { maxOldGenerationSizeMb: 256 },
    stdout: true,
    stderr: true,
  });
  return new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new UnreadableDocument('Файл читается слишком долго')), timeoutMs);
    worker.once('message', (answer: { text: string } | { problem: string }) => {
      if ('text' in answer) resolve(answer.text);
      else reject(new UnreadableDocument(answer.problem));
      clearTimeout(timer);
    });
    worker.once('error', (error) => {
      clearTimeout(timer);
      reject(new UnreadableDocument(error.message));
    });
    worker.once('exit', () => {
      clearTimeout(timer);
      reject(new UnreadableDocument('Чтение файла прервалось'));
    });
  }).finally(() => worker.terminate());
}
