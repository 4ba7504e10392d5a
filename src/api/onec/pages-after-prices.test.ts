import { expect, test } from 'vitest';
import { testApp } from '#test/support/app.ts';
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
  retail,
} from '#test/support/commerceml.ts';
import { onecShop } from '#test/support/onec-shop.ts';

const { db, onec } = await onecShop();

/** Enough for prices to come in fresh partitions. */
const ids = Array.from({ length: 2_100 }, (_, n) => n);
const offers = (roubles: number) =>
  commerceml(
    offersPackage(
      ids.map((n) => offer(`g${n}`, `Штукатурка ${n}`, prices({ retail: roubles }), '<Количество>5</Количество>')),
      { types: retail },
    ),
  );

test('cached pages and lists show the new prices when the process has caught up with an exchange of all of them', async () => {
  const goods = ids.map((n) => good(`g${n}`, `Штукатурка ${n}`, '<Группы><Ид>g1</Ид></Группы>'));
  await onec.import({
    'import.xml': commerceml(classifier(groups(group('g1', 'Штукатурки'))) + catalog(goods)),
    'offers.xml': offers(1_234),
  });
  const app = await testApp(db, {}, undefined, { followsCatalogue: true });
  const { slug } = await db.selectFrom('products').select('slug').limit(1).executeTakeFirstOrThrow();
  const { code } = await db
    .selectFrom('categories')
    .select('code')
    .where('name', '=', 'Штукатурки')
    .executeTakeFirstOrThrow();
  const headers = { host: 'idd.localhost' };
  const shows = async (words: string) =>
    Promise.all(
      [`/product/${slug}`, `/category/${code}`].map(async (path) => {
        const { body, statusCode } = await app.inject({ url: `${path}/`, headers });
        return [statusCode, body.includes(words)];
      }),
    );
  const yes = [200, true];
  expect(await shows('1 234 ₽')).toEqual([yes, yes]);
  for (const roubles of [5_678, 4_321]) {
    await onec.import({ 'offers.xml': offers(roubles) });
    await app.catalogue?.caughtUp();
    expect(await shows(`${Math.floor(roubles / 1_000)} ${roubles % 1_000} ₽`)).toEqual([yes, yes]);
  }
});
