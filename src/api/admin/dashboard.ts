import { z } from 'zod';
import { readAlarms } from '#api/alarms.ts';
import { countLowQuality } from '#modules/catalogue/quality.ts';
import { lowQuality } from '#modules/catalogue/quality-rules.ts';
import { countTextFindings } from '#modules/content/text-findings.ts';
import { salesByBranch, salesByDay, workByBranch } from '#modules/orders/sales-report.ts';
import { boardCounts } from '#modules/orders/staff-board.ts';
import { countWaitingOrders } from '#modules/orders/staff-orders.ts';
import { type LossFilter, listLosses, lossesByBranch, lossesByCause } from '#modules/reports/list-losses.ts';
import { readConversion } from '#modules/reports/read-conversion.ts';
import type { Db } from '#platform/database.ts';
import { maintenanceSince } from '#platform/maintenance.ts';
import { demandCauses } from '#shared/demand-causes.ts';
import { addDays, localTime, momentOf } from '#shared/zoned-time.ts';
import { alarmItems } from './jobs.ts';
import { countedRows } from './list.ts';
import { Reached, reachedBy } from './reached.ts';
import { type AdminRoute, type Asked, adminRead, scopeBy } from './route.ts';
import { readWaiting, Waiting } from './waiting-queues.ts';

/** Days of all branches begin by this clock, as on the board. */
const zone = 'Europe/Moscow';

/** What was not sold, an estimate in kopecks. */
const Losses = z.object({
  from: z.string(),
  to: z.string(),
  sum: z.int(),
  causes: z.array(z.object({ cause: z.enum(demandCauses), sum: z.int() })),
  /** The three largest. */
  largest: z.array(
    z.object({
      cause: z.enum(demandCauses),
      department_id_1c: z.string(),
      branch: z.string(),
      product_id: z.int().nullable(),
      name: z.string().nullable(),
      sum: z.int(),
    }),
  ),
});

/** Orders without cancelled ones; money in kopecks. */
const Sold = z.object({ sum: z.int(), count: z.int(), average: z.int() });

const Sales = z.object({
  days: z.int(),
  now: Sold,
  /** As many days before, up to the same hour. */
  before: Sold,
  by_day: z.array(z.object({ day: z.string(), sum: z.int(), count: z.int(), sum_before: z.int() })),
  branches: z.array(
    z.object({
      department_id_1c: z.string(),
      name: z.string(),
      sum: z.int(),
      count: z.int(),
      sum_before: z.int(),
      count_before: z.int(),
      reached: Reached,
      /** Kopecks, an estimate. */
      lost: z.int(),
      /** Orders at work. */
      overdue: z.int(),
      unpaid: z.int(),
      /** Of the orders of these days, those whose promised time is over, and those that were there by then. */
      promised: z.int(),
      kept: z.int(),
    }),
  ),
  reached: Reached,
  reached_before: Reached,
  losses: Losses,
});

const Dashboard = z.object({
  /** null: not for this person. */
  orders: z
    .object({
      fresh: z.int(),
      overdue: z.int(),
      short: z.int(),
      consent: z.int(),
      unpaid: z.int(),
      /** What the unpaid come to, kopecks. */
      unpaid_sum: z.int(),
    })
    .nullable(),
  /** Goods on sale that are described badly, to `countedRows`. */
  goods: z.object({ low_quality: z.int() }).nullable(),
  /** Records with findings of the last check of texts; null: not for this person, or nothing was checked yet. */
  texts: z.object({ found: z.int(), checked_at: z.string() }).nullable(),
  /** Other work that waits for this person, without what is empty. */
  waiting: z.array(Waiting),
  sales: Sales.nullable(),
  alarms: z.array(z.object({ id: z.string(), words: z.string(), count: z.int() })).nullable(),
  /** Since when visitors meet the page of works instead of the shop; null: the shop is open. */
  maintenance_since: z.string().nullable(),
  read_at: z.string(),
});

const Query = z.strictObject({
  branch: z.string().max(40).optional(),
  /** Days up to today that sales are shown of. */
  days: z.coerce
    .number()
    .pipe(z.union([z.literal(1), z.literal(7), z.literal(28)]))
    .default(7),
});

