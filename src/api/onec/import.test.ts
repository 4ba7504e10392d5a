import { appendFile, readdir, readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { listCatalogs } from '#integrations/onec/exchange/catalogs.ts';
import { forgetOldPackages, retentionDays } from '#integrations/onec/exchange/forget.ts';
import { changeNode, createNode } from '#integrations/onec/exchange/nodes.ts';
import { staleSeconds, stopPackage } from '#integrations/onec/exchange/packages.ts';
import { moveCatalog } from '#integrations/onec/move-catalog.ts';
import type { ImportSummary } from '#integrations/onec/summary.ts';
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
  openImports,
  prices,
  priceType,
  productOf,
  retail,
} from '#test/support/commerceml.ts';
import { testDatabase } from '#test/support/database.ts';
import { forgetJobs } from '#test/support/jobs.ts';
import { exchangedRows, onec, products } from '#test/support/onec.ts';
import { exchangingShop } from '#test/support/onec-jobs.ts';
import { makeBranches } from '#test/support/shop.ts';
import { zip } from '#test/support/zip.ts';
import { type ExchangeOptions, exchangeGoods, type Product } from '../../../bench/onec-client.ts';

const { db, url, dataDir, base, app, worker: jobs } = await exchangingShop({ importsHere: true });

const folder = 'test/fixtures/commerceml/sample';
const sample = {
  'import0_1.xml': await readFile(join(folder, 'import0_1.xml')),
  'offers0_1.xml': await readFile(join(folder, 'offers0_1.xml')),
};

const exchange = (
  files: Record<string, Buffer | string>,
  product: Product = products.ut11,
  options: ExchangeOptions = {},
) =>
  exchangeGoods(
    onec(app, base, product),
    product,
    Object.fromEntries(Object.entries(files).map(([name, content]) => [name, Buffer.from(content)])),
    options,
  );

const isOn = async (id: string) => {
  const product = await productOf(db, id);
  return product ? product.switched_off_at === null : undefined;
};

/** How many goods each package switched off, the first package first. */
async function switchedOff(): Promise<number[]> {
  const { rows } = await sql<{ count: number }>`
    select coalesce((changes -> 'goods' ->> 'switched_off')::int, 0) as count from onec_packages order by id`.execute(
    db,
  );
  return rows.map(({ count }) => count);
}

beforeEach(async () => {
  await db.deleteFrom('limits').execute();
  // Each test speaks as another product of 1C over the same node.
  await db.updateTable('onec_nodes').set({ deactivates_at: null }).execute();
});

