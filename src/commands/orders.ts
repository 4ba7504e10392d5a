import { moveByStaff } from '#modules/orders/move-order.ts';
import {
  findOrderId,
  getOrder,
  goodsBefore,
  listOrders,
  type OrderSummary,
  type OrderView,
} from '#modules/orders/queries.ts';
import type { Db } from '#platform/database.ts';
import { carryingWords } from '#shared/carrying.ts';
import { formatDateTime } from '#shared/dates.ts';
import { discountWords } from '#shared/discount-words.ts';
import { ensure } from '#shared/ensure.ts';
import { formatPrice, roubles, roublesOrNull, servicePrice } from '#shared/money.ts';
import {
  activeStates,
  isOrderState,
  nextStates,
  type OrderState,
  orderStates,
  orderStateWord,
  paymentMethodWords,
  paymentStateWords,
  replacementRuleWords,
} from '#shared/order-states.ts';
import { formatPhone } from '#shared/phone.ts';
import { spelledCode } from '#shared/spelled-code.ts';
import { pricePer, shownAmount } from '#shared/unit-words.ts';
import { momentOf } from '#shared/zoned-time.ts';
import { type Command, type CommandContext, CommandFailure, limit, readDate, readLimit, textOf } from './command.ts';
import { findBranch } from './find-branch.ts';

const orderParameter = { name: 'ЗАКАЗ', summary: 'номер заказа или его id' };
const json = { type: 'boolean', summary: 'вывести JSON (суммы в рублях)' } as const;
const who = { type: 'string', value: 'ИМЯ', summary: 'кто это делает', default: 'сотрудник' } as const;

type Values = CommandContext['args']['values'];

/** Orders from the command line, by the verbs of the back office. */
export const commands: Command[] = [
  {
    name: 'orders list',
    summary: 'список заказов, новые сверху',
    options: {
      state: {
        type: 'string',
        value: 'СОСТОЯНИЯ',
        summary: `через запятую: ${orderStates.join(', ')}, active (все незавершённые)`,
      },
      branch: { type: 'string', value: 'ФИЛИАЛ', summary: 'id_1c, метка домена или город' },
      search: { type: 'string', value: 'ТЕКСТ', summary: 'номер, имя, телефон или почта' },
      from: { type: 'string', value: 'ГГГГ-ММ-ДД', summary: 'оформлены не раньше' },
      to: { type: 'string', value: 'ГГГГ-ММ-ДД', summary: 'оформлены не позже' },
      short: { type: 'boolean', summary: 'только те, на которые не хватает остатка' },
      limit,
      json,
    },
    async run({ db, args: { values }, out }) {
      const branch = textOf(values.branch);
      const state = textOf(values.state);
      const department = branch === undefined ? null : await findBranch(db, branch);
      const zone = department?.time_zone ?? 'Europe/Moscow';
      const from = textOf(values.from);
      const to = textOf(values.to);
      const search = textOf(values.search);
      const orders = await listOrders(db, {
        ...(state && { state: readStates(state) }),
        ...(department && { department_id_1c: department.id_1c }),
        ...(search && { search }),
        ...(from && { from: momentOf(readDate(from), 0, zone) }),
        ...(to && { to: momentOf(readDate(to), 1440, zone) }),
        is_short: values.short === true,
        limit: readLimit(values.limit),
      });
      if (values.json) return out.json(orders.map((order) => ({ ...order, total: roubles(order.total) })));
      if (orders.length === 0) return out.line('Заказов нет.');
      for (const line of table(orders.map(listRow))) out.line(line);
    },
  },
  {
    name: 'orders show',
    summary: 'один заказ целиком',
    parameters: [orderParameter],
    options: { json },
    async run({ db, args: { positionals, values }, out }) {
      const order = await readOrder(db, positionals[0]);
      if (values.json) return out.json(inRoubles(order));
      for (const line of describeOrder(order)) out.line(line);
    },
  },
  {
    name: 'orders move',
    changes: 'orders',
    summary: 'перевести заказ в следующее состояние',
    parameters: [orderParameter, { name: 'СОСТОЯНИЕ', summary: orderStates.join(', ') }],
    options: { who, why: { type: 'string', value: 'ПРИЧИНА', summary: 'пояснение в истории заказа' }, json },
    async run({ db, args: { positionals, values }, out }) {
      const to = positionals[1] ?? '';
      if (!isOrderState(to)) throw new CommandFailure(`Нет такого состояния: ${to}. Бывают: ${orderStates.join(', ')}`);
      const order = await move(db, positionals[0], to, values);
      if (values.json) return out.json(inRoubles(order));
      out.line(`Заказ ${order.number}: ${orderStateWord(order.state, order.receiving.type)}.`);
    },
  },
  {
    name: 'orders cancel',
    changes: 'orders',
    summary: 'отменить заказ: вернуть остаток и купон, написать покупателю',
    parameters: [orderParameter],
    options: { who, why: { type: 'string', value: 'ПРИЧИНА', summary: 'увидят покупатель и филиал' }, json },
    async run({ db, args: { positionals, values }, out }) {
      const order = await move(db, positionals[0], 'cancelled', values);
      if (values.json) return out.json(inRoubles(order));
      out.line(`Заказ ${order.number} отменён, товары возвращены в остаток.`);
    },
  },
];

async function move(db: Db, typed: string | undefined, to: OrderState, values: Values): Promise<OrderView> {
  const { id } = await readOrder(db, typed);
  const by = { who: textOf(values.who) ?? 'сотрудник', why: textOf(values.why) ?? '' };
  await db.transaction().execute((db) => moveByStaff(db, id, to, by));
  return readOrder(db, id);
}

