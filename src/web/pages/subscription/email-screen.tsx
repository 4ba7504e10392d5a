import { Form } from 'react-router';
import { advertisingForm } from '#modules/subscriptions/schema.ts';
import { ConsentFields } from '#web/parts/forms/consent-fields.tsx';
import type { FormAnswer } from '#web/parts/forms/form-answer.ts';
import { useFormCheck } from '#web/parts/forms/use-form-check.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Note } from '#web/ui/note.tsx';
import type { EmailPage } from './route.tsx';

/** `notice`: what was done. */
export type EmailAnswer = FormAnswer & { notice?: string };

type EmailScreenProps = { found: EmailPage; answer: EmailAnswer | null };

/** The page behind an email's link: what this address receives, one press to confirm, one to end. */
export function EmailScreen({ found, answer }: EmailScreenProps) {
  const { email, subscriptions, needs_consent } = found;
  const waits = subscriptions.some((one) => one.waits);
  const check = useFormCheck(waits && needs_consent ? advertisingForm : {}, answer);
  return (
    <div className="narrow-page">
      <h1>Подписка</h1>
      <p className="soft">{email}</p>
      {answer?.notice ? (
        <Note kind="ok" role="status">
          {answer.notice}
        </Note>
      ) : null}
      {subscriptions.length === 0 ? <p>Этот адрес ни на что не подписан.</p> : null}
      <ul className="narrow-page__rows">
        {subscriptions.map((one) => (
          <li key={one.id}>
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
        <Form method="post" preventScrollReset className="form" {...check.form}>
          <ConsentFields of={check} />
          <div className="row row--wrap">
            {waits ? (
              <button type="submit" className="btn btn--primary" name="intent" value="confirm">
                Подтвердить подписку
              </button>
            ) : null}
            <button type="submit" className="btn btn--line" name="intent" value="off" formNoValidate>
              Отписаться от всего
            </button>
          </div>
        </Form>
      )}
    </div>
  );
}
