import { z } from 'zod';
import { listPriceColumns } from '#modules/catalogue/staff-prices.ts';
import { goodsScope, missingParts } from '#modules/catalogue/staff-products.ts';
import { branchOfGoods } from '#modules/departments/branch-of-goods.ts';
import {
  cancelPlan,
  confirmPlan,
  listPlanCells,
  listPricePlans,
  type PricePlan,
  planRows,
  planStates,
  undoPlan,
} from '#modules/pricing/price-plans.ts';
import { PlanChange, rehearsePlan } from '#modules/pricing/rehearse-plan.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';
import { countOf, plural } from '#shared/plurals.ts';
import { needOwnColumns } from './branch-rule.ts';
import { countedRows, listAnswer, listQuery, totalOf, windowOf } from './list.ts';
import { type Asked, adminRead, adminWrite, NumberParam } from './route.ts';

const Counts = z.object({
  goods: z.int(),
  change: z.int(),
  same: z.int(),
  pinned: z.int(),
  floor: z.int(),
  tiers: z.int(),
  no_price: z.int(),
  average: z.number(),
  most_up: z.number(),
  most_down: z.number(),
});
/** As many goods of a plan are shown with what becomes of each price. */
const goodsOfPlan = 100;

const CellKind = z.enum(['change', 'pinned', 'floor', 'tiers']);
const CellState = z.enum(['waiting', 'applied', 'skipped', 'stopped', 'undone', 'kept']);

const Plan = z.object({
  id: z.int(),
  name: z.string(),
  state: z.enum(planStates),
  columns: z.array(z.string()),
  /** How the cells fare; with `goods` × columns in all. */
  counts: Counts,
  /** To be named when the plan is confirmed. */
  hash: z.string(),
  starts_on: z.string().nullable(),
  starts_minute: z.int().nullable(),
  author: z.string(),
  created_at: z.string(),
  done_at: z.string().nullable(),
  undone_at: z.string().nullable(),
  waiting: z.int(),
  applied: z.int(),
  skipped: z.int(),
  /** It was stopped before it came to them. */
  stopped: z.int(),
  undone: z.int(),
  kept: z.int(),
});

async function lineOf(db: Db, { id, columns }: PricePlan) {
  return {
    resource: 'price-plans',
    record_id: id,
    department_id_1c: await branchOfGoods(db, { price_columns: columns }),
  };
}

/** Plans of columns that the person sees. Throws not_found. */
async function needPlan({ db, scope, may }: Pick<Asked, 'db' | 'scope' | 'may'>, id: number): Promise<PricePlan> {
  const columns = await listPriceColumns(db, scope.branches, may('prices.cost'));
  const known = { columns: columns.map(({ price_column }) => price_column), isCostShown: may('prices.cost') };
  const [plan] = await listPricePlans(db, { ...known, ids: [id] }, 1);
  if (!plan) throw new Refusal('not_found');
  return plan;
}

/** The same of columns that the person may change: who may not write them does not let a plan do it either. */
async function needOwnPlan(asked: Asked, id: number): Promise<PricePlan> {
  const plan = await needPlan(asked, id);
  await needOwnColumns(asked.db, asked.staff, plan.columns);
  return plan;
}

