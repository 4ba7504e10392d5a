import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import iconv from 'iconv-lite';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { answerExchange } from '#integrations/onec/exchange/answer-exchange.ts';
import { transferLimits } from '#integrations/onec/exchange/files.ts';
import { defaultNodeOf } from '#integrations/onec/exchange/nodes.ts';
import { cookieName } from '#integrations/onec/exchange/sessions.ts';
import { commands } from '#src/commands/onec-exchange.ts';
import { wordsRunner } from '#test/support/command.ts';
import {
  catalog,
  classifier,
  commerceml,
  good,
  group,
  groups,
  mainGroup,
  offer,
  offersPackage,
  priceType,
  rests,
} from '#test/support/commerceml.ts';
import { testConfig } from '#test/support/config.ts';
import { zipOfSpaces } from '#test/support/hostile-files.ts';
import { exchangedRows, onec, products, sendingOver } from '#test/support/onec.ts';
import { exchangingShop } from '#test/support/onec-jobs.ts';
import { zip } from '#test/support/zip.ts';
import { onecClient } from '../../../bench/onec-client.ts';

const { db, url, dataDir, base, settings, app } = await exchangingShop();
const shop = wordsRunner(commands, { db, url });

/** What the process of an import may have had at most, whatever comes; a quiet one needs some 150. */
const mostMegabytes = 400;

let before: string[];
beforeAll(async () => {
  const goods = commerceml(mainGroup + catalog([good('a', 'Гвоздь'), good('b', 'Шуруп')], { changes: false }));
  expect((await send({ 'import.xml': goods })).first).toBe('success');
  before = await exchangedRows(db);
  expect(before).toHaveLength(2);
});

/** Sends the files and asks for `import.xml` until it is taken or not: the last answer. */
async function send(files: Record<string, string | Buffer>) {
  await db.deleteFrom('limits').execute();
  const client = onec(app, base, products.old);
  expect((await client.signIn()).first).toBe('success');
  const { limit } = await client.init();
  for (const [name, content] of Object.entries(files)) await client.sendFile(name, Buffer.from(content), limit);
  let said = await client.ask('import', { filename: 'import.xml' });
  while (said.first === 'progress') said = await client.ask('import', { filename: 'import.xml' });
  return said;
}

/** The most memory of the processes that imported meanwhile. */
async function watched<T>(work: () => Promise<T>): Promise<{ came: T; megabytes: number }> {
  let megabytes = 0;
  const watch = setInterval(() => {
    megabytes = Math.max(megabytes, ...readdirSync('/proc').map(importMegabytes));
  }, 20);
  const came = await work().finally(() => clearInterval(watch));
  return { came, megabytes };
}

function importMegabytes(pid: string): number {
  if (!/^\d+$/.test(pid)) return 0;
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    if (Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) !== process.pid) return 0;
    if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('onec-process')) return 0;
    return Math.round(Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return 0; // it ended meanwhile
  }
}

const goodNamed = (name: string) => commerceml(mainGroup + catalog([good('a', name)], { changes: false }));
const afterDeclaration = (doctype: string, name: string) => goodNamed(name).replace('?>', `?>${doctype}`);
const lies = () => {
  const bomb = zip([{ name: 'import.xml', data: Buffer.from('<a/>') }]);
  // The directory says 4 GB.
  bomb.writeUInt32LE(0xfffffff0, bomb.lastIndexOf(Buffer.from('PK\u0001\u0002', 'latin1')) + 24);
  return bomb;
};
const laughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join('');

