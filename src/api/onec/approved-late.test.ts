import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { commands as decisions } from '#src/commands/onec-decisions.ts';
import { wordsRunner } from '#test/support/command.ts';
import {
  catalog,
  classifier,
  commerceml,
  good,
  group,
  groups,
  offer,
  offersPackage,
  prices,
  priceType,
  rests,
  retail,
} from '#test/support/commerceml.ts';
import { onec, products } from '#test/support/onec.ts';
import { exchangingShop } from '#test/support/onec-jobs.ts';
import { exchangeGoods } from '../../../bench/onec-client.ts';

const { db, url, base, app } = await exchangingShop({ importsHere: true });
const shop = wordsRunner(decisions, { db, url });

const numbers = Array.from({ length: 20 }, (_, n) => n);
const leaf = (n: number) => `leaf${n}`;

/** Twenty goods, each in a group of its own. */
const catalogOf = (groupOf: (n: number) => string, known: string[] = numbers.map(groupOf)) =>
  commerceml(
    classifier(groups(...known.map((id) => group(id, `Группа ${id}`)))) +
      catalog(
        numbers.map((n) => good(leaf(n), `Товар ${n}`, '', { group: groupOf(n) })),
        { changes: false },
      ),
  );
const rest = (count: number) => `<Количество>${count}</Количество>`;
const full = (groupOf: (n: number) => string, known?: string[]) => ({
  'import.xml': catalogOf(groupOf, known),
  'offers.xml': commerceml(
    offersPackage(
      numbers.map((n) => offer(leaf(n), `Товар ${n}`, prices({ retail: 100 }), rest(5))),
      { types: retail, changes: false },
    ),
  ),
});
const restsOf = (some: number[], count: number) => ({
  'rests.xml': commerceml(
    offersPackage(
      some.map((n) => offer(leaf(n), '', rest(count))),
      { changes: true },
    ),
  ),
});

async function exchange(files: Record<string, string>) {
  await db.deleteFrom('limits').execute();
  const texts = Object.entries(files).map(([name, text]) => [name, Buffer.from(text)]);
  return exchangeGoods(onec(app, base, products.old), products.old, Object.fromEntries(texts));
}
const state = async (id: number) =>
  (await db.selectFrom('onec_packages').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;
const lastPackage = () =>
  db.selectFrom('onec_packages').select(['id', 'state']).orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();

/** The exchange is held; then one of rests alone comes, and the owner says yes. */
async function approvedBehindRests(files: Record<string, string>, rests: Record<string, string>) {
  expect((await exchange(files)).failed).toContain('Пакет');
  const held = await lastPackage();
  expect(held.state).toBe('held');
  expect((await exchange(rests)).failed).toBeNull();
  await shop('onec approve', [String(held.id)]);
  await expect.poll(() => state(held.id)).toBe('imported');
  return held.id;
}

/** Of each good: its group, and kopecks and pieces in Вологда. */
async function goodsNow() {
  const { rows } = await sql<{ n: number; category: string; price: number; on_hand: number }>`
    select substr(p.id_1c, 5)::int as n, c.name as category, price.price, stock.on_hand
    from products p join product_categories pc on pc.product_id = p.id and pc.is_main
    join categories c on c.id = pc.category_id
    join prices price on price.product_id = p.id and price.price_column = 'vologda'
    join stock on stock.product_id = p.id and stock.store = 'store12'
    where p.id_1c like 'leaf%' order by 1`.execute(db);
  return rows;
}
const groupsOn = async () => {
  const { rows } = await sql<{ name: string }>`
    select name from categories where id_1c is not null and switched_off_at is null and name like 'Группа %' order by id`.execute(
    db,
  );
  return rows.map(({ name }) => name);
};

beforeEach(async () => {
  await exchange(full((n) => `tree${n}`));
  const held = await lastPackage();
  if (held.state !== 'held') return;
  await shop('onec approve', [String(held.id)]);
  await expect.poll(() => state(held.id)).toBe('imported');
});

test('groups that a held catalogue leaves out go when it is approved, though rests came meanwhile', async () => {
  const one = full(() => 'tree0');
  await approvedBehindRests(one, restsOf([0], 4));
  expect(await groupsOn()).toEqual(['Группа tree0']);
  // The next full export of the same finds nothing to wait for.
  expect((await exchange(one)).failed).toBeNull();
});

test('goods that a held catalogue moves into new groups stand in them, not among the others', async () => {
  await approvedBehindRests(
    full((n) => `wood${n}`),
    restsOf([1, 2], 4),
  );
  expect((await goodsNow()).map(({ category }) => category)).toEqual(numbers.map((n) => `Группа wood${n}`));
});

test('a held list of prices changes those of goods whose rests came meanwhile, and leaves the rests', async () => {
  const list = commerceml(
    offersPackage(
      numbers.map((n) => offer(leaf(n), '', prices({ retail: 200 }))),
      { types: retail, changes: true },
    ),
  );
  await approvedBehindRests({ 'prices.xml': list }, restsOf([0, 1, 2], 3));
  expect(await goodsNow()).toMatchObject(numbers.map((n) => ({ n, price: 20_000, on_hand: n < 3 ? 3 : 5 })));
});

test('of a base that writes prices at its goods a later price stays as well', async () => {
  const at = (price: number, some: number[]) => ({
    'import.xml': commerceml(
      catalog(
        some.map((n) => good(leaf(n), `Товар ${n}`, prices({ retail: price }), { group: `tree${n}` })),
        { changes: true },
      ),
    ),
  });
  await approvedBehindRests(at(200, numbers), at(110, [4]));
  expect(await goodsNow()).toMatchObject(numbers.map((n) => ({ n, price: n === 4 ? 11_000 : 20_000 })));
});

test('a price that came while a list of prices was held stays as it came', async () => {
  const list = (price: number, some: number[]) => ({
    'prices.xml': commerceml(
      offersPackage(
        some.map((n) => offer(leaf(n), '', prices({ retail: price }))),
        { types: retail, changes: true },
      ),
    ),
  });
  await approvedBehindRests(list(200, numbers), list(110, [4]));
  expect(await goodsNow()).toMatchObject(numbers.map((n) => ({ n, price: n === 4 ? 11_000 : 20_000 })));
});

test('of a held list a price type, and a warehouse, that came meanwhile stay as they came; the others are taken', async () => {
  const types = retail + priceType('far', 'Розничная Череповец');
  const warehouse = (id: string, name: string) => `<Склад><Ид>${id}</Ид><Наименование>${name}</Наименование></Склад>`;
  const warehouses = warehouse('near', 'Вологда') + warehouse('far', 'Череповец');
  const list = (block: string) => ({
    'offers.xml': commerceml(
      offersPackage(
        numbers.map((n) => offer(leaf(n), '', block)),
        { types, warehouses, changes: true },
      ),
    ),
  });
  await approvedBehindRests(list(prices({ retail: 200, far: 300 })), list(prices({ far: 150 })));
  await exchange(list(rests({ near: 5, far: 5 })));
  await approvedBehindRests(list(rests({ near: 0, far: 0 })), list(rests({ far: 4 })));
  expect(await goodsNow()).toMatchObject(numbers.map(() => ({ price: 20_000, on_hand: 0 })));
  const { rows } = await sql`
    select distinct price, on_hand from prices join stock using (product_id) join products p on p.id = product_id
    where p.id_1c like 'leaf%' and price_column = 'cherepovets' and store = 'store52'`.execute(db);
  expect(rows).toEqual([{ price: 15_000, on_hand: 4 }]);
});
