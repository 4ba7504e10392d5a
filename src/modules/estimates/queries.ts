import { sql } from 'kysely';
import type { ProductCard } from '#modules/catalogue/card.ts';
import { productCards } from '#modules/catalogue/product-card.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { type EstimateKey, openedBy, requireEstimate } from './owner.ts';
import { type Confidence, estimateDays } from './schema.ts';

export type EstimateLine = {
  position: number;
  text: string;
  name: string;
  amount: string | null;
  unit: string | null;
  confidence: Confidence;
  is_settled: boolean;
  is_taken: boolean;
  /** Sales units of `product`; null without one. */
  count: number | null;
  product_id: number | null;
  /** Sent back with the form: what an older page shows ticked may lie in the cart. */
  times_put: number;
  /** Offered for this line, the best first, with this branch's price and stock; those no longer sold are left out. */
  candidates: ProductCard[];
};

export type Estimate = {
  id: string;
  file_name: string | null;
  created_at: Date;
  lines: EstimateLine[];
};

type LineRow = Omit<EstimateLine, 'candidates'> & { candidates: number[] };

/** An estimate as its owner sees it in this branch. Throws not_found. */
export async function readEstimate(
  db: Db,
  priceContext: PriceContext,
  key: EstimateKey,
  id: string,
): Promise<Estimate> {
  const estimate = await requireEstimate(db, key, id, 'read');
  const { rows } = await sql<LineRow>`
    select position, text, name, amount, unit, confidence, is_settled, is_taken, count, product_id, times_put, candidates
    from estimate_lines where estimate_id = ${id}::uuid order by position`.execute(db);
  const cards = await productCards(db, priceContext, { ids: [...new Set(rows.flatMap((row) => row.candidates))] });
  const byId = new Map(cards.map((card) => [card.id, card]));
  const lines = rows.map((row) => ({
    ...row,
    candidates: row.candidates.flatMap((product_id) => byId.get(product_id) ?? []),
  }));
  const { file_name, created_at } = estimate;
  return { id: estimate.id, file_name, created_at, lines };
}

export type ListedEstimate = { id: string; file_name: string | null; changed_at: Date; lines: number; first: string };

/** The last estimates of whoever asks, newest first. */
export async function listEstimates(db: Db, key: EstimateKey): Promise<ListedEstimate[]> {
  if (!key.user_id && !key.secret) return [];
  const { rows } = await sql<ListedEstimate>`
    select e.id, e.file_name, e.changed_at, count(*)::int as lines, (array_agg(l.name order by l.position))[1] as first
    from estimates e join estimate_lines l on l.estimate_id = e.id
    where ${openedBy(key)} group by e.id order by e.changed_at desc limit 10`.execute(db);
  return rows;
}

/** Estimates nobody touched for a quarter are gone. */
export async function forgetOldEstimates(db: Db, now = new Date()): Promise<void> {
  await sql`
    delete from estimates where changed_at < ${now}::timestamptz - make_interval(days => ${estimateDays})`.execute(db);
}

/** Removes what this person sent to be matched, with its lines. */
export async function forgetEstimatesOf(db: Db, user_id: string): Promise<void> {
  await sql`delete from estimates where user_id = ${user_id}::uuid`.execute(db);
}

/** Estimates of an account that becomes another (`to`). Call in a transaction. */
export async function moveEstimatesOf(db: Db, from: string, to: string): Promise<void> {
  await sql`update estimates set user_id = ${to}::uuid where user_id = ${from}::uuid`.execute(db);
}
