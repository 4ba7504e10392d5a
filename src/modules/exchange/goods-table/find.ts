import { sql } from 'kysely';
import { articleKey } from '#modules/catalogue/article-key.ts';
import type { Db } from '#platform/database.ts';

/** By what the cells of a row name its product; '' where the column is missing or empty. */
export type RowKeys = { idcode: string; id_1c: string; article: string; barcode: string };

type Known = RowKeys & { id: number; name: string; is_on: boolean };

/** Goods that the rows name, or whose article or barcode they want for another. */
export type KnownGoods = {
  byCode: Map<string, Known>;
  byId1c: Map<string, Known>;
  byArticle: Map<string, Known[]>;
  byBarcode: Map<string, Known[]>;
};

export async function findKnown(db: Db, keys: RowKeys[]): Promise<KnownGoods> {
  const all = (of: (key: RowKeys) => string) => [...new Set(keys.map(of).filter(Boolean))];
  const { rows } = await sql<Known>`
    select p.id, p.idcode, coalesce(p.id_1c, '') as id_1c, coalesce(p.article_key, '') as article,
      coalesce(p.barcode, '') as barcode, p.name, p.switched_off_at is null as is_on
    from products p where p.id in (
      select id from products where idcode = any(${all(({ idcode }) => idcode)}::text[])
      union all select id from products where id_1c = any(${all(({ id_1c }) => id_1c)}::text[])
      union all select id from products where barcode = any(${all(({ barcode }) => barcode)}::text[])
      union all select id from products where article_key = any(${all(({ article }) => articleKey(article))}::text[])
    ) order by p.id`.execute(db);
  return {
    byCode: new Map(rows.map((row) => [row.idcode, row])),
    byId1c: new Map(rows.map((row) => [row.id_1c, row])),
    byArticle: Map.groupBy(rows, ({ article }) => article),
    byBarcode: Map.groupBy(rows, ({ barcode }) => barcode),
  };
}

/** The id of the product that a row names; null: a new one; why none, in Russian. */
export function chosenProduct(keys: RowKeys, known: KnownGoods): { id: number | null } | { problem: string } {
  const { idcode, id_1c, article, barcode } = keys;
  if (idcode) {
    const product = known.byCode.get(idcode);
    return product ? { id: product.id } : { problem: `товара с кодом «${idcode}» нет` };
  }
  if (id_1c) {
    const product = known.byId1c.get(id_1c);
    return product ? { id: product.id } : { problem: `товара с Ид 1С «${id_1c}» нет: его заведёт обмен с 1С` };
  }
  const key = articleKey(article);
  if (article) return oneOf((key && known.byArticle.get(key)) || [], `артикул «${article}»`);
  if (barcode) return oneOf(known.byBarcode.get(barcode) ?? [], `штрихкод «${barcode}»`);
  return { problem: 'нечем назвать товар: нет ни кода, ни артикула, ни штрихкода' };
}

function oneOf(found: Known[], what: string): { id: number | null } | { problem: string } {
  const living = found.filter(({ is_on }) => is_on);
  const fitting = living.length > 0 ? living : found;
  if (fitting.length > 1) {
    const codes = fitting.slice(0, 5).map(({ idcode }) => idcode);
    return { problem: `${what} у нескольких товаров (${codes.join(', ')}): укажите код` };
  }
  return { id: fitting[0]?.id ?? null };
}

/** Another product that has this article or barcode already, in Russian; null: none has. */
export function takenProblem(
  { article, barcode }: { article: string; barcode: string },
  id: number | null,
  known: KnownGoods,
): { field: 'article' | 'barcode'; problem: string } | null {
  const other = (found: Known[] | undefined) => found?.find((product) => product.id !== id);
  const byArticle = articleKey(article) && other(known.byArticle.get(articleKey(article)));
  if (byArticle)
    return { field: 'article', problem: `артикул уже у товара «${byArticle.name}» (код ${byArticle.idcode})` };
  const byBarcode = barcode && other(known.byBarcode.get(barcode));
  if (byBarcode)
    return { field: 'barcode', problem: `штрихкод уже у товара «${byBarcode.name}» (код ${byBarcode.idcode})` };
  return null;
}
