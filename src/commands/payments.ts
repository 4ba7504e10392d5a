import { openPartners, paymentSettings } from '#integrations/partners.ts';
import { checkPayment } from '#integrations/payments/check-payment.ts';
import { ProviderSilent } from '#integrations/payments/provider.ts';
import { checkReceipts } from '#integrations/payments/send-receipt.ts';
import { sendRefund } from '#integrations/payments/send-refund.ts';
import { findOrderId } from '#modules/orders/queries.ts';
import { markAccountPayment, markAccountRefund } from '#modules/payments/account-payment.ts';
import { cancellationWords } from '#modules/payments/cancellation-words.ts';
import type { RefundLine } from '#modules/payments/paid-lines.ts';
import { type Attempt, listPayments, type OrderPayment, paymentOf } from '#modules/payments/queries.ts';
import { refundLines, refundRest } from '#modules/payments/refund-payment.ts';
import { type AttemptState, payMethodWords } from '#modules/payments/schema.ts';
import type { Db } from '#platform/database.ts';
import { formatDateTime } from '#shared/dates.ts';
import { ensure } from '#shared/ensure.ts';
import { formatPrice, kopecksOf, roubles } from '#shared/money.ts';
import { paymentMethodWords, paymentStateWords } from '#shared/order-states.ts';
import { type Command, CommandFailure, json, limit, readDate, readLimit, textOf } from './command.ts';

const orderParameter = { name: 'ЗАКАЗ', summary: 'номер или id заказа' };
const who = { type: 'string', value: 'КТО', summary: 'кто это делает, для истории заказа' } as const;