describe('the sample of a real shop', () => {
  test('comes to the same through the exchange as from a folder, by every product; sent again it changes nothing', async () => {
    const plain = await testDatabase();
    await makeBranches(plain.db);
    const imports = await openImports(plain.url);
    await imports.import(sample);
    const expected = await exchangedRows(plain.db);
    expect(expected.length).toBeGreaterThan(30);

    const first = await exchange(sample, products.old, { partBytes: 10_007 });
    expect(first.failed).toBeNull();
    expect(first.said.rest.join('\n')).toMatch(
      /^Пакет № \d+ принят\nГруппы: получено 1, новых 1\nТовары: получено 36, новых 35, без изменений 1\nПредложения: получено 44, новых 44/,
    );
    expect(await exchangedRows(db)).toEqual(expected);
    for (const product of [products.moysklad, products.ut11, products.ut115, products.unf]) {
      const again = await exchange(sample, product);
      expect(again.failed).toBeNull();
      expect(again.results[0]?.rest.join('\n')).not.toMatch(/новых|изменено|выключено/);
      expect(await exchangedRows(db)).toEqual(expected);
    }
    const packages = await db
      .selectFrom('onec_packages')
      .select(['state', 'contents', 'source'])
      .where('session_id', 'is not', null)
      .orderBy('id')
      .execute();
    expect(packages.map(({ state, source }) => `${state}: ${source}`)).toEqual([
      'imported: import0_1.xml, offers0_1.xml',
      'imported: import0_1.xml, offers0_1.xml',
      'imported: v8_1.zip',
      'imported: v8_1.zip',
      'imported: v8_1.zip',
    ]);
  });

  test('files are kept for two weeks', async () => {
    const last = await db
      .selectFrom('onec_packages')
      .select(['id', 'session_id', 'batch'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    const kept = join(dataDir, 'onec', last.session_id ?? '', String(last.batch), 'v8_1.zip');
    const inDays = (days: number) => forgetOldPackages(db, dataDir, new Date(Date.now() + days * 86_400_000));
    const names = () => db.selectFrom('onec_files').select('name').where('session_id', '=', last.session_id).execute();
    await inDays(retentionDays - 1);
    expect((await readFile(kept)).length).toBeGreaterThan(1_000);
    expect(await names()).not.toEqual([]);
    await expect(readdir(join(`${kept}/../../${last.batch}-unpacked`))).rejects.toThrow('ENOENT');
    await inDays(retentionDays + 1);
    await expect(readFile(kept)).rejects.toThrow('ENOENT');
    expect(await names()).toEqual([]);
    const row = await db
      .selectFrom('onec_packages')
      .select('files_removed_at')
      .where('id', '=', last.id)
      .executeTakeFirst();
    expect(row?.files_removed_at).not.toBeNull();
  });
});

/** A full catalogue of these goods, in a file; `own` keeps its goods from those of other tests. */
const goodsFile = (ids: string[], own: string) =>
  commerceml(
    mainGroup +
      catalog(
        ids.map((id) => good(id, `Товар ${id}`)),
        { id: own, changes: false },
      ),
  );
const offersFile = (ids: string[], own: string) =>
  commerceml(
    offersPackage(
      ids.map((id) => offer(id, `Товар ${id}`, prices({ retail: 100 }), '<Количество>5</Количество>')),
      {
        catalog_id: own,
        types: retail,
        changes: false,
      },
    ),
  );

/**
 * After a whole exchange of these goods the next one, signed in and begun. `answerTo`: the answer of 1C's call as a
 * text, when the shop no longer asks to wait.
 */
async function beginAfterFull(ids: string[], own: string, product: Product = { ...products.unf, packs: false }) {
  await exchange({ 'import.xml': goodsFile(ids, own) }, product, { isFull: true });
  const client = onec(app, base, product);
  const timestamp = (await client.signIn()).rest.find((line) => line.startsWith('timestamp='))?.slice(10) ?? '';
  const { limit } = await client.init();
  const answerTo = async (mode: string, query: Record<string, string>) => {
    let said = await client.ask(mode, query);
    while (said.first === 'progress') said = await client.ask(mode, query);
    return [said.first, ...said.rest].join('\n');
  };
  return { client, timestamp, limit, answerTo };
}

describe('a full exchange in many files', () => {
  test('each of which is imported before the next comes: what none of them lists is off, the others stay on', async () => {
    const named = (ids: string[]) =>
      Object.fromEntries(
        ids.flatMap((id, n) => [
          [`import0_${n}.xml`, goodsFile([id], 'portions')],
          [`offers0_${n}.xml`, offersFile([id], 'portions')],
        ]),
      );
    await exchange(named(['pa', 'pb', 'pc']));
    expect([await isOn('pa'), await isOn('pb'), await isOn('pc')]).toEqual([true, true, true]);
    const { failed } = await exchange(
      named(['pa', 'pb']),
      { ...products.unf, packs: false },
      { order: 'one by one', isFull: true },
    );
    expect(failed).toBeNull();
    expect([await isOn('pa'), await isOn('pb'), await isOn('pc')]).toEqual([true, true, false]);
  });

  test('of a base that ends with deactivate no portion switches off what another lists, however many goods there are', async () => {
    const ids = Array.from({ length: 90 }, (_, n) => `many${n}`);
    const portions = (listed: string[]) =>
      Object.fromEntries(
        [0, 1, 2].flatMap((n) => {
          const own = listed.filter((_, at) => at % 3 === n);
          return [
            [`import0_${n}.xml`, goodsFile(own, 'many')],
            [`offers0_${n}.xml`, offersFile(own, 'many')],
          ];
        }),
      );
    const send = (listed: string[]) =>
      exchange(portions(listed), { ...products.unf, packs: false }, { order: 'one by one', isFull: true });
    expect((await send(ids)).failed).toBeNull();
    const before = await switchedOff();
    expect((await send(ids.slice(1))).failed).toBeNull();
    const off = (await switchedOff()).slice(before.length);
    expect(off.length).toBeGreaterThan(3);
    expect(off).toEqual([...off.slice(1).map(() => 0), 1]);
    expect(await Promise.all(['many0', 'many1', 'many89'].map(isOn))).toEqual([false, true, true]);
  });

  test('deactivate switches off what the exchange did not list, also where its last files held changes alone', async () => {
    const changes = commerceml(catalog([good('db', 'Товар db')], { id: 'deactivated', changes: true }));
    await exchange({ 'import.xml': goodsFile(['da', 'db', 'dc'], 'deactivated') });
    const { failed, said } = await exchange(
      { 'import_1.xml': changes, 'import_2.xml': goodsFile([], 'deactivated') },
      { ...products.unf, packs: false },
      { order: 'one by one', isFull: true },
    );
    expect([failed, said.first]).toEqual([null, 'success']);
    // Nothing was sent in full: changes alone never switch off.
    expect([await isOn('da'), await isOn('db'), await isOn('dc')]).toEqual([true, true, true]);
    const client = onec(app, base, products.unf);
    await client.signIn();
    expect((await client.ask('deactivate', { timestamp: '1' })).rest[0]).toContain('Отметка времени');
    expect((await client.ask('deactivate', { timestamp: '1000000000' })).rest[0]).toContain('старше этого обмена');
    await client.ask('complete');
  });

  test('deactivate is refused after a portion that was not taken or was stopped: its goods would be switched off', async () => {
    const { client, timestamp, limit, answerTo } = await beginAfterFull(['ga', 'gb', 'gc'], 'gapped');
    const portion = async (filename: string, text: string) => {
      await client.sendFile(filename, Buffer.from(text), limit);
      return answerTo('import', { filename });
    };
    const deactivate = () => answerTo('deactivate', { timestamp });
    const areOn = () => Promise.all(['ga', 'gb', 'gc'].map(isOn));
    const whole = goodsFile(['gb'], 'gapped');
    expect(await portion('import_1.xml', goodsFile(['ga'], 'gapped'))).toMatch(/^success/);
    expect(await portion('import_2.xml', whole.slice(0, -40))).toMatch(/^failure\nПакет № \d+ не принят/);
    const refused =
      /^failure\nПакет № \d+ этого обмена не принят, поэтому товары, которых в обмене нет, не выключаются/;
    expect(await deactivate()).toMatch(refused);
    // Once more from the beginning, and somebody stops the second portion.
    await client.init();
    expect(await portion('import_1.xml', goodsFile(['ga'], 'gapped'))).toMatch(/^success/);
    await jobs.pause();
    await client.sendFile('import_2.xml', Buffer.from(whole), limit);
    await client.ask('import', { filename: 'import_2.xml' });
    const { id } = await db
      .selectFrom('onec_packages')
      .select('id')
      .where('finished_at', 'is', null)
      .executeTakeFirstOrThrow();
    await db.transaction().execute((db) => stopPackage(db, id, 'Вера'));
    await jobs.go();
    expect(await deactivate()).toMatch(refused);
    expect(await areOn()).toEqual([true, true, true]);
    // All of it, from the beginning: what it does not list is off.
    await client.init();
    expect(await portion('import_1.xml', goodsFile(['ga'], 'gapped'))).toMatch(/^success/);
    expect(await portion('import_2.xml', whole)).toMatch(/^success/);
    expect(await deactivate()).toMatch(/^success/);
    expect(await areOn()).toEqual([true, true, false]);
    await client.ask('complete');
  });

  test('deactivate is refused while a portion waits whose import 1C has not asked for: its goods would be switched off', async () => {
    const { client, timestamp, limit, answerTo } = await beginAfterFull(['ua', 'ub', 'uc'], 'unasked');
    const areOn = () => Promise.all(['ua', 'ub', 'uc'].map(isOn));
    const refused = /^failure\nФайл «import_2.xml» прислан, но принять его 1С не просила/;
    await client.sendFile('import_1.xml', Buffer.from(goodsFile(['ua'], 'unasked')), limit);
    expect(await answerTo('import', { filename: 'import_1.xml' })).toMatch(/^success/);
    await client.sendFile('import_2.xml', Buffer.from(goodsFile(['ub'], 'unasked')), limit);
    expect(await answerTo('deactivate', { timestamp })).toMatch(refused);
    expect(await areOn()).toEqual([true, true, true]);
    // Asked for late it is taken, and what the exchange does not list is off.
    expect(await answerTo('import', { filename: 'import_2.xml' })).toMatch(/^success\n[\s\S]*Товары: получено 1/);
    expect(await answerTo('deactivate', { timestamp })).toMatch(/^success\n[\s\S]*выключено 1/);
    expect(await areOn()).toEqual([true, true, false]);
    // What comes behind it is not covered by what was said of it.
    await client.sendFile('import_2.xml', Buffer.from(goodsFile(['uc'], 'unasked')), limit);
    expect(await answerTo('deactivate', { timestamp })).toMatch(refused);
    await client.ask('complete');
  });

  test('deactivate that waited behind a portion is refused when that is not taken after all', async () => {
    const { client, timestamp, limit, answerTo } = await beginAfterFull(['la', 'lb'], 'later');
    await client.sendFile('import_1.xml', Buffer.from(goodsFile(['la'], 'later')), limit);
    expect(await answerTo('import', { filename: 'import_1.xml' })).toMatch(/^success/);
    await jobs.pause();
    await client.sendFile('import_2.xml', Buffer.from(goodsFile(['lb'], 'later')), limit);
    expect((await client.ask('import', { filename: 'import_2.xml' })).first).toBe('progress');
    expect((await client.ask('deactivate', { timestamp })).first).toBe('progress');
    const portion = await db
      .selectFrom('onec_packages')
      .select('id')
      .where('finished_at', 'is', null)
      .orderBy('id')
      .executeTakeFirst();
    await db.transaction().execute((db) => stopPackage(db, portion!.id, 'Вера'));
    await jobs.go();
    const refused = `Пакет № ${portion!.id} этого обмена не принят, поэтому товары, которых в обмене нет, не выключаются`;
    expect(await answerTo('deactivate', { timestamp })).toMatch(new RegExp(`^failure\\n.*${refused}`));
    expect([await isOn('la'), await isOn('lb')]).toEqual([true, true]);
    await client.ask('complete');
  });

  test('a package that is tried again after a pause is not overtaken by deactivate, nor by a later portion', async () => {
    const { client, timestamp, limit, answerTo } = await beginAfterFull(['pa', 'pb', 'pc'], 'paused');
    await jobs.pause();
    for (const id of ['pa', 'pb']) {
      await client.sendFile(`import_${id}.xml`, Buffer.from(goodsFile([id], 'paused')), limit);
      expect((await client.ask('import', { filename: `import_${id}.xml` })).first).toBe('progress');
    }
    expect((await client.ask('deactivate', { timestamp })).first).toBe('progress');
    const waiting = () => db.selectFrom('onec_packages').select('id').where('finished_at', 'is', null).orderBy('id');
    const ids = (await waiting().execute()).map(({ id }) => id);
    // As a worker leaves it that has tried the first one and failed.
    await sql`
      select graphile_worker.reschedule_jobs(array[id], run_at => now() + interval '3 seconds') from graphile_worker.jobs
      where key = ${`onec_package_${ids[0]}`}`.execute(db);
    await jobs.go();
    expect(await answerTo('deactivate', { timestamp })).toMatch(/^success/);
    const taken = await db
      .selectFrom('onec_packages')
      .select('id')
      .where('id', 'in', ids)
      .orderBy('finished_at')
      .execute();
    expect(taken.map(({ id }) => id)).toEqual(ids);
    expect(await Promise.all(['pa', 'pb', 'pc'].map(isOn))).toEqual([true, true, false]);
    await client.ask('complete');
  });

  test('a file of the same name in a later zip is another: it is imported too, or deactivate would switch off its goods', async () => {
    const listed = ['za', 'zb', 'zc', 'zd'];
    const { client, timestamp, limit, answerTo } = await beginAfterFull(listed, 'zipped', products.unf);
    const portion = async (archive: string, ids: string[]) => {
      const packed = zip([{ name: 'import.xml', data: Buffer.from(goodsFile(ids, 'zipped')) }]);
      await client.sendFile(archive, packed, limit);
      return answerTo('import', { filename: 'import.xml' });
    };
    const first = await portion('v8_1.zip', ['za', 'zb']);
    expect(first).toMatch(/^success\n/);
    // Asked again for the same, it is told the same.
    expect(await answerTo('import', { filename: 'import.xml' })).toBe(first);
    expect(await portion('v8_2.zip', ['zc', 'ze'])).toMatch(/^success\n[\s\S]*новых 1, без изменений 1/);
    expect(await answerTo('deactivate', { timestamp })).toMatch(/^success\n[\s\S]*выключено 1/);
    expect(await Promise.all([...listed, 'ze'].map(isOn))).toEqual([true, true, true, false, true]);
    await client.ask('complete');
  });

  test('zips that come together may hold files of the same name: all are imported', async () => {
    const client = onec(app, base, products.ut11);
    await client.signIn();
    const { limit } = await client.init();
    for (const [place, id] of ['ta', 'tb', 'tc'].entries()) {
      const packed = zip([
        { name: 'import.xml', data: Buffer.from(goodsFile([id], 'together')) },
        { name: `offers_${id}.xml`, data: Buffer.from(offersFile([id], 'together')) },
      ]);
      await client.sendFile(`v8_${place}.zip`, packed, limit);
    }
    const answers: string[] = [];
    for (const filename of ['import.xml', 'offers_ta.xml', 'offers_tc.xml']) {
      let said = await client.ask('import', { filename });
      while (said.first === 'progress') said = await client.ask('import', { filename });
      answers.push([said.first, ...said.rest].join('\n'));
    }
    expect(answers[0]).toMatch(/^success\n[\s\S]*Товары: получено 3, новых 3\nПредложения: получено 3, новых 3/);
    expect(new Set(answers).size).toBe(1);
    expect(await Promise.all(['ta', 'tb', 'tc'].map(isOn))).toEqual([true, true, true]);
    await client.ask('complete');
  });

  test('deactivate takes no price when the offers fit no known good: 1C was filled again with other ids', async () => {
    const offered = (ids: string[]) => ({ 'offers.xml': offersFile(ids, 'refilled') });
    const newModule = { ...products.unf, packs: false };
    await exchange({ 'import.xml': goodsFile(['ra', 'rb'], 'refilled'), ...offered(['ra', 'rb']) });
    const before = await exchangedRows(db);
    const { failed, results } = await exchange(offered(['rx', 'ry']), newModule, { isFull: true });
    expect(failed).toBeNull();
    expect(results.flatMap(({ rest }) => rest).join()).toContain('не подходит ни к одному известному товару');
    expect(await exchangedRows(db)).toEqual(before);
  });
});

test.each([
  ['УТ 11', products.ut11],
  ['МойСклад', products.moysklad],
])(
  'a base of %s with prices at its goods, nested groups and foreign money: roubles alone are shown',
  async (_, product) => {
    const own = product === products.ut11 ? 'odd1' : 'odd2';
    const id = (name: string) => `${own}-${name}`;
    const tree = groups(
      group(
        id('top'),
        `Стройка ${own}`,
        group(id('middle'), 'Смеси', group(id('low'), 'Гипсовые'), group(id('other'), 'Клей')),
      ),
    );
    const barcode = (code: string) => `<ШтрихКод>${code}</ШтрихКод>`;
    const placed = { group: id('low') };
    const types = retail + priceType('usd', 'Розничная, доллары', 'USD');
    const { failed, results } = await exchange(
      {
        'import.xml': commerceml(
          classifier(`${tree}<ТипыЦен>${types}</ТипыЦен>`, { id: own }) +
            catalog(
              [
                good(id('both'), 'Гипс', barcode('4600000000015') + prices({ retail: 489.5, usd: 6 }), placed),
                good(id('foreign'), 'Клей', barcode('4600000000022') + prices({ usd: 7 }), { group: id('other') }),
                good(id('row'), 'Мел', prices({ retail: 7 }, '<Валюта>EUR</Валюта>'), placed),
              ],
              { id: own, changes: true },
            ),
        ),
      },
      product,
    );
    expect(failed).toBeNull();
    const { rows } = await sql<Record<string, unknown>>`
    select p.id_1c, p.barcode, (select json_agg(price) from prices where product_id = p.id and price is not null) as prices,
      (select array[top.name, middle.name, low.name] from product_categories pc
        join categories low on low.id = pc.category_id join categories middle on middle.id = low.parent_id
        join categories top on top.id = middle.parent_id where pc.product_id = p.id) as places
    from products p where p.id_1c like ${`${own}-%`} order by p.id_1c`.execute(db);
    const top = `Стройка ${own}`;
    expect(rows).toEqual([
      { id_1c: id('both'), barcode: '4600000000015', prices: [48_950], places: [top, 'Смеси', 'Гипсовые'] },
      { id_1c: id('foreign'), barcode: '4600000000022', prices: null, places: [top, 'Смеси', 'Клей'] },
      { id_1c: id('row'), barcode: null, prices: null, places: [top, 'Смеси', 'Гипсовые'] },
    ]);
    expect(results[0]?.rest.join('\n')).toMatch(/Не принято: \d+\sзапис/);
    const { summary } = await db
      .selectFrom('onec_packages')
      .select(sql<ImportSummary>`summary`.as('summary'))
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(summary.prices.refused.map(({ reason, count }) => `${reason}: ${count}`).toSorted()).toEqual([
      'цены в валюте «EUR» не показываются как рубли: 1',
      'цены в валюте «USD» не показываются как рубли: 2',
    ]);
  },
);

describe('pictures', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const pictured = (id: string) =>
    commerceml(
      mainGroup + catalog([good(id, 'С картинкой', '<Картинка>import_files/ab/ab1.png</Картинка>')], { changes: true }),
    );

  test.each([
    ['in a zip', products.ut11, 'pz'],
    ['file by file, sent before', { ...products.ut11, packs: false }, 'pf'],
  ])('come %s', async (_, product, id) => {
    const { failed } = await exchange({ 'import_files/ab/ab1.png': png, 'import.xml': pictured(id) }, product);
    expect(failed).toBeNull();
    const found = await productOf(db, id);
    expect(found?.images).toEqual([expect.stringMatching(/^products\/1c\/.*\.png$/)]);
    expect(await readFile(join(dataDir, 'files', found?.images[0] ?? ''))).toEqual(png);
  });

  test('come in another zip than the goods, also in one that was imported before', async () => {
    const client = onec(app, base, products.ut11);
    await client.signIn();
    const { limit } = await client.init();
    const picture = { name: 'import_files/ab/ab1.png', data: png };
    const send = async (archive: string, entries: { name: string; data: Buffer }[]) => {
      await client.sendFile(archive, zip(entries), limit);
    };
    const imported = async () => {
      let said = await client.ask('import', { filename: 'import.xml' });
      while (said.first === 'progress') said = await client.ask('import', { filename: 'import.xml' });
      return said.first;
    };
    await db.deleteFrom('onec_pictures').execute();
    await send('v8_1.zip', [picture]);
    await send('v8_2.zip', [{ name: 'import.xml', data: Buffer.from(pictured('p1')) }]);
    expect(await imported()).toBe('success');
    await db.deleteFrom('onec_pictures').execute();
    await send('v8_3.zip', [{ name: 'import.xml', data: Buffer.from(pictured('p2')) }]);
    expect(await imported()).toBe('success');
    for (const id of ['p1', 'p2'])
      expect((await productOf(db, id))?.images).toEqual([expect.stringMatching(/^products\/1c\/.*\.png$/)]);
    await client.ask('complete');
  });
});

describe('what cannot be taken is refused with its reason, and nothing changes', () => {
  test('a file that never came, and one that is not in the archive', async () => {
    const client = onec(app, base, products.old);
    await client.signIn();
    await client.init();
    expect((await client.ask('import', { filename: 'import.xml' })).rest[0]).toContain('Файл «import.xml» не получен');
    await client.sendFile(
      'a.zip',
      zip([{ name: 'import.xml', data: Buffer.from(goodsFile(['z'], 'zipped')) }]),
      1_000_000,
    );
    let said = await client.ask('import', { filename: 'offers.xml' });
    while (said.first === 'progress') said = await client.ask('import', { filename: 'offers.xml' });
    expect(said.rest[0]).toContain('Файла «offers.xml» нет ни среди присланных, ни в архиве');
    expect((await client.ask('import', { filename: 'import.xml' })).first).toBe('success');
  });
});

test('a part that is on its way when the import begins, or the exchange again, is refused: nobody would read it', async () => {
  const client = onec(app, base, products.old);
  const [, token = ''] = (await client.signIn()).rest;
  const { limit } = await client.init();
  const bytes = Buffer.from(goodsFile(['way2'], 'way'));
  const isKnown = () =>
    db
      .selectFrom('onec_files as f')
      .innerJoin('onec_sessions as s', (join) =>
        join.onRef('s.id', '=', 'f.session_id').onRef('s.batch', '=', 'f.batch').on('s.ended_at', 'is', null),
      )
      .select('f.name')
      .where('f.name', '=', 'import_2.xml')
      .executeTakeFirst();
  /** Sends a part whose end comes when `meanwhile` is over; what the shop said of it. */
  const sendSlowly = async (meanwhile: () => Promise<void>) => {
    const payload = new PassThrough();
    const answer = app.inject({
      method: 'POST',
      url: '/1c_exchange.php?type=catalog&mode=file&filename=import_2.xml',
      headers: {
        host: 'idd.localhost',
        cookie: `onec_session=${token}`,
        'content-type': 'application/octet-stream',
        'content-length': String(bytes.length),
      },
      payload,
    });
    payload.write(bytes.subarray(0, 20));
    await expect.poll(isKnown, { timeout: 5_000 }).toBeTruthy();
    await meanwhile();
    payload.end(bytes.subarray(20));
    return (await answer).payload;
  };
  const imported = async (filename: string) => {
    let said = await client.ask('import', { filename });
    while (said.first === 'progress') said = await client.ask('import', { filename });
    return [said.first, ...said.rest].join('\n');
  };
  const late = /^failure\nЧасть файла «import_2.xml» пришла, когда/;
  await client.sendFile('import.xml', Buffer.from(goodsFile(['way1'], 'way')), limit);
  const said = await sendSlowly(async () => expect(await imported('import.xml')).toMatch(/^success/));
  expect(said).toMatch(late);
  expect(await imported('import_2.xml')).toMatch(/^failure\nФайла «import_2.xml» нет ни среди/);
  expect(await sendSlowly(async () => expect((await client.init()).said.first).toBe('zip=yes'))).toMatch(late);
  expect(await sendSlowly(async () => {})).toBe('success');
  expect(await imported('import_2.xml')).toMatch(/^success/);
  expect([await isOn('way1'), await isOn('way2')]).toEqual([true, true]);
  await client.ask('complete');
});

test('while nobody works on jobs 1C is informed; another exchange waits; then the package is imported', async () => {
  await jobs.pause();
  const client = onec(app, base, products.old);
  await client.signIn();
  const { limit } = await client.init();
  await client.sendFile('import.xml', Buffer.from(goodsFile(['late'], 'late')), limit);
  const began = performance.now();
  const said = await client.ask('import', { filename: 'import.xml' });
  expect([said.first, performance.now() - began < 10_000]).toEqual(['progress', true]);
  expect(said.rest[0]).toMatch(/^Пакет № \d+ ждёт своей очереди$/);
  await sql`update onec_packages set received_at = received_at - make_interval(secs => ${staleSeconds + 1}) where finished_at is null`.execute(
    db,
  );
  expect((await client.ask('import', { filename: 'import.xml' })).rest[0]).toContain(
    'задания магазина сейчас никто не выполняет',
  );
  await sql`update onec_sessions set seen_at = seen_at - interval '10 minutes' where ended_at is null`.execute(db);
  expect((await onec(app, base).signIn()).rest[0]).toContain('задания магазина сейчас никто не выполняет');
  // The job failed for good, as when its process was killed each time: the next sign-in queues the package again.
  await forgetJobs(db);
  await sql`
    update onec_packages set state = 'importing', heartbeat_at = heartbeat_at - make_interval(secs => ${staleSeconds + 1})
    where finished_at is null`.execute(db);
  expect((await onec(app, base).signIn()).rest[0]).toMatch(/^Идёт другой обмен, начат в \d\d:\d\d/);
  await jobs.go();
  let last = await client.ask('import', { filename: 'import.xml' });
  while (last.first === 'progress') last = await client.ask('import', { filename: 'import.xml' });
  expect([last.first, await isOn('late')]).toEqual(['success', true]);
});

test('two bases feed disjoint goods in one moment, each over its own node', async () => {
  const other = { login: 'second', password: 'гвоздь-и-молоток-18' };
  await createNode(db, { name: 'Вторая база', ...other });
  const files = (ids: string[], own: string) => ({
    'import.xml': Buffer.from(goodsFile(ids, own)),
    'offers.xml': Buffer.from(offersFile(ids, own)),
  });
  const [first, second] = await Promise.all([
    exchange(files(['n1', 'n2'], 'first')),
    exchangeGoods(onec(app, other, products.ut11), products.ut11, files(['n3', 'n4'], 'second'), { isFull: true }),
  ]);
  expect([first.failed, second.failed]).toEqual([null, null]);
  expect(await Promise.all(['n1', 'n2', 'n3', 'n4'].map(isOn))).toEqual([true, true, true, true]);

  const take = () =>
    exchangeGoods(onec(app, other, products.ut11), products.ut11, {
      'import.xml': Buffer.from(goodsFile(['n1'], 'first')),
    });
  expect((await take()).failed).toMatch(
    /каталог «first» ведёт узел «Основной»: две базы выключали бы товары друг друга/,
  );
  expect(await isOn('n2')).toBe(true);
  await changeNode(db, base.login, { is_on: false });
  expect([(await take()).failed, await isOn('n2')]).toEqual([null, false]);
  await changeNode(db, base.login, { is_on: true });
});

test('goods that a switched-on node feeds are not taken over under a catalogue of another id, before the owner moves theirs', async () => {
  const other = { login: 'copy', password: 'гвоздь-и-молоток-19' };
  await createNode(db, { name: 'Копия базы', ...other });
  const send = (files: Record<string, string>) =>
    exchangeGoods(
      onec(app, other, products.ut11),
      products.ut11,
      Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])),
    );
  await exchange({ 'import.xml': goodsFile(['t1', 't2'], 'theirs'), 'offers.xml': offersFile(['t1', 't2'], 'theirs') });
  const before = await exchangedRows(db);
  const words = /с такими Ид ведёт узел «Основной» \(записей: \d+, например .*Ид t1.*, каталог «theirs»\)/;
  expect((await send({ 'import.xml': goodsFile(['t1', 'u1'], 'copied') })).failed).toMatch(words);
  // Offers alone, of a known good's new characteristic, and deletion marks are no way round.
  expect((await send({ 'offers.xml': offersFile(['t1#new'], 'copied') })).failed).toMatch(words);
  const deleted = commerceml(
    catalog([good('t1', 'Товар t1', '', { attributes: ' Статус="Удален"' })], { id: 'copied', changes: true }),
  );
  expect((await send({ 'import.xml': deleted })).failed).toMatch(words);
  expect(await exchangedRows(db)).toEqual(before);

  await moveCatalog(url, { catalog_id_1c: 'theirs', login: other.login });
  expect((await listCatalogs(db)).find(({ catalog_id_1c }) => catalog_id_1c === 'theirs')).toMatchObject({
    login: other.login,
    goods: 2,
  });
  expect((await send({ 'import.xml': goodsFile(['t1', 'u1'], 'copied') })).failed).toBeNull();
  expect([await isOn('t1'), await isOn('u1')]).toEqual([true, true]);
  expect((await exchange({ 'import.xml': goodsFile(['t1'], 'theirs') })).failed).toContain('ведёт узел «Копия базы»');
});

