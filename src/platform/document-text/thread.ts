import { parentPort, workerData } from 'node:worker_threads';
import { parseDocument } from './parse.ts';

/** One document, one thread: says the text or the problem once and ends. */
const { kind, bytes } = workerData;

try {
  parentPort?.postMessage({ text: await parseDocument(kind, Buffer.from(bytes)) });
} catch (error) {
  parentPort?.postMessage({ problem: error instanceof Error ? error.message : String(error) });
}
