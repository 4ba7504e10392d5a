import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { DocumentAnswer, DocumentKind } from './document-text/parse.ts';
import { Refusal } from './refusal.ts';
import { createWorkQueue } from './work-queue.ts';

export type { DocumentKind } from './document-text/parse.ts';

/**
 * The file could not be read as what it is; `reason`: damaged or locked, or it asks for more memory or time than a list
 * of goods needs.
 */
export class UnreadableDocument extends Error {
  readonly reason: 'damaged' | 'too_much';

  constructor(reason: 'damaged' | 'too_much', message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * Of the child process. Honest files stay under 130 MB and 2 s. `dataKilobytes` is the kernel's RLIMIT_DATA, which
 * counts 512 MB that V8 reserves for code and does not use: 230 MB remain. The watch on resident memory ends a child
 * before it comes that far, where /proc exists.
 */
const limits = {
  dataKilobytes: 800_000,
  residentKilobytes: 200_000,
  heapMegabytes: 128,
  cpuSeconds: 4,
  wallMs: 3_500,
  answerBytes: 2_500_000, // 400,000 characters as JSON, each written as \uXXXX at worst
};
/** Of a table of staff: twenty thousand goods with their descriptions. */
const limitsOfTable: typeof limits = {
  dataKilobytes: 1_600_000,
  residentKilobytes: 900_000,
  heapMegabytes: 600,
  cpuSeconds: 40,
  wallMs: 40_000,
  answerBytes: 100_000_000,
};
const watchEveryMs = 50;
/** Nice: beside a busy web process a child gets a quarter of a core instead of half. */
const childPriority = 5;
/** Waiting and reading together: within 5 s a sender reads why the file was not taken. */
const answerMs = 4_800;
/** Longer than a reader may run: with one stranger's endless files in front, another's is still read. */
const inTurn = createWorkQueue({ atOnce: 1, mostWaiting: 20, mostOfOwner: 3, mostWaitMs: 3_700 });
/** Tables of staff do not hold up the files of strangers. */
const tablesInTurn = createWorkQueue({ atOnce: 1, mostWaiting: 5, mostOfOwner: 3, mostWaitMs: 60_000 });

const root = fileURLToPath(new URL('../../', import.meta.url));
const commandWithin = ({ heapMegabytes }: typeof limits): string[] => [
  process.execPath,
  `--max-old-space-size=${heapMegabytes}`,
  '--max-semi-space-size=4',
  // The reader may read the program, and nothing else: no writing, no processes, no threads.
  '--permission',
  ...['package.json', 'src/', 'node_modules/'].map((path) => `--allow-fs-read=${root}${path}`),
  fileURLToPath(new URL('./document-text/child.ts', import.meta.url)),
];
const limited = ({ dataKilobytes, cpuSeconds }: typeof limits): string =>
  `ulimit -c 0; ulimit -d ${dataKilobytes}; ulimit -t ${cpuSeconds}; exec "$0" "$@"`;

/**
 * The text of a stranger's document: paragraphs and table rows as lines, cells of a row with a tab between them. Read
 * by a child process without the shop's environment, with limits of memory and processor time that the kernel holds and
 * a priority below the pages'; one at a time, in turns between owners (`owner`: the sender's network). Throws
 * UnreadableDocument after at most 3.5 s of reading, and the refusal `busy` when too many wait, too many of this owner,
 * or this one was not read within 4.8 s because it had to wait.
 */
export function documentText(kind: DocumentKind, bytes: Buffer, owner: string): Promise<string> {
  const askedAt = performance.now();
  const leftMs = () => Math.min(limits.wallMs, answerMs - (performance.now() - askedAt));
  return inTurn(() => readInChild(kind, bytes, limits, leftMs()), { owner });
}

/**
 * The rows of a spreadsheet that a member of staff sent, or its first forty (`table_head`), as `documentText` gives
 * them: up to 300 columns, with more memory and time. Throws UnreadableDocument, busy.
 */
export function tableText(kind: 'table' | 'table_head', bytes: Buffer, owner: string): Promise<string> {
  return tablesInTurn(() => readInChild(kind, bytes, limitsOfTable, limitsOfTable.wallMs), { owner });
}

async function readInChild(kind: DocumentKind, bytes: Buffer, within: typeof limits, mostMs: number): Promise<string> {
  const options = { env: {}, stdio: ['pipe', 'pipe', 'ignore'] } satisfies SpawnOptions;
  const child = spawn('/bin/sh', ['-c', limited(within), ...commandWithin(within), kind], options);
  if (child.pid) yieldToPages(child.pid);
  const stopWatching = endWhenTooLarge(child, within.residentKilobytes);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
  }, mostMs);
  try {
    const answer = await answerOf(child, bytes, within.answerBytes);
    // With less than the whole time nobody knows whether it is too much.
    if (!answer && isLate && mostMs < within.wallMs) throw new Refusal('busy', { retry_after: 5 });
    // The parser throws at what is damaged; a child that died without a word was ended by a limit.
    if (!answer) throw new UnreadableDocument('too_much', 'Чтение файла потребовало слишком много памяти или времени');
    if ('problem' in answer) throw new UnreadableDocument(answer.reason, answer.problem);
    return answer.text;
  } finally {
    clearTimeout(timer);
    stopWatching();
    child.kill('SIGKILL');
  }
}

function answerOf(child: ChildProcess, bytes: Buffer, mostBytes: number): Promise<DocumentAnswer | null> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let length = 0;
    child.stdout?.on('data', (piece: Buffer) => {
      pieces.push(piece);
      length += piece.length;
      if (length > mostBytes) child.kill('SIGKILL');
    });
    child.once('error', reject);
    child.once('close', (code) => resolve(code === 0 ? JSON.parse(Buffer.concat(pieces).toString()) : null));
    // A child ended early leaves its input unread; its end says enough.
    child.stdin?.on('error', () => {});
    child.stdin?.end(bytes);
  });
}

function yieldToPages(pid: number): void {
  try {
    setPriority(pid, childPriority);
  } catch {
    // It has ended already, or the system does not allow it: the limits hold all the same.
  }
}

/** Ends the child when it holds too much memory. Returns what stops the watch. */
function endWhenTooLarge(child: ChildProcess, residentKilobytes: number): () => void {
  const timer = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    const resident = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0);
    if (resident > residentKilobytes) child.kill('SIGKILL');
  }, watchEveryMs);
  return () => clearInterval(timer);
}
