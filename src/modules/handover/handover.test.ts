import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readSignedIn } from '#modules/accounts/signed-in.ts';
import { expireReservations } from '#modules/orders/expire-reservations.ts';
import { closeShort, waitingLines } from '#modules/orders/hand-over.ts';
import { moveOrder } from '#modules/orders/move-order.ts';
import { payAtDesk } from '#modules/orders/pay-at-desk.ts';
import { placeOrder } from '#modules/orders/place-order.ts';
import { getOrder } from '#modules/orders/queries.ts';
import { countLossesOf } from '#modules/reports/count-losses.ts';
import { requireStaff } from '#modules/staff/require-staff.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { localTime } from '#shared/zoned-time.ts';
import { makeStaff } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { orderInput, orderPlace, stockOf } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { listActs } from './acts.ts';
import { delegatePass, revokePass } from './delegate-pass.ts';
import { type DeskLine, handOver } from './hand-over.ts';
import { delegatedToken, findByCode, listDelegated, passToken, readPass } from './pass.ts';

const { db } = await testDatabase();
const keys = await secretKeys(db, undefined);
await makeBranches(db);
const anna = { who: 'покупатель' };

async function staffMember(departments: string[] = []) {
  const petr = await makeStaff(db, ['pickup'], { departments });
  return requireStaff({ account: await readSignedIn(db, petr.session_id, new Date()) }, 'pickup');
}

/** Anna's order of plaster (5) and primer (2), ready for pickup. */
async function readyOrder() {
  const plaster = await makeProduct(db, { name: 'Штукатурка', on_hand: 20, price: 48_900 });
  const primer = await makeProduct(db, { name: 'Грунтовка', on_hand: 10, price: 62_000 });
  const input = orderInput([
    [plaster, 5],
    [primer, 2],
  ]);
  const place = await orderPlace(db);
  const { id } = await db.transaction().execute((db) => placeOrder(db, place, input));
  for (const state of ['assembling', 'ready'] as const)
    await db.transaction().execute((db) => moveOrder(db, id, state, { who: 'склад' }));
  const order = (await getOrder(db, id))!;
  const pass = (await readPass(db, keys, passToken(keys, order)))!;
  const lines = await waitingLines(db, id);
  return { order, pass, lines, plaster, primer };
}

/** Kopecks lost today by product, because an order ended without some of it. */
async function lostToday(...goods: { id: number }[]) {
  const day = localTime(new Date(), 'Europe/Moscow').date;
  await countLossesOf(db, day);
  const rows = await db
    .selectFrom('demand_losses')
    .select(['product_id', 'cause', 'sum'])
    .where('day', '=', day)
    .execute();
  return goods.map(({ id }) => rows.find((row) => row.product_id === id && row.cause === 'asked_more')?.sum ?? 0);
}

const whole = (lines: { order_line_id: number; waiting: number }[]): DeskLine[] =>
  lines.map(({ order_line_id, waiting }) => ({ order_line_id, given: waiting, problem: null, note: '', photo: null }));

test('[S2-19] the scanned pass opens its own order; a made-up, cut or foreign signature opens nothing', async () => {
  const { order } = await readyOrder();
  const other = await readyOrder();
  const token = passToken(keys, order);
  expect(await readPass(db, keys, token)).toMatchObject({ order_id: order.id, delegated: null });
  const foreign = `${order.number}-${passToken(keys, other.order).split('-').slice(1).join('-')}`;
  for (const wrong of [
    foreign,
    token.slice(0, -1),
    `${order.number}-`,
    `${order.number}-${'A'.repeat(22)}`,
    '',
    '-',
    order.id,
  ])
    expect(await readPass(db, keys, wrong)).toBeNull();
});

