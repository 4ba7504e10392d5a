import { listContacts } from '#modules/accounts/contacts.ts';
import { refuseWhileActing } from '#modules/accounts/refuse-while-acting.ts';
import { giveConsent, hasConsent } from '#modules/consents/consents.ts';
import { listSubscriptions } from '#modules/subscriptions/queries.ts';
import { advertisingForm, type Frequency, isTopic, topics, topicsForm } from '#modules/subscriptions/schema.ts';
import { confirmSubscriptions, setTopics, unsubscribe } from '#modules/subscriptions/subscribe.ts';
import { checkForm } from '#platform/check-form.ts';
import { Refusal } from '#platform/refusal.ts';
import { subscribeUrl } from '#shared/urls.ts';
import { answerForm, type FormAnswer, textOf } from '#web/parts/forms/form-answer.ts';
import { type Shop, shop } from '#web/parts/request/context.ts';
import { PageFailure } from '#web/parts/request/page-failure.ts';
import { requireAccount } from '#web/parts/request/require-account.ts';
import type { PersonalHandle } from '../layout.tsx';
import type { Route } from './+types/route.ts';
import { SubscribeScreen } from './subscribe-screen.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Подписки — ИДД' }];

export const handle: PersonalHandle = { crumbs: () => ({ here: 'Подписки' }) };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, requestContext } = context.get(shop);
  const { user_id, acting } = requireAccount(requestContext, request);
  const [contacts, has_consent] = await Promise.all([
    listContacts(db, user_id),
    hasConsent(db, user_id, 'advertising'),
  ]);
  // S6-05: staff who act do not read the contacts.
  const emails = acting ? [] : contacts.filter(({ type }) => type === 'email');
  const subscriptions = await listSubscriptions(
    db,
    emails.map(({ value }) => value),
  );
  return {
    done: new URL(request.url).searchParams.get('done'),
    is_acting: acting !== null,
    has_consent,
    emails: emails.map(({ id, value, confirmed_at }) => {
      const own = subscriptions.filter(({ email }) => email === value);
      const chosen = own.filter(({ product }) => product === null);
      return {
        id,
        value,
        is_proven: confirmed_at !== null,
        topics: topics.filter((topic) => chosen.some((one) => one.topic === topic)),
        frequency: chosen[0]?.frequency ?? 'weekly',
        waits: own.some((one) => one.confirmed_at === null),
        alerts: own.flatMap(({ id, topic, product }) => (product ? [{ id, topic, product }] : [])),
        is_any: own.length > 0,
      };
    }),
  };
}

export type SubscribeData = Awaited<ReturnType<typeof loader>>;

/** The form of one address; everything off; one alert off. */
export async function action({ request, context }: Route.ActionArgs) {
  const found = context.get(shop);
  const account = requireAccount(found.requestContext, request);
  const form = await request.formData();
  const intent = textOf(form, 'intent');
  if (intent !== 'topics' && intent !== 'off' && intent !== 'alert') throw new PageFailure(400);
  const row = Number(textOf(form, 'id'));
  return answerForm(subscribeUrl(), `address-${row}:${intent}`, form, async () => {
    refuseWhileActing(account);
    const contacts = await listContacts(found.db, account.user_id);
    const contact = contacts.find(({ id, type }) => id === row && type === 'email');
    if (!contact) throw new Refusal('not_found');
    if (intent === 'off') return unsubscribe(found.db, contact.value);
    if (intent === 'alert') return unsubscribe(found.db, contact.value, Number(textOf(form, 'alert_id')));
    await saveTopics(found, account.user_id, { email: contact.value, is_proven: contact.confirmed_at !== null }, form);
  });
}

export default function Subscribe({ loaderData, actionData }: Route.ComponentProps) {
  return <SubscribeScreen found={loaderData} answer={(actionData as FormAnswer | undefined) ?? null} />;
}

/** News advertise and need a consent of their own (38-ФЗ, art. 18): the first choice of them asks for it. */
async function saveTopics(
  { db, requestContext, keys }: Shop,
  user_id: string,
  { email, is_proven }: { email: string; is_proven: boolean },
  form: FormData,
): Promise<void> {
  const wanted = form.getAll('topic').map(String).filter(isTopic);
  const agreed = await hasConsent(db, user_id, 'advertising');
  const frequency = checkForm(topicsForm(agreed), form).frequency as Frequency;
  const needsConsent = wanted.includes('actions') && !agreed;
  // The rules of the form look at the first topic alone; the consent is asked for whichever place news stand in.
  if (needsConsent) checkForm(advertisingForm, form);
  await db.transaction().execute(async (db) => {
    if (needsConsent) {
      const { address } = requestContext;
      await giveConsent(db, { purpose: 'advertising', form: 'subscribe', subject: email, address, user_id });
    }
    const department_id_1c = requestContext.department.id_1c;
    const subscriber = {
      email,
      is_proven,
      user_id,
      department_id_1c,
      form: 'subscribe',
      origin: requestContext.origin,
    };
    await setTopics(db, keys, subscriber, wanted, frequency);
    // A confirmed contact proves the address for what was asked for before it was one.
    if (is_proven) await confirmSubscriptions(db, email);
  });
}
