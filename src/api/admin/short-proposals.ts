import { z } from 'zod';
import { proposeShorts } from '#modules/search/propose-shorts.ts';
import { allowShort, listUnwantedShorts, refuseShort } from '#modules/search/unwanted-shorts.ts';
import { Ok, ok } from './answers.ts';
import { branchContext } from './branch-context.ts';
import { needOwnRow } from './branch-rule.ts';
import { type AdminRoute, adminRead, adminWrite } from './route.ts';

const permission = 'seo.write';
const Words = z.string().min(2).max(100);
const CategoryId = z.int().positive().max(2_147_483_647);

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
    summary: 'Подборки, которые решили не заводить: 90 дней они не предлагаются',
    permission,
    response: z.object({
      items: z.array(
        z.object({
          id: z.string(),
          category_id: z.int(),
          category: z.string(),
          page: z.string(),
          words: z.array(z.string()),
          labels: z.array(z.string()),
          times: z.int(),
          who: z.string(),
          decided_at: z.string(),
        }),
      ),
      total: z.int(),
    }),
    async run({ db, scope, now }) {
      const items = (await listUnwantedShorts(db, scope.branches, now)).map(({ decided_at, ...short }) => ({
        id: `${short.category_id}?${short.page}`,
        decided_at: decided_at.toISOString(),
        ...short,
      }));
      return { items, total: items.length };
    },
  }),

  adminWrite({
    url: '/api/admin/short-proposals/unwanted',
    summary: 'Не предлагать подборку: раздел с этими фильтрами, как бы его ни искали',
    permission,
    body: z.strictObject({
      category_id: CategoryId,
      filters: z
        .record(z.string().min(1).max(80), z.array(z.string().min(1).max(80)).min(1).max(20))
        .refine((filters) => Object.keys(filters).length <= 20),
      words: z.array(Words).min(1).max(200),
      labels: z.array(z.string().min(1).max(200)).min(1).max(50),
    }),
    response: Ok,
    async run({ db, staff, body, now }) {
      needOwnRow(staff, null);
      await refuseShort(db, body, staff.full_name, now);
      return {
        answer: ok,
        audit: {
          resource: 'short_proposals',
          record_id: null,
          words: `Подборка не предлагается: ${body.labels.join('; ')}`,
          after: body,
        },
      };
    },
  }),

  adminWrite({
    url: '/api/admin/short-proposals/unwanted/remove',
    summary: 'Предлагать подборку снова',
    permission,
    body: z.strictObject({ category_id: CategoryId, page: z.string().min(3).max(2_000) }),
    response: Ok,
    async run({ db, staff, body }) {
      needOwnRow(staff, null);
      const words = await allowShort(db, body);
      return {
        answer: ok,
        audit: {
          resource: 'short_proposals',
          record_id: null,
          words: `Подборка снова предлагается: ${words.slice(0, 5).join(', ')}`,
          before: body,
        },
      };
    },
  }),
];
