import { data } from 'react-router';
import { refuseWhileActing } from '#modules/accounts/refuse-while-acting.ts';
import { giveConsent } from '#modules/consents/consents.ts';
import { listSubscriptions } from '#modules/subscriptions/queries.ts';
import { advertisingForm, frequencies, newsForm, subscriptionTopics } from '#modules/subscriptions/schema.ts';
import { confirmSubscriptions, unsubscribe } from '#modules/subscriptions/subscribe.ts';
import {
  needsAdvertisingConsent,
  subscribeToNews,
  takeSubscriptionTry,
} from '#modules/subscriptions/subscribe-to-news.ts';
import { emailOfKey } from '#modules/subscriptions/subscription-link.ts';
import { checkForm } from '#platform/check-form.ts';
import { Refusal } from '#platform/refusal.ts';
import { newsUrl } from '#shared/urls.ts';
import { answerForm, answerOf, type FormAnswer } from '#web/parts/forms/form-answer.ts';
import { type Shop, shop } from '#web/parts/request/context.ts';
import { ownAddress } from '#web/parts/request/own-address.ts';
import { notFound, PageFailure } from '#web/parts/request/page-failure.ts';
import { refusedInit } from '#web/parts/request/refused-init.ts';
import type { Route } from './+types/route.ts';
import { type EmailAnswer, EmailScreen } from './email-screen.tsx';
import { NewsForm } from './news-form.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Подписка — ИДД' }];

/**
 * Where the link of an email leads: opening it changes nothing, since mail programs open links by themselves. Without a
 * key: the footer's form.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const found = context.get(shop);
  const query = new URL(request.url).searchParams;
  if (!query.has('key'))
    return { emailMessage: null, isDone: query.get('done') === 'news', email: await ownAddress(found) };
  return { emailMessage: await readEmailPage(found, request), isDone: false, email: '' };
}

async function readEmailPage(found: Shop, request: Request) {
  const email = await addressOfLink(found, request);
  const subscriptions = await listSubscriptions(found.db, [email]);
  const asksForNews = subscriptions.some(({ topic, confirmed_at }) => topic === 'actions' && confirmed_at === null);
  return {
    email,
    needs_consent: asksForNews && (await needsAdvertisingConsent(found.db, email)),
    subscriptions: subscriptions.map(({ id, topic, frequency, product, confirmed_at }) => ({
      id,
      words: subscriptionTopics[topic].words,
      about: product ? product.name : frequencies[frequency].toLowerCase(),
      waits: confirmed_at === null,
    })),
  };
}

export type EmailPage = Awaited<ReturnType<typeof readEmailPage>>;

export async function action({ request, context }: Route.ActionArgs) {
  const found = context.get(shop);
  const form = await request.formData();
  return new URL(request.url).searchParams.has('key')
    ? answerEmail(found, request, form)
    : subscribeByForm(found, form);
}

export default function SubscriptionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { emailMessage, isDone, email } = loaderData;
  if (!emailMessage)
    return <NewsForm isDone={isDone} email={email} answer={(actionData as FormAnswer | undefined) ?? null} />;
  return <EmailScreen found={emailMessage} answer={(actionData as EmailAnswer | undefined) ?? null} />;
}

/**
 * «Подтвердить», «Отписаться от всего», one subscription off; and the mail program's own button, which sends no intent
 * (RFC 8058).
 */
async function answerEmail(found: Shop, request: Request, form: FormData) {
  const email = await addressOfLink(found, request);
  const isMailProgram = form.get('List-Unsubscribe') === 'One-Click';
  switch (isMailProgram ? 'off' : form.get('intent')) {
    case 'confirm':
      return confirm(found, request, email, form);
    case 'off':
      await found.db.transaction().execute((db) => unsubscribe(db, email));
      return { notice: 'Вы отписаны: на этот адрес больше ничего не присылаем, кроме писем о заказах.' };
    case 'one':
      await unsubscribe(found.db, email, Number(form.get('id')));
      return { notice: 'Отключено.' };
    default:
      throw new PageFailure(400);
  }
}

/** News advertise, so their consent stands in the database before the first of them (38-ФЗ, art. 18). */
async function confirm(found: Shop, request: Request, email: string, form: FormData) {
  const { needs_consent } = await readEmailPage(found, request);
  try {
    if (needs_consent) checkForm(advertisingForm, form);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return data<EmailAnswer>(answerOf(error, form), refusedInit(error));
  }
  const { address } = found.requestContext;
  await found.db.transaction().execute(async (db) => {
    if (needs_consent)
      await giveConsent(db, { purpose: 'advertising', form: 'subscription', subject: email, address, user_id: null });
    await confirmSubscriptions(db, email);
  });
  return { notice: 'Подписка подтверждена.' };
}

/** S4-15 without JavaScript. */
async function subscribeByForm({ db, requestContext, keys }: Shop, form: FormData) {
  return answerForm(newsUrl(), 'news', form, async () => {
    const { email } = checkForm(newsForm, form);
    if (requestContext.account) refuseWhileActing(requestContext.account);
    await takeSubscriptionTry(db, requestContext.address);
    const { account, department, origin, address } = requestContext;
    const requester = { user_id: account?.user_id ?? null, department_id_1c: department.id_1c, origin, address };
    const consents = { personal_data: true, advertising: true };
    await db.transaction().execute((db) => subscribeToNews(db, keys, requester, { email, consents }));
  });
}

/** Whoever holds an email's key may rule the address; a spoilt key leads nowhere. */
async function addressOfLink({ keys }: Shop, request: Request): Promise<string> {
  const email = emailOfKey(keys, new URL(request.url).searchParams.get('key'));
  if (email === null) throw notFound();
  return email;
}
