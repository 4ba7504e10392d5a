import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { asksOrder, ticketFilesArea, ticketThemes } from '#modules/support/schema.ts';
import { readPrivateFile } from '#platform/private-files.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { testFolder } from '#test/support/folder.ts';
import { formVisitor } from '#test/support/form-visitor.ts';
import { makeBranches } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const dataDir = await testFolder();
const app = await testApp(db, { DATA_DIR: dataDir });

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Larger than a form without files may be. */
const photo = { name: 'мешок.png', bytes: Buffer.concat([Buffer.from(signature), Buffer.alloc(1_500_000)]) };
const filled = {
  theme: 'return',
  order_number: '',
  name: 'Вера Ладога',
  email: 'vera@pochta.example',
  phone: '',
  text: 'Порван мешок',
  consent_personal_data: 'on',
};

async function send(remoteAddress: string, files: { name: string; bytes: Buffer }[], more: object = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...filled, ...more })) form.append(name, value);
  for (const { name, bytes } of files) form.append('files', new Blob([new Uint8Array(bytes)]), name);
  const request = new Request('http://idd.localhost/', { method: 'POST', body: form });
  const response = await app.inject({
    method: 'POST',
    url: '/support/',
    remoteAddress,
    payload: Buffer.from(await request.arrayBuffer()),
    headers: {
      host: 'idd.localhost',
      origin: 'http://idd.localhost',
      accept: 'text/html',
      'content-type': request.headers.get('content-type')!,
    },
  });
  return { status: response.statusCode, html: response.body };
}

const stored = async () =>
  (await sql<{ id: string; name: string }>`select id, name from ticket_files order by name`.execute(db)).rows;

test('[S4-16] a guest sends a photo with a request: its bytes are kept, the page names phone, hours and term', async () => {
  const page = await formVisitor(app).get('/support/');
  expect(page.text).toContain('Фото или файлы');
  expect(page.html, 'words are asked for, as in the personal area').toMatch(
    /<textarea[^>]*name="text"[^>]*aria-required="true"/,
  );
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-30T12:00:00+03:00') });
  expect((await formVisitor(app).get('/support/')).text).toContain('По телефону быстрее');
  vi.setSystemTime(new Date('2026-11-30T23:00:00+03:00'));
  expect((await formVisitor(app).get('/support/')).text).toMatch(/По телефону (?!быстрее)/);
  vi.useRealTimers();
  expect(page.text).toMatch(/Ответим письмом до (\d\d:\d\d|конца\sдня) .+, \d+\s[а-я]+/);
  expect((await send('192.0.2.1', [photo])).status).toBe(303);
  const [file, ...others] = await stored();
  expect([file?.name, others]).toEqual(['мешок.png', []]);
  expect((await readPrivateFile(dataDir, ticketFilesArea, file!.id))?.length).toBe(photo.bytes.length);
});

test('the page’s form sent twice is one request, with one photo, one email and no file without its message', async () => {
  const { html } = await formVisitor(app).get('/support/');
  const [, request_key = ''] = /name="request_key" value="([^"]+)"/.exec(html) ?? [];
  const counts = async () => ({
    tickets: (await db.selectFrom('tickets').select('id').execute()).length,
    mails: (await db.selectFrom('mails').select('id').execute()).length,
    files: (await stored()).length,
    kept: (await readdir(dataDir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length,
  });
  const own = { request_key, email: 'twice@pochta.example' };
  const small = { name: 'мешок.png', bytes: Buffer.from(signature) };
  expect((await send('198.51.100.1', [small], own)).status).toBe(303);
  const once = await counts();
  expect((await send('198.51.100.1', [small], own)).status).toBe(303);
  expect(await counts()).toEqual(once);
});

test('the number of an order goes with a request only where its theme asks for it', async () => {
  const textOf = async (theme: string) => {
    const email = `${theme}@pochta.example`;
    expect((await send('198.51.100.7', [], { theme, email, order_number: '100500' })).status).toBe(303);
    const { rows } = await sql<{ text: string }>`
      select m.text from ticket_messages m join tickets t on t.id = m.ticket_id where t.email = ${email}`.execute(db);
    return rows[0]?.text;
  };
  expect(await textOf('return')).toBe('Заказ 100500\nПорван мешок');
  expect(await textOf('site')).toBe('Порван мешок');
});

test('[S5-07] what only calls itself a picture is refused at its field, and nothing is kept', async () => {
  const before = await stored();
  const answer = await send('192.0.2.2', [{ name: 'мешок.png', bytes: Buffer.from('<svg onload=alert(1)>') }]);
  expect(answer.status).toBe(422);
  expect(answer.html).toContain('Недопустимый формат файла');
  const many = await send('192.0.2.2', Array(4).fill({ name: 'мешок.png', bytes: Buffer.from(signature) }));
  expect(many.status).toBe(422);
  expect(await stored()).toEqual(before);
});

test('one network sends five messages with files in a day, without files it goes on', async () => {
  const small = { name: 'мешок.png', bytes: Buffer.from(signature) };
  for (const last of [1, 2, 3, 4, 5]) expect((await send(`2001:db8::${last}`, [small])).status).toBe(303);
  const before = await stored();
  expect((await send('2001:db8::6', [small])).status).toBe(429);
  expect((await send('2001:db8::7', [photo])).status, 'a large one is not even read').toBe(429);
  expect(await stored()).toEqual(before);
  expect((await send('2001:db8::8', [])).status).toBe(303);
  expect((await send('2001:db8:0:1::8', [small])).status).toBe(303);
});

test('the field of an order is hidden for exactly the themes whose request takes none', async () => {
  const sheet = await readFile('src/web/parts/forms/forms.css', 'utf8');
  const [, shown = ''] = /\.asks-order:not\(([^{]*)\)/.exec(sheet) ?? [];
  const named = [...shown.matchAll(/value="(\w+)"/g)].map(([, theme]) => theme);
  const asked = Object.keys(ticketThemes).filter((theme) => asksOrder({ theme }));
  expect(asked.length).toBeGreaterThan(2);
  expect(named.toSorted()).toEqual(asked.toSorted());
});
