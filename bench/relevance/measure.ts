import { Listing } from '#modules/catalogue/schema.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import { query, type SearchNote } from '#modules/search/listing.ts';
import { type Grade, ndcg } from '#modules/search/ndcg.ts';
import type { Db } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import { keysOf } from '#shared/keys-of.ts';
import { type Expected, type Good, judge, readGoods } from './judge.ts';
import { type Kind, kinds, queries } from './queries.ts';

/**
 * The demo shop's clock for these figures: prices of promotions and «new» count from it, so the same goods answer on
 * any day.
 */
export const shopOpened = new Date('2026-11-21T09:00:00Z');

/**
 * How one query fared. For goods: `ndcg` and `recall` 0…1; `right`: the first answer is the best there is, or the page
 * asked for, or an honest no.
 */
export type Outcome = {
  kind: Kind;
  query: string;
  is_about_goods: boolean;
  ndcg: number;
  recall: number;
  found: number;
  right: boolean;
  /** Name of the first card, or where the query led. */
  first: string;
};

/** Shares of 0…1, rounded to thousandths so that they can be compared; null where a kind has no query about goods. */
export type Figures = {
  queries: number;
  ndcg: number | null;
  recall: number | null;
  zero: number | null;
  right: number;
};

/**
 * Puts every judged query to the catalogue's `query`, 50 cards each and the near goods that stand under them, and
 * compares.
 */
export async function measure(db: Db, priceContext: PriceContext): Promise<Outcome[]> {
  const goods = await readGoods(db, priceContext.price_column);
  const outcomes: Outcome[] = [];
  for (const kind of keysOf(kinds))
    for (const [text, judgement] of queries[kind]) {
      const listing = Listing.parse({ q: text, sort: 'relevance', limit: 50 });
      const { items: exact, near, total, search } = await query(db, priceContext, listing);
      const items = [...exact, ...near.flatMap((way) => way.items)];
      outcomes.push(outcomeOf(kind, text, judge(judgement, goods), goods, { items, total, search }));
    }
  return outcomes;
}

type Answer = {
  items: { id: number; model_id: number; name: string }[];
  total: number;
  search: Pick<SearchNote, 'weak' | 'redirect'> | null;
};

function outcomeOf(kind: Kind, text: string, expected: Expected, goods: Good[], answer: Answer): Outcome {
  const redirect = answer.search?.redirect ?? null;
  const first = redirect ?? answer.items[0]?.name ?? '—';
  const base = { kind, query: text, first, found: answer.total };
  if (expected.kind === 'redirect')
    return {
      ...base,
      is_about_goods: false,
      ndcg: 0,
      recall: 0,
      right: redirect !== null && expected.paths.includes(redirect),
    };
  if (expected.kind === 'absent') {
    const isHonest = redirect === null && (answer.total === 0 || (answer.search?.weak ?? false));
    return { ...base, is_about_goods: false, ndcg: 0, recall: 0, right: isHonest };
  }
  const { grades } = expected;
  const best = bestOfModels(goods, grades);
  const shown = redirect === null ? answer.items : [];
  const top = Math.max(...best.values());
  return {
    ...base,
    is_about_goods: true,
    ndcg: ndcg(
      shown.map((item) => grades.get(item.id) ?? 0),
      [...best.values()],
    ),
    recall: recallOf(
      shown.map((item) => item.model_id),
      best,
    ),
    right: shown.length > 0 && grades.get(ensure(shown[0]).id) === top,
  };
}

/** Model → the best grade among its variants: a list shows a model once. */
function bestOfModels(goods: Good[], grades: Map<number, Grade>): Map<number, Grade> {
  const best = new Map<number, Grade>();
  for (const good of goods) {
    const grade = grades.get(good.id);
    if (grade && grade > (best.get(good.model_id) ?? 0)) best.set(good.model_id, grade);
  }
  return best;
}

/**
 * Of the models that answer the query well (grade 2 and 3; where there are none, 1): how many are among the shown, as a
 * share of as many as could be.
 */
function recallOf(shown: number[], best: Map<number, Grade>): number {
  const good = [...best].filter(([, grade]) => grade >= 2);
  const wanted = new Set((good.length > 0 ? good : [...best]).map(([model_id]) => model_id));
  return shown.filter((model_id) => wanted.has(model_id)).length / Math.min(wanted.size, 50);
}

/** Figures of the outcomes given: of one kind, or of all. */
function figuresOf(outcomes: Outcome[]): Figures {
  const about = outcomes.filter((outcome) => outcome.is_about_goods);
  const mean = (values: number[]) =>
    values.length === 0 ? null : thousandths(values.reduce((sum, value) => sum + value, 0) / values.length);
  return {
    queries: outcomes.length,
    ndcg: mean(about.map((outcome) => outcome.ndcg)),
    recall: mean(about.map((outcome) => outcome.recall)),
    zero: mean(about.map((outcome) => (outcome.found === 0 ? 1 : 0))),
    right: ensure(mean(outcomes.map((outcome) => (outcome.right ? 1 : 0)))),
  };
}

/** Kind → figures, and 'total'. */
export function tableOf(outcomes: Outcome[]): Record<Kind | 'total', Figures> {
  const rows = keysOf(kinds).map(
    (kind) => [kind, figuresOf(outcomes.filter((outcome) => outcome.kind === kind))] as const,
  );
  return { ...(Object.fromEntries(rows) as Record<Kind, Figures>), total: figuresOf(outcomes) };
}

/** Where the figures stand below `held` and where above it, in words: «sizes: nDCG@10 0,91 < 0,93». */
export function changesFrom(
  held: Record<string, Figures>,
  now: Record<string, Figures>,
): { worse: string[]; better: string[] } {
  const worse: string[] = [];
  const better: string[] = [];
  for (const [kind, was] of Object.entries(held)) {
    const is = now[kind];
    for (const name of ['ndcg', 'recall', 'zero', 'right'] as const) {
      const [before, after] = [was[name] ?? 0, is?.[name] ?? 0];
      // A zero result is the only figure that is better when it is smaller.
      const gained = name === 'zero' ? before - after : after - before;
      if (gained < 0) worse.push(`${kind}: ${name} ${before} → ${after}`);
      if (gained > 0) better.push(`${kind}: ${name} ${before} → ${after}`);
    }
  }
  return { worse, better };
}

function thousandths(value: number): number {
  return Math.round(value * 1000) / 1000;
}
