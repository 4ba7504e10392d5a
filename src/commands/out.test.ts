import { PassThrough } from 'node:stream';
import type { WriteStream } from 'node:tty';
import { expect, test } from 'vitest';
import { openOut } from './out.ts';

/** A stream that keeps what was written to it. */
function stream(isTTY: boolean) {
  const through = Object.assign(new PassThrough().setEncoding('utf8'), { isTTY, columns: 40 });
  // Only `write`, `isTTY` and `columns` are used.
  return { stream: through as unknown as WriteStream, read: () => through.read() };
}

test('in a pipe results go to stdout, and each stage of the progress is one line on stderr', () => {
  const stdout = stream(false);
  const stderr = stream(false);
  const out = openOut(stdout.stream, stderr.stream);
  out.progress('Товары: 1 из 3');
  out.progress('Товары: 2 из 3');
  out.progress('Цены: 1 из 3');
  out.json({ created: 3 });
  out.line('Готово.');
  expect(stdout.read()).toBe('{\n  "created": 3\n}\nГотово.\n');
  expect(stderr.read()).toBe('Товары: 1 из 3\nЦены: 1 из 3\n');
});

test('in a terminal the progress is one line, cut to the width and wiped before a result', () => {
  const stdout = stream(true);
  const stderr = stream(true);
  const out = openOut(stdout.stream, stderr.stream);
  out.progress('Товары: 1 из 3, очень длинное продолжение строки');
  out.line('Готово.');
  expect(stderr.read()).toBe('\r\x1b[2KТовары: 1 из 3, очень длинное продолжен\r\x1b[2K');
  expect(stdout.read()).toBe('Готово.\n');
});
