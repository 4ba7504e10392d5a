import { z } from 'zod';
import {
  exchangeStates,
  exchangeStateWords,
  listOrdersInExchange,
  orderLog,
  sendAgain,
} from '#integrations/onec/sale/ledger.ts';
import {
  countOrderFiles,
  listOrderFiles,
  orderFileStates,
  orderFileStateWords,
} from '#integrations/onec/sale/list-order-files.ts';
import { listOrderBranches, sendBranchesTo } from '#integrations/onec/sale/order-branches.ts';
import { retakeOrderFile } from '#integrations/onec/sale/retake-order-file.ts';
import { countUnknownDocuments, listUnknownDocuments, whatToDo } from '#integrations/onec/sale/unknown-documents.ts';
import { Refusal } from '#platform/refusal.ts';
import { unbroken } from '#shared/unbroken.ts';
import { upperFirst } from '#shared/upper-first.ts';
import { iso, Ok } from './answers.ts';
import { afterPage, countedRows, listAnswer, listQuery, pagedAnswer, totalOf, windowOf } from './list.ts';
import { type AdminRoute, adminRead, adminWrite, NumberParam } from './route.ts';

const Order = z.object({
  id: z.string(),
  number: z.int(),
  node: z.string().nullable(),
  state: z.enum(exchangeStates),
  state_words: z.string(),
  handed_at: z.string().nullable(),
  confirmed_at: z.string().nullable(),
  came_back_at: z.string().nullable(),
  number_1c: z.string().nullable(),
  refused_why: z.string().nullable(),
});

const Branch = z.object({
  id: z.string(),
  name: z.string(),
  node_id: z.int().nullable(),
  node: z.string().nullable(),
  is_on: z.boolean().nullable(),
  is_chosen: z.boolean(),
  waiting: z.int(),
});

const OrderFile = z.object({
  id: z.int(),
  node: z.string(),
  name: z.string(),
  /** In which it came; null: by itself. */
  archive: z.string().nullable(),
  state: z.enum(orderFileStates),
  state_words: z.string(),
  received_at: z.string(),
  finished_at: z.string().nullable(),
  /** Of its documents. */
  applied: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  /** Why it was not read to its end. */
  reason: z.string().nullable(),
  may_retake: z.boolean(),
});

const UnknownDocument = z.object({
  id: z.int(),
  node: z.string(),
  /** What it is, with its number and its day. */
  document: z.string(),
  /** In kopecks; null: it names none in roubles. */
  sum: z.int().nullable(),
  first_at: z.string(),
  last_at: z.string(),
  /** Why its order is not known. */
  reason: z.string(),
  what_to_do: z.string(),
});

const Uuid = z.object({ id: z.uuid() });