export const commands: Command[] = [
  {
    name: 'payments list',
    summary: 'попытки оплаты, новые первыми',
    options: {
      open: { type: 'boolean', summary: 'только те, что ещё ждут' },
      limit,
      json,
    },
    async run({ db, args: { values }, out }) {
      const limit = readLimit(values.limit);
      const state: AttemptState[] | undefined = values.open ? ['new', 'pending', 'waiting_for_capture'] : undefined;
      const payments = await listPayments(db, { limit, ...(state && { state }) });
      if (values.json) return out.json(payments.map((payment) => ({ ...payment, ...inRoubles(payment) })));
      if (payments.length === 0) out.line('Оплат нет.');
      for (const payment of payments) {
        out.line(`${payment.number}  ${describe(payment)}${payment.problem ? `  ВНИМАНИЕ: ${payment.problem}` : ''}`);
      }
    },
  },
  {
    name: 'payments show',
    summary: 'оплата одного заказа: попытки, возвраты, чеки',
    parameters: [orderParameter],
    options: { json },
    async run({ db, args: { positionals, values }, out }) {
      const payment = await readPayment(db, positionals[0]);
      if (values.json) return out.json(toJson(payment));
      for (const line of describeOrder(payment)) out.line(line);
    },
  },
  {
    name: 'payments check',
    changes: 'payments',
    summary: 'спросить платёжную систему об оплате, возвратах и чеках заказа',
    parameters: [orderParameter],
    options: { json },
    async run({ db, config, args: { positionals, values }, out }) {
      const { order_id } = await readPayment(db, positionals[0]);
      const provider = openPartners(db, config).payments;
      if (!provider) throw new CommandFailure(`Платёжная система не подключена: нужны ${paymentSettings}`);
      try {
        const before = ensure(await paymentOf(db, order_id));
        if (before.open) await checkPayment(db, provider, before.open.id);
        for (const { id, state } of before.refunds) {
          if (state === 'new' || state === 'pending') await sendRefund(db, provider, id);
        }
        for (const { id, state } of ensure(await paymentOf(db, order_id)).attempts) {
          if (state === 'succeeded') await checkReceipts(db, provider, id);
        }
      } catch (error) {
        if (error instanceof ProviderSilent) throw new CommandFailure('Платёжная система не отвечает');
        throw error;
      }
      const payment = ensure(await paymentOf(db, order_id));
      if (values.json) return out.json(toJson(payment));
      for (const line of describeOrder(payment)) out.line(line);
    },
  },
  {
    name: 'payments refund',
    changes: 'refunds',
    summary: 'вернуть деньги за заказ: всё или по строкам',
    parameters: [orderParameter],
    options: {
      lines: {
        type: 'string',
        value: 'СТРОКИ',
        summary:
          'номер строки заказа и сколько: 1:2,3:1; 0 — доставка, -1 — разгрузка и подъём; без этого возвращается всё',
      },
      why: { type: 'string', value: 'ПРИЧИНА', summary: 'останется в истории заказа' },
      who,
      json,
    },
    async run({ db, args: { positionals, values }, out }) {
      const payment = await readPayment(db, positionals[0]);
      const paid = payment.attempts.find(({ state, amount, refunded }) => state === 'succeeded' && refunded < amount);
      if (!paid) throw new CommandFailure(`По заказу ${payment.number} возвращать нечего`);
      const lines = textOf(values.lines);
      const order = {
        reason: 'returned',
        who: textOf(values.who) ?? 'сотрудник',
        note: textOf(values.why) ?? '',
      } as const;
      const refund = await db
        .transaction()
        .execute((db) =>
          lines === undefined ? refundRest(db, paid.id, order) : refundLines(db, paid.id, readLines(lines), order),
        );
      if (values.json) return out.json({ id: refund?.id, amount: roubles(refund?.amount ?? 0) });
      out.line(
        paid.provider === 'account'
          ? `Переведите покупателю ${formatPrice(refund?.amount ?? 0)} со счёта, потом: payments refund-done ${refund?.id}`
          : `Возврат ${formatPrice(refund?.amount ?? 0)} принят, деньги и чек отправит обработчик заданий.`,
      );
    },
  },
  {
    name: 'payments refund-done',
    changes: 'refunds',
    summary: 'отметить, что возврат перевода со счёта отправлен',
    parameters: [{ name: 'ВОЗВРАТ', summary: 'id возврата' }],
    async run({ db, args: { positionals }, out }) {
      const id = positionals[0] ?? '';
      if (!/^[0-9a-f-]{36}$/.test(id)) throw new CommandFailure('Нужен id возврата, его показывает payments show');
      await db.transaction().execute((db) => markAccountRefund(db, id));
      out.line('Возврат отмечен, покупателю отправлено письмо.');
    },
  },
  {
    name: 'payments invoice-paid',
    changes: 'payments',
    summary: 'деньги по счёту или кредиту пришли на счёт магазина',
    parameters: [orderParameter],
    options: {
      document: { type: 'string', value: 'ДОКУМЕНТ', summary: 'например, «п/п 125 от 21.11.2026»' },
      date: {
        type: 'string',
        value: 'ДАТА',
        summary: 'когда пришли, по часам филиала: 2026-11-21; не указана — сейчас',
      },
      amount: {
        type: 'string',
        value: 'РУБЛИ',
        summary: 'сколько пришло; больше суммы заказа — только по его прежнему счёту, лишнее вернётся переводом',
      },
      who,
    },
    async run({ db, args: { positionals, values }, out }) {
      const { order_id, number } = await readPayment(db, positionals[0]);
      const [date, typed] = [textOf(values.date), textOf(values.amount)];
      const given = {
        who: textOf(values.who) ?? 'сотрудник',
        document: textOf(values.document) ?? 'деньги пришли на счёт',
        ...(date !== undefined && { date: readDate(date) }),
        ...(typed !== undefined && { amount: readAmount(typed) }),
      };
      const payment = await db.transaction().execute((db) => markAccountPayment(db, order_id, given));
      const back = payment.back > 0 ? `, лишние ${formatPrice(payment.back)} возвращаются переводом` : '';
      out.line(`Заказ ${number} оплачен: ${formatPrice(payment.amount)}${back}.`);
    },
  },
];

