import type { PriceContext } from '#modules/departments/queries.ts';
import { type Db, preparedStatement } from '#platform/database.ts';
import type { CalculatorInputs } from '#shared/calculators.ts';
import { calculatorInputs } from './calculator-inputs.ts';
import type { ProductCard } from './card.ts';
import { calculatorOf, loadTree } from './categories.ts';
import { cheaperTiers, type Tier } from './offers.ts';

type Row = {
  unit: string;
  base_unit: string;
  factor_base: number;
  factor_sales: number;
  step: number;
  min_count: number;
  max_count: number;
  specs: Record<string, unknown>;
  category_id: number | null;
  tiers: Tier[] | null;
};

const selectCalculated = preparedStatement<Row>(
  'calculated_product',
  `select p.unit, p.base_unit, p.factor_base, p.factor_sales, p.step, p.min_count, p.max_count, p.specs, main.category_id,
    (select json_agg(json_build_object('from_count', t.from_count, 'price', t.price) order by t.from_count)
      from price_tiers t where t.price_column = $2::text and t.product_id = p.id) as tiers
  from products p
  left join product_categories main on main.product_id = p.id and main.is_main
  where p.id = $1::int`,
);

/**
 * What a box that counts with this card needs beside the card itself: one statement instead of the whole product. null
 * when the product's category or its specs do not let it be counted.
 */
export async function calculatedProduct(
  db: Db,
  priceContext: PriceContext,
  card: Pick<ProductCard, 'id' | 'price' | 'buyer_price'>,
): Promise<{ tiers: Tier[]; calculator: CalculatorInputs } | null> {
  const column = card.buyer_price === null ? priceContext.price_column : priceContext.buyer_price_column;
  const [tree, [row]] = await Promise.all([loadTree(db), selectCalculated(db, [card.id, column])]);
  const category = row?.category_id == null ? undefined : tree.byId.get(row.category_id);
  if (!row || !category) return null;
  const measured = { ...row, factor: [row.factor_base, row.factor_sales] as [number, number] };
  const calculator = calculatorInputs(calculatorOf(tree, category), measured, tree.attributes, row.specs);
  return calculator && { tiers: cheaperTiers(card.buyer_price ?? card.price, row.tiers ?? []), calculator };
}

type CountedRow = Omit<Row, 'tiers'> & { id: number; category_id: number };

const selectCounted = preparedStatement<CountedRow>(
  'counted_products',
  `select p.id, p.unit, p.base_unit, p.factor_base, p.factor_sales, p.step, p.min_count, p.max_count, p.specs, main.category_id
  from products p join product_categories main on main.product_id = p.id and main.is_main
  where p.id = any($1::int[])`,
);

/** The calculators of goods that are proposed beside another, by their id; what cannot be counted is left out. */
export async function calculatorsOf(db: Db, ids: number[]): Promise<Record<number, CalculatorInputs>> {
  if (ids.length === 0) return {};
  const [tree, rows] = await Promise.all([loadTree(db), selectCounted(db, [ids])]);
  return Object.fromEntries(
    rows.flatMap((row) => {
      const category = tree.byId.get(row.category_id);
      const measured = { ...row, factor: [row.factor_base, row.factor_sales] as [number, number] };
      const inputs = category && calculatorInputs(calculatorOf(tree, category), measured, tree.attributes, row.specs);
      return inputs ? [[row.id, inputs]] : [];
    }),
  );
}
