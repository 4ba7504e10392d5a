import { z } from 'zod';
import { listSearchFinds, markUnwanted } from '#modules/search/finds.ts';
import { proposeShorts } from '#modules/search/propose-shorts.ts';
import { branchContext } from './branch-context.ts';
import { needOwnRow } from './branch-rows.ts';
import { type AdminRoute, adminRead, adminWrite } from './route.ts';

const permission = 'seo.write';
const Words = z.string().min(2).max(100);

const Proposal = z.object({
  /** The most frequent query. */
  id: z.string(),
  words: z.array(z.string()),
  times: z.int(),
  branches: z.int(),
  category: z.object({ id: z.int(), code: z.string(), name: z.string() }),
  filters: z.record(z.string(), z.array(z.string())),
  labels: z.array(z.string()),
  total: z.int(),
});

/** Short listings that would answer what people search for. */
export const shortProposalRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/short-proposals',
    summary: 'Подборки, которых не хватает: по запросам за 28 дней, от пяти раз',
    permission,
    response: z.object({ items: z.array(Proposal), total: z.int() }),
    async run({ db, context, scope, now }) {
      const priceContext = await branchContext(db, scope, undefined);
      const proposals = await proposeShorts(context.db, priceContext, scope.branches, now);
      const items = proposals.map((proposal) => ({ id: proposal.words[0] ?? '', ...proposal }));
      return { items, total: items.length };
    },
  }),

  adminRead({
    url: '/api/admin/short-proposals/unwanted',
    summary: 'Запросы, по которым подборку решили не заводить',
    permission,
    response: z.object({
      items: z.array(z.object({ id: z.string(), words: z.string(), times: z.int(), branches: z.int() })),
      total: z.int(),
    }),
    async run({ db, scope, now }) {
      const finds = await listSearchFinds(db, scope.branches, true, now);
      return { items: finds.map((find) => ({ id: find.words, ...find })), total: finds.length };
    },
  }),

  adminWrite({
    url: '/api/admin/short-proposals/unwanted',
    summary: 'Не предлагать подборку по этим запросам или предлагать снова',
    permission,
    body: z.strictObject({ words: z.array(Words).min(1).max(200), is_unwanted: z.boolean() }),
    response: z.object({ ok: z.literal(true) }),
    async run({ db, staff, body: { words, is_unwanted }, now }) {
      await needOwnRow(db, staff, null);
      await markUnwanted(db, { words, isUnwanted: is_unwanted, who: staff.full_name }, now);
      const shown = words.slice(0, 5).join(', ');
      return {
        answer: { ok: true as const },
        audit: {
          ...{ resource: 'short_proposals', record_id: words.length === 1 ? (words[0] ?? null) : null },
          words: `Подборки по запросам ${is_unwanted ? 'не предлагаются' : 'снова предлагаются'}: ${shown}`,
          after: { words, is_unwanted },
        },
      };
    },
  }),
];
