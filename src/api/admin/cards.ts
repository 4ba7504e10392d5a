import { z } from 'zod';
import type { AuditLine } from '#modules/audit/write-audit.ts';
import { formerNumbersOf, listCards, readStaffCard, type StaffCard } from '#modules/customers/list-cards.ts';
import { blockCard, releaseBlock } from '#modules/loyalty/block-card.ts';
import { stateOf } from '#modules/loyalty/cards.ts';
import { issueCard, replaceCard } from '#modules/loyalty/issue-card.ts';
import { adjustCard, notePurchase } from '#modules/loyalty/move-bonuses.ts';
import { listProgrammes } from '#modules/loyalty/programmes.ts';
import { cardKinds, cardKindWords, formatCardNumber } from '#modules/loyalty/schema.ts';
import { Refusal } from '#platform/refusal.ts';
import { fieldMessages } from '#shared/field-messages.ts';
import { hiddenPhone } from '#shared/hidden-contact.ts';
import { lowerFirst } from '#shared/lower-first.ts';
import { toE164 } from '#shared/phone.ts';
import {
  Adjustment,
  adjustedWords,
  Card as CardShape,
  NewCard,
  Purchase,
  presentCard,
  purchaseWords,
} from './card-shape.ts';
import { countedRows, listAnswer, listQuery, totalOf, windowOf } from './list.ts';
import { type AdminRoute, type Asked, adminRead, adminWrite } from './route.ts';

const Uuid = z.object({ id: z.uuid() });
const Kind = z.enum(cardKinds);
const Ok = z.object({ ok: z.literal(true) });
const ok = { ok: true as const };

/** Whole bonuses; times ISO with zone; a phone is hidden in part from whoever may not see contacts. */
const Row = z.object({
  id: z.string(),
  number: z.string(),
  kind_words: z.string(),
  /** Of the account; null: it belongs to none. */
  user_id: z.string().nullable(),
  owner: z.string().nullable(),
  phone: z.string().nullable(),
  balance: z.int(),
  issued_at: z.string(),
  issued_by: z.string(),
  blocked_at: z.string().nullable(),
});

const Card = Row.extend({
  blocked_by: z.string().nullable(),
  block_reason: z.string(),
  /** What is on it and its history; null: the programme of its kind is gone. */
  state: CardShape.nullable(),
  /** Numbers it had before it was replaced. */
  former: z.array(z.object({ number: z.string(), replaced_at: z.string(), replaced_by: z.string() })),
  /** The card that took over what was on it. */
  joined_to: z.string().nullable(),
});

const write = 'bonuses.adjust';

