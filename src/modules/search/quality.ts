import { Listing } from '#modules/catalogue/schema.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { countOf, formatCount } from '#shared/plurals.ts';
import { type JudgedProduct, type JudgedQuery, listJudgedQueries } from './judged-queries.ts';
import { queryAs } from './listing.ts';
import { ndcg } from './ndcg.ts';
import { changedRules, type RuleChange, rulesOfLook, type SearchRules } from './plan/read-rules.ts';
import { cardsOnly } from './preview.ts';

/** How one judged query is answered. */
export type QueryQuality = JudgedQuery & {
  /** nDCG@10, 0…1; null: no product that answers it is on sale, so there is nothing to measure by. */
  ndcg: number | null;
  /** Cards. */
  found: number;
  /** Name of the first card, or where the query leads instead. */
  first: string | null;
  /** The first card is as good an answer as there is. */
  is_first_right: boolean;
};

/** Of all judged queries together. */
export type Quality = {
  /** With goods on sale that answer them. */
  measured: number;
  /** The mean, 0…1; null: nothing is measured. */
  ndcg: number | null;
  /** Of the measured: no card was found. */
  unanswered: number;
  first_right: number;
};

export type QualityChange = {
  before: number | null;
  after: number | null;
  /** Queries whose answers get better or worse, the worst first. */
  changed: { words: string; before: number; after: number }[];
};

/** The judged queries are answered so much worse: means of nDCG@10, 0…1. */
export type QualityFall = { before: number; after: number; words: string };

/** A rule that lowers the mean by more than this is saved only by who has seen it (nDCG@10). */
const mostFall = 0.005;

/** Whether the queries get worse than somebody has accepted; `accepted`: null, nothing was. */
export function isDeeper(fall: QualityFall, accepted: Pick<QualityFall, 'before' | 'after'> | null): boolean {
  const most = accepted ? accepted.before - accepted.after : 0;
  return fall.before - fall.after > most + mostFall;
}

/** Every judged query as the branch's search answers it, by words. */
export async function judgedQualities(db: Db, priceContext: PriceContext, now: Date): Promise<QueryQuality[]> {
  return measure(db, priceContext, await listJudgedQueries(db), null, now);
}

export function qualityOf(queries: readonly QueryQuality[]): Quality {
  const measured = queries.filter(({ ndcg }) => ndcg !== null);
  return {
    measured: measured.length,
    ndcg: meanOf(measured),
    unanswered: measured.filter(({ found }) => found === 0).length,
    first_right: measured.filter(({ is_first_right }) => is_first_right).length,
  };
}

/** What a change of the rules does to the judged queries in the branch. */
export async function compareQuality(
  db: Db,
  priceContext: PriceContext,
  change: RuleChange,
  now: Date,
): Promise<QualityChange> {
  const judged = await measurableQueries(db);
  if (judged.length === 0) return { before: null, after: null, changed: [] };
  return compareRules(db, priceContext, judged, await changedRules(db, priceContext.department_id_1c, change), now);
}

async function compareRules(
  db: Db,
  priceContext: PriceContext,
  judged: readonly JudgedQuery[],
  rules: SearchRules,
  now: Date,
): Promise<QualityChange> {
  const before = await measure(db, priceContext, judged, null, now);
  const after = await measure(db, priceContext, judged, rules, now);
  const pairs = before.map((was, at) => ({ words: was.words, before: was.ndcg ?? 0, after: after[at]?.ndcg ?? 0 }));
  return {
    before: meanOf(before),
    after: meanOf(after),
    changed: pairs
      .filter((pair) => pair.before !== pair.after)
      .sort((a, b) => a.after - a.before - (b.after - b.before)),
  };
}

/**
 * Throws quality_falls {before, after, changed} when the change lowers the quality of the branch's search by more than
 * 0.005.
 */
export async function refuseFall(db: Db, priceContext: PriceContext, change: RuleChange, now: Date): Promise<void> {
  const quality = await compareQuality(db, priceContext, change, now);
  const fall = fallOf(quality);
  if (fall) throw new Refusal('quality_falls', quality, fall.words);
}

/**
 * What the drafts of a release do to these queries (`measurableQueries`) in the branch once they are published; null:
 * nothing that a rule alone would be held for.
 */
export async function fallOfRelease(
  db: Db,
  priceContext: PriceContext,
  judged: readonly JudgedQuery[],
  release_id: number,
  now: Date,
): Promise<QualityFall | null> {
  const rules = await rulesOfLook(db, priceContext.department_id_1c, release_id);
  return fallOf(await compareRules(db, priceContext, judged, rules, now));
}

function fallOf({ before, after, changed }: QualityChange): QualityFall | null {
  if (before === null || after === null) return null;
  const worse = countOf(changed.filter((pair) => pair.after < pair.before).length, 'запросе', 'запросах', 'запросах');
  const words = `Качество упадёт с ${formatCount(before)} до ${formatCount(after)} на ${worse}`;
  const fall = { before, after, words };
  return isDeeper(fall, null) ? fall : null;
}

/** Judged queries that some product on sale answers. */
export async function measurableQueries(db: Db): Promise<JudgedQuery[]> {
  return (await listJudgedQueries(db)).filter(({ goods }) => goods.some(({ is_on }) => is_on));
}

async function measure(
  db: Db,
  priceContext: PriceContext,
  judged: readonly JudgedQuery[],
  tried: SearchRules | null,
  now: Date,
): Promise<QueryQuality[]> {
  const measured: QueryQuality[] = [];
  // One after the other: the catalogue in memory answers, and visitors are answered in between.
  for (const one of judged) measured.push(await measureQuery(db, priceContext, one, tried, now));
  return measured;
}

async function measureQuery(
  db: Db,
  priceContext: PriceContext,
  judged: JudgedQuery,
  tried: SearchRules | null,
  now: Date,
): Promise<QueryQuality> {
  const listing = Listing.parse({ q: judged.words, sort: 'relevance', limit: 10 });
  const answer = await queryAs(db, priceContext, listing, cardsOnly, now, tried);
  const redirect = answer.search?.redirect ?? null;
  const cards = redirect === null ? [...answer.items, ...answer.near.flatMap(({ items }) => items)] : [];
  const grades = gradesOfModels(judged.goods);
  const wanted = [...grades.values()];
  const shown = cards.map(({ model_id }) => grades.get(model_id) ?? 0);
  return {
    ...judged,
    ndcg: wanted.length === 0 ? null : ndcg(shown, wanted),
    found: redirect === null ? answer.total : 0,
    first: redirect ?? cards[0]?.name ?? null,
    is_first_right: wanted.length > 0 && shown[0] === Math.max(...wanted),
  };
}

/** Model → the best grade among its variants that are on sale: a list shows a model once. */
function gradesOfModels(goods: readonly JudgedProduct[]): Map<number, number> {
  const grades = new Map<number, number>();
  for (const { model_id, grade, is_on } of goods)
    if (is_on) grades.set(model_id, Math.max(grade, grades.get(model_id) ?? 0));
  return grades;
}

function meanOf(queries: readonly QueryQuality[]): number | null {
  const measured = queries.flatMap((query) => query.ndcg ?? []);
  return measured.length === 0 ? null : measured.reduce((sum, one) => sum + one, 0) / measured.length;
}
