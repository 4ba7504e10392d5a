import { endFieldOwners, type OwnedGoods, returnFields, takeFields } from '#modules/catalogue/field-owners.ts';
import { dropPins, endPins } from '#modules/catalogue/price-pins.ts';
import type { PriceKey } from '#modules/catalogue/save-prices.ts';
import type { OwnedField } from '#shared/product-fields.ts';
import { affectEveryGood, affectGoodsOfNode, affects, createAffected } from './affected.ts';
import { refuse } from './change-mapping.ts';
import { type Connection, inTransaction } from './connection.ts';
import { deriveAgain } from './derive-again.ts';
import type { FieldValues } from './owned-values.ts';

/**
 * The shop takes a field of a product for itself (its id), or of every one that 1C, or one node of it, feeds (null).
 * It may say at once what stands there. Refused in Russian: a product that 1C does not feed.
 */
export async function ownField(
  url: string,
  given: OwnedGoods & { field: OwnedField; until: Date | null; values?: FieldValues },
  progress: (text: string) => void = () => {},
): Promise<void> {
  await inTransaction(url, async (client) => {
    const { product_id, node_id, field, until, values } = given;
    await takeFields(client.db, { product_id, node_id: node_id ?? null, fields: [field], until });
    if (product_id === null) return;
    await affectProducts(client, [product_id], affects.product);
    // 1C is not asked again of a field that stays as it stands; words of the search and the address follow a new one.
    if (values) await deriveAgain(client, progress, { fieldValues: new Map([[product_id, values]]) });
  });
}

/** Gives a field back: what 1C said last stands there at once. Refused in Russian: it was 1C's already. */
export async function returnField(
  url: string,
  { product_id, node_id = null, field }: OwnedGoods & { field: OwnedField },
  progress: (text: string) => void = () => {},
): Promise<void> {
  await inTransaction(url, async (client) => {
    if (!(await returnFields(client.db, { product_id, node_id, fields: [field] }))) refuse('это поле и так ведёт 1С');
    if (product_id === null) {
      await createAffected(client);
      if (node_id === null) await affectEveryGood(client);
      else await affectGoodsOfNode(client, node_id);
    } else await affectProducts(client, [product_id], affects.product);
    await deriveAgain(client, progress);
  });
}

/** Takes a pin out: the price that 1C sent last stands there at once. Refused in Russian: it was not pinned. */
export async function unpinPrice(
  url: string,
  { product_id, price_column }: { product_id: number; price_column: string },
  progress: (text: string) => void = () => {},
): Promise<void> {
  await inTransaction(url, async (client) => {
    if ((await dropPins(client.db, { product_id, price_column })).length === 0) refuse('эта цена не закреплена');
    await createAffected(client);
    await restatePrices(client, [{ product_id, price_column }]);
    await deriveAgain(client, progress);
  });
}

/** Adds the goods whose fields or prices were the shop's until now. */
export async function addEnded(client: Connection): Promise<void> {
  const { products, nodes, isEveryOne } = await endFieldOwners(client.db);
  const pinned = await endPins(client.db);
  if (isEveryOne) await affectEveryGood(client);
  for (const node_id of nodes) await affectGoodsOfNode(client, node_id);
  await affectGoodsOf(client, products, affects.product);
  await restatePrices(client, pinned);
}

/** What 1C said last stands again in these prices, whatever stands there now. */
async function restatePrices(client: Connection, prices: PriceKey[]): Promise<void> {
  if (prices.length === 0) return;
  const products = prices.map(({ product_id }) => product_id);
  await client.query(
    `insert into restated_prices (price_column, product_id)
     select price_column, product_id from unnest($1::text[], $2::int[]) price (price_column, product_id)`,
    [prices.map(({ price_column }) => price_column), products],
  );
  await affectGoodsOf(client, products, affects.prices);
}

async function affectProducts(client: Connection, ids: number[], what: number): Promise<void> {
  await createAffected(client);
  if ((await affectGoodsOf(client, ids, what)) === 0) refuse('этот товар не из 1С: он и так принадлежит магазину');
}

async function affectGoodsOf(client: Connection, ids: number[], what: number): Promise<number> {
  if (ids.length === 0) return 0;
  const { rowCount } = await client.query(
    `insert into affected (good_id, seq, what)
     select distinct g.good_id, 0, $2::int from products p
     join onec_goods g on g.good_id = split_part(p.id_1c, '#', 1) where p.id = any($1)`,
    [ids, what],
  );
  return rowCount ?? 0;
}

/** What 1C said last stands again in fields and prices that the shop gave back. Harmless when there are none. */
export async function deriveReleased(url: string, progress: (text: string) => void = () => {}): Promise<void> {
  await inTransaction(url, async (client) => {
    await createAffected(client);
    await addEnded(client);
    await deriveAgain(client, progress);
  });
}