/** Every card: those handed out at a counter belong to no account until their owner attaches them. */
export const cardRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/cards',
    summary: 'Карты: по номеру или телефону, без кабинета и с ним',
    permission: 'customers.read',
    query: listQuery({ q: z.string().max(100), is_unowned: z.boolean(), is_blocked: z.boolean() }, ['issued_at']),
    response: listAnswer(Row),
    async run({ db, scope, may, query: { filter, ...page } }) {
      const window = { ...windowOf(page), count_to: countedRows };
      const { cards, count } = await listCards(db, scope.branches, filter, window);
      return { items: cards.map((card) => rowOf(card, may('orders.contacts'))), ...totalOf(count) };
    },
  }),

  adminRead({
    url: '/api/admin/card-kinds',
    summary: 'Карты, которые магазин выдаёт',
    permission: 'customers.read',
    response: z.object({ items: z.array(z.object({ kind: Kind, words: z.string() })) }),
    async run({ db }) {
      return { items: (await listProgrammes(db)).map(({ kind }) => ({ kind, words: cardKindWords[kind] })) };
    },
  }),

  adminRead({
    url: '/api/admin/cards/:id',
    summary: 'Карта с историей',
    permission: 'customers.read',
    params: Uuid,
    response: Card,
    async run(asked) {
      const { db, may, now } = asked;
      const card = await needCard(asked);
      const [state, former] = await Promise.all([stateOf(db, card, now), formerNumbersOf(db, card.id)]);
      return {
        ...rowOf(card, may('orders.contacts')),
        blocked_by: card.blocked_by,
        block_reason: card.block_reason,
        joined_to: card.joined_to,
        state: state && (await presentCard(db, state)),
        former: former.map(({ number, replaced_at, replaced_by }) => ({
          number: formatCardNumber(number),
          replaced_at: replaced_at.toISOString(),
          replaced_by,
        })),
      };
    },
  }),

  adminWrite({
    url: '/api/admin/cards',
    summary: 'Новая карта без кабинета: код показывается один раз',
    permission: write,
    needsKey: true,
    isShownOnce: true,
    body: z.strictObject({
      kind: Kind,
      /** Of the owner, for finding the card again; null: they did not tell it. */
      phone: z
        .string()
        .max(40)
        .nullable()
        .transform((typed) => typed?.trim() || null)
        .refine((typed) => typed === null || toE164(typed) !== null, fieldMessages.phone),
    }),
    status: 201,
    response: NewCard.extend({ id: z.string() }),
    async run({ db, staff, body: { kind, phone }, now }) {
      const given = { kind, user_id: null, phone: phone && toE164(phone), who: staff.full_name };
      const { id, number, code } = await issueCard(db, given, now);
      const shown = formatCardNumber(number);
      return {
        answer: { id, number: shown, code },
        audit: { ...about({ id }), words: `Выдана карта ${shown} (${lowerFirst(cardKindWords[kind])}) без кабинета` },
        location: `/api/admin/cards/${id}`,
      };
    },
  }),

  adminWrite({
    url: '/api/admin/cards/:id/replace',
    summary: 'Другой номер и код вместо утерянной карты: баланс и история остаются, блокировка снимается',
    permission: write,
    needsKey: true,
    isShownOnce: true,
    params: Uuid,
    response: NewCard,
    async run(asked) {
      const card = await needCard(asked);
      if (card.joined_to) throw new Refusal('bad_input', {}, 'Эта карта объединена с другой: замените ту');
      const { number, code } = await replaceCard(asked.db, card.id, asked.staff.full_name, asked.now);
      const shown = formatCardNumber(number);
      return { answer: { number: shown, code }, audit: aboutCard(card, `заменена на ${shown}`) };
    },
  }),

  adminWrite({
    url: '/api/admin/cards/:id/adjust',
    summary: 'Начисление и списание бонусов карты с причиной',
    permission: write,
    needsKey: true,
    params: Uuid,
    body: Adjustment,
    response: Ok,
    async run(asked) {
      const card = await needCard(asked);
      const { amount, note } = asked.body;
      const change = { amount, purchase_kopecks: 0, reason: 'adjusted', who: asked.staff.full_name, note } as const;
      await adjustCard(asked.db, card, change, asked.now);
      return { answer: ok, audit: aboutCard(card, adjustedWords(amount, note)) };
    },
  }),

  adminWrite({
    url: '/api/admin/cards/:id/purchase',
    summary: 'Покупка на кассе: в счёт ступени, с начисленными и списанными бонусами',
    permission: write,
    needsKey: true,
    params: Uuid,
    body: Purchase,
    response: Ok,
    async run(asked) {
      const card = await needCard(asked);
      await notePurchase(asked.db, card, { ...asked.body, who: asked.staff.full_name }, asked.now);
      return { answer: ok, audit: aboutCard(card, purchaseWords(asked.body)) };
    },
  }),

  adminWrite({
    url: '/api/admin/cards/:id/block',
    summary: 'Блокировка карты: ею нельзя ни заплатить, ни открыть её',
    permission: write,
    params: Uuid,
    body: z.strictObject({
      reason: z.string().trim().min(1, 'Напишите причину').max(500, fieldMessages.maxLength(500)),
    }),
    response: Ok,
    async run(asked) {
      const card = await needCard(asked);
      const { reason } = asked.body;
      if (card.blocked_at) throw new Refusal('bad_input', {}, 'Карта уже заблокирована');
      await blockCard(asked.db, card.id, { who: asked.staff.full_name, reason }, asked.now);
      return { answer: ok, audit: aboutCard(card, `заблокирована, причина: ${reason}`) };
    },
  }),

  adminWrite({
    url: '/api/admin/cards/:id/release',
    summary: 'Снятие блокировки карты',
    permission: write,
    params: Uuid,
    response: Ok,
    async run(asked) {
      const card = await needCard(asked);
      if (!card.blocked_at) throw new Refusal('bad_input', {}, 'Карта не заблокирована');
      await releaseBlock(asked.db, card.id);
      return { answer: ok, audit: aboutCard(card, 'снова работает') };
    },
  }),
];

/** A card of the scope. Throws not_found. */
async function needCard({ db, scope, params }: Pick<Asked<{ id: string }>, 'db' | 'scope' | 'params'>) {
  const card = await readStaffCard(db, params.id, scope.branches);
  if (!card) throw new Refusal('not_found');
  return card;
}

const about = ({ id }: { id: string }) => ({ resource: 'cards', record_id: id, isAboutPerson: true });

function aboutCard(card: StaffCard, words: string): AuditLine {
  return { ...about(card), words: `Карта ${formatCardNumber(card.number)}: ${words}` };
}

function rowOf(card: StaffCard, isShown: boolean): z.input<typeof Row> {
  const { id, number, kind, user_id, owner, phone, balance, issued_at, issued_by, blocked_at } = card;
  return {
    id,
    number: formatCardNumber(number),
    kind_words: cardKindWords[kind],
    user_id,
    balance,
    issued_by,
    owner: user_id === null ? null : owner || 'Без имени',
    phone: phone && !isShown ? hiddenPhone(phone) : phone,
    issued_at: issued_at.toISOString(),
    blocked_at: blocked_at?.toISOString() ?? null,
  };
}
