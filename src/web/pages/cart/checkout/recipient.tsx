import { Link } from 'react-router';
import { companyUrl } from '#shared/urls.ts';
import { Tick } from '#web/ui/choice.tsx';
import { Field, TextArea } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { PhoneField } from '#web/ui/phone-field.tsx';
import type { CheckoutField } from '../checkout-form.ts';
import type { CartFormState } from '../use-cart-form.ts';
import { fillBeside } from './fill-beside.ts';
import { StepHead } from './step-head.tsx';

/** Step 2: who orders, who receives, for which firm. */
export function Recipient({ state }: { state: CartFormState }) {
  const { values, errors, check } = state;
  const company = state.page.buyer?.company;
  const recipients = state.page.buyer?.recipients ?? [];
  const field = (name: CheckoutField) => ({
    name,
    defaultValue: values[name],
    error: errors[name],
    onBlur: () => check(name),
  });
  return (
    <fieldset className="co">
      <legend className="sr">Получатель</legend>
      <StepHead n={2} title="Получатель" />
      <div className="two">
        <Field {...field('name')} label="Имя и фамилия" required autoComplete="name" maxLength={120} />
        <PhoneField {...field('phone')} label="Телефон" required placeholder="+7 (___)-___-__-__" />
        <Field
          {...field('email')}
          label="E-mail для чека"
          required
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={200}
        />
        <TextArea {...field('comment')} label="Комментарий" placeholder="Например, позвоните за час" maxLength={1000} />
      </div>
      <div className="co__ticks">
        <Tick name="is_other_recipient" value="1" defaultChecked={Boolean(values.is_other_recipient)}>
          Получит другой человек
        </Tick>
        <div className="two only-other">
          <Field
            {...field('recipient_name')}
            label="Имя получателя"
            required
            autoComplete="off"
            maxLength={120}
            list="saved-recipients"
            onInput={({ currentTarget: { form, value } }) =>
              fillBeside(form, 'recipient_phone', recipients.find(({ name }) => name === value)?.phone)
            }
          />
          <datalist id="saved-recipients">
            {recipients.map(({ name, phone }) => (
              <option key={`${name} ${phone}`} value={name} label={phone} />
            ))}
          </datalist>
          <PhoneField {...field('recipient_phone')} label="Телефон получателя" required autoComplete="off" />
        </div>
        {company ? (
          <Firm company={company} />
        ) : (
          <>
            <Tick name="is_company" value="1" defaultChecked={Boolean(values.is_company)}>
              Покупаю как организация — укажу ИНН
            </Tick>
            <div className="two only-company">
              <Field
                {...field('company_name')}
                label="Название организации"
                required
                autoComplete="organization"
                maxLength={200}
              />
              <Field
                {...field('company_inn')}
                label="ИНН"
                required
                inputMode="numeric"
                autoComplete="off"
                maxLength={12}
              />
            </div>
          </>
        )}
      </div>
    </fieldset>
  );
}

/** The order becomes the firm's: whom one buys for is chosen in the personal area. */
function Firm({ company }: { company: { name: string; inn: string } }) {
  return (
    <Note kind="info" icon="building-2" className="co__note">
      Покупатель: <b className="b">{company.name}</b>, <span className="num">ИНН {company.inn}</span>.{' '}
      <Link className="link" to={companyUrl()}>
        Сменить
      </Link>
      <input type="hidden" name="is_company" value="1" />
      <input type="hidden" name="company_name" value={company.name.slice(0, 200)} />
      <input type="hidden" name="company_inn" value={company.inn} />
    </Note>
  );
}
