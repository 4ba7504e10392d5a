import { z } from 'zod';
import { countPackages } from '#integrations/onec/exchange/queries.ts';
import { readCalendar } from '#modules/calendar/read-calendar.ts';
import { countStaffProducts, goodsScope } from '#modules/catalogue/staff-products.ts';
import { countStuckLeads } from '#modules/leads/queries.ts';
import { countAtCounter } from '#modules/orders/staff-board.ts';
import { countMoneyQueues, countStrangeEvents } from '#modules/payments/staff-payments.ts';
import { countWaitingInvoices } from '#modules/payments/waiting-invoices.ts';
import { countFailedReleases } from '#modules/releases/fail-release.ts';
import { countToModerate } from '#modules/reviews/queries.ts';
import { countWaitingMisses } from '#modules/search/staff-misses.ts';
import { countOpenTickets } from '#modules/support/queries.ts';
import { countedRows } from './list.ts';
import { type Asked, scopeBy } from './route.ts';

/** In the order of the start page. */
const waitingQueues = [
  ...['arrived', 'expiring', 'tickets', 'reviews', 'questions', 'onec', 'failed_releases', 'refused_receipts'],
  ...['refused_refunds', 'transfers', 'invoices', 'payment_events', 'leads', 'misses', 'without_photo', 'collisions'],
] as const;
export type WaitingQueue = (typeof waitingQueues)[number];

/** `late`: how many of them wait longer than was promised, or too long already. */
export const Waiting = z.object({ queue: z.enum(waitingQueues), count: z.int(), late: z.int() });
type Counts = Partial<Record<WaitingQueue, number | { count: number; late: number }>>;

/** So many days ahead plans are looked through for what collides. */
const collisionDays = 14;
const dayMs = 86_400_000;

/** Work besides orders that waits for this person, as far as they may do it; queues without any are left out. */
export async function readWaiting(asked: Asked): Promise<z.input<typeof Waiting>[]> {
  const { may } = asked;
  return listed([
    await readUrgent(asked),
    ...(await Promise.all([
      may('search.write') ? misses(asked) : {},
      may('catalogue.write') ? withoutPhoto(asked) : {},
      may('preview.use') ? collisions(asked) : {},
    ])),
  ]);
}

/** Of that work, what is late already or went wrong: what the bell tells of. */
export async function readNotices(asked: Asked): Promise<z.input<typeof Waiting>[]> {
  return listed([await readUrgent(asked)]).filter(({ queue, late }) => late > 0 || wentWrong.includes(queue));
}

/** Nothing was promised of these: that they are there at all is the news. */
const wentWrong: readonly WaitingQueue[] = ['payment_events', 'leads'];

async function readUrgent(asked: Asked): Promise<Counts> {
  const { may } = asked;
  return Object.assign(
    {},
    ...(await Promise.all([
      may('handover.do') ? atCounter(asked) : {},
      requests(asked),
      may('exchange.read') ? packages(asked) : {},
      may('payments.read') ? money(asked) : {},
      may('leads.read') ? leads(asked) : {},
      may('preview.use') ? releases(asked) : {},
    ])),
  );
}

/** In the order of the start page. */
function listed(parts: Counts[]): z.input<typeof Waiting>[] {
  const counts: Counts = Object.assign({}, ...parts);
  return waitingQueues.flatMap((queue) => {
    const found = counts[queue] ?? 0;
    const { count, late } = typeof found === 'number' ? { count: found, late: 0 } : found;
    return count > 0 ? [{ queue, count, late }] : [];
  });
}

async function atCounter(asked: Asked): Promise<Counts> {
  const { arrived, expiring } = await countAtCounter(asked.db, scopeBy(asked, 'handover.do'), asked.now);
  return { arrived: { count: arrived, late: arrived }, expiring };
}

async function requests({ db, scope: { branches }, may, now }: Asked): Promise<Counts> {
  const [tickets, texts] = await Promise.all([
    may('tickets.write') ? countOpenTickets(db, branches, now) : null,
    may('moderation.write') ? countToModerate(db, branches, now) : null,
  ]);
  return {
    ...(tickets && { tickets: { count: tickets.open, late: tickets.late } }),
    ...(texts && {
      reviews: { count: texts.reviews, late: texts.late_reviews },
      questions: { count: texts.questions, late: texts.late - texts.late_reviews },
    }),
  };
}

async function packages({ db }: Asked): Promise<Counts> {
  const { held = 0 } = await countPackages(db);
  return { onec: { count: held, late: held } };
}

async function money(asked: Asked): Promise<Counts> {
  const { db, scope, may, now } = asked;
  const [queues, payment_events, invoices] = await Promise.all([
    countMoneyQueues(db, scopeBy(asked, 'payments.read'), now),
    // They may be of any branch: whoever works in one alone has no business with them.
    scope.branches === null ? countStrangeEvents(db, now) : 0,
    // Of others it is no work: who marks what came to the account looks after them.
    may('payments.account') ? countWaitingInvoices(db, scopeBy(asked, 'payments.account'), now) : 0,
  ]);
  const { refused_receipts, refused_refunds, transfers } = queues;
  return {
    refused_receipts: { count: refused_receipts, late: refused_receipts },
    refused_refunds: { count: refused_refunds, late: refused_refunds },
    transfers,
    invoices,
    payment_events,
  };
}

async function leads({ db, context: { partners }, scope, now }: Asked): Promise<Counts> {
  // Without a CRM every lead waits here on purpose.
  return { leads: partners.crm ? await countStuckLeads(db, scope.branches, now) : 0 };
}

async function releases({ db }: Asked): Promise<Counts> {
  const failed = await countFailedReleases(db);
  return { failed_releases: { count: failed, late: failed } };
}

async function misses({ db, scope, now }: Asked): Promise<Counts> {
  const { nothing, doubtful } = await countWaitingMisses(db, { branches: scope.branches }, now);
  return { misses: nothing + doubtful };
}

async function withoutPhoto({ db, scope }: Asked): Promise<Counts> {
  const wanted = { origin: 'onec', is_on: true, without: ['photo'] } as const;
  const filter = { ...wanted, without: [...wanted.without] };
  const count = await countStaffProducts(db, await goodsScope(db, scope.branches), filter, countedRows);
  return { without_photo: Math.min(count, countedRows) };
}

async function collisions({ db, scope, may, now }: Asked): Promise<Counts> {
  const span = { from: now, to: new Date(now.getTime() + collisionDays * dayMs), branches: scope.branches };
  const calendar = await readCalendar(db, { ...span, isCostShown: may('prices.cost') }, may);
  return { collisions: calendar.collisions.length };
}
