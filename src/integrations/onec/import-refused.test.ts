import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  catalog,
  commerceml,
  good,
  mainGroup,
  offer,
  offersPackage,
  openImports,
  prices,
  retail,
} from '#test/support/commerceml.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches } from '#test/support/shop.ts';
import { zip } from '#test/support/zip.ts';

const { db, url } = await testDatabase();
const onec = await openImports(url);

const body = (name: string) => mainGroup + catalog([good('one', name), good('two', 'Второй')], { changes: false });
const offersBody = offersPackage([offer('one', 'Первый', prices({ retail: 10 }), '<Количество>5</Количество>')], {
  types: retail,
});

/** Everything an import may write. */
async function everything() {
  const tables = [
    'products',
    'models',
    'categories',
    'attributes',
    'prices',
    'stock',
    'onec_goods',
    'onec_offers',
    'onec_groups',
  ];
  const rows = await Promise.all(
    tables.map(
      async (table) =>
        (
          await sql`select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${sql.table(table)} t`.execute(
            db,
          )
        ).rows[0],
    ),
  );
  return rows;
}

test('a shop without branches says so', async () => {
  const summary = await onec.import({ 'import.xml': commerceml(body('Первый')) });
  expect(summary).toMatchObject({
    result: 'refused',
    reason: 'в магазине нет ни одного филиала: некуда класть цены и остатки',
  });
});

