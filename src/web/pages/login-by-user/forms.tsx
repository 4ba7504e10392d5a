import { Fragment } from 'react';
import { actingForm, customerSearchForm } from '#modules/staff/schema.ts';
import { loginByUserUrl, personalUrl } from '#shared/urls.ts';
import { FormError } from '#web/parts/forms/form-error.tsx';
import { FormField } from '#web/parts/forms/form-field.tsx';
import { useFormCheck } from '#web/parts/forms/use-form-check.ts';
import { OptionRow } from '#web/ui/choice.tsx';
import { FieldError } from '#web/ui/field-error.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import type { LoginByUserAnswer, ShownCustomer } from './route.tsx';

// Every form is sent as a whole document: the shell of the page changes with who one works as.

export function SearchForm({ answer }: { answer: LoginByUserAnswer | null }) {
  const found = answer?.found ?? null;
  const search = answer?.form === 'find' ? answer : null;
  const check = useFormCheck(customerSearchForm, search, { values: answer?.values });
  return (
    <>
      <form {...check.form} method="post" className="actform__form">
        <p className="soft">Вы увидите магазин и кабинет так же, как сам покупатель, не дольше 30 минут.</p>
        <FormError words={search?.error} />
        <FormField of={check} name="q" />
        <Submit intent="find" look={found && found.customers.length > 0 ? 'line' : 'primary'}>
          Найти
        </Submit>
      </form>
      {answer?.form === 'start' ? <FormError words={answer.error} /> : null}
      {answer?.found ? <Found found={answer.found} answer={answer} /> : null}
    </>
  );
}

function Found({ found, answer }: { found: NonNullable<LoginByUserAnswer['found']>; answer: LoginByUserAnswer }) {
  const { customers, hasMore } = found;
  const check = useFormCheck(actingForm, answer.form === 'start' ? answer : null);
  const chosen = check.field('user_id');
  if (customers.length === 0)
    return (
      <Note role="status">
        Никого не нашли. Сотрудников в этом списке нет: под ними войти нельзя. Проверьте, так ли покупатель записан.
      </Note>
    );
  return (
    <form {...check.form} method="post" className="actform__form">
      <input type="hidden" name="q" value={answer.values?.q ?? ''} />
      <fieldset className="opts" aria-describedby={chosen.error ? 'user_id-error' : undefined}>
        <legend className="b">{hasMore ? 'Нашли больше пяти, уточните запрос' : 'Кто из них'}</legend>
        {customers.map((customer) => (
          <OptionRow
            key={customer.user_id}
            name="user_id"
            value={customer.user_id}
            defaultChecked={customers.length === 1 || customer.user_id === chosen.defaultValue}
            title={customer.full_name || 'Имя не указано'}
            terms={<Terms customer={customer} />}
          />
        ))}
        {chosen.error ? <FieldError id="user_id-error">{chosen.error}</FieldError> : null}
      </fieldset>
      <FormField of={check} name="reason" />
      <Submit intent="start">Войти в кабинет покупателя</Submit>
    </form>
  );
}

function Terms({ customer: { company, email, phone, last_order } }: { customer: ShownCustomer }) {
  const facts = [company, email, phone, last_order && `заказ ${last_order}`].filter((fact) => !!fact);
  if (facts.length === 0) return 'контактов нет';
  return facts.map((fact, index) => (
    <Fragment key={fact}>
      {index > 0 ? ' · ' : ''}
      <span className="nowrap">{fact}</span>
    </Fragment>
  ));
}

/** Nothing begins by opening a link; the press does. */
export function LinkForm({
  link,
  error,
}: {
  link: { full_name: string; reason: string } | null;
  error: string | null;
}) {
  if (!link)
    return (
      <>
        <Note kind="err" role="alert">
          {error ?? 'Ссылка уже не действует: она открывается один раз, в течение минуты и только в вашем браузере.'}
        </Note>
        <p>
          <Link className="link" to={loginByUserUrl()}>
            Найти покупателя
          </Link>
        </p>
      </>
    );
  return (
    <form method="post" className="actform__form">
      <p>
        Покупатель: <b className="b">{link.full_name || 'имя не указано'}</b>
        <br />
        <span className="soft">Причина: {link.reason}</span>
      </p>
      <Submit intent="link">Войти в кабинет покупателя</Submit>
    </form>
  );
}

export function ActingNow({ customer }: { customer: string }) {
  return (
    <form method="post" className="actform__form">
      <p>
        Сейчас вы работаете как <b className="b">{customer || 'покупатель'}</b>. Чтобы войти за другого покупателя,
        сначала выйдите.
      </p>
      <div className="row">
        <Submit intent="exit">Выйти</Submit>
        <Link className="btn btn--line" to={personalUrl()}>
          Кабинет покупателя
        </Link>
      </div>
    </form>
  );
}

function Submit({
  intent,
  look = 'primary',
  children,
}: {
  intent: string;
  look?: 'primary' | 'line';
  children: string;
}) {
  return (
    <button type="submit" className={`btn btn--${look}`} name="intent" value={intent}>
      {children}
    </button>
  );
}
