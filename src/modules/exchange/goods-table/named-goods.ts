import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import type { CellValue } from './columns.ts';
import type { TableProduct } from './read-goods.ts';

type NamedProduct = {
  id: number;
  idcode: string;
  name: string;
  model_id: number;
  successor_id: number | null;
  is_on: boolean;
};

/** Goods that cells name, by their codes. */
export type NamedGoods = ReadonlyMap<string, NamedProduct>;

/** Goods whose codes stand in these cells; a code that no product has is left out. */
export async function findNamedGoods(db: Db, cells: string[]): Promise<NamedGoods> {
  const codes = [...new Set(cells.flatMap(codesOf))];
  if (codes.length === 0) return new Map();
  const { rows } = await sql<NamedProduct>`
    select id, idcode, name, model_id, successor_id, switched_off_at is null as is_on
    from products where idcode = any(${codes}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.idcode, row]));
}

/**
 * «10023, 10058» → the goods of these codes as analogues. What was not among them before is refused where it makes no
 * sense: the product itself, a variant of it, one that is off, one that this product has replaced.
 */
export function readAnalogues(typed: string, product: TableProduct | null, named: NamedGoods): CellValue {
  const ids: number[] = [];
  for (const code of codesOf(typed)) {
    const other = named.get(code);
    if (!other) return { problem: `товара с кодом «${code}» нет` };
    const problem = product?.analogue_ids.includes(other.id) ? null : senselessWords(other, product);
    if (problem !== null) return { problem };
    if (!ids.includes(other.id)) ids.push(other.id);
  }
  return { value: ids };
}

function senselessWords(other: NamedProduct, product: TableProduct | null): string | null {
  if (other.id === product?.id) return 'товар не бывает аналогом самого себя';
  if (other.model_id === product?.model_id) return `«${other.name}» — вариант этого же товара, его предложат и так`;
  if (product && other.successor_id === product.id) return `«${other.name}» сам заменён этим товаром: вышел бы круг`;
  return other.is_on ? null : `«${other.name}» снят с продажи`;
}

function codesOf(cell: string): string[] {
  return cell.split(/[\s,;]+/).filter(Boolean);
}
