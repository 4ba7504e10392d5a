import { handOverLines } from '#modules/orders/hand-over.ts';
import { moveOrder } from '#modules/orders/move-order.ts';
import { proposeChange } from '#modules/orders/propose-change.ts';
import { markAccountPayment } from '#modules/payments/account-payment.ts';
import { refundRest } from '#modules/payments/refund-payment.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { localTime } from '#shared/zoned-time.ts';
import { orderBy } from '#test/support/orders.ts';
import { makeRequisites } from '#test/support/requisites.ts';
import { type AdminCast, branches, call } from './cast.ts';
import { type Example, fileForm } from './example.ts';

const testKeys: SecretKeys = ['key for the examples of the back office'];

/** Calls about orders. */
export const orderExamples: Record<string, Example> = {
  'GET /api/admin/orders/board': { make: () => ({ url: '/api/admin/orders/board' }) },
  'GET /api/admin/orders/assignees': { make: () => ({ url: '/api/admin/orders/assignees' }) },
  'GET /api/admin/orders/export': { make: () => ({ url: '/api/admin/orders/export?format=csv' }) },
  'POST /api/admin/orders/assign': {
    make: async (cast) => ({ url: '/api/admin/orders/assign', body: { ids: [(await cast.anOrder()).id] } }),
    foreign: async (cast) => ({
      url: '/api/admin/orders/assign',
      body: { ids: [(await cast.anOrder(branches.foreign)).id] },
    }),
  },
  'POST /api/admin/orders/assemble': {
    make: async (cast) => ({ url: '/api/admin/orders/assemble', body: { ids: [(await cast.anOrder()).id] } }),
    foreign: async (cast) => ({
      url: '/api/admin/orders/assemble',
      body: { ids: [(await cast.anOrder(branches.foreign)).id] },
    }),
  },
  'POST /api/admin/orders': {
    make: ({ product }) => phoneOrder(product.id, branches.own),
    foreign: async ({ product }) => phoneOrder(product.id, branches.foreign),
    answers: 201,
  },
  'GET /api/admin/phone-order/goods': {
    make: () => ({ url: `/api/admin/phone-order/goods?department_id_1c=${branches.own}&q=shtukaturka` }),
    foreign: async () => ({ url: `/api/admin/phone-order/goods?department_id_1c=${branches.foreign}&q=shtukaturka` }),
  },
  'GET /api/admin/phone-order/buyers': {
    make: () => ({ url: `/api/admin/phone-order/buyers?phone=${encodeURIComponent('+79210001234')}` }),
  },
  'POST /api/admin/phone-order/quote': {
    make: ({ product }) => quote(product.id, branches.own),
    foreign: async ({ product }) => quote(product.id, branches.foreign),
    leavesNoLine: true,
  },
  'GET /api/admin/handover': { make: () => ({ url: '/api/admin/handover' }) },
  'POST /api/admin/handover/find': {
    make: async (cast) => find(await keyOf(cast, await aReady(cast, branches.own))),
    foreign: async (cast) => find(String((await aReady(cast, branches.foreign)).number)),
    leavesNoLine: true,
  },
  'POST /api/admin/handover/:id/give': {
    make: async (cast) => give(cast, branches.own),
    foreign: async (cast) => give(cast, branches.foreign),
  },
  'POST /api/admin/handover/:id/pay-here': ofOrder('/pay-here', {}, 200, aReadyUnpaid, '/api/admin/handover'),
  'GET /api/admin/handover/:id/close-plan': ofOrder('/close-plan', undefined, 200, aPartlyGiven, '/api/admin/handover'),
  'POST /api/admin/handover/:id/close': ofOrder('/close', { amount: 0 }, 200, aPartlyGiven, '/api/admin/handover'),
  'GET /api/admin/payments': { make: () => ({ url: '/api/admin/payments' }) },
  'POST /api/admin/payments/compare': {
    make: () =>
      fileForm('/api/admin/payments/compare', Buffer.from('Идентификатор платежа;Сумма\nA-1;10'), 'реестр.csv'),
    leavesNoLine: true,
  },
  'GET /api/admin/invoices': { make: () => ({ url: '/api/admin/invoices' }) },
  'GET /api/admin/refunds': { make: () => ({ url: '/api/admin/refunds' }) },
  'GET /api/admin/receipts': { make: () => ({ url: '/api/admin/receipts' }) },
  'GET /api/admin/payment-events': { make: () => ({ url: '/api/admin/payment-events' }) },
  'GET /api/admin/receipts/export': {
    make: () => ({ url: '/api/admin/receipts/export?from=2026-01-01&to=2026-12-01&format=csv' }),
  },
  'POST /api/admin/payments/:id/ask': {
    make: async (cast) => ({ url: `/api/admin/payments/${await aPayment(cast, branches.own)}/ask`, body: {} }),
    foreign: async (cast) => ({ url: `/api/admin/payments/${await aPayment(cast, branches.foreign)}/ask`, body: {} }),
  },
  'POST /api/admin/refunds/:id/repeat': {
    make: async (cast) => ({ url: `/api/admin/refunds/${await aRefused(cast, branches.own)}/repeat`, body: {} }),
    foreign: async (cast) => ({ url: `/api/admin/refunds/${await aRefused(cast, branches.foreign)}/repeat`, body: {} }),
    answers: 201,
  },
  'POST /api/admin/receipts/:id/repeat': {
    make: async (cast) => ({ url: `/api/admin/receipts/${await aReceipt(cast, branches.own)}/repeat`, body: {} }),
    foreign: async (cast) => ({
      url: `/api/admin/receipts/${await aReceipt(cast, branches.foreign)}/repeat`,
      body: {},
    }),
  },
  'GET /api/admin/orders/:id': ofOrder(''),
  'POST /api/admin/orders/:id/notes': ofOrder('/notes', { text: 'Заедет брат' }, 201),
  'POST /api/admin/orders/:id/assign': ofOrder('/assign', { isMine: true }),
  'POST /api/admin/orders/:id/prolong': ofOrder('/prolong', {}, 200, aReady),
  'POST /api/admin/orders/:id/documents': ofOrder('/documents', { kind: 'invoice' }, 201, async (cast, branch) => {
    await makeRequisites(cast.db);
    return anInvoiceOrder(cast, branch);
  }),
  'GET /api/admin/orders/:id/acts/:act_id/photos/:position': {
    make: async (cast) => ({ url: await aPhoto(cast, branches.own) }),
    foreign: async (cast) => ({ url: await aPhoto(cast, branches.foreign) }),
  },
  'GET /api/admin/orders/:id/documents/:file': ofOrder('/documents/invoice.pdf', undefined, 404),
  'GET /api/admin/orders/route-sheet': { make: () => ({ url: '/api/admin/orders/route-sheet?date=2026-12-01' }) },
  'GET /api/admin/orders/picking-lists': {
    make: async (cast) => ({ url: `/api/admin/orders/picking-lists?ids=${(await cast.anOrder()).id}` }),
    foreign: async (cast) => ({
      url: `/api/admin/orders/picking-lists?ids=${(await cast.anOrder(branches.foreign)).id}`,
    }),
  },
  'GET /api/admin/orders/:id/emails': ofOrder('/emails'),
  'POST /api/admin/orders/:id/emails': ofOrder('/emails', { subject: 'По заказу', text: 'Позвоните нам' }),
  'GET /api/admin/orders/:id/mails/:mail': ofOrder('/mails/999999', undefined, 404),
  'POST /api/admin/orders/:id/pickup-code': ofOrder('/pickup-code', {}),
  'GET /api/admin/orders/:id/refund-plan': ofOrder('/refund-plan', undefined, 409),
  'GET /api/admin/orders/:id/cancel-plan': ofOrder('/cancel-plan'),
  'POST /api/admin/orders/:id/refunds': ofPaid(
    '/refunds',
    { lines: [{ position: 1, count: 1 }], note: 'брак', amount: 48_950 },
    201,
  ),
  'POST /api/admin/orders/:id/invoice-paid': ofInvoice(
    '/invoice-paid',
    // Read when it is sent: a run that goes on over midnight makes its order on the next day.
    {
      number: '125',
      amount: 97_900,
      get date() {
        return localTime(new Date(), 'Europe/Moscow').date;
      },
    },
    201,
  ),
  'POST /api/admin/refunds/:id/returned': {
    make: async (cast) => ({ url: `/api/admin/refunds/${await aRefund(cast, branches.own)}/returned`, body: {} }),
    foreign: async (cast) => ({
      url: `/api/admin/refunds/${await aRefund(cast, branches.foreign)}/returned`,
      body: {},
    }),
  },
  'POST /api/admin/orders/:id/proposals/plan': { ...ofLines('/proposals/plan'), leavesNoLine: true },
  'POST /api/admin/orders/:id/proposals': ofLines('/proposals', 201),
  'POST /api/admin/orders/:id/proposals/at-once': ofLines('/proposals/at-once', 201, ({ db, buyer, product }, branch) =>
    orderBy(db, buyer, [[product, 2]], { branch, input: { replacement_rule: 'replace' } }),
  ),
  'POST /api/admin/orders/:id/proposals/:proposal/answer': ofProposal('/answer', {
    isAccepted: true,
    note: 'согласна',
  }),
  'POST /api/admin/orders/:id/proposals/:proposal/withdraw': ofProposal('/withdraw', {}),
  'GET /api/admin/orders/:id/receiving-options': ofOrder('/receiving-options?type=pickup'),
  'POST /api/admin/orders/:id/receiving': {
    make: (cast) => anotherReceiving(cast, branches.own),
    foreign: (cast) => anotherReceiving(cast, branches.foreign),
  },
};

