import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { ensure } from '#shared/ensure.ts';

/** What a provider that speaks YooKassa's API v3 keeps of an object. */
export type StoredObject = {
  id: string;
  kind: 'payment' | 'refund' | 'receipt';
  idempotence_key: string;
  request_hash: string;
  // biome-ignore lint/suspicious/noExplicitAny: the objects of the protocol as they travel
  body: any;
  /** When a payment promised for later succeeds. */
  settles_at: Date | null;
};

/** Where it keeps them: a table in the demonstration, the process's own memory in tests. */
export type Memory = {
  find(id: string): Promise<StoredObject | null>;
  byKey(kind: StoredObject['kind'], key: string): Promise<StoredObject | null>;
  ofPayment(kind: StoredObject['kind'], payment_id: string): Promise<StoredObject[]>;
  /** False when the key is taken: somebody was faster. */
  insert(object: StoredObject): Promise<boolean>;
  update(object: Pick<StoredObject, 'id' | 'body' | 'settles_at'>): Promise<void>;
};

export type Setup = {
  memory: Memory;
  methods: string[];
  /** The page where this payment is paid. */
  pageUrl(id: string): string;
  /** Sends a notification to the shop, whenever it arrives. */
  notify(event: string, object: unknown): void;
};

export type Call = { method: string; path: string; query: URLSearchParams; key: string | undefined; body: unknown };
export type Answer = { status: number; json: unknown };

const Amount = z.object({ value: z.string().regex(/^\d{1,9}\.\d{2}$/), currency: z.literal('RUB') });

const Receipt = z.object({
  customer: z
    .object({
      email: z.email().optional(),
      phone: z
        .string()
        .regex(/^\d{10,15}$/)
        .optional(),
    })
    .refine(({ email, phone }) => email !== undefined || phone !== undefined),
  items: z
    .array(
      z.object({
        description: z.string().min(1).max(128),
        quantity: z.string().regex(/^\d{1,8}\.\d{3}$/),
        amount: Amount,
        vat_code: z.int().min(1).max(12),
        payment_mode: z.enum(['full_prepayment', 'full_payment']),
        payment_subject: z.enum(['commodity', 'service']),
      }),
    )
    .min(1)
    .max(80),
  tax_system_code: z.int().min(1).max(6).optional(),
});

const PaymentBody = z.object({
  amount: Amount,
  capture: z.boolean().default(false),
  confirmation: z.discriminatedUnion('type', [
    z.object({ type: z.literal('redirect'), return_url: z.url() }),
    z.object({ type: z.literal('qr') }),
  ]),
  description: z.string().max(128).optional(),
  metadata: z.record(z.string().max(32), z.string().max(512)).optional(),
  payment_method_data: z.object({ type: z.string() }),
  receipt: Receipt,
});
const RefundBody = z.object({
  payment_id: z.string(),
  amount: Amount,
  description: z.string().max(250).optional(),
  receipt: Receipt,
});
const ReceiptBody = Receipt.extend({
  type: z.literal('payment'),
  payment_id: z.string(),
  send: z.literal(true),
  settlements: z.array(z.object({ type: z.literal('prepayment'), amount: Amount })).length(1),
});

/** One call of the API v3, already authorised. */
export async function answerCall(setup: Setup, call: Call): Promise<Answer> {
  try {
    return await dispatch(setup, call);
  } catch (error) {
    if (error instanceof Fault) return fault(error.status, error.code, error.message, error.parameter);
    if (error instanceof z.ZodError) {
      return fault(400, 'invalid_request', 'Invalid parameter', error.issues[0]?.path.join('.'));
    }
    throw error;
  }
}

export function fault(status: number, code: string, description: string, parameter?: string): Answer {
  return { status, json: { type: 'error', id: randomUUID(), code, description, ...(parameter && { parameter }) } };
}

class Fault extends Error {
  readonly status: number;
  readonly code: string;
  readonly parameter: string | undefined;

  constructor(status: number, code: string, text: string, parameter?: string) {
    super(text);
    this.status = status;
    this.code = code;
    this.parameter = parameter;
  }
}

