import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { configuredOrigin } from '#modules/departments/hosts.ts';
import { countFeedFaults, listFeedLooks } from '#modules/feeds/feed-looks.ts';
import { listReader } from '#modules/feeds/read-list.ts';
import { type FeedWatch, watchFeeds } from '#modules/feeds/watch-feeds.ts';
import { askPage } from '#platform/ask-page.ts';
import { feedFileNames } from '#shared/feed-files.ts';
import { pagesForRobots } from '#shared/page-facts.ts';
import { testApp } from '#test/support/app.ts';
import { testConfig } from '#test/support/config.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const { id: category_id } = await makeCategory(db, 'suhie-smesi', 'Сухие смеси');
for (let n = 0; n < 12; n++) await makeProduct(db, { category_id, images: ['demo/a.jpg'] });
const app = await testApp(db);
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as { port: number };
const watch: FeedWatch = {
  originOf: (branch) => configuredOrigin(branch, testConfig(), port),
  askPage,
  ...pagesForRobots,
};
const now = new Date('2026-11-27T09:00:00Z');
const later = (days: number) => new Date(now.getTime() + days * 86_400_000);

async function look(at = now) {
  const faults = await watchFeeds(db, watch, at);
  expect(await countFeedFaults(db), 'what the alarm counts').toBe(faults);
  const looks = await listFeedLooks(db, ['00131']);
  return Object.fromEntries(looks.map((one) => [one.file, one]));
}

test('[S7-20] the files of a healthy shop are in order: they are read, counted, and their addresses open', async () => {
  const { sitemap, goods, blog } = await look();
  expect([sitemap, goods, blog]).toMatchObject([
    { state: 'good', reason: '', good_at: now, asked: 20 },
    { state: 'good', reason: '', count: 12, asked: 12, good_count: 12 },
    { state: 'good', reason: '', count: 0 },
  ]);
  expect(sitemap?.count).toBeGreaterThan(12);
  expect(goods?.bytes).toBeGreaterThan(5_000);
  const other = await listFeedLooks(db, ['00052']);
  expect(
    other.map(({ state, reason }) => [state, reason]),
    'a branch that sells nothing has an empty feed',
  ).toEqual(feedFileNames.map(() => ['good', '']));
});

test('what has fallen by half since the last good look is said to be few, and after a week it is the new number', async () => {
  await sql`update products set switched_off_at = now() where id > (select id from products order by id offset 4 limit 1)`.execute(
    db,
  );
  const { goods } = await look(later(1));
  expect(goods).toMatchObject({ state: 'few', reason: 'Было 12, стало 5', good_at: now, good_count: 12 });
  expect((await look(later(2))).goods, 'looking again does not make it good').toMatchObject({ state: 'few' });
  expect((await look(later(9))).goods).toMatchObject({ state: 'good', reason: '', good_count: 5 });
});

test('a feed without what the branch sells is broken, and good again when that is mended', async () => {
  await sql`update products set images = '{}'`.execute(db);
  const { goods, sitemap } = await look(later(10));
  expect(goods).toMatchObject({ state: 'broken', count: 0, good_at: later(9) });
  expect(goods?.reason.replaceAll('\u00a0', ' ')).toBe('Пусто, а филиал продаёт 5 товаров: у них нет фото или раздела');
  expect(sitemap).toMatchObject({ state: 'good' });
  await sql`update products set images = '{demo/a.jpg}'`.execute(db);
  expect((await look(later(11))).goods).toMatchObject({ state: 'good', count: 5 });
});

test('an address that does not open or that robots are kept from is named; a site that nobody reaches proves nothing', async () => {
  const see = async (given: Partial<FeedWatch>) => {
    await watchFeeds(db, { ...watch, ...given }, later(12));
    return (await listFeedLooks(db, ['00131'])).find(({ file }) => file === 'goods');
  };
  const gone = await see({ askPage: (address) => askPage(address.replace('/product/', '/product/no-')) });
  expect(gone).toMatchObject({ state: 'broken' });
  expect(gone?.reason).toMatch(/^Страница \/product\/product-\d+\/ отвечает 404$/);
  expect((await see({ closedToRobots: ['/product/'] }))?.reason).toMatch(/^Адрес закрыт в robots\.txt: \/product\//);
  const unreached = await see({ originOf: (branch) => configuredOrigin(branch, testConfig(), 1) });
  expect(unreached).toMatchObject({ state: 'good', asked: 0 });
});

test('XML that is cut off or holds a lone ampersand is told as broken', () => {
  const read = (text: string) => {
    const reader = listReader({ offer: 'url' });
    for (const piece of text.match(/.{1,5}/gsu) ?? []) reader.write(piece);
    return reader.end();
  };
  const whole = '<a><offer><url>http://x/1&amp;2</url></offer></a>';
  expect(read(whole)).toMatchObject({ count: 1, addresses: ['http://x/1&2'], fault: null });
  expect(read(whole.slice(0, -4)).fault).toMatch(/unclosed tag/);
  expect(read(whole.replace('&amp;', '& ')).fault).not.toBeNull();
});