async function anotherReceiving(cast: AdminCast, branch: string) {
  const url = `/api/admin/orders/${(await cast.anOrder(branch)).id}`;
  const { receiving } = (await call(cast, cast.headers.owner, { method: 'GET', url })).json();
  const body = { type: 'pickup', unloading_note: 'Позвонить за час', seen: receiving.version };
  return { url: `${url}/receiving`, body };
}

type AnOrder = (cast: AdminCast, branch: string) => Promise<{ id: string }>;

/** A call about an order: one of the member's own branch, and of a foreign one. */
function ofOrder(
  path: string,
  body?: object,
  answers = 200,
  make: AnOrder = (cast, branch) => cast.anOrder(branch),
  base = '/api/admin/orders',
): Example {
  const url = async (cast: AdminCast, branch: string) => ({
    url: `${base}/${(await make(cast, branch)).id}${path}`,
    ...(body && { body }),
  });
  return {
    make: (cast) => url(cast, branches.own),
    foreign: (cast) => url(cast, branches.foreign),
    answers,
  };
}

function ofInvoice(path: string, body: object, answers: number): Example {
  return ofOrder(path, body, answers, anInvoiceOrder);
}

function ofPaid(path: string, body: object, answers: number): Example {
  return ofOrder(path, body, answers, async (cast, branch) => {
    const order = await anInvoiceOrder(cast, branch);
    await cast.db
      .transaction()
      .execute((db) => markAccountPayment(db, order.id, { who: 'бухгалтер', document: 'п/п 1' }));
    return order;
  });
}

