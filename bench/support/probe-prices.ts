import { setTimeout as sleep } from 'node:timers/promises';
import { ensure } from '#shared/ensure.ts';
import { formatPrice } from '#shared/money.ts';
import type { Shop } from './visitors.ts';
import { Wire } from './wire.ts';

/**
 * One changed price: after how many milliseconds every process had it in its list and on its cached page; not `isSeen`:
 * one had not when the waiting ended.
 */
export type Probe = { ms: number; isSeen: boolean };

const everyMs = 10_000;
const longestMs = 30_000;

/**
 * Changes a price in the database every ten seconds and asks every process, by its list and by a page it keeps, until
 * both say the new one. A price far above all others, so that it stands on top of the dearest first.
 */
export async function probePrices({ ports, world, db, isOver }: Shop, probes: Probe[]): Promise<void> {
  const branch = ensure(world.branches[0]);
  const { rows: goods } = await db.pool.query<{ id: number; code: string; price: number }>(
    `select p.id, c.code, r.price from products p join product_categories pc on pc.product_id = p.id and pc.is_main join categories c on c.id = pc.category_id
      join prices r on r.product_id = p.id and r.price_column = $1
    where p.switched_off_at is null and c.switched_off_at is null and r.old_price is null and r.price is not null order by hashint4(p.id + 1) limit 500`,
    [branch.column],
  );
  const wires = ports.map((port) => new Wire(port));
  let roubles = 7_700_000 + (Date.now() % 100_000);
  for (let turn = 0; !isOver(); turn++) {
    const { id, code } = ensure(goods[turn % goods.length]);
    roubles += 1;
    // Visitors hold no answer against a price that is being changed.
    for (const { prices } of world.branches) prices[id] = 0;
    // Every process keeps the page as it was before.
    for (const wire of wires) await says(wire, code).catch(() => '');
    const isChanged = await db.pool
      .query('update prices set price = $3 where price_column = $1 and product_id = $2', [
        branch.column,
        id,
        roubles * 100,
      ])
      .then(
        () => true,
        () => false,
      );
    if (isChanged) {
      const changed = Date.now();
      const seen = await Promise.all(wires.map((wire) => untilReported(wire, code)));
      probes.push({ ms: Date.now() - changed, isSeen: !seen.includes(false) });
    }
    for (let waited = 0; waited < everyMs && !isOver(); waited += 500) await sleep(500);
  }
  for (const wire of wires) wire.close();
  const changed = goods.slice(0, probes.length + 1);
  await db.pool.query(
    `update prices r set price = g.price from unnest($2::int[], $3::int[]) as g (id, price) where r.price_column = $1 and r.product_id = g.id`,
    [branch.column, changed.map(({ id }) => id), changed.map(({ price }) => price)],
  );

  async function untilReported(wire: Wire, code: string): Promise<boolean> {
    for (const end = Date.now() + longestMs; Date.now() < end; await sleep(50)) {
      if ((await says(wire, code).catch(() => '')) === 'both') return true;
    }
    return false;
  }

  async function says(wire: Wire, code: string): Promise<'both' | ''> {
    const list = `/api/ecm/idd/products/?category=${code}&price_from=${roubles}&price_to=${roubles}`;
    const { body } = await wire.ask('GET', list, { host: branch.host });
    const page = await wire.ask('GET', `/category/${code}/?sort=-price`, {
      host: branch.host,
      'accept-encoding': 'gzip',
    });
    return JSON.parse(body).total === 1 && page.body.includes(formatPrice(roubles * 100)) ? 'both' : '';
  }
}
