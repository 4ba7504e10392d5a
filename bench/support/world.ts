import type { Database } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import type { World } from './visitors.ts';

const mainDomain = 'idd.localhost';
/** As many as a crowd of visitors looks at in an hour; each is sold and lies in all the branches visited. */
const goodsShown = 2_000;

/**
 * What the visitors of a load may ask for, and puts stock in for what they may order. Three branches are visited: the
 * main one and two more.
 */
export async function readWorld(db: Database): Promise<World> {
  const rows = async <T extends object>(text: string, values: unknown[] = []) =>
    (await db.pool.query<T>(text, values)).rows;
  const branches = await rows<{ domain: string; base_price: string; id_1c: string; store: string; is_main: boolean }>(`
    select domain, base_price, id_1c, store, is_main from departments
    where not is_pick_up_point and parent = (select parent from departments where is_main) order by is_main desc, id_1c limit 3`);
  const [size] = await rows<{ id: number }>('select max(id) as id from products');
  const columns = branches.map((branch) => branch.base_price);
  const stores = branches.map((branch) => branch.store);
  const goods = await rows<World['goods'][number]>(
    `select p.id, p.idcode, p.slug, p.name, p.min_count, r.price from products p
      join prices r on r.product_id = p.id and r.price_column = $1
    where p.switched_off_at is null and (select min(all_r.price)::bigint from prices all_r where all_r.product_id = p.id and all_r.price_column = any($2)) * p.min_count >= (select max(min_order_kopecks) from departments)
      and (select count(price) from prices all_r where all_r.product_id = p.id and all_r.price_column = any($2)) = cardinality($2)
      and (select count(*) from stock s where s.product_id = p.id and s.store = any($3)) = cardinality($3)
    order by hashint4(p.id) limit $4`,
    [columns[0], columns, stores, goodsShown],
  );
  await db.pool.query(
    `update stock s set on_hand = 100000, on_hand_base = 100000::numeric * p.factor_base / p.factor_sales
    from products p where p.id = s.product_id and s.store = any($1) and s.product_id = any($2) and s.on_hand < 50000`,
    [stores, goods.map(({ id }) => id)],
  );
  const categories = await rows<World['categories'][number]>(
    `
    select c.code, coalesce((select json_agg(json_build_object('code', a.code, 'id', v.id)) from (
        select unnest(p.facets) as id from products p join product_categories pc on pc.product_id = p.id where pc.category_id = c.id order by p.id limit 6) f
        join attribute_values v on v.id = f.id join attributes a on a.id = v.attribute_id and a.code <> all($1)), '[]') as values
    from categories c where c.switched_off_at is null and exists (select from product_categories pc where pc.category_id = c.id)`,
    // Codes that addresses of lists keep for themselves name no filter.
    [['sort', 'page', 'limit', 'q']],
  );
  const brands = await rows<{ slug: string }>('select slug from brands order by id limit 60');
  return {
    branches: await Promise.all(
      branches.map(async ({ domain, base_price, id_1c, is_main }) => {
        const prices = new Int32Array(ensure(size).id + 1);
        for (const { product_id, price } of await rows<{ product_id: number; price: number }>(
          'select product_id, price from prices where price_column = $1 and price is not null',
          [base_price],
        ))
          prices[product_id] = price;
        return {
          host: is_main ? mainDomain : `${domain}.${mainDomain}`,
          column: base_price,
          department_id_1c: id_1c,
          prices,
        };
      }),
    ),
    categories,
    brands: brands.map(({ slug }) => slug),
    goods,
    words: wordsOf(goods),
  };
}

/** What is typed: the first words of names, some with a letter lost, some articles. */
function wordsOf(goods: World['goods']): string[] {
  return goods.slice(0, 600).map(({ name, idcode }, index) => {
    const words = name.toLowerCase().match(/[а-яё]{3,}/g) ?? [name];
    const query = words.slice(0, 1 + (index % 2)).join(' ');
    if (index % 10 === 0 && query.length > 5) return query.slice(0, 3) + query.slice(4);
    return index % 15 === 0 ? idcode : query;
  });
}