test('[S2-19] every pass opens its order, whatever signs its signature holds', async () => {
  const { order } = await readyOrder();
  for (let code = 0; code < 300; code++) {
    const pickup_code = String(code).padStart(6, '0');
    await sql`update orders set pickup_code = ${pickup_code} where id = ${order.id}`.execute(db);
    const token = passToken(keys, { ...order, pickup_code });
    expect(await readPass(db, keys, token), token).toMatchObject({ order_id: order.id });
  }
});

test('[S2-19] the desk gives everything out: the order is completed, stock leaves, both sides read one act', async () => {
  const { order, pass, lines, plaster } = await readyOrder();
  const staff = await staffMember();
  const { act_id, is_last } = await db
    .transaction()
    .execute((db) => handOver(db, staff, { pass, proof: 'pass', lines: whole(lines), note: '' }));
  expect(is_last).toBe(true);
  expect(await stockOf(db, plaster)).toEqual({ on_hand: 15, reserved: 0 });
  expect(await getOrder(db, order.id)).toMatchObject({ state: 'completed', payment_state: 'paid' });
  expect(await listActs(db, order.id)).toMatchObject([
    {
      id: act_id,
      staff_name: staff.full_name,
      recipient_name: 'Анна Смирнова',
      proof: 'pass',
      lines: [
        { name: 'Штукатурка', expected: 5, given: 5, problem: null },
        { name: 'Грунтовка', expected: 2, given: 2, problem: null },
      ],
    },
  ]);
  await expect(
    db.transaction().execute((db) => handOver(db, staff, { pass, proof: 'pass', lines: whole(lines), note: '' })),
  ).rejects.toMatchObject({ code: 'not_ready' });
});

test('[S2-19] two desks that give the same order out at once do it once', async () => {
  const { order, pass, lines, plaster } = await readyOrder();
  const staff = await staffMember();
  const give = () =>
    db.transaction().execute((db) => handOver(db, staff, { pass, proof: 'pass', lines: whole(lines), note: '' }));
  const done = await Promise.allSettled([give(), give(), give()]);
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await listActs(db, order.id)).toHaveLength(1);
  expect(await stockOf(db, plaster)).toEqual({ on_hand: 15, reserved: 0 });
});

test('[S2-19] less than ordered needs a reason; the rest waits without a term until it is settled', async () => {
  const { order, pass, lines, plaster, primer } = await readyOrder();
  const staff = await staffMember();
  const [first, second] = whole(lines) as [DeskLine, DeskLine];
  const give = (given: DeskLine[], seen_due: number | null = null) =>
    db.transaction().execute((db) => handOver(db, staff, { pass, proof: 'pass', lines: given, note: '', seen_due }));
  await expect(give([{ ...first, given: 3 }, second])).rejects.toMatchObject({
    code: 'bad_input',
    details: { fields: { [`problem_${first.order_line_id}`]: 'Укажите, почему выдано меньше' } },
  });
  await expect(give([{ ...first, given: 6 }, second])).rejects.toMatchObject({ code: 'bad_input' });
  await expect(give([{ ...first, given: 6, problem: 'defect' }, second])).rejects.toMatchObject({ code: 'bad_count' });
  expect(await stockOf(db, plaster)).toEqual({ on_hand: 20, reserved: 5 });

  const photo = { bytes: Buffer.from([0xff, 0xd8, 0xff, 0x00]), type: 'image/jpeg' as const };
  const some: DeskLine[] = [{ ...first, given: 3, problem: 'defect', note: 'порван мешок', photo }, second];
  // Only what leaves is paid for, and once.
  const [now, then] = [3 * 48_900 + 2 * 62_000, 2 * 48_900];
  await expect(give(some, order.total)).rejects.toMatchObject({ code: 'due_changed', details: { due: now } });
  const part = await give(some, now);
  expect(part.is_last).toBe(false);
  expect(await getOrder(db, order.id)).toMatchObject({
    payment_state: 'unpaid',
    total: now + then,
    taken_kopecks: now,
  });
  expect(await stockOf(db, plaster)).toEqual({ on_hand: 17, reserved: 2 });
  expect(await stockOf(db, primer)).toEqual({ on_hand: 8, reserved: 0 });
  const later = new Date(Date.now() + 60 * 86_400_000);
  await expireReservations(db, later);
  expect(await getOrder(db, order.id)).toMatchObject({ state: 'ready', reserved_until: null });
  expect((await waitingLines(db, order.id)).map(({ waiting }) => waiting)).toEqual([2, 0]);

  const left = whole((await waitingLines(db, order.id)).filter(({ waiting }) => waiting > 0));
  await expect(give(left, order.total)).rejects.toMatchObject({ code: 'due_changed', details: { due: then } });
  const rest = await give(left, then);
  expect(rest.is_last).toBe(true);
  expect((await listActs(db, order.id)).map(({ taken_kopecks }) => taken_kopecks)).toEqual([now, then]);
  expect(await stockOf(db, plaster)).toEqual({ on_hand: 15, reserved: 0 });
  expect(
    (await listActs(db, order.id)).map(({ is_last, lines }) => [is_last, lines.map(({ given }) => given)]),
  ).toEqual([
    [false, [3, 2]],
    [true, [2]],
  ]);
});

