import { useFetcher } from 'react-router';
import type { FormRules } from '#shared/form-rules.ts';
import { findOrderUrl } from '#shared/urls.ts';
import { Field } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';

export const linkRules: FormRules<'number' | 'email'> = {
  number: { label: 'Номер заказа', required: true, max: 40 },
  email: { label: 'E-mail', type: 'email', required: true, max: 200 },
};

export type LinkAnswer = {
  message: string | null;
  error: string | null;
  errors: { number?: string; email?: string };
  typed: { number: string; email: string };
};

/** «Прислать ссылку»: a letter to the order's own e-mail; the answer is the same whatever was asked for. */
export function LinkRequest({ answer: sent = null }: { answer?: LinkAnswer | null }) {
  const fetcher = useFetcher<LinkAnswer>({ key: 'order-link' });
  const answer = fetcher.data ?? sent;
  return (
    <section className="panel linkreq" aria-labelledby="linkreq-title">
      <h2 id="linkreq-title">Ищете свой заказ?</h2>
      <p className="soft linkreq__lead">
        Укажите номер заказа и почту, которую вы назвали при оформлении: пришлём на неё свежую ссылку.
      </p>
      <fetcher.Form method="post" action={findOrderUrl()} className="linkreq__form" noValidate>
        <Field
          name="number"
          label="Номер заказа"
          required
          inputMode="numeric"
          autoComplete="off"
          maxLength={40}
          defaultValue={answer?.typed.number}
          error={answer?.errors.number}
        />
        <Field
          name="email"
          label="E-mail из заказа"
          required
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={200}
          defaultValue={answer?.typed.email}
          error={answer?.errors.email}
        />
        <button type="submit" className="btn btn--primary" aria-busy={fetcher.state !== 'idle'}>
          Прислать ссылку
        </button>
      </fetcher.Form>
      {answer?.error ? (
        <Note kind="err" role="alert">
          {answer.error}
        </Note>
      ) : null}
      {answer?.message ? (
        <Note kind="ok" icon="mail" role="status">
          {answer.message}
        </Note>
      ) : null}
    </section>
  );
}
