import { appendFile, readdir, readFile, rm, truncate } from 'node:fs/promises';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { demoSettings } from '#demo/settings.ts';
import { changeNode, createNode } from '#integrations/onec/exchange/nodes.ts';
import { makePackage } from '#integrations/onec/exchange/packages.ts';
import { goneSeconds, type Session, silentSeconds } from '#integrations/onec/exchange/sessions.ts';
import { init } from '#integrations/onec/exchange/transfer.ts';
import { saveSetting } from '#modules/settings/save-setting.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { onec, products, sendingOver, sendingTo } from '#test/support/onec.ts';
import { temporaryFolder } from '#test/support/processes.ts';
import { onecClient } from '../../../bench/onec-client.ts';

const { db } = await testDatabase();
const dataDir = await temporaryFolder();
const password = 'гвоздь-и-молоток-17';
const app = await testApp(db, { DATA_DIR: dataDir, ONEC_LOGIN: 'base', ONEC_PASSWORD: password });
const base = { login: 'base', password };

beforeEach(async () => {
  await db.deleteFrom('limits').execute();
  await db.deleteFrom('onec_nodes').execute();
  await rm(join(dataDir, 'onec'), { recursive: true, force: true });
});

const reason = ({ first, rest }: { first: string; rest: string[] }) => {
  expect(first).toBe('failure');
  return rest.join(' ');
};

