import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type DemandCause, demandCauses } from '#shared/demand-causes.ts';
import { makeUser } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { seeded } from '#test/support/random.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { countLossesOf } from './count-losses.ts';
import { writeViews } from './count-views.ts';
import { listLosses, lossesByBranch, lossesByCause } from './list-losses.ts';

/**
 * A year of simulated visits, and what was not sold in it. What happened is drawn into plain
 * arrays and written to the tables of the shop; below, the stated formulas are computed once more from the arrays, by
 * loops and whole numbers. Both must agree to the kopeck.
 */
const { db } = await testDatabase();
await makeBranches(db);
await db.updateTable('departments').set({ time_zone: 'Asia/Yekaterinburg' }).where('id_1c', '=', '00052').execute();

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const firstDay = '2025-11-01';
const days = Array.from({ length: 365 }, (_, at) => plusDays(firstDay, at));
/** The last day's carts may be younger than a day. */
const now = new Date('2026-10-31T18:00:00Z');
const branches = [
  { id: '00131', column: 'vologda', store: 'store12', offsetMs: 3 * hourMs },
  { id: '00052', column: 'cherepovets', store: 'store52', offsetMs: 5 * hourMs },
];
const random = seeded(18);
const upTo = (most: number) => Math.floor(random() * most);
const maybe = (share: number) => random() < share;

type Line = { product: number; count: number; price: number };
type Order = {
  id: string;
  branch: string;
  at: number;
  isCancelled: boolean;
  isByPhone: boolean;
  user: string | null;
  lines: Line[];
  completedAt: number | null;
  /** Of the moment it was completed. */
  former: Line[];
  givenBack: { line: number; count: number }[];
};
type ProposalLine = {
  product_id: number;
  count_before: number;
  count_after: number;
  sum_before: number;
  sum_after: number;
  available: number;
  instead_of: number | null;
};

const goods = await makeGoods();
const users = await makeUsers();
const orders = makeOrders();
const proposals = makeProposals();
const stock = makeStock();
const left = makeLeft();
const carts = makeCarts();
const wishes = makeWishes();
const misses = makeMisses();
const views = makeViews();
await writeOrders();
await writeRest();
await countVisits();

test('a year of losses agrees with the formulas to the kopeck, counted twice it is the same', {
  timeout: 300_000,
}, async () => {
  for (const day of days) await countLossesOf(db, day, now);
  const expected = days.flatMap((day) => expectedOf(day));
  const counted = await rowsNow();
  expect(counted.length).toBeGreaterThan(2_000);
  for (const cause of demandCauses)
    expect(counted.filter((row) => row.cause === cause && row.sum > 0).length, cause).toBeGreaterThan(15);
  expect(counted).toEqual(expected.sort(byKey));
  expect(total(counted)).toBe(total(expected));

  for (const day of days.slice(0, 30)) await countLossesOf(db, day, now);
  await Promise.all([countLossesOf(db, days[40] ?? '', now), countLossesOf(db, days[40] ?? '', now)]);
  expect(await rowsNow()).toEqual(counted);
});

test('sums over causes, branches, days and pages are one total, and nothing is counted twice', async () => {
  const rows = await rowsNow();
  const filter = { branches: null, from: firstDay, to: days.at(-1) ?? '' };
  const all = total(rows);
  expect(total(await lossesByCause(db, filter))).toBe(all);
  expect(total(await lossesByBranch(db, filter))).toBe(all);
  const pages = await Promise.all(
    [0, 1, 2].map((page) => listLosses(db, filter, { sort: [], limit: 20, offset: page * 20, count_to: 10_000 })),
  );
  const listed = pages.flatMap(({ losses }) => losses);
  expect(listed.length).toBe(pages[0]?.count);
  expect(total(listed)).toBe(all);
  let ofDays = 0;
  for (const day of days) ofDays += total(await lossesByCause(db, { ...filter, from: day, to: day }));
  expect(ofDays).toBe(all);
  for (const cause of demandCauses) {
    const one = await listLosses(db, { ...filter, cause: [cause] }, { sort: [], limit: 500, offset: 0, count_to: 500 });
    expect(total(one.losses), cause).toBe(total(rows.filter((row) => row.cause === cause)));
  }
  const keys = rows.map(({ day, branch, product, words }) => `${day} ${branch} ${product ?? words}`);
  expect(new Set(keys).size).toBe(keys.length);
});

