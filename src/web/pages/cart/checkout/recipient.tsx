import { companyUrl } from '#shared/urls.ts';
import { TickField } from '#web/parts/forms/tick-field.tsx';
import { RecipientFields } from '#web/parts/order/receiving/recipient-fields.tsx';
import { EmailField } from '#web/ui/email-field.tsx';
import { Field, TextArea } from '#web/ui/field.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import { PhoneField } from '#web/ui/phone-field.tsx';
import type { CartFormState } from '../use-cart-form.ts';
import { StepHead } from './step-head.tsx';

/** Step 2: who orders, who receives, for which firm. */
export function Recipient({ state: { check, page } }: { state: CartFormState }) {
  const company = page.buyer?.company;
  return (
    <fieldset className="co">
      <legend className="sr">Получатель</legend>
      <StepHead n={2} title="Получатель" />
      <div className="two">
        <Field {...check.field('name')} />
        <PhoneField {...check.field('phone')} />
        <EmailField {...check.field('email')} label={company ? 'Почта для документов' : 'Почта для чека'} />
        <TextArea {...check.field('comment')} />
      </div>
      <div className="co__ticks">
        <TickField {...check.field('is_other_recipient')} />
        <div className="two only-other">
          <RecipientFields
            name={check.field('recipient_name')}
            phone={check.field('recipient_phone')}
            saved={page.buyer?.recipients}
          />
        </div>
        {company ? (
          <>
            <Firm company={company} />
            <div className="two">
              <OwnWords check={check} />
            </div>
          </>
        ) : (
          <>
            <TickField {...check.field('is_company')} />
            <div className="two only-company">
              <Field {...check.field('company_name')} />
              <Field {...check.field('company_inn')} inputMode="numeric" />
              <OwnWords check={check} />
            </div>
          </>
        )}
      </div>
    </fieldset>
  );
}

/** What the firm calls the order, and what it is for. */
function OwnWords({ check }: Pick<CartFormState, 'check'>) {
  return (
    <>
      <Field {...check.field('buyer_number')} />
      <Field {...check.field('building_site')} />
    </>
  );
}

/** The order becomes the firm's: whom one buys for is chosen in the personal area. */
function Firm({ company }: { company: { name: string; inn: string } }) {
  return (
    <Note kind="info" icon="building-2" className="co__note">
      Покупатель: <b className="b">{company.name}</b>, <span className="num">ИНН {company.inn}</span>{' '}
      <Link className="link" to={companyUrl()}>
        Сменить
      </Link>
      <input type="hidden" name="is_company" value="1" />
      <input type="hidden" name="company_name" value={company.name.slice(0, 200)} />
      <input type="hidden" name="company_inn" value={company.inn} />
    </Note>
  );
}