test.each<[string, () => Record<string, string | Buffer>, RegExp]>([
  [
    'an entity of a file of this computer',
    () => ({ 'import.xml': afterDeclaration('<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]>', '&e;') }),
    /import\.xml, строка 1: в файле есть описание DTD/,
  ],
  [
    'entities within entities',
    () => ({ 'import.xml': afterDeclaration(`<!DOCTYPE a [<!ENTITY e0 "ха">${laughs}]>`, '&e9;') }),
    /есть описание DTD/,
  ],
  ['an entity that nobody declared', () => ({ 'import.xml': goodNamed('&e;') }), /import\.xml, строка \d+: /],
  [
    'groups in a hundred thousand groups',
    () => ({
      'import.xml': commerceml(classifier('<Группы><Группа><Ид>1</Ид>'.repeat(100_000))),
    }),
    /слишком глубокая вложенность: больше 200 уровней/,
  ],
  [
    'elements of no schema in each other',
    () => ({ 'import.xml': commerceml('<a>'.repeat(100_000)) }),
    /слишком глубокая вложенность/,
  ],
  [
    'another encoding than it says',
    () => ({ 'import.xml': iconv.encode(goodNamed('Гвоздь'), 'windows-1251') }),
    /байты не соответствуют кодировке utf-8/,
  ],
  [
    'an encoding that there is not',
    () => ({ 'import.xml': commerceml(mainGroup, { encoding: 'klingon-8' }) }),
    /неизвестная кодировка «klingon-8»/,
  ],
  [
    'a name of forty megabytes',
    () => ({ 'import.xml': goodNamed('я'.repeat(20_000_000)) }),
    /слишком длинный элемент: больше 16 МБ/,
  ],
  [
    'a tag of a hundred thousand attributes',
    () => ({
      'import.xml': commerceml(`<Каталог ${Array.from({ length: 100_000 }, (_, at) => `a${at}="1"`).join(' ')}/>`),
    }),
    /больше 1000 атрибутов/,
  ],
  [
    'a good of three million elements',
    () => ({ 'import.xml': goodNamed(`Гвоздь</Наименование>${'<x/>'.repeat(3_000_000)}<Наименование>`) }),
    /элемент «Товар» слишком велик: больше 500000 вложенных элементов/,
  ],
  [
    'a list of price types without an end',
    () => ({
      'import.xml': commerceml(
        offersPackage([], { types: Array.from({ length: 200_000 }, (_, at) => priceType(`t${at}`, 'Цена')).join('') }),
      ),
    }),
    /больше 5000 видов цен в одном пакете/,
  ],
  [
    'an offer with stock in a hundred thousand warehouses',
    () => ({
      'import.xml': commerceml(
        offersPackage([
          offer('a', 'Гвоздь', rests(Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`w${at}`, 1])))),
        ]),
      ),
    }),
    /больше 5000 складов в одном пакете/,
  ],
  ['a file cut off', () => ({ 'import.xml': goodNamed('Гвоздь').slice(0, 400) }), /import\.xml/],
  [
    'a damaged archive',
    () => ({ 'v8.zip': zip([{ name: 'import.xml', data: Buffer.from('<a/>') }]).subarray(0, 60) }),
    /архив повреждён/,
  ],
  ['an archive whose directory lies', () => ({ 'v8.zip': lies() }), /архив/],
  [
    'a bomb of an archive',
    () => ({ 'v8.zip': zipOfSpaces([{ name: 'import.xml', bytes: 120 * 1024 ** 2 }]) }),
    /архив сжат больше чем в 200 раз/,
  ],
  [
    'an archive with a name that climbs out',
    () => ({ 'v8.zip': zip([{ name: '../../import.xml', data: Buffer.from('<a/>') }]) }),
    /недопустимое имя в архиве/,
  ],
  ['an archive without XML', () => ({ 'v8.zip': zip([{ name: 'a.jpg', data: Buffer.from('x') }]) }), /нет файлов XML/],
])('%s is refused with its reason; the catalogue stays, memory is bounded', async (_, make, why) => {
  const { came: said, megabytes } = await watched(() => send(make()));
  expect(said.first).toBe('failure');
  expect(said.rest.join('\n')).toMatch(why);
  expect(said.rest[0]).toMatch(/^Пакет № \d+ не принят\. /);
  expect(await exchangedRows(db)).toEqual(before);
  expect(megabytes).toBeGreaterThan(20);
  expect(megabytes).toBeLessThan(mostMegabytes);
});

test('groups that stand in each other are taken apart, and 1C and the owner read of it', async () => {
  const around = classifier(
    groups(group('g1', 'Сухие смеси', group('c1', 'Круг', group('c2', 'Овал', group('c1', 'Круг'))))),
  );
  const said = await send({ 'import.xml': commerceml(around + catalog([], { changes: true })) });
  expect(said.first).toBe('success');
  expect(said.rest.join('\n')).toContain('Не принято');
  const [id] = /\d+/.exec(said.rest[0] ?? '') ?? [];
  expect(await shop('onec packages show', [id ?? ''])).toContain('группа вложена сама в себя');
  const { rows } = await db.pool.query<{ depth: number }>(`
    with recursive up as (
      select id, parent_id, 1 as depth from categories
      union all select u.id, c.parent_id, u.depth + 1 from up u join categories c on c.id = u.parent_id where u.depth < 50
    ) select max(depth) as depth from up`);
  expect(rows[0]?.depth).toBeLessThan(10);
  expect(await exchangedRows(db)).toEqual(before);
});

/** A small progressive JPEG whose head says that it is 16,383 pixels wide and high. */
async function vastPicture(): Promise<Buffer> {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#a05030' } })
    .jpeg({ progressive: true })
    .toBuffer();
  const head = picture.indexOf(Buffer.from([0xff, 0xc2]));
  picture.writeUInt16BE(16_383, head + 5);
  picture.writeUInt16BE(16_383, head + 7);
  return picture;
}

