import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testApp } from './support/app.ts';
import { testDatabase } from './support/database.ts';
import { testFolder } from './support/folder.ts';
import { makeBranches } from './support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const dataDir = await testFolder();
const app = await testApp(db, { DATA_DIR: dataDir });
const documents = join(dataDir, 'files/documents');
await mkdir(join(documents, 'sub'), { recursive: true });
await writeFile(join(documents, 'Паспорт 100%.pdf'), '%PDF-1.7 паспорт');
await writeFile(join(documents, 'sub/инструкция.txt'), 'Сначала прочтите');
await writeFile(join(documents, '.hidden'), 'тайна');
await writeFile(join(dataDir, 'outside.txt'), 'тайна');

const open = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers: { host: 'idd.localhost', ...headers } });

test('documents are found by any name, in folders too, and in parts', async () => {
  const url = `/files/documents/${encodeURIComponent('Паспорт 100%.pdf')}`;
  const { statusCode, headers, body } = await open(`${url}?v=1`);
  expect([statusCode, headers['content-type'], body]).toEqual([200, 'application/pdf', '%PDF-1.7 паспорт']);
  expect(headers['cache-control']).toBe('public, max-age=86400');
  expect((await open(url, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
  expect((await open(url, {}, 'HEAD')).headers['content-length']).toBe(headers['content-length']);
  const part = await open(url, { range: 'bytes=1-3' });
  expect([part.statusCode, part.body]).toEqual([206, 'PDF']);
  expect((await open(`/files/documents/sub/${encodeURIComponent('инструкция.txt')}`)).body).toBe('Сначала прочтите');
});

test('nothing outside the folder, hidden in it or not there is given out, nor a list of what is', async () => {
  for (const path of [
    '../../outside.txt',
    '..%2f..%2foutside.txt',
    'sub/../../../outside.txt',
    'sub/%2e%2e/%2e%2e/%2e%2e/outside.txt',
    '..%5c..%5coutside.txt',
    '.hidden',
    'sub',
    'sub/',
    '',
    'нет.pdf',
    '%00',
    '%zz',
  ]) {
    const { statusCode, body } = await open(`/files/documents/${path}`);
    expect([path, statusCode >= 400 && statusCode < 500]).toEqual([path, true]);
    expect(body).not.toMatch(/тайна|инструкция/);
  }
});

test('scripts of the pages come packed as the browser takes them, and stay for a year', async () => {
  const name = (await readdir('build/client/assets')).find((name) => name.endsWith('.js.br'))!.replace('.br', '');
  const packed = await open(`/assets/${name}`, { 'accept-encoding': 'br' });
  expect([packed.statusCode, packed.headers['content-encoding']]).toEqual([200, 'br']);
  expect(packed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const plain = await open(`/assets/${name}`);
  expect([plain.statusCode, plain.headers['content-encoding']]).toEqual([200, undefined]);
  expect((await open('/assets/gone-AbCd1234.js')).statusCode).toBe(404);
});
