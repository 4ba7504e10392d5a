import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { orderBody, orderInput, orderPlace } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { getOrder } from './queries.ts';
import { OrderInput } from './schema.ts';
import { submitOrder } from './submit-order.ts';

const { db } = await testDatabase();
await makeBranches(db);
const zone = await db
  .insertInto('delivery_zones')
  .values({ department_id_1c: '00131', name: 'Город', places: ['вологда'], days_min: 1, days_max: 1 })
  .returning('id')
  .executeTakeFirstOrThrow();
await sql`insert into delivery_zone_rates values
  (${zone.id}, 100000, 39000, 'легковая'), (${zone.id}, 1500000, 129000, 'фургон до 1,5 т')`.execute(db);
const bag = await makeProduct(db, { price: 50_000, weight_grams: 30_000, on_hand: 1000 });

async function carried(carrying: unknown, { count = 3, more = {} } = {}) {
  const receiving = { type: 'delivery', address: 'Вологда, Мира, 10', carrying };
  return submitOrder(db, await orderPlace(db), orderInput([[bag, count]], { receiving, ...more }));
}

test('a branch without a tariff neither unloads nor lifts', async () => {
  await expect(carried({ kind: 'unloading' })).rejects.toMatchObject({
    code: 'bad_input',
    message: 'Такой разгрузки или подъёма в этом городе нет',
  });
});

test('[S7-32] unloading and lifting cost what the tariff says of the weight, and stay on the order as they were priced', async () => {
  await sql`insert into carrying_rates values
    ('00131', 'unloading', 50000, 4000, 0), ('00131', 'stairs', 50000, 1800, 30000)`.execute(db);
  const unloaded = await carried({ kind: 'unloading' });
  expect(unloaded).toMatchObject({ delivery_price: 39_000, carrying_price: 8_000, total: 197_000 });
  await expect(carried({ kind: 'unloading' }, { more: { accepted_total: 1_890 } })).rejects.toMatchObject({
    code: 'total_changed',
    details: { total: 197_000, delivery_price: 39_000, carrying_price: 8_000 },
  });
  const lifted = await carried({ kind: 'stairs', floor: 9 }, { count: 4, more: { accepted_total: 3_776 } });
  expect(lifted).toMatchObject({ delivery_price: 129_000, carrying_price: 48_600, total: 377_600 });
  await sql`update carrying_rates set price_kopecks = 1`.execute(db);
  expect(await getOrder(db, lifted.id)).toMatchObject({
    carrying_price: 48_600,
    total: 377_600,
    receiving: { carrying: { kind: 'stairs', floor: 9 } },
  });
  await expect(carried({ kind: 'lift', floor: 2 })).rejects.toMatchObject({ code: 'bad_input' });
});

test('where the operator prices the delivery he prices the lifting too', async () => {
  expect(await carried({ kind: 'stairs', floor: 2 }, { count: 60 })).toMatchObject({
    delivery_price: null,
    carrying_price: null,
    total: 3_000_000,
  });
});

test('the database holds what an order’s sum is made of', async () => {
  const { id } = await carried({ kind: 'unloading' });
  const broken = (set: string) => sql`update orders set ${sql.raw(set)} where id = ${id}`.execute(db);
  await expect(broken('carrying_price = carrying_price + 1')).rejects.toThrow('orders_total_is_its_parts');
  await expect(broken('carrying = null')).rejects.toThrow('orders_carrying_priced_as_delivery');
  await expect(broken(`carrying = 'stairs'`)).rejects.toThrow('orders_lifted_to_a_floor');
  await expect(broken(`receiving_type = 'pickup', pickup_department_id_1c = '00131'`)).rejects.toThrow(
    'orders_carrying_is_delivered',
  );
});

test.for([
  [{ kind: 'stairs' }, 'receiving.carrying.floor'],
  [{ kind: 'stairs', floor: 101 }, 'receiving.carrying.floor'],
  [{ kind: 'unloading', floor: 1 }, 'receiving.carrying.floor'],
  [{ kind: 'crane' }, 'receiving.carrying.kind'],
] as const)('the service %j is not understood', ([carrying, path]) => {
  const receiving = { type: 'delivery', address: 'Вологда, Мира, 10', carrying };
  const { error } = OrderInput.safeParse(orderBody([[bag, 1]], { receiving }));
  expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
});

test('what is picked up is neither unloaded nor lifted', () => {
  const receiving = { type: 'pickup', carrying: { kind: 'unloading' } };
  const { error } = OrderInput.safeParse(orderBody([[bag, 1]], { receiving }));
  expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual(['receiving.carrying']);
});