async function dispatch(setup: Setup, { method, path, query, key, body }: Call): Promise<Answer> {
  const [kind = '', id = '', verb = ''] = path.split('/').filter(Boolean);
  if (method === 'GET') return { status: 200, json: await read(setup, kind, id, query) };
  if (method !== 'POST') throw new Fault(405, 'method_not_allowed', method);
  if (key === undefined || key.length > 64)
    throw new Fault(400, 'invalid_request', 'Idempotence-Key', 'Idempotence-Key');
  if (kind === 'payments' && id === '') return make(setup, 'payment', key, body, newPayment);
  if (kind === 'refunds' && id === '') return make(setup, 'refund', key, body, newRefund);
  if (kind === 'receipts' && id === '') return make(setup, 'receipt', key, body, newReceipt);
  if (kind === 'payments' && (verb === 'capture' || verb === 'cancel')) {
    const payment = await findPayment(setup, id);
    if (payment.body.status !== 'waiting_for_capture')
      throw new Fault(400, 'invalid_request', 'Wrong status', 'status');
    await (verb === 'capture' ? succeed(setup, payment) : cancel(setup, payment, 'canceled_by_merchant'));
    return { status: 200, json: payment.body };
  }
  throw new Fault(404, 'not_found', path);
}

async function read(setup: Setup, kind: string, id: string, query: URLSearchParams): Promise<unknown> {
  if (kind === 'me')
    return { account_id: 'demonstration', test: true, fiscalization_enabled: true, payment_methods: setup.methods };
  if (kind === 'payments' && id !== '') return (await findPayment(setup, id)).body;
  if ((kind === 'refunds' || kind === 'receipts') && id === '') {
    const found = await setup.memory.ofPayment(
      kind === 'refunds' ? 'refund' : 'receipt',
      query.get('payment_id') ?? '',
    );
    return { type: 'list', items: found.map(({ body }) => body) };
  }
  const found = await setup.memory.find(id);
  if (found && `${found.kind}s` === kind) return found.body;
  throw new Fault(404, 'not_found', `${kind} ${id}`);
}

/** A payment whose promised time has come succeeds when it is looked at. */
export async function findPayment(setup: Setup, id: string): Promise<StoredObject> {
  const found = await setup.memory.find(id);
  if (found?.kind !== 'payment') throw new Fault(404, 'not_found', `payment ${id}`);
  if (found.settles_at && found.settles_at.getTime() <= Date.now()) await pay(setup, found);
  return found;
}

/** The buyer pays: at once, or the bank holds the money until the shop takes it. */
export async function pay(setup: Setup, payment: StoredObject): Promise<void> {
  if (payment.body.status !== 'pending') return;
  if (payment.body.capture) return succeed(setup, payment);
  payment.body = { ...payment.body, status: 'waiting_for_capture', paid: true };
  await change(setup, payment, 'payment.waiting_for_capture');
}

export async function cancel(setup: Setup, payment: StoredObject, reason: string): Promise<void> {
  if (payment.body.status === 'succeeded' || payment.body.status === 'canceled') return;
  const cancellation_details = { party: 'payment_network', reason };
  payment.body = {
    ...payment.body,
    status: 'canceled',
    paid: false,
    cancellation_details,
    receipt_registration: 'canceled',
  };
  await change(setup, payment, 'payment.canceled');
}

/** The bank will say yes later, without a word until then. */
export async function promise(setup: Setup, payment: StoredObject, settles_at: Date): Promise<void> {
  payment.settles_at = settles_at;
  await setup.memory.update(payment);
}

async function succeed(setup: Setup, payment: StoredObject): Promise<void> {
  payment.body = {
    ...payment.body,
    status: 'succeeded',
    paid: true,
    refundable: true,
    receipt_registration: 'succeeded',
  };
  await setup.memory.insert(ownReceipt('payment', payment.id, payment.body.receipt_items, {}));
  await change(setup, payment, 'payment.succeeded');
}

async function change(setup: Setup, payment: StoredObject, event: string): Promise<void> {
  payment.settles_at = null;
  await setup.memory.update(payment);
  setup.notify(event, payment.body);
}

type Maker = (setup: Setup, body: unknown) => Promise<StoredObject['body']>;

