import { z } from 'zod';
import {
  addJudgedQuery,
  changeJudgements,
  type JudgedProduct,
  listJudgedQueries,
  mostQueries,
  removeJudgedQuery,
} from '#modules/search/judged-queries.ts';
import { resultToMark } from '#modules/search/preview.ts';
import { compareQuality, judgedQualities, qualityOf } from '#modules/search/quality.ts';
import { Refusal } from '#platform/refusal.ts';
import { countOf } from '#shared/plurals.ts';
import { branchContext } from './branch-context.ts';
import { needOwnRow } from './branch-rule.ts';
import { adminRecord } from './record.ts';
import { type AdminRoute, adminAsk, adminRead, adminWrite, NumberParam } from './route.ts';
import { presentResult, ShownResult } from './search-result.ts';
import { RuleToTry } from './search-rules.ts';

const permission = 'search.write';
const Words = z.string().min(2).max(100);
/** nDCG@10. */
const Share = z.number().min(0).max(1).nullable();
const Grade = z.union([z.literal(1), z.literal(2), z.literal(3)]);
const Judgement = z.strictObject({ product_id: z.int().positive().max(2_147_483_647), grade: Grade });
/** Longer lists the verb refuses at the field. */
const Judgements = z.array(Judgement).max(200);

const Marked = Judgement.extend({ name: z.string(), image: z.string().nullable(), is_on: z.boolean() });
const Judged = z.object({
  id: z.int(),
  words: z.string(),
  goods: z.array(Judgement),
  /** null: no product that answers the query is on sale. */
  ndcg: Share,
  found: z.int(),
  first: z.string().nullable(),
  is_first_right: z.boolean(),
});
const JudgedRecord = z.object({ id: z.int(), words: z.string(), goods: z.array(Marked) });

/** Queries whose right answers are known, and how the search answers them. */
export const judgedQueryRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/judged-queries',
    summary: 'Проверочные запросы и как на них отвечает поиск филиала',
    permission,
    query: z.strictObject({ branch: z.string().max(40).optional() }),
    response: z.object({
      department_id_1c: z.string(),
      measured: z.int(),
      ndcg: Share,
      unanswered: z.int(),
      first_right: z.int(),
      items: z.array(Judged),
      most: z.int(),
    }),
    async run({ db, scope, now }) {
      const priceContext = await branchContext(db, scope, undefined);
      const queries = await judgedQualities(db, priceContext, now);
      return {
        department_id_1c: priceContext.department_id_1c,
        ...qualityOf(queries),
        most: mostQueries,
        items: queries.map((query) => ({ ...query, goods: query.goods.map(judgementOf) })),
      };
    },
  }),

  adminWrite({
    url: '/api/admin/judged-queries',
    summary: 'Новый проверочный запрос',
    permission,
    body: z.strictObject({ words: z.string().max(200), goods: Judgements.default([]) }),
    status: 201,
    needsKey: true,
    response: z.object({ id: z.int() }),
    async run(asked) {
      needOwnRow(asked.staff, null);
      const { id } = await addJudgedQuery(asked.db, asked.body);
      return {
        answer: { id },
        audit: {
          resource: 'judged_queries',
          record_id: id,
          department_id_1c: null,
          after: asked.body,
          words: `Поиск: проверочный запрос «${asked.body.words.trim()}»`,
        },
        location: `/api/admin/judged-queries/${id}`,
      };
    },
  }),

  ...adminRecord({
    url: '/api/admin/judged-queries/:id',
    resource: 'judged_queries',
    summaries: { read: 'Проверочный запрос', write: 'Какие товары отвечают на запрос' },
    permissions: { read: permission, write: permission },
    params: NumberParam,
    response: JudgedRecord,
    body: z.strictObject({ goods: Judgements.optional() }),
    isUndoable: true,
    async read({ db, params: { id } }) {
      const [query] = await listJudgedQueries(db, Number(id));
      return query ? { ...query, goods: query.goods.map(markedOf) } : null;
    },
    editable: ({ goods }) => ({ goods: goods.map(judgementOf) }),
    async change(asked, { id, words, goods }) {
      needOwnRow(asked.staff, null);
      const judgements = asked.body.goods ?? goods.map(judgementOf);
      await changeJudgements(asked.db, id, judgements);
      const count = countOf(judgements.length, 'товар', 'товара', 'товаров');
      return { words: `Поиск: на «${words}» отвечают ${count}` };
    },
  }),

  adminWrite({
    url: '/api/admin/judged-queries/:id/remove',
    summary: 'Больше не проверять запрос',
    permission,
    params: NumberParam,
    response: z.object({ id: z.int() }),
    async run(asked) {
      needOwnRow(asked.staff, null);
      const { id } = asked.params;
      const [query] = await listJudgedQueries(asked.db, id);
      if (!query) throw new Refusal('not_found');
      await removeJudgedQuery(asked.db, id);
      return {
        answer: { id },
        audit: {
          resource: 'judged_queries',
          record_id: id,
          department_id_1c: null,
          words: `Поиск: запрос «${query.words}» больше не проверяется`,
          before: { words: query.words, goods: query.goods.map(judgementOf) },
        },
      };
    },
  }),

  adminAsk({
    url: '/api/admin/judged-queries/compare',
    summary: 'Как правило изменит ответы на проверочные запросы',
    permission,
    body: z.strictObject({ department_id_1c: z.string().max(40).optional(), ...RuleToTry }),
    response: z.object({
      before: Share,
      after: Share,
      changed: z.array(z.object({ words: z.string(), before: z.number(), after: z.number() })),
    }),
    async run({ db, context, scope, body: { department_id_1c, ...change }, now }) {
      const priceContext = await branchContext(db, scope, department_id_1c);
      return compareQuality(context.db, priceContext, change, now);
    },
  }),

  adminAsk({
    url: '/api/admin/judged-queries/answer',
    summary: 'Что находит запрос: первые двадцать товаров, чтобы отметить подходящие',
    permission,
    body: z.strictObject({ q: Words, department_id_1c: z.string().max(40).optional() }),
    response: ShownResult.extend({ department_id_1c: z.string() }),
    async run({ db, context, scope, body: { q, department_id_1c }, now }) {
      const priceContext = await branchContext(db, scope, department_id_1c);
      const result = await resultToMark(context.db, priceContext, q, now);
      return { department_id_1c: priceContext.department_id_1c, ...presentResult(result) };
    },
  }),
];

function judgementOf({ product_id, grade }: Pick<JudgedProduct, 'product_id' | 'grade'>): z.input<typeof Judgement> {
  return { product_id, grade };
}

function markedOf({ name, image, is_on, ...judged }: JudgedProduct): z.input<typeof Marked> {
  return { ...judgementOf(judged), name, image, is_on };
}