async function filesOf(): Promise<Record<string, string>> {
  const entries = await readdir(join(dataDir, 'onec'), { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  return Object.fromEntries(
    await Promise.all(
      files.map(async ({ name, parentPath }) => [name, await readFile(join(parentPath, name), 'utf8')] as const),
    ),
  );
}

/** As if so many seconds had passed since the last call of 1C. */
const pass = (seconds: number) =>
  db
    .updateTable('onec_sessions')
    .set({ seen_at: new Date(Date.now() - seconds * 1_000) })
    .execute();

test.each(Object.entries(products))(
  '%s signs in, begins and sends a file in parts cut inside a letter',
  async (_, product) => {
    const client = onec(app, base, product);
    const hello = await client.signIn();
    expect([hello.status, hello.type, hello.first]).toEqual([200, 'text/plain; charset=utf-8', 'success']);
    expect(hello.rest).toEqual([
      'onec_session',
      expect.stringMatching(/^[\w-]{32}$/),
      expect.stringMatching(/^sessid=[0-9a-f]{32}$/),
      expect.stringMatching(/^timestamp=\d{10}$/),
    ]);
    const { zip, limit, said } = await client.init();
    expect({ zip, limit, lines: said.rest.length }).toEqual({ zip: true, limit: 5_242_880, lines: 1 });
    const text = '<?xml version="1.0" encoding="UTF-8"?>\n<КоммерческаяИнформация ВерсияСхемы="2.08"/>\n';
    expect((await client.sendFile('import0_1.xml', Buffer.from(text), 7)).first).toBe('success');
    expect(await filesOf()).toEqual({ 'import0_1.xml': text });
  },
);

test('the exchange is closed while nobody may make use of it', async () => {
  const closed = await testApp(db, { DATA_DIR: dataDir });
  expect(reason(await onec(closed, base).signIn())).toContain('Обмен с 1С в магазине не включён');
});

test('a name or a version with signs that no database keeps is no fault of the shop', async () => {
  expect(reason(await onec(app, { login: 'ba\u0000se', password }).signIn())).toBe(
    'Неверное имя пользователя или пароль',
  );
  const client = onec(app, base);
  await client.signIn();
  expect((await client.ask('init', { version: '2.\u000008' })).first).toBe('zip=yes');
});

test('a wrong password is refused, and soon not even compared; others are let in meanwhile', async () => {
  const wrong = onec(app, { ...base, password: 'нет' });
  for (let tries = 0; tries < 10; tries++)
    expect(reason(await wrong.signIn())).toBe('Неверное имя пользователя или пароль');
  expect(reason(await onec(app, base).signIn())).toContain('Слишком много неудачных попыток входа');
  const elsewhere = onecClient(sendingTo(app, '203.0.113.9'), products.ut11, base);
  for (let times = 0; times < 2; times++) expect((await elsewhere.signIn()).first).toBe('success');
  const noName = await app.inject({ url: '/1c_exchange?type=catalog&mode=checkauth', remoteAddress: '203.0.113.10' });
  expect(noName.body).toBe('failure\nУкажите в настройках обмена имя пользователя и пароль');
});

test('tries of one IPv6 network are counted together', async () => {
  for (let host = 1; host <= 10; host++)
    await onecClient(sendingTo(app, `2001:db8:1:2::${host}`), products.ut11, { ...base, password: 'нет' }).signIn();
  const neighbour = onecClient(sendingTo(app, '2001:db8:1:2:ffff::1'), products.ut11, base);
  expect(reason(await neighbour.signIn())).toContain('Слишком много');
});

test('a node of its own: its addresses, its encoding, switched off; of its password only a hash is kept', async () => {
  const node = { name: 'Склад', login: 'склад', password: 'длинный-пароль-базы' };
  await createNode(db, { ...node, networks: '198.51.100.0/24', encoding: 'windows-1251', file_limit: 102_400 });
  const stored = await db.selectFrom('onec_nodes').select('password_hash').executeTakeFirstOrThrow();
  expect(stored.password_hash).toMatch(/^\$argon2id\$/);
  expect(reason(await onec(app, node).signIn())).toBe('С адреса 127.0.0.1 узлу «Склад» обмен не разрешён');
  let from = '198.51.100.7';
  const client = onecClient((request) => sendingTo(app, from)(request), products.old, node);
  const hello = await client.signIn();
  expect([hello.first, hello.type]).toEqual(['success', 'text/plain; charset=windows-1251']);
  expect((await client.init()).limit).toBe(102_400);
  // The cookie alone opens nothing from another network.
  from = '203.0.113.9';
  expect(reason(await client.init().then(({ said }) => said))).toContain('С адреса 203.0.113.9');
  from = '198.51.100.7';
  const unknown = await client.ask('танец');
  expect([reason(unknown), unknown.type]).toEqual([
    'Магазин не знает действия «танец» обмена catalog',
    'text/plain; charset=windows-1251',
  ]);
  await changeNode(db, node.login, { is_on: false });
  expect(reason(await client.ask('init'))).toBe('Узел обмена «Склад» выключен в магазине');
  expect(reason(await client.signIn())).toBe('Узел обмена «Склад» выключен в магазине');
  await expect(createNode(db, { name: 'Второй', login: 'second', password: 'коротко' })).rejects.toMatchObject({
    details: { fields: { password: expect.stringContaining('не короче 12') } },
  });
});

test('a refusal is in the encoding of the node, wherever that is known', async () => {
  const node = { name: 'Старая', login: 'staraya', password: 'длинный-пароль-базы' };
  await createNode(db, { ...node, encoding: 'windows-1251' });
  let from = '127.0.0.1';
  const begin = () => onecClient((request) => sendingTo(app, from)(request), products.old, node);
  const first = begin();
  const refusedAs = async (words: string, said: Promise<{ first: string; rest: string[]; type: string }>) => {
    const { type, ...lines } = await said;
    expect([type, reason(lines)]).toEqual(['text/plain; charset=windows-1251', expect.stringContaining(words)]);
  };
  await first.signIn();
  await first.init();
  await first.sendFile('import.xml', Buffer.from('<a/>'), 100);
  await refusedAs('Идёт другой обмен', begin().signIn());
  await refusedAs('Ключ сеанса (sessid) не подходит', first.ask('init', { sessid: 'чужой' }));
  await changeNode(db, node.login, { networks: '127.0.0.0/8' });
  from = '203.0.113.9';
  await refusedAs('С адреса 203.0.113.9', first.ask('init'));
  await refusedAs('С адреса 203.0.113.9', begin().signIn());
  from = '127.0.0.1';
  await pass(silentSeconds);
  await refusedAs('Сеанс обмена окончен', first.ask('init'));
  await changeNode(db, node.login, { is_on: false });
  await refusedAs('Узел обмена «Старая» выключен', first.ask('init'));
  await refusedAs('Узел обмена «Старая» выключен', begin().signIn());
});

test('a fault of the shop is told in the encoding of the node too', async () => {
  const node = { name: 'Старая', login: 'staraya', password: 'длинный-пароль-базы' };
  await createNode(db, { ...node, encoding: 'windows-1251' });
  const client = onec(app, node, products.old);
  await client.signIn();
  await client.init();
  await sql`alter table onec_files rename to onec_files_away`.execute(db);
  const said = await client.ask('file', { filename: 'import.xml' }, Buffer.from('<a/>'));
  await sql`alter table onec_files_away rename to onec_files`.execute(db);
  expect([said.type, reason(said)]).toEqual([
    'text/plain; charset=windows-1251',
    expect.stringContaining('В магазине что-то сломалось'),
  ]);
});

test('one exchange at a time: while files wait the second is refused; silence of a minute gives way', async () => {
  const first = onec(app, base);
  await first.signIn();
  await first.init();
  await first.sendFile('import.xml', Buffer.from('<a/>'), 100);
  const second = onec(app, base);
  expect(reason(await second.signIn())).toMatch(/^Идёт другой обмен, начат в \d\d:\d\d\. Повторите/);
  expect((await first.ask('file', { filename: 'import.xml' }, Buffer.from('<b/>'))).first).toBe('success');
  await pass(goneSeconds);
  expect((await second.signIn()).first).toBe('success');
  expect(reason(await first.ask('init'))).toContain('с тем же именем начат другой обмен');
});

test('many exchanges begun in one moment leave one session', async () => {
  const clients = Array.from({ length: 8 }, () => onec(app, base));
  await Promise.all(clients.map((client) => client.signIn()));
  const open = await db.selectFrom('onec_sessions').select('id').where('ended_at', 'is', null).execute();
  expect(open).toHaveLength(1);
});

test('a session ends by complete, by an hour of silence, and is nothing without its keys', async () => {
  const client = onec(app, base);
  await client.signIn();
  expect((await client.ask('complete')).first).toBe('success');
  expect(reason(await client.ask('init'))).toContain('уже завершён');
  await client.signIn();
  await pass(silentSeconds);
  expect(reason(await client.ask('init'))).toContain('не было слышно дольше 60 минут');
  await client.signIn();
  expect(reason(await client.ask('init', { sessid: 'чужой' }))).toContain('sessid');
  const bare = await app.inject({ url: '/1c_exchange?type=catalog&mode=init', headers: { host: 'idd.localhost' } });
  expect([bare.statusCode, bare.body]).toEqual([200, 'failure\nНет cookie сеанса: обмен начинается с mode=checkauth']);
  const strange = await app.inject({
    url: '/1c_exchange',
    headers: { host: 'idd.localhost', cookie: 'onec_session=x' },
  });
  expect(strange.body).toBe('failure\nНе указан вид обмена (type)');
  expect(reason(await onec(app, base, products.ut11, 'toString').ask('init'))).toContain('не знает вида обмена');
});

test('the owner gets an email, once a day, of a base that sends goods and never asks for their import', async () => {
  await saveSetting(db, 'company', demoSettings.company);
  const client = onec(app, base);
  const sendOnly = async (end: 'complete' | 'silent') => {
    await client.signIn();
    await client.init();
    await client.sendFile('import.xml', Buffer.from('<КоммерческаяИнформация/>'), 100);
    if (end === 'complete') await client.ask('complete');
    else await pass(silentSeconds);
  };
  const emails = async () => {
    const rows = await db.selectFrom('mails').select('text').where('subject', 'like', '1С присылает товары%').execute();
    return rows.map(({ text }) => text);
  };
  await sendOnly('complete');
  expect(await emails(), 'one may have been cut off').toEqual([]);
  await sendOnly('silent');
  await sendOnly('complete');
  expect(await emails()).toEqual([expect.stringContaining('Выгружать файлы без ожидания подтверждения')]);
  const last = await db.selectFrom('onec_sessions').select('ended_by').orderBy('started_at', 'desc').limit(3).execute();
  expect(last.map(({ ended_by }) => ended_by)).toEqual(['unasked', 'unasked', 'unasked']);
});

test('the owner gets that email also of a base that ends such exchanges with deactivate', async () => {
  await saveSetting(db, 'company', demoSettings.company);
  await db.deleteFrom('mails').execute();
  const client = onec(app, base, products.unf);
  for (let exchange = 0; exchange < 2; exchange++) {
    const timestamp = (await client.signIn()).rest.find((line) => line.startsWith('timestamp='))?.slice(10) ?? '';
    await client.init();
    await client.sendFile('import.xml', Buffer.from('<КоммерческаяИнформация/>'), 100);
    expect(reason(await client.ask('deactivate', { timestamp }))).toContain('принять его 1С не просила');
    expect((await client.ask('complete')).first).toBe('success');
  }
  const mails = await db.selectFrom('mails').select('text').where('subject', 'like', '1С присылает товары%').execute();
  expect(mails).toHaveLength(1);
});

test('init begins again: what was sent and not imported is gone from disk and count', async () => {
  const client = onec(app, base);
  await client.signIn();
  await client.init();
  await client.sendFile('import.xml', Buffer.from('<old/>'), 100);
  await client.init();
  await client.sendFile('import.xml', Buffer.from('<new/>'), 100);
  expect(await filesOf()).toEqual({ 'import.xml': '<new/>' });
});

test('a part that broke off does not count: the next is written over it', async () => {
  const client = onec(app, base);
  await client.signIn();
  await client.init();
  await client.sendFile('import.xml', Buffer.from('<goods>'), 100);
  const [name] = Object.keys(await filesOf());
  const { id, batch } = await db
    .selectFrom('onec_sessions')
    .select(['id', 'batch'])
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  await appendFile(join(dataDir, 'onec', id, String(batch), name ?? ''), 'half of a p');
  await client.sendFile('import.xml', Buffer.from('</goods>'), 100);
  expect(await filesOf()).toEqual({ 'import.xml': '<goods></goods>' });
});

test('a part is not put behind a file of which the disk has lost a piece', async () => {
  const client = onec(app, base);
  await client.signIn();
  await client.init();
  await client.sendFile('import.xml', Buffer.from('<goods>'), 100);
  const { id, batch } = await db
    .selectFrom('onec_sessions')
    .select(['id', 'batch'])
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  const path = join(dataDir, 'onec', id, String(batch), 'import.xml');
  const next = () => client.ask('file', { filename: 'import.xml' }, Buffer.from('</goods>'));
  const words = 'На диске магазина меньше от файла «import.xml», чем прислано: начните обмен заново';
  await truncate(path, 3);
  expect(await next()).toMatchObject({ first: 'failure', rest: [words] });
  await rm(path);
  expect(await next()).toMatchObject({ first: 'failure', rest: [words] });
});

test('two parts of one file in one moment never mix: what is there is what was said yes to', async () => {
  const client = onec(app, base);
  await client.signIn();
  await client.init();
  await client.sendFile('import.xml', Buffer.from('<begin>'), 100);
  const letters = ['a', 'b', 'c', 'd'];
  const said = await Promise.all(
    letters.map((letter) => client.ask('file', { filename: 'import.xml' }, Buffer.from(letter.repeat(50_000)))),
  );
  const taken = letters.filter((_, at) => said[at]?.first === 'success');
  for (const one of said) if (one.first === 'failure') expect(one.rest[0]).toContain('пришли одновременно');
  expect(taken.length).toBeGreaterThan(0);
  const { 'import.xml': file = '' } = await filesOf();
  expect(file.slice(0, 7)).toBe('<begin>');
  const parts = Array.from({ length: taken.length }, (_, at) => file.slice(7 + at * 50_000, 7 + (at + 1) * 50_000));
  expect(parts.sort()).toEqual(taken.map((letter) => letter.repeat(50_000)));
  expect(file).toHaveLength(7 + taken.length * 50_000);
});

describe('over a connection', () => {
  const port = app.listen({ port: 0, host: '127.0.0.1' }).then(() => (app.server.address() as AddressInfo).port);
  const post = async (path: string, headers: Record<string, string>) =>
    request({ port: await port, method: 'POST', path, headers: { host: 'idd.localhost', ...headers }, agent: false });

  test('a part whose connection breaks does not count; the same part is then taken whole', async () => {
    const client = onecClient(sendingOver(await port), products.old, base);
    const [, token = ''] = (await client.signIn()).rest;
    await client.init();
    await client.sendFile('import.xml', Buffer.from('<a>'), 100);
    const broken = await post('/1c_exchange.php?type=catalog&mode=file&filename=import.xml', {
      cookie: `onec_session=${token}`,
      'content-length': '3000000',
    });
    broken.on('error', () => {});
    broken.write(Buffer.alloc(1_500_000, 'x'));
    const lengths = async () => Object.values(await filesOf()).map(({ length }) => length);
    await vi.waitFor(async () => expect(Math.max(...(await lengths()))).toBeGreaterThan(3), 5_000);
    expect((await filesOf())['import.xml']).toBe('<a>');
    broken.destroy();
    await vi.waitFor(
      async () => {
        expect((await client.ask('file', { filename: 'import.xml' }, Buffer.from('</a>'))).first).toBe('success');
        expect(await filesOf()).toEqual({ 'import.xml': '<a></a>' });
      },
      { timeout: 5_000 },
    );
  });

  test('who is refused while still sending reads why; who never ends is cut off', async () => {
    const stranger = onecClient(sendingOver(await port), products.old, base);
    const said = await stranger.ask('file', { filename: 'import.xml' }, Buffer.alloc(8_000_000));
    expect(reason(said)).toContain('Нет cookie сеанса');
    const endless = await post('/1c_exchange?type=catalog&mode=file&filename=import.xml', {
      'transfer-encoding': 'chunked',
    });
    const answer = await new Promise<string>((resolve) => {
      let text = '';
      endless.on('response', (response) => response.on('data', (piece: Buffer) => (text += piece)));
      endless.on('close', () => resolve(text));
      endless.on('error', () => {});
      const more = () => {
        if (!endless.destroyed) endless.write(Buffer.alloc(65_536), () => setTimeout(more, 5));
      };
      more();
    });
    expect(answer === '' || answer.startsWith('failure')).toBe(true);
  });
});

test.each([
  ['../../etc/cron.d/x.xml', 'ведёт за пределы'],
  ['..\\..\\x.xml', 'ведёт за пределы'],
  ['import_files/../../x.xml', 'ведёт за пределы'],
  ['shell.php', 'такие файлы обмен не принимает'],
  ['import_files/x.SVG.hTmL', 'такие файлы обмен не принимает'],
  ['import', 'такие файлы обмен не принимает'],
  ['a/.htaccess', 'точкой'],
  ['C:/windows/x.xml', 'недопустимые знаки'],
  ['C:\\windows\\..\\x.xml', 'недопустимые знаки'],
  ['C:\\..\\x.xml', 'недопустимые знаки'],
  ['C:\\a/../x.xml', 'недопустимые знаки'],
  ['C:\\windows\\D:\\..', 'недопустимые знаки'],
  ['C:\\x.exe', 'такие файлы обмен не принимает'],
  ['C:\\.htaccess', 'точкой'],
  ['C:x.xml', 'недопустимые знаки'],
  ['a\u0000.xml', 'недопустимые знаки'],
  [`${'a'.repeat(300)}.xml`, 'длиннее 250'],
  [`${'a/'.repeat(12)}a.xml`, 'вложенных папок'],
  ['', 'Не указано имя'],
])('a file may not be called %j', async (filename, why) => {
  const client = onec(app, base);
  await client.signIn();
  await client.init();
  expect(reason(await client.ask('file', { filename }, Buffer.from('x')))).toContain(why);
  expect(await filesOf()).toEqual({});
});

test.each([
  ['/tmp/import.xml', 'import.xml'],
  ['upload/1c/webdata/import.xml', 'import.xml'],
  ['import_files\\ab\\ab12.jpg', 'ab12.jpg'],
  ['C:\\v8_8789_c.xml', 'v8_8789_c.xml'],
  ['C:\\Users\\1c\\AppData\\Local\\Temp\\v8_1.xml', 'v8_1.xml'],
  ['D:\\webdata\\import_files\\ab\\ab12.jpg', 'ab12.jpg'],
  ['import_files/ab/фото 1.JPG', 'фото 1.JPG'],
  ['import_files/ab/чертёж.dwg', 'чертёж.dwg'],
])('%s is taken', async (filename, name) => {
  const client = onec(app, base);
  await client.signIn();
  await client.init();
  expect((await client.ask('file', { filename }, Buffer.from('x'))).first).toBe('success');
  expect(Object.keys(await filesOf())).toEqual([name]);
});

test('dictionaries are received; goods are not handed to 1C, and it is told why', async () => {
  const reference = onec(app, base, products.unf, 'reference');
  await reference.signIn();
  await reference.init();
  await reference.sendFile('references0_1.xml', Buffer.from('<a/>'), 100);
  expect((await reference.ask('import', { filename: 'references0_1.xml' })).first).toBe('success');
  const goods = onec(app, base, products.unf, 'get_catalog');
  await goods.signIn();
  expect((await goods.init()).said.first).toBe('zip=yes');
  expect(reason(await goods.ask('query'))).toContain('Товары ведутся в 1С');
});

test('`init` throws away what waits alone: what was asked for while it was on its way is a package by then', async () => {
  const client = onec(app, base);
  await client.signIn();
  await client.init();
  await client.sendFile('import.xml', Buffer.from('<a/>'), 100);
  const row = await db.selectFrom('onec_sessions').selectAll().where('ended_at', 'is', null).executeTakeFirstOrThrow();
  const session = {
    ...row,
    node: { id: row.node_id, name: '', encoding: 'utf-8', file_limit: 1_000, takes_zip: true },
  };
  await makePackage(db, session as unknown as Session, 'files', new Date());
  const body = (async function* () {})() as AsyncIterable<Buffer>;
  await init({
    db,
    dataDir,
    session: session as unknown as Session,
    query: {},
    body,
    declaredBytes: 0,
    now: new Date(),
  });
  expect(await filesOf()).toEqual({ 'import.xml': '<a/>' });
});