/** The start page: what waits for this person, what was sold, what is wrong. */
export const dashboardRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/dashboard',
    summary: 'Главная: что ждёт, продажи и здоровье',
    permission: 'dashboard.read',
    query: Query,
    response: Dashboard,
    async run(asked) {
      const { context, may, now } = asked;
      const [orders, goods, texts, waiting, sales, alarms, since] = await Promise.all([
        may('orders.read') ? readQueues(asked) : null,
        may('catalogue.write') ? readGoods(asked) : null,
        may('content.write') ? readTexts(asked) : null,
        readWaiting(asked),
        may('reports.money') ? readSales(asked) : null,
        may('jobs.read') ? readAlarms(context, 0) : null,
        maintenanceSince(asked.db),
      ]);
      return {
        orders,
        goods,
        texts,
        waiting,
        sales,
        alarms: alarms && alarmItems(alarms),
        maintenance_since: since?.toISOString() ?? null,
        read_at: now.toISOString(),
      };
    },
  }),
];

type AskedDays = Asked<unknown, z.output<typeof Query>, undefined>;

async function readGoods({ db }: AskedDays) {
  return { low_quality: Math.min(await countLowQuality(db, lowQuality, countedRows), countedRows) };
}

async function readTexts({ db, scope }: AskedDays) {
  const found = await countTextFindings(db, scope.branches);
  return found && { found: found.count, checked_at: found.checked_at.toISOString() };
}

async function readQueues(asked: AskedDays) {
  const { db, staff, now } = asked;
  const own = scopeBy(asked, 'orders.read');
  const [{ overdue, short, consent, unpaid, unpaid_sum }, { fresh }] = await Promise.all([
    boardCounts(db, own, staff.user_id, now),
    countWaitingOrders(db, own, now),
  ]);
  return { fresh, overdue, short, consent, unpaid, unpaid_sum };
}

async function readSales(asked: AskedDays): Promise<z.input<typeof Sales>> {
  const { db, scope, query, now } = asked;
  const { days } = query;
  const today = localTime(now, zone).date;
  const first = addDays(today, 1 - days);
  const shiftMs = days * 86_400_000;
  const current = { from: momentOf(first, 0, zone), to: now };
  const before = { from: momentOf(addDays(first, -days), 0, zone), to: new Date(now.getTime() - shiftMs) };
  const lost = { branches: scope.branches, from: first, to: today };
  const [sold, earlier, branches, work, reached, reachedBefore, losses, lostByBranch] = await Promise.all([
    salesByDay(db, scope, current, zone, now),
    salesByDay(db, scope, before, zone, now),
    salesByBranch(db, scope, { now: current, before }, now),
    workByBranch(db, scope, current, now),
    readConversion(db, scope.branches, lost),
    readConversion(db, scope.branches, { from: addDays(first, -days), to: addDays(first, -1) }),
    readLosses(db, lost),
    lossesByBranch(db, lost),
  ]);
  const ofDay = (rows: typeof sold, day: string) => rows.find((row) => row.day === day);
  const ofBranch = <Row extends { department_id_1c: string }>(rows: Row[], id: string) =>
    rows.find(({ department_id_1c }) => department_id_1c === id);
  return {
    days,
    now: totalOf(sold),
    before: totalOf(earlier),
    by_day: Array.from({ length: days }, (_, at) => {
      const day = addDays(first, at);
      const { sum = 0, count = 0 } = ofDay(sold, day) ?? {};
      return { day, sum, count, sum_before: ofDay(earlier, addDays(day, -days))?.sum ?? 0 };
    }),
    branches: branches.map((branch) => {
      const id = branch.department_id_1c;
      const { overdue = 0, unpaid = 0, promised = 0, kept = 0 } = ofBranch(work, id) ?? {};
      return {
        ...branch,
        overdue,
        unpaid,
        promised,
        kept,
        reached: reachedBy(reached.filter((row) => row.id === id)),
        lost: ofBranch(lostByBranch, id)?.sum ?? 0,
      };
    }),
    reached: reachedBy(reached),
    reached_before: reachedBy(reachedBefore),
    losses,
  };
}

async function readLosses(db: Db, filter: LossFilter): Promise<z.input<typeof Losses>> {
  const [causes, { losses: largest }] = await Promise.all([
    lossesByCause(db, filter),
    listLosses(db, filter, { sort: [], limit: 3, offset: 0, count_to: 0 }),
  ]);
  const sum = causes.reduce((total, cause) => total + cause.sum, 0);
  return { from: filter.from, to: filter.to, sum, causes, largest: largest.filter((loss) => loss.sum > 0) };
}

function totalOf(days: { sum: number; count: number }[]): z.input<typeof Sold> {
  const sum = days.reduce((total, day) => total + day.sum, 0);
  const count = days.reduce((total, day) => total + day.count, 0);
  return { sum, count, average: count === 0 ? 0 : Math.round(sum / count) };
}
