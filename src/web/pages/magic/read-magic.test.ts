import { expect, test } from 'vitest';
import { listDepartments, priceContextOf } from '#modules/departments/queries.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { readMagic } from './read-magic.server.ts';

const { db } = await testDatabase();
await makeBranches(db);

test('[S2-02] a tree is dressed by boxes that leave the fewest balls over, by the cheapest garland, of what the shelf has enough of', async () => {
  const department = (await listDepartments(db)).find(({ id_1c }) => id_1c === '00131');
  if (!department) throw new Error('no branch');
  const problems: unknown[] = [];
  const site = {
    db,
    requestContext: { department, priceContext: await priceContextOf(department) },
    log: { error: (error: unknown) => problems.push(error), warn: (error: unknown) => problems.push(error) },
  } as unknown as Pick<Shop, 'db' | 'requestContext' | 'log'>;
  const kit = async () => {
    const { tree } = await readMagic(site, new URLSearchParams());
    return [tree.lines.balls, tree.lines.garland].map((line) => line && [line.choice.id, line.packs, line.sum]);
  };
  const [balls, boxes, home, yard] = await Promise.all(
    ['elochnye-shary', 'nabory-elochnyh-igrushek', 'girlyandy-dlya-doma', 'ulichnye-girlyandy'].map((code) =>
      makeCategory(db, code, code),
    ),
  );
  const ball = await makeProduct(db, { category_id: balls?.id, price: 19_900, on_hand: 100 });
  const outdoor = await makeProduct(db, {
    category_id: yard?.id,
    price: 60_000,
    on_hand: 9,
    specs: JSON.stringify({ dlina: 10 }),
  });
  expect(await kit()).toEqual([
    [ball.id, 36, 716_400],
    [outdoor.id, 1, 60_000],
  ]);
  const box = await makeProduct(db, {
    category_id: boxes?.id,
    price: 166_000,
    on_hand: 2,
    specs: JSON.stringify({ predmetov: 24 }),
  });
  const long = { category_id: home?.id, specs: JSON.stringify({ dlina: 5 }) };
  const garland = await makeProduct(db, { ...long, price: 55_700, on_hand: 5 });
  expect(await kit(), 'a garland for the home goes before a cheaper one for outdoors').toEqual([
    [box.id, 2, 332_000],
    [garland.id, 2, 111_400],
  ]);
  const six = await makeProduct(db, {
    category_id: balls?.id,
    price: 90_000,
    on_hand: 6,
    specs: JSON.stringify({ predmetov: 6 }),
  });
  expect((await kit())[0], '36 balls in sixes before 48 of two large boxes').toEqual([six.id, 6, 540_000]);
  expect(problems).toEqual([]);
});