/** Orders and 1C: what waits, what was handed over, what came back. */
export const onecOrderRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/onec-orders',
    summary: 'Заказы в обмене с 1С',
    permission: 'exchange.read',
    query: listQuery({ state: z.enum(exchangeStates) }, ['number']),
    response: pagedAnswer(Order),
    async run({ db, scope: { branches }, query: { filter, sort: _sort, ids: _ids, ...page } }) {
      const { limit, offset } = windowOf(page);
      const rows = await listOrdersInExchange(db, { state: filter.state, branches, limit: limit + 1, offset });
      const items = rows.slice(0, limit).map(({ order_id, handed_at, confirmed_at, came_back_at, ...row }) => ({
        id: order_id,
        number: row.number,
        node: row.node,
        state: row.state,
        state_words: exchangeStateWords[row.state],
        handed_at: iso(handed_at),
        confirmed_at: iso(confirmed_at),
        came_back_at: iso(came_back_at),
        number_1c: row.number_1c,
        refused_why: row.refused_why,
      }));
      return { items, ...afterPage(page, rows.length) };
    },
  }),

  adminRead({
    url: '/api/admin/onec-orders/:id/log',
    summary: 'Что пришло о заказе из 1С',
    permission: 'exchange.read',
    params: Uuid,
    response: z.object({
      items: z.array(z.object({ at: z.string(), document: z.string(), is_refused: z.boolean(), words: z.string() })),
    }),
    async run({ db, scope: { branches }, params: { id } }) {
      const [order] = await listOrdersInExchange(db, { order_id: id, branches, limit: 1 });
      if (!order) throw new Refusal('not_found');
      const log = await orderLog(db, id);
      return {
        items: log.map(({ at, document, is_refused, words }) => ({
          at: at.toISOString(),
          document,
          is_refused,
          words,
        })),
      };
    },
  }),

  adminRead({
    url: '/api/admin/onec-order-branches',
    summary: 'Какой базе 1С идут заказы каждого филиала',
    permission: 'exchange.read',
    response: z.object({ items: z.array(Branch), total: z.int() }),
    async run({ db, scope: { branches } }) {
      const items = (await listOrderBranches(db)).filter(({ id }) => branches === null || branches.includes(id));
      return { items, total: items.length };
    },
  }),

  adminWrite({
    method: 'PUT',
    url: '/api/admin/onec-order-branches',
    summary: 'Какой базе 1С отдавать заказы филиалов; без выбора — той, что спросила первой',
    permission: 'exchange.map',
    body: z.object({
      branches: z.array(z.string().max(100)).min(1, 'Выберите филиал').max(1_000, 'Не больше 1000 филиалов'),
      node_id: z.int().nullable(),
    }),
    response: Ok,
    async run({ db, scope, body: { branches, node_id } }) {
      if (scope.branches && branches.some((id) => !scope.branches?.includes(id))) throw new Refusal('not_found');
      const named = async () => (await listOrderBranches(db)).filter(({ id }) => branches.includes(id));
      const before = await named();
      await sendBranchesTo(db, branches, node_id);
      const after = await named();
      const names = after.map(({ name }) => name).join(', ');
      const node = node_id === null ? 'базе, которая спросила первой' : `узлу «${after[0]?.node ?? ''}»`;
      const nodesOf = (rows: typeof after) => Object.fromEntries(rows.map(({ name, node }) => [name, node]));
      return {
        answer: { ok: true as const },
        audit: {
          resource: 'onec-nodes',
          record_id: node_id,
          words: `Заказы филиалов (${names}) идут ${node}`.slice(0, 500),
          before: nodesOf(before),
          after: nodesOf(after),
        },
      };
    },
  }),

  adminRead({
    url: '/api/admin/onec-order-files',
    summary: 'Файлы из 1С о заказах: что из них вышло и какие не приняты',
    permission: 'exchange.read',
    query: listQuery({ state: z.array(z.enum(orderFileStates)) }, ['id']),
    response: listAnswer(OrderFile).extend({ totals: z.record(z.string(), z.int()) }),
    async run({ db, query: { filter, sort: _sort, ids: _ids, ...page } }) {
      const { state } = filter;
      const [found, totals] = await Promise.all([
        listOrderFiles(db, { state, ...windowOf(page) }),
        countOrderFiles(db),
      ]);
      const items = found.map(({ received_at, finished_at, reason, ...file }) => ({
        ...file,
        state_words: orderFileStateWords[file.state],
        received_at: received_at.toISOString(),
        finished_at: iso(finished_at),
        // The file is named beside it.
        reason: reason && upperFirst(reason.replace(`${file.name}: `, '')),
      }));
      const rows = (state ?? orderFileStates).reduce((sum, one) => sum + (totals[one] ?? 0), 0);
      return { items, ...totalOf(rows), totals };
    },
  }),

  adminRead({
    url: '/api/admin/onec-unknown-documents',
    summary: 'Документы 1С о заказах, которых магазин не знает',
    permission: 'exchange.read',
    query: listQuery({}, ['id']),
    response: listAnswer(UnknownDocument),
    async run({ db, query: { filter: _filter, sort: _sort, ids: _ids, ...page } }) {
      const [found, rows] = await Promise.all([
        listUnknownDocuments(db, windowOf(page)),
        countUnknownDocuments(db, countedRows),
      ]);
      const items = found.map(({ id, node, document, sum, at, last_at, words }) => ({
        id,
        node,
        document: unbroken(upperFirst(document)),
        sum,
        first_at: at.toISOString(),
        last_at: last_at.toISOString(),
        reason: unbroken(upperFirst(words)),
        what_to_do: unbroken(whatToDo(document)),
      }));
      return { items, ...totalOf(rows) };
    },
  }),

  adminWrite({
    url: '/api/admin/onec-order-files/:id/retake',
    summary: 'Файл о заказах, на котором случился сбой магазина, разбирается ещё раз',
    permission: 'exchange.decide',
    params: NumberParam,
    response: Ok,
    async run({ db, params: { id }, now }) {
      const { name, node } = await retakeOrderFile(db, id, now);
      return {
        answer: { ok: true as const },
        audit: {
          resource: 'onec-order-files',
          record_id: id,
          words: `Файл «${name}» узла «${node}»: разбирается ещё раз`.slice(0, 500),
        },
      };
    },
  }),

  adminWrite({
    url: '/api/admin/onec-orders/:id/send',
    summary: 'Отправить заказ в 1С ещё раз',
    permission: 'exchange.decide',
    params: Uuid,
    needsKey: true,
    response: Ok,
    async run({ db, scope: { branches }, params: { id }, now }) {
      const [order] = await listOrdersInExchange(db, { order_id: id, branches, limit: 1 });
      if (!order) throw new Refusal('not_found');
      await sendAgain(db, id, now);
      return {
        answer: { ok: true as const },
        audit: {
          resource: 'orders',
          record_id: id,
          department_id_1c: order.department_id_1c,
          words: `Заказ ${order.number}: отправлен в 1С ещё раз`,
        },
      };
    },
  }),
];
