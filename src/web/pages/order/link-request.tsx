import { useFetcher } from 'react-router';
import { email } from '#shared/form-fields.ts';
import type { FormRules } from '#shared/form-rules.ts';
import { phoneHref } from '#shared/phone.ts';
import { unbroken } from '#shared/unbroken.ts';
import { activeOrdersUrl, findOrderUrl, loginUrl } from '#shared/urls.ts';
import type { FormAnswer } from '#web/parts/forms/form-answer.ts';
import { FormError } from '#web/parts/forms/form-error.tsx';
import { FormField } from '#web/parts/forms/form-field.tsx';
import { useFormCheck } from '#web/parts/forms/use-form-check.ts';
import { useShell } from '#web/parts/request/use-shell.ts';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';

export const linkForm = {
  number: {
    label: 'Номер заказа',
    required: true,
    max: 40,
    autoComplete: 'off',
    inputMode: 'numeric',
    hint: 'Например, 1234567. Номер есть в письме о заказе',
  },
  email: { ...email, label: 'Почта из заказа' },
} satisfies FormRules;

export const linkHeading = 'Найти заказ по номеру';

export type LinkAnswer = FormAnswer & { message?: string };

/** «Прислать ссылку»: an email to the order's own email address; the answer is the same whatever was asked for. */
export function LinkRequestForm({ answer: sent }: { answer: LinkAnswer | null }) {
  const fetcher = useFetcher<LinkAnswer>({ key: 'order-link' });
  const answer = fetcher.data ?? sent;
  const check = useFormCheck(linkForm, answer);
  return (
    <>
      <p className="soft signin__lead">
        {unbroken('Пришлём ссылку на заказ на почту, которую вы указали при оформлении.')}{' '}
        {unbroken('По ней видны состояние и срок, там же — оплата, изменение и отмена.')}
      </p>
      <fetcher.Form {...check.form} method="post" action={findOrderUrl()} className="signin__form">
        <FormField of={check} name="number" />
        <FormField of={check} name="email" />
        <button type="submit" className="btn btn--primary btn--lg btn--wide" aria-busy={fetcher.state !== 'idle'}>
          Прислать ссылку
        </button>
      </fetcher.Form>
      <FormError words={answer?.error} />
      {answer?.message ? (
        <Note kind="ok" icon="mail" role="status" className="signin__next">
          {answer.message}
        </Note>
      ) : null}
      <OtherWays />
    </>
  );
}

/** For who has neither the number nor the email. */
function OtherWays() {
  const { branch, contact_centre, is_signed } = useShell();
  const phone = branch.phone ?? contact_centre.phone;
  return (
    <p className="soft small signin__foot">
      Нет ни номера, ни письма? Позвоните{' '}
      <a className="num nowrap link" href={phoneHref(phone)}>
        {phone}
      </a>{' '}
      или{' '}
      <Link className="link" to={is_signed ? activeOrdersUrl() : loginUrl(activeOrdersUrl())}>
        {is_signed ? 'откройте свои заказы' : 'войдите'}
      </Link>
      : заказы из кабинета видны и без ссылки.
    </p>
  );
}
