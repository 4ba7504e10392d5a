import { Link } from 'react-router';
import { longestMessage, type SupportRequest, ticketThemes } from '#modules/support/schema.ts';
import { maskSupportPhone } from '#shared/phone-mask.ts';
import { infoUrl } from '#shared/urls.ts';
import { Tick } from '#web/ui/choice.tsx';
import { Field, SelectField, TextArea } from '#web/ui/field.tsx';
import { PhoneField } from '#web/ui/phone-field.tsx';

type TicketFieldsProps = {
  /** Goes before every id: dialog and page may stand in one document. */
  prefix: string;
  typed: Partial<Record<string, string>>;
  errors: Record<string, string | undefined>;
};

/** S3-13: theme, name, e-mail, phone; and room for words, which may stay empty. */
export function TicketFields({ prefix, typed, errors }: TicketFieldsProps) {
  const shared = (name: string) => ({ id: `${prefix}-${name}`, name, error: errors[name] ?? null });
  return (
    <>
      <SelectField {...shared('theme')} label="Причина обращения" required defaultValue={typed.theme ?? ''}>
        <option value="">Выберите из списка</option>
        {Object.entries(ticketThemes).map(([theme, words]) => (
          <option key={theme} value={theme}>
            {words}
          </option>
        ))}
      </SelectField>
      <Field
        {...shared('name')}
        label="ФИО"
        required
        autoComplete="name"
        maxLength={120}
        defaultValue={typed.name ?? ''}
      />
      <Field
        {...shared('email')}
        type="email"
        inputMode="email"
        label="Email"
        required
        autoComplete="email"
        maxLength={254}
        defaultValue={typed.email ?? ''}
      />
      <PhoneField
        {...shared('phone')}
        mask={maskSupportPhone}
        label="Телефон"
        placeholder="+7 (___) ___-__-__"
        maxLength={18}
        defaultValue={typed.phone ?? ''}
      />
      <TextArea
        {...shared('text')}
        label="Сообщение"
        rows={4}
        maxLength={longestMessage}
        defaultValue={typed.text ?? ''}
      />
      <Tick {...shared('consent_personal_data')} value="1" defaultChecked={Boolean(typed.consent_personal_data)}>
        Согласен на{' '}
        <Link className="link" to={infoUrl('consent-personal-data')} target="_blank">
          обработку персональных данных
        </Link>
      </Tick>
    </>
  );
}

/** The form as it stands. */
export function readRequest(form: FormData): SupportRequest {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  return {
    theme: text('theme'),
    name: text('name'),
    email: text('email'),
    phone: text('phone'),
    text: text('text'),
    consent_personal_data: form.has('consent_personal_data'),
  };
}