async function readOrder(db: Db, typed = ''): Promise<OrderView> {
  const id = await findOrderId(db, typed.toLowerCase());
  const order = id && (await getOrder(db, id));
  if (!order) throw new CommandFailure(`Заказ не найден: ${typed}`);
  return order;
}

function readStates(typed: string): OrderState[] {
  return typed.split(',').flatMap((word) => {
    const state = word.trim();
    if (state === 'active') return activeStates;
    if (!isOrderState(state))
      throw new CommandFailure(`Нет такого состояния: ${state}. Бывают: ${orderStates.join(', ')}, active`);
    return [state];
  });
}

function listRow(order: OrderSummary): string[] {
  return [
    String(order.number),
    formatDateTime(order.created_at, order.time_zone),
    order.city,
    orderStateWord(order.state, order.receiving_type, order.has_given) +
      (order.is_short ? ' (не хватает)' : '') +
      (order.is_unconfirmed ? ' (не подтверждён)' : '') +
      (order.awaits_approval ? ' (на согласовании)' : ''),
    paymentStateWords[order.payment_state],
    order.receiving_type === 'pickup' ? 'самовывоз' : 'доставка',
    formatPrice(order.total),
    `${order.contact_name}, ${formatPhone(order.contact_phone)}`,
  ];
}

function describeOrder(order: OrderView): string[] {
  const { contact, receiving, branch } = order;
  const at = (moment: Date) => formatDateTime(moment, branch.time_zone);
  const where = receiving.department
    ? `самовывоз: ${receiving.department.city}, ${receiving.department.address}`
    : `доставка: ${receiving.address}${receiving.zone_name ? ` (зона «${receiving.zone_name}»)` : ''}`;
  const next = nextStates(receiving.type, order.state);
  return [
    `Заказ ${order.number} (${order.id})`,
    `Состояние: ${orderStateWord(order.state, receiving.type, order.has_given)}${next.length > 0 ? `; дальше: ${next.join(', ')}` : ''}`,
    `Оплата: ${paymentMethodWords[order.payment_method]}, ${paymentStateWords[order.payment_state].toLowerCase()}`,
    `Филиал: ${branch.city}; оформлен ${at(order.created_at)}`,
    `Получение: ${where}`,
    ...(receiving.date ? [`День получения: ${receiving.date}`] : []),
    ...(order.is_unconfirmed ? ['Не подтверждён покупателем: перевод в «Собирается» подтвердит его'] : []),
    ...(order.awaits_approval ? ['Ждёт согласования владельца организации: до этого не собирают и не оплачивают'] : []),
    ...(order.reserved_until ? [`Зарезервировано до ${at(order.reserved_until)}`] : []),
    ...(order.is_short ? ['Внимание: остатка не хватает на этот заказ'] : []),
    `Покупатель: ${contact.name}, ${formatPhone(contact.phone)}, ${contact.email}`,
    ...(order.company ? [`Организация: ${order.company.name}, ИНН ${order.company.inn}`] : []),
    ...(receiving.recipient ? [`Получит: ${receiving.recipient.name}, ${formatPhone(receiving.recipient.phone)}`] : []),
    `Если чего-то нет: ${replacementRuleWords[order.replacement_rule]}`,
    ...(order.comment ? [`Комментарий: ${order.comment}`] : []),
    `Код получения: ${spelledCode(order.pickup_code)}`,
    '',
    ...table(
      order.lines.map((line) => [
        line.product_idcode,
        line.name,
        shownAmount(line.count, line.shown_unit),
        pricePer(line.price, line.shown_unit),
        line.discount + line.bonus_discount > 0 ? `−${formatPrice(line.discount + line.bonus_discount)}` : '',
        formatPrice(line.sum),
        line.store,
      ]),
    ),
    '',
    `Товары: ${formatPrice(goodsBefore(order))}`,
    ...(order.discount > 0 ? [`${discountWords(order.coupon)}: −${formatPrice(order.discount)}`] : []),
    ...(order.bonus_discount > 0 ? [`Бонусы: −${formatPrice(order.bonus_discount)}`] : []),
    `${receiving.type === 'pickup' ? 'Самовывоз' : 'Доставка'}: ${servicePrice(order.delivery_price)}`,
    ...(receiving.carrying ? [`${carryingWords(receiving.carrying)}: ${servicePrice(order.carrying_price)}`] : []),
    `Итого: ${formatPrice(order.total)}`,
    '',
    ...order.moves.map((row) => {
      const words = [
        row.state && orderStateWord(row.state, receiving.type),
        row.payment_state && paymentStateWords[row.payment_state].toLowerCase(),
      ].filter(Boolean);
      return `${at(row.at)}  ${words.join(', ')} — ${row.who}${row.why ? `: ${row.why}` : ''}`;
    }),
  ];
}

/** Columns as wide as their widest cell. */
function table(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => ensure(row[column]).length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(ensure(widths[column])))
      .join('  ')
      .trimEnd(),
  );
}

function inRoubles(order: OrderView) {
  return {
    ...order,
    goods_sum: roubles(order.goods_sum),
    discount: roubles(order.discount),
    bonus_discount: roubles(order.bonus_discount),
    delivery_price: roublesOrNull(order.delivery_price),
    carrying_price: roublesOrNull(order.carrying_price),
    total: roubles(order.total),
    lines: order.lines.map(({ shown_unit: _, ...line }) => ({
      ...line,
      price: roubles(line.price),
      old_price: line.old_price === null ? null : roubles(line.old_price),
      discount: roubles(line.discount),
      bonus_discount: roubles(line.bonus_discount),
      sum: roubles(line.sum),
    })),
  };
}
