import { sql } from 'kysely';
import { articleKey } from '#modules/catalogue/article-key.ts';
import type { Db } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import { type GoodsKind, goodsKinds } from './schema.ts';

export type GoodsKeys = { [kind in GoodsKind]?: string | undefined };
export type FoundProduct = { product_id: number; factor_base: number; factor_sales: number };

type Candidate = FoundProduct & { place: number; idcode: string; is_off: boolean };

const words: Record<GoodsKind, string> = {
  id_1c: 'Ид 1С',
  idcode: 'код',
  article: 'артикул',
  barcode: 'штрихкод',
};

/**
 * The product that each row names, or why none is found, in Russian. An article or barcode of several goods names the
 * one that is not switched off, if that is one.
 */
export async function findGoods(db: Db, rows: GoodsKeys[]): Promise<(FoundProduct | { problem: string })[]> {
  const asked = rows.map(keyOf);
  const named = asked.flatMap((asked, place) => {
    if ('problem' in asked) return [];
    const { kind, key } = asked;
    return [{ kind, key: kind === 'article' ? articleKey(key) : key, place }];
  });
  const { rows: found } = await sql<Candidate>`
    select a.place, p.product_id, p.idcode, p.is_off, p.factor_base, p.factor_sales
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as a (place int, kind text, key text)
    cross join lateral (
      select id as product_id, idcode, switched_off_at is not null as is_off, factor_base, factor_sales
      from products where a.kind = 'id_1c' and id_1c = a.key
      union all
      select id, idcode, switched_off_at is not null, factor_base, factor_sales
      from products where a.kind = 'idcode' and idcode = a.key
      union all
      select id, idcode, switched_off_at is not null, factor_base, factor_sales
      from products where a.kind = 'barcode' and barcode = a.key
      union all
      select id, idcode, switched_off_at is not null, factor_base, factor_sales
      from products where a.kind = 'article' and article <> ''
        and article_key = a.key
    ) p`.execute(db);
  const byPlace = Map.groupBy(found, ({ place }) => place);
  return asked.map((key, place) => ('problem' in key ? key : chooseOne(key, byPlace.get(place) ?? [])));
}

function keyOf(row: GoodsKeys): { kind: GoodsKind; key: string } | { problem: string } {
  const given = goodsKinds.filter((kind) => row[kind] !== undefined);
  const [kind] = given;
  if (kind === undefined || given.length > 1)
    return { problem: 'товар называют одним из полей: id_1c, idcode, article или barcode' };
  return { kind, key: ensure(row[kind]) };
}

function chooseOne(
  { kind, key }: { kind: GoodsKind; key: string },
  found: Candidate[],
): FoundProduct | { problem: string } {
  const living = found.filter(({ is_off }) => !is_off);
  const fitting = living.length > 0 ? living : found;
  const [product] = fitting;
  if (!product) return { problem: `нет товара, у которого ${words[kind]} «${key}»` };
  if (fitting.length > 1) {
    const codes = fitting.slice(0, 5).map(({ idcode }) => idcode);
    return { problem: `${words[kind]} «${key}» у нескольких товаров (${codes.join(', ')}): укажите idcode` };
  }
  const { product_id, factor_base, factor_sales } = product;
  return { product_id, factor_base, factor_sales };
}
