import { data, Form } from 'react-router';
import { listSubscriptions } from '#modules/subscriptions/queries.ts';
import { frequencies, subscriptionTopics } from '#modules/subscriptions/schema.ts';
import { confirmSubscriptions, unsubscribe } from '#modules/subscriptions/subscribe.ts';
import { emailOfKey } from '#modules/subscriptions/subscription-link.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { type Shop, shop } from '#web/context.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Note } from '#web/ui/note.tsx';
import type { Route } from './+types/route.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Подписка — ИДД' }, { name: 'robots', content: 'noindex' }];

/** Where the link of a letter leads: opening it changes nothing, since mail programs open links by themselves. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(shop);
  const email = await ownEmail(context.get(shop), request);
  const subscriptions = await listSubscriptions(db, [email]);
  return {
    email,
    subscriptions: subscriptions.map(({ id, topic, frequency, product, confirmed_at }) => ({
      id,
      words: subscriptionTopics[topic].words,
      about: product ? product.name : frequencies[frequency].toLowerCase(),
      waits: confirmed_at === null,
    })),
  };
}

/** «Подтвердить», «Отписаться от всего», one subscription off; and the mail program's own button, which sends no intent (RFC 8058). */
export async function action({ request, context }: Route.ActionArgs) {
  const found = context.get(shop);
  const email = await ownEmail(found, request);
  const form = await request.formData();
  const isMailProgram = form.get('List-Unsubscribe') === 'One-Click';
  switch (isMailProgram ? 'off' : form.get('intent')) {
    case 'confirm':
      await confirmSubscriptions(found.db, email);
      return { said: 'Подписка подтверждена.' };
    case 'off':
      await unsubscribe(found.db, email);
      return { said: 'Вы отписаны: на этот адрес больше ничего не присылаем, кроме писем о заказах.' };
    case 'one':
      await unsubscribe(found.db, email, Number(form.get('id')));
      return { said: 'Отключено.' };
    default:
      throw data(null, { status: 400 });
  }
}

export default function SubscriptionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, subscriptions } = loaderData;
  const waits = subscriptions.some((one) => one.waits);
  return (
    <div className="letterpage">
      <h1>Подписка</h1>
      <p className="soft">{email}</p>
      {actionData ? (
        <Note kind="ok" role="status">
          {actionData.said}
        </Note>
      ) : null}
      {subscriptions.length === 0 ? <p>Этот адрес ни на что не подписан.</p> : null}
      <ul className="lkrows">
        {subscriptions.map((one) => (
          <li key={one.id} className="lkrow">
            <div>
              <b className="b">{one.words}</b>{' '}
              {one.waits ? <span className="badge badge--warn">Не подтверждена</span> : null}
              <p className="small soft">{one.about}</p>
            </div>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="id" value={one.id} />
              <button
                type="submit"
                className="btn btn--sm"
                name="intent"
                value="one"
                aria-label={`Отключить: ${one.words}, ${one.about}`}
              >
                <Icon name="x" size="s" />
                Отключить
              </button>
            </Form>
          </li>
        ))}
      </ul>
      {subscriptions.length === 0 ? null : (
        <Form method="post" preventScrollReset className="row lk__acts">
          {waits ? (
            <button type="submit" className="btn btn--primary" name="intent" value="confirm">
              Подтвердить подписку
            </button>
          ) : null}
          <button type="submit" className="btn btn--line" name="intent" value="off">
            Отписаться от всего
          </button>
        </Form>
      )}
    </div>
  );
}

/** Whoever holds a letter's key may rule the address; a spoilt key leads nowhere. */
async function ownEmail({ db, config }: Shop, request: Request): Promise<string> {
  const keys = await secretKeys(db, config.SECRET_KEYS);
  const email = emailOfKey(keys, new URL(request.url).searchParams.get('key'));
  if (email === null) throw data(null, { status: 404 });
  return email;
}
