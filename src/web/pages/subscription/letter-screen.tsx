import { Form } from 'react-router';
import { advertisingForm } from '#modules/subscriptions/schema.ts';
import { ConsentFields } from '#web/parts/forms/consent-fields.tsx';
import type { FormAnswer } from '#web/parts/forms/form-answer.ts';
import { useFormCheck } from '#web/parts/forms/use-form-check.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Note } from '#web/ui/note.tsx';
import type { LetterPage } from './route.tsx';

/** `said`: what was done. */
export type LetterAnswer = FormAnswer & { said?: string };

type LetterScreenProps = { found: LetterPage; answer: LetterAnswer | null };

/** The page behind a letter's link: what this address receives, one press to confirm, one to end. */
export function LetterScreen({ found, answer }: LetterScreenProps) {
  const { email, subscriptions, needs_consent } = found;
  const waits = subscriptions.some((one) => one.waits);
  const check = useFormCheck(waits && needs_consent ? advertisingForm : {}, answer);
  return (
    <div className="letterpage">
      <h1>Подписка</h1>
      <p className="soft">{email}</p>
      {answer?.said ? (
        <Note kind="ok" role="status">
          {answer.said}
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
        <Form method="post" preventScrollReset className="lk__form" {...check.form}>
          <ConsentFields of={check} />
          <div className="row lk__acts">
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