async function anInvoiceOrder({ db, buyer, product }: AdminCast, branch: string) {
  const input = { payment: { method: 'invoice' }, company: { name: 'ООО «Ремонт»', inn: '7707083893' } };
  return orderBy(db, buyer, [[product, 2]], { branch, input });
}

async function aRefund(cast: AdminCast, branch: string): Promise<string> {
  const order = await anInvoiceOrder(cast, branch);
  const refund = await cast.db.transaction().execute(async (db) => {
    const payment = await markAccountPayment(db, order.id, { who: 'бухгалтер', document: 'п/п 1' });
    return refundRest(db, payment.id, { reason: 'returned', who: 'бухгалтер' });
  });
  return refund!.id;
}

/** The order has two of its goods; one is wanted. */
function ofLines(path: string, answers = 200, make: AnOrder = (cast, branch) => cast.anOrder(branch)): Example {
  const url = async (cast: AdminCast, branch: string) => ({
    url: `/api/admin/orders/${(await make(cast, branch)).id}${path}`,
    body: { lines: [{ product_id: cast.product.id, count: 1 }] },
  });
  return { make: (cast) => url(cast, branches.own), foreign: (cast) => url(cast, branches.foreign), answers };
}

function ofProposal(path: string, body: object): Example {
  const url = async (cast: AdminCast, branch: string) => {
    const order = await cast.anOrder(branch);
    const lines = [{ product_id: cast.product.id, count: 1, instead_of: null, keepsPrice: true }];
    const staff = { user_id: cast.staff.orders.id, full_name: 'Инна Осипова' };
    const proposal = await cast.db
      .transaction()
      .execute((db) => proposeChange(db, testKeys, order.id, { lines, note: '', staff, hours: 4 }));
    return { url: `/api/admin/orders/${order.id}/proposals/${proposal.id}${path}`, body };
  };
  return { make: (cast) => url(cast, branches.own), foreign: (cast) => url(cast, branches.foreign) };
}

function phoneOrder(product_id: number, department_id_1c: string) {
  const total = department_id_1c === branches.own ? 48_950 : 49_950;
  return {
    url: '/api/admin/orders',
    body: {
      department_id_1c,
      user_id: null,
      lines: [{ product_id, count: 1 }],
      total,
      payment_method: 'on_receipt',
      contact: { name: 'Ольга Жукова', phone: '+7 (921) 000-55-66', email: '' },
      receiving: { type: 'pickup' },
    },
  };
}