test('[S2-19] an order closed without the missing part costs what was taken for what was given, to the kopeck', async () => {
  const { order, pass, lines, plaster, primer } = await readyOrder();
  // 1.01 ₽ off five bags: three of them cost 1 466.40 ₽ as they leave, and as the order is closed.
  await sql`update order_lines set discount = 101, sum = sum - 101 where order_id = ${order.id} and position = 1`.execute(
    db,
  );
  await sql`update orders set goods_sum = goods_sum - 101, total = total - 101 where id = ${order.id}`.execute(db);
  const taken = 146_640;
  const staff = await staffMember();
  const refuseMoney = async () => Promise.reject(new Error('nothing was paid yet'));
  const close = () => db.transaction().execute((db) => closeShort(db, order.id, refuseMoney, { who: 'сотрудник' }));
  await expect(close()).rejects.toMatchObject({ code: 'nothing_given' });
  const [first, second] = whole(lines) as [DeskLine, DeskLine];
  await db.transaction().execute((db) =>
    handOver(db, staff, {
      pass,
      proof: 'code',
      lines: [
        { ...first, given: 3, problem: 'shortage' },
        { ...second, given: 0, problem: 'shortage' },
      ],
      note: '',
      seen_due: taken,
    }),
  );
  await close();
  expect(await getOrder(db, order.id)).toMatchObject({
    state: 'completed',
    payment_state: 'paid',
    goods_sum: taken,
    total: taken,
    taken_kopecks: taken,
    lines: [{ name: 'Штукатурка', count: 3, sum: taken }],
  });
  expect(await stockOf(db, plaster)).toEqual({ on_hand: 17, reserved: 0 });
  expect(await lostToday(plaster, primer)).toEqual([2 * 48_900, 2 * 62_000]);
  await expect(close()).rejects.toMatchObject({ code: 'not_ready' });
});

test('[S2-19] an order of which a part was given out unpaid is not cancelled: the part is still to be paid for', async () => {
  const { order, pass, lines, plaster } = await readyOrder();
  const [first, second] = whole(lines) as [DeskLine, DeskLine];
  const staff = await staffMember();
  await db.transaction().execute((db) =>
    handOver(db, staff, {
      pass,
      proof: 'pass',
      lines: [{ ...first, given: 4, problem: 'defect' }, second],
      note: '',
    }),
  );
  await expect(
    db.transaction().execute((db) => moveOrder(db, order.id, 'cancelled', { who: 'сотрудник' })),
  ).rejects.toMatchObject({ code: 'wrong_move' });
  expect(await getOrder(db, order.id)).toMatchObject({ state: 'ready' });
  expect(await stockOf(db, plaster)).toEqual({ on_hand: 16, reserved: 1 });
});