type Row = {
  day: string;
  branch: string;
  cause: DemandCause;
  product: number | null;
  words: string | null;
  times: number;
  sum: number;
};

async function rowsNow(): Promise<Row[]> {
  const rows = await db
    .selectFrom('demand_losses')
    .select(['day', 'department_id_1c as branch', 'cause', 'product_id as product', 'words', 'times', 'sum'])
    .execute();
  return (rows as Row[]).sort(byKey);
}

function byKey(a: Row, b: Row): number {
  const keyOf = ({ day, branch, product, words }: Row) => `${day} ${branch} ${product ?? ''} ${words ?? ''}`;
  return keyOf(a) < keyOf(b) ? -1 : 1;
}

function total(rows: { sum: number }[]): number {
  return rows.reduce((sum, row) => sum + row.sum, 0);
}

// The formulas once more.

function expectedOf(day: string): Row[] {
  const found: Row[] = [];
  for (const branch of branches) {
    for (const { id, prices } of goods) {
      const price = prices[branch.column] ?? null;
      const causes = [
        outOfStock(day, branch.id, id, price),
        askedMore(day, branch.id, id, price),
        leftCarts(day, branch.id, id, price),
        waiting(day, branch.id, id, price),
      ].filter((loss) => loss.sum > 0);
      const most = Math.max(...causes.map(({ sum }) => sum));
      const largest = demandCauses.flatMap((cause) =>
        causes.filter((loss) => loss.cause === cause && loss.sum === most),
      );
      if (largest[0]) found.push({ day, branch: branch.id, product: id, words: null, ...largest[0] });
    }
    found.push(...notFound(day, branch.id));
  }
  return found;
}

type Lost = { cause: DemandCause; times: number; sum: number };

/** The 56 days before. */
function isInWindow(other: string, day: string): boolean {
  return other < day && other >= plusDays(day, -56);
}

function linesBefore(day: string, branch: string): Line[] {
  return orders
    .filter((order) => order.branch === branch && !order.isCancelled && isInWindow(localDay(order.at, branch), day))
    .flatMap(({ lines }) => lines);
}

function outOfStock(day: string, branch: string, product: number, price: number | null): Lost {
  const cause = 'out_of_stock';
  const out = stock.outs.get(`${day} ${branch} ${product}`) ?? 0;
  const checked = stock.checks.get(`${day} ${branch}`) ?? 0;
  const units = linesBefore(day, branch)
    .filter((line) => line.product === product)
    .reduce((sum, { count }) => sum + count, 0);
  if (out === 0 || price === null) return { cause, times: 0, sum: 0 };
  let whole = 0;
  for (let ago = 1; ago <= 56; ago++) {
    const hours = stock.outs.get(`${plusDays(day, -ago)} ${branch} ${product}`) ?? 0;
    if (hours !== 0 && hours === stock.checks.get(`${plusDays(day, -ago)} ${branch}`)) whole++;
  }
  const sum = divided(
    BigInt(price) * BigInt(units) * BigInt(bits(out)),
    BigInt(bits(checked)) * BigInt(Math.max(56 - whole, 1)),
  );
  return { cause, times: views.out.get(`${day} ${branch} ${product}`) ?? 0, sum };
}

function askedMore(day: string, branch: string, product: number, price: number | null): Lost {
  let times = 0;
  let sum = 0;
  const kept = left.get(`${day} ${branch} ${product}`);
  if (kept && price !== null) {
    times += kept.times;
    sum += kept.units * price;
  }
  for (const { order, at, lines } of proposals) {
    if (order.branch !== branch || localDay(at, branch) !== day) continue;
    for (const line of lines) {
      const isLacking = line.count_after < line.count_before && line.available < line.count_before;
      if (line.product_id !== product || !isLacking) continue;
      const instead = lines
        .filter(({ instead_of }) => instead_of === product)
        .reduce((replaced, { sum_after }) => replaced + sum_after, 0);
      times += 1;
      sum += Math.max(0, line.sum_before - line.sum_after - instead);
    }
  }
  for (const { branch: own, completedAt, former, givenBack, lines } of orders) {
    if (own !== branch || completedAt === null || localDay(completedAt, branch) !== day) continue;
    for (const was of former) {
      const lacking = was.count - (lines.find((line) => line.product === was.product)?.count ?? 0);
      if (was.product !== product || lacking <= 0) continue;
      times += 1;
      sum += lacking * was.price;
    }
    for (const { line, count } of givenBack) {
      const ordered = lines[line];
      if (ordered?.product !== product || former.some((was) => was.product === product)) continue;
      times += 1;
      sum += count * ordered.price;
    }
  }
  return { cause: 'asked_more', times, sum };
}