describe('what came is on the disk as it was sent', () => {
  async function send(files: Record<string, Buffer>) {
    const client = onec(app, base);
    await client.signIn();
    await client.init();
    for (const [name, content] of Object.entries(files)) await client.sendFile(name, content, 10_000_000);
    const { id, batch } = await db
      .selectFrom('onec_sessions')
      .select(['id', 'batch'])
      .where('ended_at', 'is', null)
      .orderBy('started_at', 'desc')
      .executeTakeFirstOrThrow();
    return { client, pathTo: (name: string) => join(dataDir, 'onec', id, String(batch), name) };
  }

  async function answerOf(client: ReturnType<typeof onec>) {
    for (;;) {
      const said = await client.ask('import', { filename: 'import0_1.xml' });
      if (said.first !== 'progress') return said;
    }
  }

  test('a file cut short, for the machine lost its power meanwhile, refuses its package', async () => {
    const { client, pathTo } = await send(sample);
    await truncate(pathTo('offers0_1.xml'), sample['offers0_1.xml'].length - 1);
    const { first, rest } = await answerOf(client);
    expect(first).toBe('failure');
    expect(rest.join(' ')).toContain('offers0_1.xml: на диске магазина меньше, чем прислано: выгрузите снова');
  });

  test('a picture cut short refuses its package too: exports of changes alone would not bring it again', async () => {
    const side = 120;
    const noise = Buffer.from(Array.from({ length: side * side * 3 }, (_, at) => (at * 7_919) % 251));
    const picture = await sharp(noise, { raw: { width: side, height: side, channels: 3 } })
      .jpeg()
      .toBuffer();
    const goods = catalog([good('cut-picture', 'С картинкой', '<Картинка>import_files/a.jpg</Картинка>')], {
      changes: true,
    });
    const files = { 'import_files/a.jpg': picture, 'import0_1.xml': Buffer.from(commerceml(mainGroup + goods)) };
    const { client, pathTo } = await send(files);
    await truncate(pathTo('import_files/a.jpg'), picture.length >> 1);
    const { first, rest } = await answerOf(client);
    expect([first, rest.join(' ')]).toEqual([
      'failure',
      expect.stringContaining('import_files/a.jpg: на диске магазина меньше, чем прислано: выгрузите снова'),
    ]);
    expect(await productOf(db, 'cut-picture')).toBeUndefined();
    const again = await send(files);
    await appendFile(again.pathTo('import_files/a.jpg'), 'of a part that broke off');
    expect((await answerOf(again.client)).first).toBe('success');
    expect((await productOf(db, 'cut-picture'))?.images).toHaveLength(1);
  });

  test('what is left behind a file by a part that broke off is not read', async () => {
    const { client, pathTo } = await send(sample);
    await appendFile(pathTo('offers0_1.xml'), '<Предл');
    expect((await answerOf(client)).first).toBe('success');
  });
});
