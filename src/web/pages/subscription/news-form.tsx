import { Form, Link, useNavigation } from 'react-router';
import { subscribedWords, subscriptionEmailProblem } from '#modules/subscriptions/schema.ts';
import { infoUrl, newsUrl } from '#shared/urls.ts';
import type { FormAnswer } from '#web/parts/forms/form-answer.ts';
import { useFormCheck } from '#web/parts/forms/use-form-check.ts';
import { Tick } from '#web/ui/choice.tsx';
import { Field } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';

type NewsFormProps = { isDone: boolean; email: string; answer: FormAnswer | null };

/** S5-08: what stands under the fields of the form that subscribes. */
export function newsProblems(form: FormData): Record<string, string> {
  const problem = subscriptionEmailProblem(String(form.get('email') ?? ''));
  const missing = ['consent_personal_data', 'consent_advertising'].filter((name) => !form.get(name));
  return {
    ...(problem && { email: problem }),
    ...Object.fromEntries(missing.map((name) => [name, 'Обязательно для выбора'])),
  };
}

/** The footer's subscription as a page of its own: where its form leads without JavaScript. */
export function NewsForm({ isDone, email, answer }: NewsFormProps) {
  const { errors, handlers } = useFormCheck(answer, newsProblems);
  const isBusy = useNavigation().state !== 'idle';
  return (
    <div className="letterpage" id="news">
      <h1>Скидки и новинки на почту</h1>
      {isDone && !answer ? (
        <>
          <Note kind="ok" role="status">
            {subscribedWords}
          </Note>
          <p className="soft">
            На адрес, который мы ещё не знаем, отправлено письмо со ссылкой: подтвердите его, и раз в неделю будут
            приходить скидки и новинки.
          </p>
        </>
      ) : (
        <>
          <p className="soft">
            Письмо раз в неделю: только товары, которые есть в вашем городе. Отписаться можно в один клик.
          </p>
          {answer?.error ? (
            <Note kind="err" role="alert">
              {answer.error}
            </Note>
          ) : null}
          <Form method="post" action={newsUrl()} className="lk__form lk__fields" noValidate {...handlers}>
            <Field
              id="news-email"
              name="email"
              type="email"
              inputMode="email"
              autoComplete="email"
              label="Email"
              required
              maxLength={254}
              defaultValue={answer?.values?.email ?? email}
              error={errors.email ?? null}
            />
            <Tick
              id="news-personal"
              name="consent_personal_data"
              value="1"
              defaultChecked={Boolean(answer?.values?.consent_personal_data)}
              error={errors.consent_personal_data ?? null}
            >
              Согласен на{' '}
              <Link className="link" to={infoUrl('consent-personal-data')} target="_blank">
                обработку персональных данных
              </Link>
            </Tick>
            <Tick
              id="news-advertising"
              name="consent_advertising"
              value="1"
              defaultChecked={Boolean(answer?.values?.consent_advertising)}
              error={errors.consent_advertising ?? null}
            >
              Согласен получать{' '}
              <Link className="link" to={infoUrl('consent-advertising')} target="_blank">
                рекламные сообщения
              </Link>
            </Tick>
            <div className="row lk__acts">
              <button type="submit" className="btn btn--primary" name="intent" value="subscribe" aria-busy={isBusy}>
                Подписаться
              </button>
            </div>
          </Form>
        </>
      )}
    </div>
  );
}