function isLeft({ at }: { at: number }): boolean {
  return at <= now.getTime() - 24 * hourMs;
}

function leftCarts(day: string, branch: string, product: number, price: number | null): Lost {
  const cause = 'left_cart';
  const own = carts
    .filter((cart) => cart.branch === branch && isLeft(cart) && localDay(cart.at, branch) === day)
    .flatMap(({ lines }) => lines.filter((line) => line.product === product));
  if (own.length === 0 || price === null) return { cause, times: 0, sum: 0 };
  const ordered = orders.filter(
    ({ user, isCancelled, isByPhone, at, branch }) =>
      user !== null && !isCancelled && !isByPhone && isInWindow(localDay(at, branch), day),
  ).length;
  const abandoned = carts.filter(
    (cart) =>
      cart.branch !== null && isLeft(cart) && cart.lines.length > 0 && isInWindow(localDay(cart.at, cart.branch), day),
  ).length;
  const units = own.reduce((sum, { count }) => sum + count, 0);
  const sum = ordered === 0 ? 0 : divided(BigInt(price) * BigInt(units) * BigInt(ordered), BigInt(ordered + abandoned));
  return { cause, times: own.length, sum };
}

function waiting(day: string, branch: string, product: number, price: number | null): Lost {
  const living = wishes.filter(
    (wish) =>
      wish.branch === branch &&
      wish.product === product &&
      wish.confirmedAt !== null &&
      localDay(wish.confirmedAt, branch) === day &&
      (wish.endedAt === null || localDay(wish.endedAt, branch) > day),
  );
  return {
    cause: 'waiting',
    times: living.length,
    sum: price === null ? 0 : divided(BigInt(price) * BigInt(living.length), 4n),
  };
}

function notFound(day: string, branch: string): Row[] {
  const before = linesBefore(day, branch);
  const counted = days.filter((other) => isInWindow(other, day) && (views.visits.get(`${other} ${branch}`) ?? 0) > 0);
  const visits = counted.reduce((sum, other) => sum + (views.visits.get(`${other} ${branch}`) ?? 0), 0);
  const placed = orders.filter(
    (order) =>
      order.branch === branch && !order.isCancelled && !order.isByPhone && counted.includes(localDay(order.at, branch)),
  ).length;
  const lineSum = before.reduce((sum, { count, price }) => sum + count * price, 0);
  const words = new Set(misses.filter((miss) => miss.day === day && miss.branch === branch).map((miss) => miss.words));
  return [...words].map((query) => {
    const own = (kind: string) =>
      misses.find((miss) => miss.day === day && miss.branch === branch && miss.words === query && miss.kind === kind)
        ?.times ?? 0;
    const [nothing, doubtful] = [own('nothing'), own('doubtful')];
    const sum =
      visits === 0 || before.length === 0
        ? 0
        : divided(
            BigInt(10 * nothing + 3 * doubtful) * BigInt(Math.min(placed, visits)) * BigInt(lineSum),
            10n * BigInt(visits) * BigInt(before.length),
          );
    return { day, branch, cause: 'not_found', product: null, words: query, times: nothing + doubtful, sum };
  });
}

/** Half up. */
function divided(above: bigint, below: bigint): number {
  return Number((2n * above + below) / (2n * below));
}

function bits(mask: number): number {
  return mask.toString(2).replaceAll('0', '').length;
}

function localDay(at: number, branch: string): string {
  const own = branches.find(({ id }) => id === branch);
  return new Date(at + (own?.offsetMs ?? 0)).toISOString().slice(0, 10);
}

function plusDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);
}

// What happened in the year.

