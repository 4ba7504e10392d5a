import type { ReactNode } from 'react';
import { formatPhone } from '#shared/phone.ts';
import { Field } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { PhoneField } from '#web/ui/phone-field.tsx';
import { answerTo, Section, type Sent, SmallForm } from '../section.tsx';
import type { ProfileData } from './route.tsx';

/** Saved addresses and recipients: the checkout offers them. */
export function Places({ found, sent }: { found: ProfileData; sent: Sent }) {
  const { addresses, recipients } = found;
  return (
    <>
      <Section
        id="addresses"
        title="Адреса доставки"
        sent={sent}
        words={{ 'addresses:save': 'Адрес сохранён.', 'addresses:remove': 'Адрес удалён.' }}
      >
        {addresses.length === 0 ? (
          <p className="soft">Сохранённых адресов нет. Добавьте, чтобы не вводить при заказе.</p>
        ) : null}
        <Rows
          rows={addresses}
          name="addresses"
          sent={sent}
          wordsOf={({ place, address }) => `${place}, ${address}`}
          form={AddressFields}
        />
      </Section>
      <Section
        id="recipients"
        title="Получатели"
        sent={sent}
        words={{ 'recipients:save': 'Получатель сохранён.', 'recipients:remove': 'Получатель удалён.' }}
      >
        {recipients.length === 0 ? (
          <p className="soft">Если заказы забирает кто-то другой, сохраните его имя и телефон.</p>
        ) : null}
        <Rows
          rows={recipients}
          name="recipients"
          sent={sent}
          wordsOf={({ name, phone }) => `${name}, ${formatPhone(phone)}`}
          form={RecipientFields}
        />
      </Section>
    </>
  );
}

type FieldsProps = {
  id: string;
  values: Record<string, string | undefined>;
  errors: Record<string, string | undefined>;
};

type RowsProps<Row extends { id: number }> = {
  rows: Row[];
  name: 'addresses' | 'recipients';
  sent: Sent;
  wordsOf: (row: Row) => string;
  form: (props: FieldsProps) => ReactNode;
};

function Rows<Row extends { id: number }>({ rows, name, sent, wordsOf, form: Fields }: RowsProps<Row>) {
  const save = `${name}:save`;
  const added = answerTo(sent, save);
  return (
    <>
      <ul className="lkrows">
        {rows.map((row) => {
          const answer = answerTo(sent, save, row.id);
          return (
            <li key={row.id} className="lkrow">
              <span>{wordsOf(row)}</span>
              <div className="lktools">
                <details className="lkdetails" open={answer !== null || undefined}>
                  <summary className="btn btn--sm btn--line">Изменить</summary>
                  <SmallForm name={save} row={row.id}>
                    <Fields
                      id={`-${row.id}`}
                      values={{ ...(row as object), ...answer?.values }}
                      errors={answer?.errors ?? {}}
                    />
                    <button type="submit" className="btn btn--quiet">
                      Сохранить
                    </button>
                  </SmallForm>
                </details>
                <SmallForm name={`${name}:remove`} row={row.id}>
                  <button type="submit" className="btn btn--sm" aria-label={`Удалить: ${wordsOf(row)}`}>
                    <Icon name="trash-2" size="s" />
                    Удалить
                  </button>
                </SmallForm>
              </div>
            </li>
          );
        })}
      </ul>
      <div className="lkadd">
        <details className="lkdetails" open={added !== null || undefined}>
          <summary className="btn btn--line">
            <Icon name="plus" />
            Добавить
          </summary>
          <SmallForm name={save} className="lk__form lk__fields">
            <Fields id={`-new-${name}`} values={added?.values ?? {}} errors={added?.errors ?? {}} />
            <button type="submit" className="btn btn--quiet">
              Сохранить
            </button>
          </SmallForm>
        </details>
      </div>
    </>
  );
}

function AddressFields({ id, values, errors }: FieldsProps) {
  return (
    <>
      <Field
        id={`place${id}`}
        name="place"
        label="Населённый пункт"
        required
        autoComplete="address-level2"
        maxLength={120}
        defaultValue={values.place}
        error={errors.place ?? null}
      />
      <Field
        id={`address${id}`}
        name="address"
        label="Улица, дом, квартира"
        required
        autoComplete="address-line1"
        maxLength={300}
        defaultValue={values.address}
        error={errors.address ?? null}
      />
    </>
  );
}

function RecipientFields({ id, values, errors }: FieldsProps) {
  return (
    <>
      <Field
        id={`name${id}`}
        name="name"
        label="Имя получателя"
        required
        autoComplete="off"
        maxLength={120}
        defaultValue={values.name}
        error={errors.name ?? null}
      />
      <PhoneField
        id={`phone${id}`}
        name="phone"
        label="Телефон"
        required
        autoComplete="off"
        defaultValue={values.phone && formatPhone(values.phone)}
        error={errors.phone ?? null}
      />
    </>
  );
}
