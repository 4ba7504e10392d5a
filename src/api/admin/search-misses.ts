import { z } from 'zod';
import { decideMisses, listDecidedMisses, reopenMisses } from '#modules/search/decisions.ts';
import { previewSearch } from '#modules/search/preview.ts';
import { proposalSources, proposeRules } from '#modules/search/proposals.ts';
import { listStaffMisses, missSorts } from '#modules/search/staff-misses.ts';
import { worksEverywhere } from '#modules/staff/require-staff.ts';
import { Refusal } from '#platform/refusal.ts';
import { branchContext } from './branch-context.ts';
import { countedRows, listAnswer, listQuery, totalOf, windowOf } from './list.ts';
import { adminAsk, adminRead, adminWrite } from './route.ts';
import { presentResult, ShownResult } from './search-result.ts';
import { RuleToTry } from './search-rules.ts';

const permission = 'search.write';
const Kind = z.enum(['nothing', 'doubtful']);
const Words = z.string().min(2).max(100);

const Miss = z.object({
  /** The query itself. */
  id: z.string(),
  words: z.string(),
  kind: Kind,
  /** In the last 28 days. */
  times: z.int(),
  branches: z.int(),
  last_day: z.string(),
  /** Estimated kopecks of the same 28 days; null: not for this person. */
  lost: z.int().nullable(),
  /** In each of the last seven weeks, the latest last. */
  weeks: z.array(z.int()),
});

const Decided = z.object({
  id: z.int(),
  words: z.string(),
  decision: z.enum(['hidden', 'not_sold', 'ruled']),
  department_id_1c: z.string().nullable(),
  who: z.string(),
  decided_at: z.string(),
  ends_at: z.string(),
  times_then: z.int(),
  times: z.int(),
});

const Proposal = z.object({
  source: z.enum(proposalSources),
  confidence: z.number(),
  kind: z.enum(['synonym', 'redirect']),
  words: z.string(),
  means: z.string(),
  label: z.string(),
});

const Decision = z.strictObject({
  words: z.array(Words).min(1).max(200),
  decision: z.enum(['hidden', 'not_sold']),
});
const decisionWords = { hidden: 'скрыт', not_sold: 'не продаём' };