describe('what cannot be taken is refused whole, with file and line, and the catalogue stays untouched', () => {
  let before: unknown;
  beforeAll(async () => {
    await makeBranches(db);
    expect(
      await onec.import({ 'import.xml': commerceml(body('Первый')), 'offers.xml': commerceml(offersBody) }),
    ).toMatchObject({ result: 'imported' });
    before = await everything();
  });

  const sound = commerceml(body('Переименованный'));
  const lines = (text: string) => text.split('\n').length;
  const deep = `${'<Группа><Группы>'.repeat(150)}`;
  const cases: [string, string | Buffer, RegExp][] = [
    [
      'cut off in the middle',
      sound.slice(0, sound.indexOf('Второй')),
      /^bad\.xml, строка \d+: повреждённый XML \(не закрыт элемент Наименование\)$/,
    ],
    [
      'an element closed by another',
      sound.replace('</Товары>', '</Товар>'),
      new RegExp(`^bad\\.xml, строка ${lines(sound.slice(0, sound.indexOf('</Товары>')))}: повреждённый XML`),
    ],
    [
      'an unknown entity',
      sound.replace('Второй', 'Второй &bomb;'),
      /^bad\.xml, строка \d+: повреждённый XML \(неизвестная подстановка/,
    ],
    [
      'another root',
      '<?xml version="1.0"?>\n<yml_catalog date="2026-01-01"/>',
      /^bad\.xml, строка 2: корневой элемент «yml_catalog»/,
    ],
    [
      'HTML instead of XML',
      '<!DOCTYPE html>\n<html><body>Ошибка 502</body></html>',
      /^bad\.xml, строка 1: в файле есть описание DTD/,
    ],
    [
      'entity bombs',
      `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><КоммерческаяИнформация>&b;</КоммерческаяИнформация>`,
      /DTD/,
    ],
    [
      'a foreign file through an entity',
      `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY p SYSTEM "file:///etc/passwd">]><КоммерческаяИнформация>&p;</КоммерческаяИнформация>`,
      /DTD/,
    ],
    ['huge depth', `<КоммерческаяИнформация><Классификатор><Группы>${deep}`, /слишком глубокая вложенность/],
    [
      'bytes of another encoding',
      Buffer.concat([Buffer.from(sound.slice(0, 600)), Buffer.from([0xc0, 0xff, 0xfe]), Buffer.from(sound.slice(600))]),
      /байты не соответствуют кодировке utf-8/,
    ],
    ['an encoding nobody knows', sound.replace('UTF-8', 'x-1c-secret'), /неизвестная кодировка «x-1c-secret»/],
    ['an empty file', '', /файл пуст/],
    ['plain text', 'failure\nнет доступа', /повреждённый XML/],
    ['two roots', `${sound}<КоммерческаяИнформация/>`, /больше одного корневого элемента/],
  ];
  test.each(cases)('%s', async (_what, text, reason) => {
    const summary = await onec.import({ 'a-sound.xml': commerceml(body('Ещё одно имя')), 'bad.xml': text });
    expect(summary.result).toBe('refused');
    expect(summary.reason).toMatch(reason);
    expect(await everything()).toEqual(before);
  });

  test('a file that is not there, a folder without XML, a broken archive', async () => {
    expect(await onec.take('/nowhere/import.xml')).toMatchObject({
      result: 'refused',
      reason: 'import.xml: нет такого файла или папки',
    });
    expect((await onec.import({ 'readme.txt': 'нет выгрузки' })).reason).toMatch(/в пакете нет файлов XML$/);
    const folder = await onec.write({ 'broken.zip': 'PK\u0003\u0004 и ничего больше' });
    expect((await onec.take(join(folder, 'broken.zip'))).reason).toBe('broken.zip: архив повреждён');
    expect(await everything()).toEqual(before);
  });

  test('a second exchange at the same time is refused, not mixed in', async () => {
    await db.transaction().execute(async (db) => {
      await sql`select pg_advisory_xact_lock(hashtext('idd-shop 1C'))`.execute(db);
      expect(await onec.import({ 'import.xml': sound })).toMatchObject({
        result: 'refused',
        reason: 'другой обмен с 1С ещё идёт',
      });
    });
  });

  test('an import killed on its way leaves nothing behind', async () => {
    const folder = await onec.write({ 'import.xml': sound });
    const killed = onec.take(folder).catch((error: Error) => error);
    // Its connection is cut wherever it stands.
    for (let cut = 0; cut === 0; ) {
      const { rows } = await sql<{ cut: number }>`
        select count(pg_terminate_backend(pid))::int as cut from pg_stat_activity
        where application_name = 'idd-shop 1C' and datname = current_database() and xact_start is not null`.execute(db);
      cut = rows[0]!.cut;
    }
    const ended = await killed;
    expect(ended).toBeInstanceOf(Error);
    expect(await everything()).toEqual(before);
  });

  test('afterwards the sound one is taken', async () => {
    expect(await onec.import({ 'import.xml': sound })).toMatchObject({ result: 'imported', goods: { changed: 1 } });
  });
});

describe('a package may come as', () => {
  test('one file, beside its pictures', async () => {
    const folder = await onec.write({
      'one.xml': commerceml(catalog([good('alone', 'Один файл')], { changes: true })),
      'bad.xml': 'не читается',
    });
    expect(await onec.take(join(folder, 'one.xml'))).toMatchObject({ result: 'imported', goods: { created: 1 } });
  });

  test('a zip, with Russian names of code page 866 too', async () => {
    const folder = await onec.write({});
    const path = join(folder, '..', 'exchange.zip');
    await writeFile(
      path,
      zip([
        {
          name: 'import0_1.xml',
          data: Buffer.from(
            commerceml(
              catalog([good('zipped', 'Из архива', '<Картинка>картинки/а.gif</Картинка>')], { changes: true }),
            ),
          ),
        },
        {
          name: 'картинки/а.gif',
          data: Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64'),
          codePage: 866,
        },
      ]),
    );
    expect(await onec.take(path)).toMatchObject({ result: 'imported', goods: { created: 1 } });
    const row = await db.selectFrom('products').select('images').where('id_1c', '=', 'zipped').executeTakeFirst();
    expect(row?.images).toEqual([expect.stringMatching(/\.gif$/)]);
  });

  test('a zip whose names lead out of it is refused', async () => {
    const folder = await onec.write({});
    const path = join(folder, '..', 'climbing.zip');
    await writeFile(path, zip([{ name: '../../climbed.xml', data: Buffer.from(commerceml('')) }]));
    expect((await onec.take(path)).reason).toMatch(/^climbing\.zip: недопустимое имя в архиве/);
  });
});
