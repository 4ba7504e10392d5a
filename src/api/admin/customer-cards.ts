import { z } from 'zod';
import { type Card as CardRow, cardsOf, readCard } from '#modules/loyalty/cards.ts';
import { issueCard, replaceCard } from '#modules/loyalty/issue-card.ts';
import { adjustCard } from '#modules/loyalty/move-bonuses.ts';
import { listProgrammes } from '#modules/loyalty/programmes.ts';
import { cardKinds, cardKindWords, formatCardNumber } from '#modules/loyalty/schema.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { lowerFirst } from '#shared/lower-first.ts';
import { Ok, ok } from './answers.ts';
import { Adjustment, adjustedWords, Card, NewCard, presentCard } from './card-shape.ts';
import { aboutCustomer, needCustomer } from './need-customer.ts';
import { type AdminRoute, adminRead, adminWrite } from './route.ts';

const Uuid = z.object({ id: z.uuid() });
const CardParams = z.object({ id: z.uuid(), card_id: z.uuid() });
const Kind = z.enum(cardKinds);

/** Cards of a customer: what is on them, handing one out, another in place of a lost one, bonuses by hand. */
export const customerCardRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/customers/:id/cards',
    summary: 'Карты и бонусы покупателя с историей',
    permission: 'customers.read',
    params: Uuid,
    response: z.object({ items: z.array(Card), may_issue: z.array(z.object({ kind: Kind, words: z.string() })) }),
    async run({ db, scope, params: { id }, now }) {
      await needCustomer(db, scope, id);
      const [cards, programmes] = await Promise.all([cardsOf(db, id, now), listProgrammes(db)]);
      const lacking = programmes.filter((programme) => cards.every(({ kind }) => kind !== programme.kind));
      return {
        items: await Promise.all(cards.map((card) => presentCard(db, card))),
        may_issue: lacking.map(({ kind }) => ({ kind, words: cardKindWords[kind] })),
      };
    },
  }),

  adminWrite({
    url: '/api/admin/customers/:id/cards/:card_id/adjust',
    summary: 'Начисление и списание бонусов с причиной, которую увидит покупатель',
    permission: 'bonuses.adjust',
    params: CardParams,
    body: Adjustment,
    needsKey: true,
    response: Ok,
    async run({ db, scope, staff, params: { id, card_id }, body: { amount, note }, now }) {
      const customer = await needCustomer(db, scope, id);
      const card = await needCard(db, id, card_id);
      const change = { amount, purchase_kopecks: 0, reason: 'adjusted', who: staff.full_name, note } as const;
      await adjustCard(db, card, change, now);
      return { answer: ok, audit: aboutCustomer(customer, adjustedWords(amount, note)) };
    },
  }),

  adminWrite({
    url: '/api/admin/customers/:id/cards',
    summary: 'Новая карта покупателя: код показывается один раз',
    permission: 'bonuses.adjust',
    needsKey: true,
    isShownOnce: true,
    params: Uuid,
    body: z.object({ kind: Kind }),
    status: 201,
    response: NewCard,
    async run({ db, scope, staff, params: { id }, body: { kind }, now }) {
      const customer = await needCustomer(db, scope, id);
      const { number, code } = await issueCard(db, { kind, user_id: id, phone: null, who: staff.full_name }, now);
      const shown = formatCardNumber(number);
      const words = `выдана карта ${shown} (${lowerFirst(cardKindWords[kind])})`;
      return { answer: { number: shown, code }, audit: aboutCustomer(customer, words) };
    },
  }),

  adminWrite({
    url: '/api/admin/customers/:id/cards/:card_id/replace',
    summary: 'Другой номер и код вместо утерянной карты: баланс и история остаются',
    permission: 'bonuses.adjust',
    needsKey: true,
    isShownOnce: true,
    params: CardParams,
    response: NewCard,
    async run({ db, scope, staff, params: { id, card_id }, now }) {
      const customer = await needCustomer(db, scope, id);
      const card = await needCard(db, id, card_id);
      const { number, code } = await replaceCard(db, card.id, staff.full_name, now);
      const shown = formatCardNumber(number);
      const words = `карта ${formatCardNumber(card.number)} заменена на ${shown}`;
      return { answer: { number: shown, code }, audit: aboutCustomer(customer, words) };
    },
  }),
];

/** The card, if it is this person's. Throws not_found. */
async function needCard(db: Db, user_id: string, card_id: string): Promise<CardRow> {
  const card = await readCard(db, card_id);
  if (card?.user_id !== user_id) throw new Refusal('not_found');
  return card;
}