test('a picture of few bytes that would fill the memory when it is drawn is left out and named', async () => {
  const picture = '<Картинка>import_files/vast.jpg</Картинка>';
  const goods = [good('a', 'Гвоздь', picture), good('b', 'Шуруп')];
  const files = {
    'import_files/vast.jpg': await vastPicture(),
    'import.xml': commerceml(catalog(goods, { changes: true })),
  };
  const { came: said, megabytes } = await watched(() => send(files));
  expect(said.first).toBe('success');
  const [id] = /\d+/.exec(said.rest[0] ?? '') ?? [];
  const shown = await shop('onec packages show', [id ?? '']);
  expect(shown).toContain('картинка «import_files/vast.jpg»: больше 40 мегапикселей');
  expect(await exchangedRows(db)).toEqual(before);
  expect(megabytes).toBeLessThan(mostMegabytes);
});

test('a file without an end, of which nobody says how long it is, is not listened to any longer', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const client = onecClient(
    async (given) => {
      cookie = given.headers.cookie ?? cookie;
      return sendingOver(port)(given);
    },
    products.old,
    base,
  );
  let cookie = '';
  await client.signIn();
  await client.init();
  const chunk = Buffer.alloc(4 * 1024 ** 2, ' ');
  let sent = 0;
  const atRest = process.memoryUsage().rss;
  let most = 0;
  const answer = await new Promise<string>((resolve, reject) => {
    const going = request(
      { host: '127.0.0.1', port, method: 'POST', path: '/1c_exchange?type=catalog&mode=file&filename=import.xml' },
      (coming) => {
        const parts: Buffer[] = [];
        coming.on('data', (part) => parts.push(part));
        coming.on('end', () => resolve(Buffer.concat(parts).toString()));
      },
    );
    going.setHeader('host', 'idd.localhost');
    going.setHeader('cookie', cookie);
    going.setHeader('content-type', 'application/octet-stream');
    going.on('error', reject);
    // A gigabyte at most: the test ends whatever the shop does.
    const endless = Readable.from(
      (function* () {
        for (; sent < 1024 ** 3; sent += chunk.length) {
          most = Math.max(most, process.memoryUsage().rss);
          yield chunk;
        }
      })(),
    );
    endless.pipe(going);
    going.on('response', () => endless.unpipe(going));
  });
  expect(answer).toBe('failure\nЧасть файла «import.xml» без указанного размера больше 256 МБ');
  expect(sent).toBeLessThan(400 * 1024 ** 2);
  expect(most - atRest).toBeLessThan(150 * 1024 ** 2);
});

test.each<[string, Partial<typeof transferLimits>, string[], RegExp]>([
  [
    'a file in too many parts',
    { fileBytes: 20 },
    ['import.xml', 'import.xml', 'import.xml'],
    /«import.xml» больше 1 МБ/,
  ],
  ['an exchange that never ends', { sessionBytes: 20 }, ['a.xml', 'b.xml', 'c.xml'], /обмена больше 1 МБ/],
  ['files without number', { files: 2 }, ['a.xml', 'b.xml', 'c.xml'], /Файлов в одном обмене больше 2$/],
])('%s is refused at its limit', async (_, limits, names, why) => {
  let cookie = '';
  const client = onecClient(
    async ({ url, headers, body, method }) => {
      cookie = headers.cookie ?? '';
      const answer = await app.inject({
        method,
        url,
        headers: { host: 'idd.localhost', ...headers },
        ...(body && { payload: body }),
      });
      return { status: answer.statusCode, type: String(answer.headers['content-type']), bytes: answer.rawPayload };
    },
    products.old,
    base,
  );
  await db.deleteFrom('limits').execute();
  await db
    .updateTable('onec_sessions')
    .set({ ended_at: new Date(), ended_by: 'silent' })
    .where('ended_at', 'is', null)
    .execute();
  await client.signIn();
  await client.init();
  expect(cookie).toContain(cookieName);
  const take = (filename: string) =>
    answerExchange(
      {
        db,
        dataDir,
        query: { type: 'catalog', mode: 'file', filename },
        cookies: cookie,
        address: '127.0.0.1',
        body: Readable.from([Buffer.alloc(8, ' ')]),
        declaredBytes: 8,
        now: new Date(),
        authorization: undefined,
        defaultNode: defaultNodeOf(testConfig(settings)),
        limits: { ...transferLimits, ...limits },
      },
      () => {},
    );
  const answers = [];
  for (const name of names) answers.push(await take(name));
  expect(answers.slice(0, 2)).toEqual([{ lines: ['success'] }, { lines: ['success'] }]);
  const [, last] = answers[2] && 'lines' in answers[2] ? answers[2].lines : [];
  expect(last).toMatch(why);
});
