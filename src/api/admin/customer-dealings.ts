import { z } from 'zod';
import { listContacts } from '#modules/accounts/contacts.ts';
import { type Consent, listConsents } from '#modules/consents/consents.ts';
import { consentPlaceWords, consentPurposeWords } from '#modules/consents/schema.ts';
import { type CardState, cardsOf, movementsOf, openHolds, readCard } from '#modules/loyalty/cards.ts';
import { adjustCard } from '#modules/loyalty/move-bonuses.ts';
import { cardKindWords, formatCardNumber, movementWords } from '#modules/loyalty/schema.ts';
import { listForStaff, listQuestionsForStaff } from '#modules/reviews/queries.ts';
import { questionStateWords, reviewStateWords } from '#modules/reviews/schema.ts';
import { listSubscriptions } from '#modules/subscriptions/queries.ts';
import { frequencies, subscriptionTopics } from '#modules/subscriptions/schema.ts';
import { listTickets } from '#modules/support/queries.ts';
import { ticketStateWords, ticketThemes } from '#modules/support/schema.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { countOf } from '#shared/plurals.ts';
import { aboutCustomer, needCustomer } from './need-customer.ts';
import { type AdminRoute, adminRead, adminWrite } from './route.ts';

const Uuid = z.object({ id: z.uuid() });

/** Kopecks, whole bonuses, times ISO with zone. */
const Card = z.object({
  id: z.string(),
  number: z.string(),
  kind_words: z.string(),
  issued_at: z.string(),
  /** Whether it has bonuses at all. */
  has_bonuses: z.boolean(),
  balance: z.int(),
  held: z.int(),
  level: z.string().nullable(),
  purchases: z.int(),
  expiring: z.object({ amount: z.int(), at: z.string() }).nullable(),
  holds: z.array(z.object({ order_id: z.string(), order_number: z.int(), amount: z.int() })),
  movements: z.array(
    z.object({
      ...{ id: z.int(), at: z.string(), words: z.string(), amount: z.int(), purchase: z.int() },
      ...{ order_id: z.string().nullable(), order_number: z.int().nullable(), expires_at: z.string().nullable() },
      ...{ who: z.string(), note: z.string() },
    }),
  ),
});

const Agreements = z.object({
  consents: z.array(
    z.object({
      ...{ id: z.int(), purpose_words: z.string(), page_slug: z.string(), page_version: z.int(), place: z.string() },
      ...{ given_at: z.string(), withdrawn_at: z.string().nullable() },
    }),
  ),
  subscriptions: z.array(
    z.object({
      ...{ id: z.int(), topic_words: z.string(), frequency_words: z.string(), product: z.string().nullable() },
      ...{ created_at: z.string(), is_confirmed: z.boolean() },
    }),
  ),
});

const Requests = z.object({
  tickets: z.array(
    z.object({
      ...{ id: z.string(), number: z.int(), theme: z.string(), state: z.enum(['open', 'answered', 'closed']) },
      ...{ state_words: z.string(), order_number: z.int().nullable(), created_at: z.string() },
    }),
  ),
  reviews: z.array(
    z.object({
      ...{ id: z.int(), state: z.enum(['new', 'approved', 'refused']), state_words: z.string(), product: z.string() },
      ...{ rating: z.int(), text: z.string(), created_at: z.string() },
    }),
  ),
  questions: z.array(
    z.object({
      ...{ id: z.int(), state_words: z.string(), product: z.string(), text: z.string(), created_at: z.string() },
    }),
  ),
});

/** What a card's page shows of its history. */
const shownMovements = 200;
const shownRequests = 100;