test('[S2-19] the missing part of a paid order goes to the payment by line and count, its lines stay', async () => {
  const { order, pass, lines, plaster, primer } = await readyOrder();
  await sql`update orders set payment_method = 'online', payment_state = 'paid' where id = ${order.id}`.execute(db);
  const [first, second] = whole(lines) as [DeskLine, DeskLine];
  const staff = await staffMember();
  await db.transaction().execute((db) =>
    handOver(db, staff, {
      pass,
      proof: 'pass',
      lines: [{ ...first, given: 4, problem: 'defect' }, second],
      note: '',
    }),
  );
  const reported: unknown[] = [];
  await db
    .transaction()
    .execute((db) => closeShort(db, order.id, async (missing) => void reported.push(...missing), { who: 'сотрудник' }));
  expect(reported).toEqual([{ position: 1, count: 1 }]);
  expect(await getOrder(db, order.id)).toMatchObject({ state: 'completed', total: order.total });
  expect(await lostToday(plaster, primer)).toEqual([48_900, 0]);
});

test('[S2-19] an order that should have been paid before is not given out unpaid', async () => {
  const { order, pass, lines } = await readyOrder();
  const staff = await staffMember();
  for (const method of ['online', 'invoice', 'credit']) {
    await sql`update orders set payment_method = ${method} where id = ${order.id}`.execute(db);
    await expect(
      db.transaction().execute((db) => handOver(db, staff, { pass, proof: 'pass', lines: whole(lines), note: '' })),
    ).rejects.toMatchObject({ code: 'not_paid' });
  }
});

test('[S2-19] money for an order that was to be paid on the site is taken at the desk, and the order is handed out', async () => {
  const { order, pass, lines } = await readyOrder();
  const staff = await staffMember();
  const mover = { who: `сотрудник ${staff.full_name}` };
  const payHere = () => db.transaction().execute((db) => payAtDesk(db, order.id, mover));
  await expect(payHere()).rejects.toMatchObject({ code: 'payment_stays' });
  for (const method of ['invoice', 'credit']) {
    await sql`update orders set payment_method = ${method} where id = ${order.id}`.execute(db);
    await expect(payHere()).rejects.toMatchObject({ code: 'payment_stays' });
  }
  await sql`update orders set payment_method = 'online', payment_state = 'paid' where id = ${order.id}`.execute(db);
  await expect(payHere()).rejects.toMatchObject({ message: 'Заказ уже оплачен: денег не берите' });

  await sql`update orders set payment_state = 'pending' where id = ${order.id}`.execute(db);
  // The time to pay on the site is over; the worker comes between the payment and the goods.
  await sql`
    update reservations r set expires_at = now() - interval '1 minute' from order_lines l
    where l.order_id = ${order.id} and r.order_line_id = l.id`.execute(db);
  await payHere();
  await expireReservations(db);
  expect((await getOrder(db, order.id))?.state).toBe('ready');
  const due = order.total;
  await db
    .transaction()
    .execute((db) => handOver(db, staff, { pass, proof: 'pass', lines: whole(lines), note: '', seen_due: due }));
  const after = await getOrder(db, order.id);
  expect(after).toMatchObject({ state: 'completed', payment_state: 'paid', payment_method: 'on_receipt' });
  expect(after?.moves.map(({ why }) => why)).toContain('оплата при получении вместо оплаты на сайте');
  await expect(payHere()).rejects.toMatchObject({ code: 'payment_stays' });
});

test('[S2-19] an order that is not ready yet takes no money at the desk', async () => {
  const { order } = await readyOrder();
  await sql`update orders set payment_method = 'online', state = 'assembling' where id = ${order.id}`.execute(db);
  await expect(db.transaction().execute((db) => payAtDesk(db, order.id, { who: 'сотрудник' }))).rejects.toMatchObject({
    message: 'Деньги принимают, когда заказ готов к выдаче',
  });
});