async function makeGoods() {
  const made: { id: number; slug: string; prices: Record<string, number | null> }[] = [];
  for (let at = 0; at < 6; at++) {
    const isOut = at === 4;
    const { id, slug } = await makeProduct(db, { price: 10_000 + upTo(90_000), on_hand: isOut ? 0 : 1_000 });
    await db
      .insertInto('stock')
      .values({ store: 'store52', product_id: id, on_hand: isOut ? 0 : 500, on_hand_base: 0 })
      .execute();
    const vologda = await db
      .selectFrom('prices')
      .select('price')
      .where('product_id', '=', id)
      .executeTakeFirstOrThrow();
    // The last has no price in Cherepovets.
    const cherepovets = at === 5 ? null : 10_000 + upTo(90_000);
    if (cherepovets !== null)
      await db
        .insertInto('prices')
        .values({ price_column: 'cherepovets', product_id: id, price: cherepovets })
        .execute();
    made.push({ id, slug, prices: { vologda: vologda.price, cherepovets } });
  }
  return made;
}

async function makeUsers(): Promise<string[]> {
  const made: string[] = [];
  for (let at = 0; at < 60; at++) made.push((await makeUser(db)).id);
  return made;
}

function someGoods(most: number): number[] {
  return goods
    .filter(() => maybe(0.5))
    .slice(0, most)
    .map(({ id }) => id);
}

function makeOrders(): Order[] {
  const made: Order[] = [];
  for (const { id: branch, offsetMs } of branches) {
    for (let ago = -60; ago < days.length; ago++) {
      for (let count = upTo(4); count > 0; count--) {
        const at = Date.parse(plusDays(firstDay, ago)) - offsetMs + Math.floor(random() * dayMs);
        const lines = someGoods(3).map((product) => ({ product, count: 1 + upTo(20), price: 1_000 + upTo(90_000) }));
        const [first] = lines;
        if (!first) continue;
        const isCancelled = maybe(0.1);
        const isClosed = !isCancelled && maybe(0.08);
        const isPaid = maybe(0.5);
        const other = goods.find(({ id }) => lines.every((line) => line.product !== id));
        made.push({
          id: randomUUID(),
          branch,
          at,
          isCancelled,
          isByPhone: maybe(0.1),
          lines,
          user: maybe(0.5) ? (users[upTo(users.length)] ?? null) : null,
          completedAt: isClosed ? at + 2 * dayMs : null,
          former:
            isClosed && !isPaid && other
              ? [
                  { ...first, count: first.count + 1 + upTo(5) },
                  { product: other.id, count: 1 + upTo(5), price: 7_777 },
                ]
              : [],
          givenBack: isClosed ? [{ line: 0, count: 1 + upTo(3) }] : [],
        });
      }
    }
  }
  return made;
}

function makeProposals() {
  return orders
    .filter(({ isCancelled, completedAt }) => !isCancelled && completedAt === null && maybe(0.1))
    .map((order) => {
      const first = order.lines[0] ?? { product: 0, count: 1, price: 1 };
      const after = upTo(first.count);
      const isReplaced = maybe(0.4);
      const lacking: ProposalLine = {
        product_id: first.product,
        count_before: first.count,
        count_after: after,
        instead_of: null,
        sum_before: first.count * first.price,
        sum_after: after * first.price,
        // Sometimes there was enough, and the buyer changed their mind.
        available: maybe(0.2) ? first.count : after,
      };
      const other = goods.find(({ id }) => id !== first.product)?.id ?? 0;
      const instead: ProposalLine = {
        product_id: other,
        count_before: 0,
        count_after: 1,
        instead_of: first.product,
        sum_before: 0,
        sum_after: 5_000 + upTo(100_000),
        available: 50,
      };
      return { order, at: order.at + 6 * hourMs, lines: isReplaced ? [lacking, instead] : [lacking] };
    });
}

function makeStock() {
  const checks = new Map<string, number>();
  const outs = new Map<string, number>();
  for (let ago = -60; ago < days.length; ago++) {
    for (const { id: branch } of branches) {
      const day = plusDays(firstDay, ago);
      // Now and then a worker was away.
      if (maybe(0.05)) continue;
      let checked = 0;
      for (let hour = 9; hour < 20; hour++) if (maybe(0.95)) checked |= 1 << hour;
      if (checked === 0) continue;
      checks.set(`${day} ${branch}`, checked);
      for (const { id } of goods) {
        if (!maybe(0.15)) continue;
        const out = maybe(0.4) ? checked : checked & upTo(1 << 24);
        if (out !== 0) outs.set(`${day} ${branch} ${id}`, out);
      }
    }
  }
  return { checks, outs };
}

function makeLeft() {
  const made = new Map<string, { times: number; units: number }>();
  for (const day of days)
    for (const { id: branch } of branches)
      for (const { id } of goods)
        if (maybe(0.04)) made.set(`${day} ${branch} ${id}`, { times: 1 + upTo(3), units: 1 + upTo(30) });
  return made;
}

