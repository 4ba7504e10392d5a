import { expect, test } from 'vitest';
import { ensure } from '#shared/ensure.ts';
import {
  catalog,
  commerceml,
  good,
  mainGroup,
  offer,
  offersPackage,
  prices,
  retail,
} from '#test/support/commerceml.ts';
import { onecShop } from '#test/support/onec-shop.ts';
import { openPackage } from '../open-package.ts';
import { rekeyGoods } from '../rekey.ts';
import { rollBackPackage } from './rollback.ts';

const { db, url, onec } = await onecShop();

const sent = (base: string, id: string, name: string, price: number) => ({
  'import.xml': commerceml(
    mainGroup + catalog([good(id, name, '', { article: `art-${base}` })], { id: `${base}-catalog`, changes: false }),
  ),
  'offers.xml': commerceml(
    offersPackage([offer(id, '', prices({ retail: price }))], { catalog_id: `${base}-catalog`, types: retail }),
  ),
});
const named = async (id_1c: string) =>
  (await db
    .selectFrom('products as p')
    .innerJoin('prices as s', 's.product_id', 'p.id')
    .select(['p.name', 's.price'])
    .where('p.id_1c', '=', id_1c)
    .executeTakeFirst()) ?? null;

test('after a base was filled again, packages of its goods are not rolled back; those of other bases are', async () => {
  await onec.import(sent('one', 'old', 'Балка', 100));
  await onec.import(sent('two', 'other', 'Доска', 100));
  const own = ensure((await onec.import(sent('one', 'old', 'Балка длинная', 110))).package_id);
  const others = ensure((await onec.import(sent('two', 'other', 'Доска сухая', 110))).package_id);
  const again = await onec.write(sent('one', 'new', 'Балка длинная', 110));
  await rekeyGoods(url, { open: () => openPackage(again), by: 'article', applies: true });

  await expect(rollBackPackage(url, own, 'Мария')).rejects.toThrow(/сменились Ид/);
  expect((await rollBackPackage(url, others, 'Мария')).goods).toBe(1);
  expect(await named('other')).toEqual({ name: 'Доска', price: 10_000 });

  // What the base sends under its new ids is rolled back as ever.
  const later = ensure((await onec.import(sent('one', 'new', 'Балка новая', 120))).package_id);
  expect(await named('new')).toEqual({ name: 'Балка новая', price: 12_000 });
  await rollBackPackage(url, later, 'Мария');
  expect(await named('new')).toEqual({ name: 'Балка длинная', price: 11_000 });
});

test('a former id that comes again is another good: a package of before is not laid over it', async () => {
  const former = ensure((await onec.import(sent('three', 'former', 'Лист', 90))).package_id);
  const again = await onec.write(sent('three', 'fresh', 'Лист', 90));
  await rekeyGoods(url, { open: () => openPackage(again), by: 'article', applies: true });
  await onec.import({
    'import.xml': commerceml(mainGroup + catalog([good('former', 'Совсем другой')], { id: 'four', changes: false })),
  });
  await expect(rollBackPackage(url, former, 'Мария')).rejects.toThrow(/сменились Ид/);
});
