import type { FieldValues, FormRules } from '#shared/form-rules.ts';
import { formatPhone } from '#shared/phone.ts';
import { maskTyped } from '#shared/phone-mask.ts';
import { addressForm, recipientForm } from '#shared/profile-forms.ts';
import { Icon } from '#web/ui/icon.tsx';
import { answerTo, FieldForm, Section, type Sent, SmallForm } from '../section.tsx';
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
          <p className="soft">Сохраните адрес, и он появится при оформлении доставки.</p>
        ) : null}
        <Rows
          rows={addresses}
          name="addresses"
          sent={sent}
          wordsOf={({ place, address }) => `${place}, ${address}`}
          rules={addressForm}
          valuesOf={({ place, address }) => ({ place, address })}
        />
      </Section>
      <Section
        id="recipients"
        title="Получатели"
        sent={sent}
        words={{ 'recipients:save': 'Получатель сохранён.', 'recipients:remove': 'Получатель удалён.' }}
      >
        {recipients.length === 0 ? (
          <p className="soft">
            Если заказы получает кто-то другой, сохраните имя и телефон: выберете их при оформлении.
          </p>
        ) : null}
        <Rows
          rows={recipients}
          name="recipients"
          sent={sent}
          wordsOf={({ name, phone }) => `${name}, ${formatPhone(phone)}`}
          rules={recipientForm}
          valuesOf={({ name, phone }) => ({ name, phone: maskTyped(phone) })}
        />
      </Section>
    </>
  );
}

type RowsProps<Row extends { id: number }> = {
  rows: Row[];
  name: 'addresses' | 'recipients';
  sent: Sent;
  wordsOf: (row: Row) => string;
  rules: FormRules;
  valuesOf: (row: Row) => FieldValues;
};

function Rows<Row extends { id: number }>({ rows, name, sent, wordsOf, rules, valuesOf }: RowsProps<Row>) {
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
                  <FieldForm name={save} row={row.id} rules={rules} answer={answer} values={valuesOf(row)}>
                    <button type="submit" className="btn btn--quiet">
                      Сохранить
                    </button>
                  </FieldForm>
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
          <FieldForm name={save} className="form form--narrow" rules={rules} answer={added}>
            <button type="submit" className="btn btn--quiet">
              Сохранить
            </button>
          </FieldForm>
        </details>
      </div>
    </>
  );
}
