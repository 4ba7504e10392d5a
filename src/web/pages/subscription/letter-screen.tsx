import { Form, Link } from 'react-router';
import { infoUrl } from '#shared/urls.ts';
import { Tick } from '#web/ui/choice.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Note } from '#web/ui/note.tsx';
import type { LetterPage } from './route.tsx';

type LetterScreenProps = { found: LetterPage; said: string | null; error: string | null };

/** The page behind a letter's link: what this address receives, one press to confirm, one to end. */
export function LetterScreen({ found, said, error }: LetterScreenProps) {
  const { email, subscriptions, needs_consent } = found;
  const waits = subscriptions.some((one) => one.waits);
  return (
    <div className="letterpage">
      <h1>Подписка</h1>
      <p className="soft">{email}</p>
      {said ? (
        <Note kind="ok" role="status">
          {said}
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
        <Form method="post" preventScrollReset className="lk__form" noValidate>
          {waits && needs_consent ? (
            <Tick name="consent_advertising" value="1" error={error}>
              Согласен получать{' '}
              <Link className="link" to={infoUrl('consent-advertising')} target="_blank">
                рекламные сообщения
              </Link>
            </Tick>
          ) : null}
          <div className="row lk__acts">
            {waits ? (
              <button type="submit" className="btn btn--primary" name="intent" value="confirm">
                Подтвердить подписку
              </button>
            ) : null}
            <button type="submit" className="btn btn--line" name="intent" value="off">
              Отписаться от всего
            </button>
          </div>
        </Form>
      )}
    </div>
  );
}
