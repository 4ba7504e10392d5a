import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { documentText, UnreadableDocument } from '#platform/document-text.ts';
import { type HostileFile, hostileFiles } from '#test/support/hostile-files.ts';
import type { DocumentKind } from './parse.ts';

/** Most resident memory that a child of this process had, kilobytes by pid. */
const peaks = new Map<number, number>();
const watch = setInterval(() => {
  for (const pid of readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)) {
    const status = statusOf(pid);
    if (Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) !== process.pid) continue;
    peaks.set(pid, Math.max(peaks.get(pid) ?? 0, Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0)));
  }
}, 20);
afterAll(() => clearInterval(watch));

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}

const memoryWords = 'Чтение файла потребовало слишком много памяти или времени';
const insideWords = 'Внутри файла слишком много данных';
const cases: [HostileFile, string][] = [
  ['nested.pdf', insideWords],
  ['spaces.pdf', insideWords],
  ['hidden.pdf', memoryWords],
  ['slow.pdf', memoryWords],
  ['sheets.xlsx', insideWords],
  ['entries.xlsx', insideWords],
  ['swollen.docx', insideWords],
];

test.each(cases)('%s is refused in words within 5 s, and its reader stays below 300 MB', async (name, words) => {
  peaks.clear();
  const file = hostileFiles[name]();
  const begun = performance.now();
  const refused: unknown = await documentText(name.split('.')[1] as DocumentKind, file, 'sender').catch(
    (error: unknown) => error,
  );
  expect(performance.now() - begun).toBeLessThan(5_000);
  expect(refused).toBeInstanceOf(UnreadableDocument);
  // Which of its limits a reader meets first, its own or that of time, depends on how busy the machine is.
  expect(refused).toMatchObject({ reason: 'too_much', message: expect.toBeOneOf([words, memoryWords]) });
  expect(Math.max(...peaks.values())).toBeGreaterThan(10_000);
  expect(Math.max(...peaks.values())).toBeLessThan(300_000);
});

test('a file that says it holds less than it does is not unpacked beyond what it says', async () => {
  await expect(documentText('xlsx', hostileFiles['liar.xlsx'](), 'sender')).rejects.toMatchObject({
    reason: 'damaged',
  });
});