function quote(product_id: number, department_id_1c: string) {
  const body = { department_id_1c, user_id: null, lines: [{ product_id, count: 1 }], receiving: { type: 'pickup' } };
  return { url: '/api/admin/phone-order/quote', body };
}

function find(key: string) {
  return { url: '/api/admin/handover/find', body: { key } };
}

/** The number and the code, as the recipient tells them at the desk. */
async function keyOf({ db }: AdminCast, { id }: { id: string }): Promise<string> {
  const { number, pickup_code } = await db
    .selectFrom('orders')
    .select(['number', 'pickup_code'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return `${number} ${pickup_code}`;
}

async function aReady(cast: AdminCast, branch: string) {
  const order = await cast.anOrder(branch);
  for (const state of ['assembling', 'ready'] as const)
    await cast.db.transaction().execute((db) => moveOrder(db, order.id, state, { who: 'склад' }));
  return order;
}

/** To be paid on the site, and ready before it was. */
async function aReadyUnpaid(cast: AdminCast, branch: string) {
  const order = await aReady(cast, branch);
  await cast.db.updateTable('orders').set({ payment_method: 'online' }).where('id', '=', order.id).execute();
  return order;
}

async function lineOf({ db }: AdminCast, order_id: string): Promise<number> {
  const line = await db
    .selectFrom('order_lines')
    .select('id')
    .where('order_id', '=', order_id)
    .executeTakeFirstOrThrow();
  return line.id;
}

async function give(cast: AdminCast, branch: string) {
  const { id, number, total } = await aReady(cast, branch);
  const { pickup_code } = await cast.db
    .selectFrom('orders')
    .select('pickup_code')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const lines = [{ order_line_id: await lineOf(cast, id), given: 2 }];
  return { url: `/api/admin/handover/${id}/give`, body: { key: `${number} ${pickup_code}`, lines, due: total } };
}

/** One of the two is given out. */
async function aPartlyGiven(cast: AdminCast, branch: string) {
  const order = await aReady(cast, branch);
  const given = [{ order_line_id: await lineOf(cast, order.id), count: 1 }];
  await cast.db.transaction().execute((db) => handOverLines(db, order.id, given, { who: 'склад' }));
  return order;
}

/** Taken at the desk of what was given out torn; its address. */
export async function aPhoto(cast: AdminCast, branch: string): Promise<string> {
  const order = await aPartlyGiven(cast, branch);
  const { id } = await cast.db
    .insertInto('handovers')
    .values({
      ...{ order_id: order.id, department_id_1c: branch, staff_name: 'Пётр Кладов', recipient_name: 'Анна Смирнова' },
      ...{ proof: 'code', is_last: false, at: new Date() },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await cast.db
    .insertInto('handover_lines')
    .values({
      ...{ handover_id: id, position: 0, name: 'Штукатурка Гладь', unit: 'меш.', expected: 2, given: 1 },
      ...{ problem: 'defect', note: '', photo: Buffer.from([0x89, 0x50, 0x4e, 0x47]), photo_type: 'image/png' },
    })
    .execute();
  return `/api/admin/orders/${order.id}/acts/${id}/photos/0`;
}

/** A payment of a provider, who can be asked about it. */
async function aPayment(cast: AdminCast, branch: string): Promise<string> {
  const id = await anAccountPayment(cast, branch);
  await cast.db.updateTable('payments').set({ provider: 'yookassa' }).where('id', '=', id).execute();
  return id;
}

/** A refund that the provider refused. */
async function aRefused(cast: AdminCast, branch: string): Promise<string> {
  const id = await aRefund(cast, branch);
  await cast.db
    .updateTable('refunds')
    .set({ state: 'canceled', cancellation_reason: 'insufficient_funds' })
    .where('id', '=', id)
    .execute();
  return id;
}

/** A receipt of a hand-over that the cash desk refused. */
async function aReceipt(cast: AdminCast, branch: string): Promise<string> {
  const payment_id = await anAccountPayment(cast, branch);
  const now = new Date();
  const items = JSON.stringify([{ name: 'Штукатурка Гладь', count: 2, price: 48_950 }]);
  const { id } = await cast.db
    .insertInto('receipts')
    .values({ payment_id, kind: 'full', items, sum: 97_900, state: 'canceled', created_at: now, changed_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function anAccountPayment(cast: AdminCast, branch: string): Promise<string> {
  const order = await anInvoiceOrder(cast, branch);
  const payment = await cast.db
    .transaction()
    .execute((db) => markAccountPayment(db, order.id, { who: 'бухгалтер', document: 'п/п 1' }));
  return payment.id;
}
