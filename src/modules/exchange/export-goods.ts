import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import type { Cell } from '#platform/table-export.ts';

/** A column of prices or a store, with the name that stands in its heading. */
export type ExportTarget = { id: string; name: string };

type GoodsRow = {
  idcode: string;
  article: string | null;
  barcode: string | null;
  name: string;
  brand: string | null;
  category: string | null;
  unit: string;
  /** Kopecks per sales unit by column. */
  prices: Record<string, number | null>;
  /** Sales units by store. */
  stock: Record<string, number>;
};

const goodsHead = ['Код', 'Артикул', 'Штрихкод', 'Название', 'Бренд', 'Раздел', 'Единица'];

/**
 * Every product on sale with its prices (roubles) and what is on hand (sales units), by code: a table that an import
 * reads back by its headings.
 */
export async function exportGoods(
  db: Db,
  columns: ExportTarget[],
  stores: ExportTarget[],
): Promise<{ head: string[]; rows: Cell[][] }> {
  const { rows } = await sql<GoodsRow>`
    select p.idcode, p.article, p.barcode, p.name, b.name as brand, c.name as category, p.unit,
      coalesce((select jsonb_object_agg(r.price_column, r.price) from prices r
        where r.product_id = p.id and r.price_column = any(${columns.map(({ id }) => id)}::text[])), '{}') as prices,
      coalesce((select jsonb_object_agg(s.store, s.on_hand) from stock s
        where s.product_id = p.id and s.store = any(${stores.map(({ id }) => id)}::text[])), '{}') as stock
    from products p
    left join brands b on b.id = p.brand_id
    left join product_categories pc on pc.product_id = p.id and pc.is_main
    left join categories c on c.id = pc.category_id
    where p.switched_off_at is null
    order by p.idcode`.execute(db);
  const roubles = (kopecks: number | null | undefined) => (kopecks ? kopecks / 100 : null);
  return {
    head: [
      ...goodsHead,
      ...columns.map(({ name }) => `Цена, ${name}`),
      ...stores.map(({ name }) => `Остаток, ${name}`),
    ],
    rows: rows.map(({ prices, stock, ...row }) => [
      ...[row.idcode, row.article, row.barcode, row.name, row.brand, row.category, row.unit],
      ...columns.map(({ id }) => roubles(prices[id])),
      ...stores.map(({ id }) => stock[id] ?? null),
    ]),
  };
}