/** What a customer has with the shop besides orders: cards, consents, subscriptions, what they wrote. */
export const customerDealingRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/customers/:id/cards',
    summary: 'Карты и бонусы покупателя с историей',
    permission: 'customers.read',
    params: Uuid,
    response: z.object({ items: z.array(Card) }),
    async run({ db, scope, params: { id }, now }) {
      await needCustomer(db, scope, id);
      const cards = await cardsOf(db, id, now);
      return { items: await Promise.all(cards.map((card) => presentCard(db, card))) };
    },
  }),

  adminWrite({
    url: '/api/admin/customers/:id/cards/:card_id/adjust',
    summary: 'Начисление и списание бонусов с причиной, которую увидит покупатель',
    permission: 'bonuses.adjust',
    params: z.object({ id: z.uuid(), card_id: z.uuid() }),
    body: z.object({
      amount: z
        .int('Целое число бонусов')
        .min(-1_000_000, 'Не больше миллиона бонусов')
        .max(1_000_000, 'Не больше миллиона бонусов')
        .refine((amount) => amount !== 0, 'Сколько бонусов начислить или списать'),
      note: z.string().trim().min(1, 'Напишите причину').max(500, 'Максимум 500 символов'),
    }),
    needsKey: true,
    response: z.object({ ok: z.literal(true) }),
    async run({ db, scope, staff, params: { id, card_id }, body: { amount, note }, now }) {
      const customer = await needCustomer(db, scope, id);
      const card = await readCard(db, card_id);
      if (card?.user_id !== id) throw new Refusal('not_found');
      const change = { amount, purchase_kopecks: 0, reason: 'adjusted', who: staff.full_name, note } as const;
      await adjustCard(db, card, change, now);
      const many = countOf(Math.abs(amount), 'бонус', 'бонуса', 'бонусов');
      return {
        answer: { ok: true as const },
        audit: aboutCustomer(customer, `${amount > 0 ? 'начислено' : 'списано'} ${many}, причина: ${note}`),
      };
    },
  }),

  adminRead({
    url: '/api/admin/customers/:id/agreements',
    summary: 'Согласия и подписки покупателя',
    permission: 'customers.read',
    params: Uuid,
    response: Agreements,
    async run({ db, scope, params: { id } }) {
      await needCustomer(db, scope, id);
      const contacts = await listContacts(db, id);
      const emails = contacts.filter(({ type, confirmed_at }) => type === 'email' && confirmed_at !== null);
      const [consents, subscriptions] = await Promise.all([
        listConsents(db, id),
        listSubscriptions(
          db,
          emails.map(({ value }) => value),
        ),
      ]);
      return {
        consents: consents.map(presentConsent),
        subscriptions: subscriptions.map(({ topic, frequency, product, confirmed_at, ...subscription }) => ({
          id: subscription.id,
          created_at: subscription.created_at.toISOString(),
          topic_words: subscriptionTopics[topic].words,
          frequency_words: frequencies[frequency],
          product: product?.name ?? null,
          is_confirmed: confirmed_at !== null,
        })),
      };
    },
  }),

  adminRead({
    url: '/api/admin/customers/:id/requests',
    summary: 'Обращения, отзывы и вопросы покупателя',
    permission: 'customers.read',
    params: Uuid,
    response: Requests,
    async run({ db, scope, params: { id } }) {
      await needCustomer(db, scope, id);
      const asked = { user_id: id, branches: scope.branches, limit: shownRequests };
      const [tickets, reviews, questions] = await Promise.all([
        listTickets(db, asked),
        listForStaff(db, asked),
        listQuestionsForStaff(db, { ...asked, state: ['new', 'approved', 'refused', 'unconfirmed'] }),
      ]);
      return {
        tickets: tickets.map(({ id, number, theme, state, order_number, created_at }) => ({
          ...{ id, number, theme: ticketThemes[theme], state, state_words: ticketStateWords[state], order_number },
          created_at: created_at.toISOString(),
        })),
        reviews: reviews.map(({ id, state, product, rating, text, created_at }) => ({
          ...{ id, state, state_words: reviewStateWords[state], product, rating, text },
          created_at: created_at.toISOString(),
        })),
        questions: questions.map(({ id, state, product, text, created_at }) => ({
          ...{ id, state_words: questionStateWords[state], product, text, created_at: created_at.toISOString() },
        })),
      };
    },
  }),
];

async function presentCard(db: Db, card: CardState): Promise<z.input<typeof Card>> {
  const [movements, holds] = await Promise.all([movementsOf(db, card.id, shownMovements), openHolds(db, card.id)]);
  const { level, expiring } = card;
  return {
    id: card.id,
    number: formatCardNumber(card.number),
    kind_words: cardKindWords[card.kind],
    issued_at: card.issued_at.toISOString(),
    has_bonuses: card.programme.expiry_days !== null,
    ...{ balance: card.balance, held: card.held, purchases: card.purchases_kopecks },
    level: level && `${level.name}, ${level.percent}\u00a0%`,
    expiring: expiring && { amount: expiring.amount, at: expiring.at.toISOString() },
    holds: holds.map(({ order_id, order_number, amount }) => ({ order_id, order_number, amount })),
    movements: movements.map(({ reason, purchase_kopecks, percent: _, at, expires_at, ...movement }) => ({
      ...movement,
      words: movementWords[reason],
      purchase: purchase_kopecks,
      at: at.toISOString(),
      expires_at: expires_at?.toISOString() ?? null,
    })),
  };
}

function presentConsent(consent: Consent): z.input<typeof Agreements>['consents'][number] {
  const { id, purpose, page_slug, page_version, form, order_number, given_at, withdrawn_at } = consent;
  return {
    ...{ id, purpose_words: consentPurposeWords[purpose], page_slug, page_version },
    place: order_number === null ? (consentPlaceWords[form] ?? 'на сайте') : `для заказа ${order_number}`,
    given_at: given_at.toISOString(),
    withdrawn_at: withdrawn_at?.toISOString() ?? null,
  };
}