function readAmount(typed: string): number {
  const amount = kopecksOf(typed);
  if (!amount) throw new CommandFailure(`--amount: сумма пишется как 12480,50, а указано: ${typed}`);
  return amount;
}

async function readPayment(db: Db, typed = ''): Promise<OrderPayment> {
  const id = await findOrderId(db, typed.toLowerCase());
  const payment = id && (await paymentOf(db, id));
  if (!payment) throw new CommandFailure(`Заказ не найден: ${typed}`);
  return payment;
}

/** '1:2,3,0,-1' → lines with counts; a line without a count is one piece. */
function readLines(typed: string): RefundLine[] {
  return typed.split(',').map((part) => {
    const match = /^\s*(-1|\d{1,3})(?::(\d{1,5}))?\s*$/.exec(part);
    if (!match) throw new CommandFailure(`--lines: не понятно «${part.trim()}», пишется 1:2,3:1`);
    return { position: Number(match[1]), count: Number(match[2] ?? 1) };
  });
}

const stateWords: Record<AttemptState, string> = {
  new: 'отправляется',
  pending: 'ждёт оплаты',
  waiting_for_capture: 'ждёт подтверждения',
  succeeded: 'оплачен',
  canceled: 'не прошёл',
};
const processWords = { new: 'готовится', pending: 'в работе', succeeded: 'готово', canceled: 'отказ' } as const;
const receiptWords = { prepayment: 'чек предоплаты', full: 'чек полного расчёта', return: 'чек возврата' } as const;

function describe(attempt: Attempt): string {
  const reason = attempt.state === 'canceled' ? `: ${cancellationWords(attempt.cancellation_reason)}` : '';
  const back = attempt.refunded > 0 ? `, возвращено ${formatPrice(attempt.refunded)}` : '';
  return [
    formatDateTime(attempt.created_at),
    payMethodWords[attempt.method],
    formatPrice(attempt.amount) + back,
    stateWords[attempt.state] + reason,
    attempt.provider_id ?? '',
  ].join('  ');
}

function describeOrder(payment: OrderPayment): string[] {
  return [
    `Заказ ${payment.number}: ${paymentMethodWords[payment.payment_method]}, ${paymentStateWords[payment.payment_state].toLowerCase()}`,
    `К оплате ${formatPrice(payment.sum_due)}, оплачено ${formatPrice(payment.paid)}, возвращено ${formatPrice(payment.refunded)}`,
    ...payment.attempts.map((attempt) => `  ${describe(attempt)}`),
    ...payment.refunds.map(
      ({ id, created_at, amount, state, note, who, cancellation_reason }) =>
        `  возврат ${formatDateTime(created_at)}  ${formatPrice(amount)}  ${processWords[state]}  ${[note, who, cancellation_reason].filter(Boolean).join('; ')}  ${id}`,
    ),
    ...payment.receipts.map(
      ({ kind, sum, state }) => `  ${receiptWords[kind]}  ${formatPrice(sum)}  ${processWords[state]}`,
    ),
  ];
}

function inRoubles({ amount, refunded }: Attempt) {
  return { amount: roubles(amount), refunded: roubles(refunded) };
}

function toJson(payment: OrderPayment) {
  return {
    ...payment,
    sum_due: roubles(payment.sum_due),
    paid: roubles(payment.paid),
    refunded: roubles(payment.refunded),
    open: payment.open && { ...payment.open, ...inRoubles(payment.open) },
    attempts: payment.attempts.map((attempt) => ({ ...attempt, ...inRoubles(attempt) })),
    refunds: payment.refunds.map((refund) => ({ ...refund, amount: roubles(refund.amount) })),
    receipts: payment.receipts.map((receipt) => ({
      ...receipt,
      sum: roubles(receipt.sum),
      items: receipt.items.map((item) => ({ ...item, price: roubles(item.price) })),
    })),
  };
}