/** What people searched for in vain, and what would answer it. */
export const searchMissRoutes = [
  adminRead({
    url: '/api/admin/search-misses',
    summary: 'Запросы, по которым ничего не нашли: за 28 дней, от пяти раз',
    permission,
    query: listQuery({ q: z.string().max(100), kind: z.array(Kind).max(2) }, missSorts),
    response: listAnswer(Miss).extend({
      counts: z.object({ nothing: z.int(), doubtful: z.int() }),
      /** Of all that the list holds, kopecks. */
      totals: z.object({ lost: z.int().nullable() }),
    }),
    async run({ db, scope, may, query: { filter, sort, ids: _ids, ...page }, now }) {
      const isMoneyShown = may('reports.money');
      const { misses, counts } = await listStaffMisses(
        db,
        { branches: scope.branches, ...filter },
        // The order by sums would tell of them.
        { ...windowOf(page), sort: sort.filter(({ column }) => isMoneyShown || column !== 'lost') },
        now,
      );
      const kinds = filter.kind?.length ? filter.kind : Kind.options;
      const total = (of: Record<(typeof kinds)[number], number>) => kinds.reduce((sum, kind) => sum + of[kind], 0);
      const { lost, ...shown } = counts;
      return {
        items: misses.map((miss) => ({ ...miss, id: miss.words, lost: isMoneyShown ? miss.lost : null })),
        ...totalOf(total(counts)),
        counts: shown,
        totals: { lost: isMoneyShown ? total(lost) : null },
      };
    },
  }),

  adminRead({
    url: '/api/admin/search-misses/decided',
    summary: 'Запросы, о которых уже решили: скрытые, «не продаём», с правилом',
    permission,
    query: listQuery({ q: z.string().max(100) }, ['decided_at']),
    response: listAnswer(Decided),
    async run({ db, scope, query: { filter, sort: _sort, ids: _ids, ...page }, now }) {
      const { misses, count } = await listDecidedMisses(
        db,
        { branches: scope.branches, ...filter },
        { ...windowOf(page), count_to: countedRows },
        now,
      );
      const items = misses.map(({ decided_at, ends_at, ...miss }) => ({
        ...miss,
        decided_at: decided_at.toISOString(),
        ends_at: ends_at.toISOString(),
      }));
      return { items, ...totalOf(count) };
    },
  }),

  adminAsk({
    url: '/api/admin/search-misses/proposals',
    summary: 'Чем ответить на запросы: что предлагает поиск и насколько уверен',
    permission,
    body: z.strictObject({ words: z.array(Words).min(1).max(25), department_id_1c: z.string().max(40).optional() }),
    response: z.object({ items: z.array(z.object({ words: z.string(), proposals: z.array(Proposal) })) }),
    async run({ db, context, scope, body: { words, department_id_1c } }) {
      const priceContext = await branchContext(db, scope, department_id_1c);
      const items = [];
      // One after the other, outside of the transaction: the catalogue in memory answers, and others wait for it too.
      for (const one of new Set(words))
        items.push({ words: one, proposals: await proposeRules(context.db, priceContext, one) });
      return { items };
    },
  }),

  adminAsk({
    url: '/api/admin/search-preview',
    summary: 'Что запрос находит сейчас и что найдёт с правилом или без него',
    permission,
    body: z.strictObject({
      q: Words,
      department_id_1c: z.string().max(40).optional(),
      ...RuleToTry,
    }),
    response: z.object({ department_id_1c: z.string(), before: ShownResult, after: ShownResult }),
    async run({ db, context, scope, body: { q, department_id_1c, add, remove }, now }) {
      const priceContext = await branchContext(db, scope, department_id_1c);
      const change = { add, remove };
      const { before, after } = await previewSearch(context.db, priceContext, q, change, now);
      return {
        department_id_1c: priceContext.department_id_1c,
        before: presentResult(before),
        after: presentResult(after),
      };
    },
  }),

  adminWrite({
    url: '/api/admin/search-misses/decide',
    summary: 'Убрать запросы из очереди на 90 дней: скрыть или «не продаём»',
    permission,
    body: Decision,
    response: z.object({ words: z.array(z.string()) }),
    async run({ db, staff, scope, body: { words, decision }, now }) {
      const given = { words, decision, branches: scope.branches, who: staff.full_name };
      const decided = await decideMisses(db, given, now);
      if (decided.length === 0) throw new Refusal('not_found');
      return {
        answer: { words: decided },
        audit: {
          resource: 'search',
          record_id: decided.length === 1 ? (decided[0] ?? null) : null,
          ...ownBranch(scope.branches),
          words: `Поиск: ${quoted(decided)} — ${decisionWords[decision]}`,
          after: { words: decided, decision },
        },
      };
    },
  }),

  adminWrite({
    url: '/api/admin/search-misses/reopen',
    summary: 'Вернуть запросы в очередь',
    permission,
    body: z.strictObject({ words: z.array(Words).min(1).max(200) }),
    response: z.object({ words: z.array(z.string()) }),
    async run(asked) {
      const { db, scope, body } = asked;
      const given = { words: body.words, branches: scope.branches, isCommonToo: worksEverywhere(asked.staff) };
      const words = await reopenMisses(db, given);
      return {
        answer: { words },
        audit: {
          resource: 'search',
          record_id: words.length === 1 ? (words[0] ?? null) : null,
          ...ownBranch(scope.branches),
          words: `Поиск: ${quoted(words)} — снова в очереди`,
        },
      };
    },
  }),
];

/** The one branch that a line of the journal is about. */
function ownBranch(branches: string[] | null): { department_id_1c: string | null } {
  return { department_id_1c: branches?.length === 1 ? (branches[0] ?? null) : null };
}

function quoted(words: string[]): string {
  const shown = words.slice(0, 5).map((one) => `«${one}»`);
  return words.length > shown.length ? `${shown.join(', ')} и ещё ${words.length - shown.length}` : shown.join(', ');
}