/** The same key with the same body gives the same object, with another body an error. */
async function make(
  setup: Setup,
  kind: StoredObject['kind'],
  key: string,
  body: unknown,
  maker: Maker,
): Promise<Answer> {
  const request_hash = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  const known = await setup.memory.byKey(kind, key);
  if (known) return again(known, request_hash);
  const id = randomUUID();
  const made = { id, ...(await maker(setup, body)) };
  if (kind === 'payment' && made.confirmation.type === 'redirect')
    made.confirmation.confirmation_url = setup.pageUrl(id);
  if (kind === 'payment' && made.confirmation.type === 'qr') made.confirmation.confirmation_data = setup.pageUrl(id);
  const object: StoredObject = { id, kind, idempotence_key: key, request_hash, body: made, settles_at: null };
  if (!(await setup.memory.insert(object))) return again(ensure(await setup.memory.byKey(kind, key)), request_hash);
  if (kind === 'refund') {
    await setup.memory.insert(ownReceipt('refund', made.payment_id, made.receipt_items, { refund_id: id }));
    setup.notify('refund.succeeded', made);
  }
  return { status: 200, json: made };
}

function again(known: StoredObject, request_hash: string): Answer {
  if (known.request_hash === request_hash) return { status: 200, json: known.body };
  return fault(400, 'invalid_request', 'Idempotence key duplicated with different request', 'Idempotence-Key');
}

async function newPayment(setup: Setup, input: unknown) {
  const { amount, capture, confirmation, description, metadata, payment_method_data, receipt } =
    PaymentBody.parse(input);
  if (!setup.methods.includes(payment_method_data.type)) {
    throw new Fault(403, 'forbidden', 'Payment method is not available', 'payment_method_data.type');
  }
  checkSum(receipt.items, amount, 'receipt');
  return {
    status: 'pending',
    paid: false,
    amount,
    capture,
    confirmation: { ...confirmation },
    created_at: new Date().toISOString(),
    description,
    metadata,
    payment_method: { type: payment_method_data.type, id: randomUUID(), saved: false },
    recipient: { account_id: 'demonstration', gateway_id: '1' },
    refundable: false,
    receipt_registration: 'pending',
    receipt_items: receipt.items,
    test: true,
  };
}

async function newRefund(setup: Setup, input: unknown) {
  const { payment_id, amount, description, receipt } = RefundBody.parse(input);
  const payment = await findPayment(setup, payment_id);
  if (payment.body.status !== 'succeeded')
    throw new Fault(400, 'invalid_request', 'Payment is not succeeded', 'payment_id');
  const before = await setup.memory.ofPayment('refund', payment_id);
  const back = before.reduce((sum, { body }) => sum + kopecks(body.amount.value), 0);
  if (back + kopecks(amount.value) > kopecks(payment.body.amount.value)) {
    throw new Fault(400, 'invalid_request', 'Refund amount exceeds payment amount', 'amount');
  }
  checkSum(receipt.items, amount, 'receipt');
  return {
    payment_id,
    status: 'succeeded',
    amount,
    description,
    created_at: new Date().toISOString(),
    receipt_registration: 'succeeded',
    receipt_items: receipt.items,
  };
}

async function newReceipt(setup: Setup, input: unknown) {
  const { payment_id, items, settlements, type } = ReceiptBody.parse(input);
  await findPayment(setup, payment_id);
  checkSum(items, ensure(settlements[0]).amount, 'settlements');
  return { type, payment_id, status: 'succeeded', items, settlements, ...fiscalData() };
}

/** The cash desk's own receipt of a payment or refund: made with it, asked for by GET /receipts. */
function ownReceipt(type: 'payment' | 'refund', payment_id: string, items: unknown, more: object): StoredObject {
  const id = randomUUID();
  const body = { id, type, payment_id, status: 'succeeded', items, ...fiscalData(), ...more };
  return { id, kind: 'receipt', idempotence_key: id, request_hash: '', body, settles_at: null };
}

/** Zeros: no tax office has heard of these. */
function fiscalData() {
  return {
    fiscal_document_number: '0',
    fiscal_storage_number: '0000000000000000',
    fiscal_attribute: '0000000000',
    registered_at: new Date().toISOString(),
  };
}

type Item = z.infer<typeof Receipt>['items'][number];

/** 54-ФЗ: Σ price × quantity is the sum to the kopeck. */
function checkSum(items: Item[], amount: z.infer<typeof Amount>, parameter: string): void {
  const sum = items.reduce((sum, item) => sum + kopecks(item.amount.value) * Number(item.quantity), 0);
  if (sum !== kopecks(amount.value))
    throw new Fault(400, 'invalid_request', 'Receipt sum differs from amount', parameter);
  if (kopecks(amount.value) === 0) throw new Fault(400, 'invalid_request', 'Amount is zero', 'amount');
}

function kopecks(value: string): number {
  return Number(value.replace('.', ''));
}
