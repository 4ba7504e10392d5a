import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import type { App } from '#src/app.ts';
import {
  type Credentials,
  exchangeGoods,
  onecClient,
  type Product,
  products,
  type Send,
} from '../../bench/onec-client.ts';
import { catalog, commerceml, good, mainGroup, offer, offersPackage, prices, retail } from './commerceml.ts';
import { ask } from './http.ts';

export { products };

/** A way into the application of a test for a simulated 1C. */
export function sendingTo(app: App, address = '127.0.0.1', host = 'idd.localhost'): Send {
  return async ({ method, url, headers, body }) => {
    const answer = await app.inject({
      method,
      url,
      remoteAddress: address,
      headers: { host, ...headers },
      ...(body && { payload: body }),
    });
    return { status: answer.statusCode, type: String(answer.headers['content-type']), bytes: answer.rawPayload };
  };
}

export function onec(app: App, credentials: Credentials, product: Product = products.ut11, type = 'catalog') {
  return onecClient(sendingTo(app), product, credentials, type);
}

/** A full exchange of goods with these ids of 1C, 100 ₽ and 5 pieces each, as the base sends it. */
export function exchangeAll(app: App, credentials: Credentials, ids: string[]) {
  const goods = commerceml(mainGroup + catalog(ids.map((id) => good(id, `Товар ${id}`))));
  const offers = offersPackage(
    ids.map((id) => offer(id, `Товар ${id}`, prices({ retail: 100 }), '<Количество>5</Количество>')),
    { types: retail },
  );
  const files = { 'import.xml': Buffer.from(goods), 'offers.xml': Buffer.from(commerceml(offers)) };
  return exchangeGoods(onec(app, credentials, products.old), products.old, files);
}

/** A way to a listening port of loopback. */
export function sendingOver(port: number): Send {
  return async ({ method, url, headers, body }) => {
    const answer = await ask(port, url, headers, { method, ...(body && { body }) });
    return { status: answer.status, type: String(answer.headers['content-type']), bytes: answer.body };
  };
}

/** Everything of the goods that 1C feeds, without the ids that the database gave; a row of JSON for each product. */
export async function exchangedRows(db: Db): Promise<string[]> {
  const { rows } = await sql<{ row: string }>`
    select row_to_json(r)::text as row from (
      select p.id_1c, p.name, p.slug, p.article, p.description, p.switched_off_at is null as is_on,
        p.barcode, p.unit, p.base_unit, p.factor_base, p.factor_sales, p.vat_rate, p.variant_label, p.specs, p.images,
        (select json_agg(json_build_array(s.price_column, s.price) order by s.price_column)
          from prices s where s.product_id = p.id) as prices,
        (select json_agg(json_build_array(s.price_column, s.old_price) order by s.price_column)
          from prices s where s.product_id = p.id and s.old_price is not null) as old_prices,
        (select json_agg(json_build_array(t.price_column, t.from_count, t.price) order by t.price_column, t.from_count)
          from price_tiers t where t.product_id = p.id) as tiers,
        (select json_agg(json_build_array(k.store, k.on_hand) order by k.store)
          from stock k where k.product_id = p.id) as stock,
        (select json_agg(c.name order by c.name) from product_categories pc join categories c on c.id = pc.category_id
          where pc.product_id = p.id) as categories
      from products p order by p.id_1c
    ) r`.execute(db);
  return rows.map(({ row }) => row);
}