test('[S6-05] staff of another branch does not find the order', async () => {
  const { pass, lines } = await readyOrder();
  const elsewhere = await staffMember(['00052']);
  await expect(
    db.transaction().execute((db) => handOver(db, elsewhere, { pass, proof: 'pass', lines: whole(lines), note: '' })),
  ).rejects.toMatchObject({ code: 'not_found' });
});

test('[S2-19] a delegated pass is good once; a new one or its owner takes it back', async () => {
  const { order, lines } = await readyOrder();
  const staff = await staffMember();
  const delegate = (name: string) => db.transaction().execute((db) => delegatePass(db, order.id, { name }, anna));
  await expect(delegate(' И ')).rejects.toMatchObject({ code: 'bad_input' });
  const first = await delegate('Иван Кузнецов');
  const second = await delegate('Пётр Иванов');
  const passes = await listDelegated(db, order.id);
  expect(passes.map(({ name, state }) => [name, state])).toEqual([
    ['Пётр Иванов', 'open'],
    ['Иван Кузнецов', 'revoked'],
  ]);
  const tokenOf = (id: string) => delegatedToken(keys, passes.find((pass) => pass.id === id)!);
  const give = async (token: string) => {
    const pass = (await readPass(db, keys, token))!;
    return db
      .transaction()
      .execute((db) => handOver(db, staff, { pass, proof: 'pass', lines: whole(lines), note: '' }));
  };
  await expect(give(tokenOf(first.id))).rejects.toMatchObject({ code: 'pass_revoked' });
  await give(tokenOf(second.id));
  expect(await listActs(db, order.id)).toMatchObject([{ recipient_name: 'Пётр Иванов', proof: 'delegated' }]);
  await expect(give(tokenOf(second.id))).rejects.toMatchObject({ code: 'pass_used' });
  await expect(delegate('Ещё один')).rejects.toMatchObject({ code: 'pass_closed' });
});

test('[S2-19] a pass taken back is not good any more, and taking back twice changes nothing', async () => {
  const { order } = await readyOrder();
  const { id } = await db.transaction().execute((db) => delegatePass(db, order.id, { name: 'Иван Кузнецов' }, anna));
  for (const _ of [1, 2]) await db.transaction().execute((db) => revokePass(db, order.id, anna));
  const [pass] = await listDelegated(db, order.id);
  expect(pass).toMatchObject({ id, state: 'revoked' });
  const history = (await getOrder(db, order.id))!.moves.map(({ why }) => why).filter((why) => why.includes('пропуск'));
  expect(history).toEqual(['пропуск передан: Иван Кузнецов', 'переданный пропуск отозван']);
});

test('[S2-19] number and dictated code open the order and the delegated pass; a wrong one opens nothing', async () => {
  const { order } = await readyOrder();
  await db.transaction().execute((db) => delegatePass(db, order.id, { name: 'Иван Кузнецов' }, anna));
  const [pass] = await listDelegated(db, order.id);
  expect(await findByCode(db, order.number, order.pickup_code)).toMatchObject({ order_id: order.id });
  if (pass!.code !== order.pickup_code)
    expect(await findByCode(db, order.number, pass!.code)).toMatchObject({ delegated: { name: 'Иван Кузнецов' } });
  const wrong = String((Number(order.pickup_code) + 1) % 1_000_000).padStart(6, '0');
  if (wrong !== pass!.code) expect(await findByCode(db, order.number, wrong)).toBeNull();
  expect(await findByCode(db, order.number + 100_000, order.pickup_code)).toBeNull();
});

test('[S2-19] a reason chosen before the whole line was given after all stands on no act', async () => {
  const { pass, lines } = await readyOrder();
  const staff = await staffMember();
  const given = whole(lines).map((line) => ({ ...line, problem: 'defect' as const, note: 'скол' }));
  await db.transaction().execute((db) => handOver(db, staff, { pass, proof: 'code', lines: given, note: '' }));
  expect((await listActs(db, pass.order_id))[0]?.lines.map(({ problem }) => problem)).toEqual([null, null]);
});
