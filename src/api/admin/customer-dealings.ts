import { z } from 'zod';
import { listContacts } from '#modules/accounts/contacts.ts';
import { type Consent, listConsents } from '#modules/consents/consents.ts';
import { consentPurposeWords } from '#modules/consents/schema.ts';
import { consentPlace } from '#modules/forms/consent-place.ts';
import { listForStaff, listQuestionsForStaff } from '#modules/reviews/queries.ts';
import { questionStateWords, reviewStateWords } from '#modules/reviews/schema.ts';
import { listSubscriptions } from '#modules/subscriptions/queries.ts';
import { frequencies, subscriptionTopics } from '#modules/subscriptions/schema.ts';
import { listTickets } from '#modules/support/queries.ts';
import { ticketStateWords, ticketThemes } from '#modules/support/schema.ts';
import { needCustomer } from './need-customer.ts';
import { type AdminRoute, adminRead } from './route.ts';

const Uuid = z.object({ id: z.uuid() });

const Agreements = z.object({
  consents: z.array(
    z.object({
      id: z.int(),
      purpose_words: z.string(),
      page_slug: z.string(),
      page_version: z.int(),
      place: z.string(),
      given_at: z.string(),
      withdrawn_at: z.string().nullable(),
    }),
  ),
  subscriptions: z.array(
    z.object({
      id: z.int(),
      topic_words: z.string(),
      frequency_words: z.string(),
      product: z.string().nullable(),
      created_at: z.string(),
      is_confirmed: z.boolean(),
    }),
  ),
});

const Requests = z.object({
  tickets: z.array(
    z.object({
      id: z.string(),
      number: z.int(),
      theme: z.string(),
      state: z.enum(['open', 'answered', 'closed']),
      state_words: z.string(),
      order_number: z.int().nullable(),
      created_at: z.string(),
    }),
  ),
  reviews: z.array(
    z.object({
      id: z.int(),
      state: z.enum(['new', 'approved', 'refused']),
      state_words: z.string(),
      product: z.string(),
      rating: z.int(),
      text: z.string(),
      created_at: z.string(),
    }),
  ),
  questions: z.array(
    z.object({
      id: z.int(),
      state_words: z.string(),
      product: z.string(),
      text: z.string(),
      created_at: z.string(),
    }),
  ),
});

const shownRequests = 100;

/** What a customer agreed to, is written to about, and wrote. */
export const customerDealingRoutes: AdminRoute[] = [
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
          id,
          number,
          theme: ticketThemes[theme],
          state,
          state_words: ticketStateWords[state],
          order_number,
          created_at: created_at.toISOString(),
        })),
        reviews: reviews.map(({ id, state, product, rating, text, created_at }) => ({
          id,
          state,
          state_words: reviewStateWords[state],
          product,
          rating,
          text,
          created_at: created_at.toISOString(),
        })),
        questions: questions.map(({ id, state, product, text, created_at }) => ({
          id,
          state_words: questionStateWords[state],
          product,
          text,
          created_at: created_at.toISOString(),
        })),
      };
    },
  }),
];

function presentConsent(consent: Consent): z.input<typeof Agreements>['consents'][number] {
  const { id, purpose, page_slug, page_version, order_number, given_at, withdrawn_at } = consent;
  return {
    id,
    purpose_words: consentPurposeWords[purpose],
    page_slug,
    page_version,
    place: order_number === null ? consentPlace(consent) : `для заказа ${order_number}`,
    given_at: given_at.toISOString(),
    withdrawn_at: withdrawn_at?.toISOString() ?? null,
  };
}