function makeCarts() {
  return users.map((user, at) => ({
    user,
    // Nobody knows where some of them were filled.
    branch: at % 10 === 0 ? null : (branches[at % 2]?.id ?? null),
    at: at === 1 ? now.getTime() - hourMs : Date.parse(firstDay) + Math.floor(random() * 364 * dayMs),
    lines: someGoods(4).map((product) => ({ product, count: 1 + upTo(9) })),
  }));
}

function makeWishes() {
  return Array.from({ length: 200 }, (_, at) => {
    const branch = branches[at % 2]?.id ?? '';
    const confirmedAt = maybe(0.9) ? Date.parse(firstDay) + Math.floor(random() * 364 * dayMs) : null;
    const endedAt = confirmedAt !== null && maybe(0.4) ? confirmedAt + Math.floor(random() * 3 * dayMs) : null;
    return { branch, product: goods[upTo(goods.length)]?.id ?? 0, confirmedAt, endedAt };
  });
}

function makeMisses() {
  const made: { day: string; branch: string; words: string; kind: 'nothing' | 'doubtful'; times: number }[] = [];
  for (const day of days)
    for (const { id: branch } of branches)
      for (const words of ['болгарка', 'вагонка', 'грунт', 'каска'])
        for (const kind of ['nothing', 'doubtful'] as const)
          if (maybe(0.2)) made.push({ day, branch, words, kind, times: 1 + upTo(12) });
  return made;
}

function makeViews() {
  const visits = new Map<string, number>();
  const out = new Map<string, number>();
  for (const [at, day] of days.entries()) {
    for (const { id: branch } of branches) {
      // In the other branch counting began later.
      if (branch === '00052' && at < 120) continue;
      visits.set(`${day} ${branch}`, 3 + upTo(9));
      const gone = goods[4];
      if (gone) out.set(`${day} ${branch} ${gone.id}`, 3 + upTo(6));
    }
  }
  return { visits, out };
}

async function writeOrders() {
  for (const order of orders) {
    const sum = order.lines.reduce((all, { count, price }) => all + count * price, 0);
    await db
      .insertInto('orders')
      .values({
        id: order.id,
        department_id_1c: order.branch,
        price_column: columnOf(order.branch),
        payment_method: 'on_receipt',
        contact_name: 'Анна',
        contact_phone: '+79210001234',
        contact_email: 'anna@pochta.example',
        receiving_type: 'pickup',
        pickup_department_id_1c: order.branch,
        goods_sum: sum,
        total: sum,
        weight_grams: 0,
        pickup_code: '123456',
        is_by_phone: order.isByPhone,
        user_id: order.user,
        created_at: new Date(order.at),
        state: order.isCancelled ? 'cancelled' : order.completedAt === null ? 'new' : 'completed',
        cancelled_at: order.isCancelled ? new Date(order.at + hourMs) : null,
        completed_at: order.completedAt === null ? null : new Date(order.completedAt),
      })
      .execute();
    const lines = await db
      .insertInto('order_lines')
      .values(
        order.lines.map(({ product, count, price }, position) => ({
          order_id: order.id,
          position,
          product_id: product,
          product_idcode: `${product}`,
          name: 'Товар',
          unit: 'шт.',
          base_unit: 'шт.',
          factor_base: 1,
          factor_sales: 1,
          price_column: columnOf(order.branch),
          store: storeOf(order.branch),
          vat_rate: 22,
          count,
          price,
          sum: count * price,
        })),
      )
      .returning(['id', 'product_id'])
      .execute();
    if (order.completedAt === null) continue;
    const ended_at = new Date(order.completedAt);
    for (const { line, count } of order.givenBack) {
      const product_id = order.lines[line]?.product ?? 0;
      const order_line_id = lines.find((own) => own.product_id === product_id)?.id ?? 0;
      await db
        .insertInto('reservations')
        .values({ order_line_id, product_id, store: storeOf(order.branch), count, ended_at, why: 'cancelled' })
        .execute();
    }
    for (const [position, { product, count, price }] of order.former.entries())
      await db
        .insertInto('former_order_lines')
        .values({
          order_id: order.id,
          position,
          product_id: product,
          product_idcode: `${product}`,
          name: 'Товар',
          unit: 'шт.',
          store: storeOf(order.branch),
          count,
          price,
          discount: 0,
          sum: count * price,
          ended_at,
          who: 'Пётр',
        })
        .execute();
  }
}