export const pricePlanRoutes = [
  adminRead({
    url: '/api/admin/price-plans',
    summary: 'Планы изменения цен',
    permission: 'prices.read',
    response: z.object({ items: z.array(Plan), total: z.int() }),
    async run({ db, scope, may }) {
      const columns = await listPriceColumns(db, scope.branches, may('prices.cost'));
      const known = { columns: columns.map(({ price_column }) => price_column), isCostShown: may('prices.cost') };
      const plans = await listPricePlans(db, known, 200);
      return { items: plans.map(present), total: plans.length };
    },
  }),

  adminRead({
    url: '/api/admin/price-plans/:id',
    summary: 'План изменения цен',
    permission: 'prices.read',
    params: NumberParam,
    response: Plan.extend({
      /** Of the first goods, those that need a decision before the others. */
      rows: z.array(
        z.object({
          price_column: z.string(),
          product_id: z.int(),
          name: z.string(),
          before_price: z.int().nullable(),
          after_price: z.int(),
          kind: CellKind,
          state: CellState.nullable(),
        }),
      ),
    }),
    async run(asked) {
      const plan = await needPlan(asked, asked.params.id);
      return { ...present(plan), rows: await planRows(asked.db, plan.id, goodsOfPlan) };
    },
  }),

  adminRead({
    url: '/api/admin/price-plans/:id/cells',
    summary: 'Цены плана: какими были, какими стали, какие не тронуты',
    permission: 'prices.read',
    params: NumberParam,
    query: listQuery({ state: z.array(CellState), q: z.string().max(200) }, ['product']).omit({ ids: true }),
    response: listAnswer(
      z.object({
        id: z.string(),
        product_id: z.int(),
        product: z.string(),
        column: z.string(),
        /** Kopecks. */
        before_price: z.int().nullable(),
        after_price: z.int(),
        /** What stands there now; null: no price. */
        price: z.int().nullable(),
        kind: CellKind,
        /** null: the plan never was to change it. */
        state: CellState.nullable(),
      }),
    ),
    async run(asked) {
      const { db, params, query } = asked;
      const plan = await needPlan(asked, params.id);
      const window = { ...windowOf(query), count_to: countedRows };
      const { state = [], q = '' } = query.filter;
      const { cells, count } = await listPlanCells(db, plan.id, { states: state, q }, window);
      const items = cells.map(({ price_column, ...cell }) => ({ ...cell, id: `${price_column} ${cell.product_id}` }));
      return { items, ...totalOf(count) };
    },
  }),

  adminWrite({
    url: '/api/admin/price-plans',
    summary: 'Расчёт массового изменения цен',
    permission: 'prices.propose',
    needsKey: true,
    status: 201,
    body: z.strictObject({
      name: z.string().trim().min(1, 'Обязательно для заполнения').max(200, 'Не длиннее 200 знаков'),
      filter: z
        .strictObject({
          ids: z.array(z.int().positive()).max(5_000),
          q: z.string().max(200),
          category_id: z.int().positive(),
          brand_id: z.array(z.int().positive()).max(200),
          without: z.array(z.enum(missingParts)),
          in_stock: z.boolean(),
          is_on: z.boolean(),
        })
        .partial(),
      columns: z.array(z.string().max(40)).min(1, 'Выберите колонку цен').max(50),
      change: PlanChange,
      /** Day and minute by the clock of each branch; null: as soon as it is confirmed. */
      starts: z
        .strictObject({ on: z.iso.date(), minute: z.int().min(0).max(1_439) })
        .nullable()
        .default(null),
    }),
    response: Plan,
    async run(asked) {
      const { db, scope, staff, may, body, now } = asked;
      const known = await listPriceColumns(db, scope.branches, may('prices.cost'));
      const { base, floor } = body.change;
      const named = [
        ...body.columns,
        ...(base.from === 'column' ? [base.column] : []),
        ...(floor ? [floor.column] : []),
      ];
      const found = named.map((code) => known.find(({ price_column }) => price_column === code));
      if (found.includes(undefined)) throw new Refusal('not_found');
      await needOwnColumns(db, staff, body.columns);
      const { id } = await rehearsePlan(
        db,
        await goodsScope(db, scope.branches),
        {
          ...body,
          columns: [...new Set(body.columns)],
          uses_cost: found.some((column) => column?.purpose === 'cost'),
          author: staff,
        },
        now,
      );
      const plan = await needPlan(asked, id);
      const prices = `${plan.counts.change} ${plural(plan.counts.change, 'цена', 'цены', 'цен')}`;
      return {
        answer: present(plan),
        audit: {
          ...(await lineOf(db, plan)),
          words: `План «${body.name}» посчитан: изменится ${prices}`,
          after: { ...plan.counts },
        },
        location: `/api/admin/price-plans/${id}`,
      };
    },
  }),

  adminWrite({
    url: '/api/admin/price-plans/:id/confirm',
    summary: 'Подтверждение плана цен',
    permission: 'prices.write',
    needsKey: true,
    params: NumberParam,
    body: z.strictObject({
      hash: z.string().max(64),
      /** Prices below the lowest allowed are changed, too. */
      accepts_floor: z.boolean().default(false),
    }),
    response: Plan,
    async run(asked) {
      const { db, params, body, now } = asked;
      const plan = await needOwnPlan(asked, params.id);
      const cells = await confirmPlan(db, params.id, body, now);
      return {
        answer: present(ensure(await needPlan(asked, params.id))),
        audit: {
          ...(await lineOf(db, plan)),
          words: `План «${plan.name}» подтверждён: ${cells} ${plural(cells, 'цена', 'цены', 'цен')}`,
        },
      };
    },
  }),

  adminWrite({
    url: '/api/admin/price-plans/:id/cancel',
    summary: 'Отказ от плана цен, остановка идущего',
    permission: 'prices.write',
    params: NumberParam,
    response: Plan,
    async run(asked) {
      await needOwnPlan(asked, asked.params.id);
      await cancelPlan(asked.db, asked.params.id, asked.now);
      const plan = await needPlan(asked, asked.params.id);
      return { answer: present(plan), audit: { ...(await lineOf(asked.db, plan)), words: cancelledWords(plan) } };
    },
  }),

  adminWrite({
    url: '/api/admin/price-plans/:id/undo',
    summary: 'Возврат цен, изменённых планом',
    permission: 'prices.write',
    needsKey: true,
    params: NumberParam,
    response: Plan,
    async run(asked) {
      const plan = await needOwnPlan(asked, asked.params.id);
      await undoPlan(asked.db, asked.params.id, asked.now);
      return {
        answer: present(await needPlan(asked, asked.params.id)),
        audit: { ...(await lineOf(asked.db, plan)), words: `План «${plan.name}»: цены возвращаются` },
      };
    },
  }),
];

function cancelledWords({ name, state, applied, skipped, stopped, undone, kept }: PricePlan): string {
  if (state === 'cancelled') return `План «${name}» отменён до начала`;
  const isUndoing = undone + kept > 0;
  const done = isUndoing ? `возвращено ${undone}` : `изменено ${applied}`;
  const all = isUndoing ? applied + undone + kept : applied + skipped + stopped;
  return `План «${name}» остановлен: ${done} из ${countOf(all, 'цены', 'цен', 'цен')}`;
}

function present({ uses_cost: _, ...plan }: PricePlan): z.input<typeof Plan> {
  return {
    ...plan,
    created_at: plan.created_at.toISOString(),
    done_at: plan.done_at?.toISOString() ?? null,
    undone_at: plan.undone_at?.toISOString() ?? null,
  };
}
