import { useFetcher } from 'react-router';
import { findOrderUrl } from '#shared/urls.ts';
import { Field } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';

export type LinkAnswer = { message: string | null; error: string | null; typed: string };

/** «Запросить ссылку»: the letter goes to the order's own e-mail, and the answer is the same for every number. */
export function LinkRequest({ answer: sent = null }: { answer?: LinkAnswer | null }) {
  const fetcher = useFetcher<LinkAnswer>({ key: 'order-link' });
  const answer = fetcher.data ?? sent;
  return (
    <section className="panel linkreq" aria-labelledby="linkreq-title">
      <h2 id="linkreq-title">Ищете свой заказ?</h2>
      <p className="soft linkreq__lead">
        Укажите номер заказа: пришлём ссылку на почту, которую вы назвали при оформлении.
      </p>
      <fetcher.Form method="post" action={findOrderUrl()} className="linkreq__form" noValidate>
        <Field
          name="number"
          label="Номер заказа"
          required
          inputMode="numeric"
          autoComplete="off"
          maxLength={40}
          defaultValue={answer?.typed}
          error={answer?.error}
        />
        <button type="submit" className="btn btn--primary" aria-busy={fetcher.state !== 'idle'}>
          Прислать ссылку
        </button>
      </fetcher.Form>
      {answer?.message ? (
        <Note kind="ok" icon="mail" role="status">
          {answer.message}
        </Note>
      ) : null}
    </section>
  );
}