async function writeRest() {
  for (const { order, at, lines } of proposals)
    await db
      .insertInto('order_proposals')
      .values({
        order_id: order.id,
        number: 1,
        state: 'accepted',
        lines: JSON.stringify(lines),
        total_before: 1,
        total_after: 1,
        proposed_who: 'Инна',
        proposed_at: new Date(at - hourMs),
        expires_at: new Date(at + dayMs),
        answered_at: new Date(at),
        answered_how: 'phone',
        answered_who: 'Анна',
      })
      .execute();
  const hoursOf = (mask: number) => Array.from({ length: 24 }, (_, hour) => (mask >> hour) & 1).join('');
  await insertAll(
    'stock_checks',
    [...stock.checks].map(([key, mask]) => ({ ...keyOf(key), hours: hoursOf(mask) })),
  );
  await insertAll(
    'stock_outs',
    [...stock.outs].map(([key, mask]) => ({ ...keyOf(key), ...productOf(key), hours: hoursOf(mask) })),
  );
  await insertAll(
    'wanted_days',
    [...left].map(([key, { times, units }]) => ({
      ...keyOf(key),
      ...productOf(key),
      left_times: times,
      left_units: units,
    })),
  );
  await insertAll(
    'search_misses',
    misses.map(({ branch, ...miss }) => ({ ...miss, department_id_1c: branch })),
  );
  for (const { user, branch, at, lines } of carts) {
    await db
      .insertInto('carts')
      .values({ id: user, changed_at: new Date(at), department_id_1c: branch })
      .execute();
    if (lines.length > 0)
      await db
        .insertInto('cart_lines')
        .values(lines.map(({ product, count }) => ({ cart_id: user, product_id: product, count })))
        .execute();
  }
  await insertAll(
    'subscriptions',
    wishes.map(({ branch, product, confirmedAt, endedAt }, at) => ({
      email: `wish${at}@pochta.example`,
      topic: 'back_in_stock',
      product_id: product,
      department_id_1c: branch,
      form: 'alert',
      confirmed_at: confirmedAt === null ? null : new Date(confirmedAt),
      ended_at: endedAt === null ? null : new Date(endedAt),
    })),
  );
}

/** Three processes, of which each has seen a part, add up the visits of every day at once. */
async function countVisits() {
  for (const day of days) {
    const counted = branches.flatMap(({ id }) => {
      const visits = views.visits.get(`${day} ${id}`) ?? 0;
      const gone = goods[4];
      const out = gone ? (views.out.get(`${day} ${id} ${gone.id}`) ?? 0) : 0;
      return [
        { department_id_1c: id, product: null, times: visits },
        { department_id_1c: id, product: gone?.slug ?? '', times: out },
        // Of what there is nothing but the views is counted.
        { department_id_1c: id, product: goods[0]?.slug ?? '', times: visits === 0 ? 0 : 3 },
        { department_id_1c: id, product: 'no-such-product', times: 3 },
      ];
    });
    const parts = [0, 1, 2].map((process) =>
      counted.map((view) => {
        const third = Math.floor(view.times / 3);
        return { ...view, times: process === 2 ? view.times - 2 * third : third };
      }),
    );
    const at = new Date(`${day}T12:00:00Z`);
    await Promise.all(
      parts.map((part) =>
        writeViews(
          db,
          part.filter(({ times }) => times > 0),
          at,
        ),
      ),
    );
  }
}

async function insertAll(
  table: 'stock_checks' | 'stock_outs' | 'wanted_days' | 'search_misses' | 'subscriptions',
  rows: Record<string, unknown>[],
) {
  for (let from = 0; from < rows.length; from += 500)
    await db
      .insertInto(table)
      .values(rows.slice(from, from + 500) as never)
      .execute();
}

function keyOf(key: string) {
  const [day = '', department_id_1c = ''] = key.split(' ');
  return { day, department_id_1c };
}

function productOf(key: string) {
  return { product_id: Number(key.split(' ')[2]) };
}

function columnOf(branch: string): string {
  return branches.find(({ id }) => id === branch)?.column ?? '';
}

function storeOf(branch: string): string {
  return branches.find(({ id }) => id === branch)?.store ?? '';
}
