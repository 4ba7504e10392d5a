import type { ReactNode } from 'react';
import { Field } from '../parts/field.tsx';
import { LineField } from '../parts/line-field.tsx';
import { MoneyInput } from '../parts/money-input.tsx';
import { WholeInput } from '../parts/whole-input.tsx';
import type { BranchForm } from './branch-page.tsx';
import { LinesField } from './lines-field.tsx';

export const timeZones = [
  ['Europe/Kaliningrad', 'Калининград, UTC+2'],
  ['Europe/Moscow', 'Москва, UTC+3'],
  ['Europe/Samara', 'Самара, UTC+4'],
  ['Asia/Yekaterinburg', 'Екатеринбург, UTC+5'],
  ['Asia/Omsk', 'Омск, UTC+6'],
  ['Asia/Novosibirsk', 'Новосибирск, UTC+7'],
  ['Asia/Irkutsk', 'Иркутск, UTC+8'],
  ['Asia/Yakutsk', 'Якутск, UTC+9'],
  ['Asia/Vladivostok', 'Владивосток, UTC+10'],
  ['Asia/Magadan', 'Магадан, UTC+11'],
  ['Asia/Kamchatka', 'Камчатка, UTC+12'],
] as const;

/** Where a branch is, how to reach it, on which terms it works. */
export function AddressFields({ form }: { form: BranchForm }) {
  const { fields, set, errors } = form;
  const zone = String(fields.time_zone ?? '');
  const text = (name: string, label: string, hint?: ReactNode) => (
    <LineField
      label={label}
      hint={hint}
      error={errors[name]}
      value={String(fields[name] ?? '')}
      onChange={(text) => set(name, text)}
    />
  );
  return (
    <section className="panel" aria-labelledby="address">
      <div className="panel-head">
        <h2 id="address">Адрес и связь</h2>
      </div>
      <div className="form form-columns branch-fields">
        {text('name_for_site', 'Название на сайте')}
        {text('city', 'Город')}
        {text('region', 'Область')}
        {text('address', 'Улица и дом')}
        {text('postal_code', 'Индекс', '6 цифр')}
        <Field label="Часовой пояс" error={errors.time_zone}>
          {(given) => (
            <select {...given} value={zone} onChange={({ target }) => set('time_zone', target.value)}>
              {timeZones.some(([key]) => key === zone) ? null : <option value={zone}>{zone}</option>}
              {timeZones.map(([key, label]) => (
                <option key={key} value={key}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <LinesField form={form} name="phones" label="Телефоны" hint="По одному на строке, первый стоит в шапке" />
        {text('email', 'Почта филиала', 'Пустое поле не показывается')}
        <Terms form={form} />
        <DegreesField form={form} name="latitude" label="Широта" hint="59,2205: место на карте" />
        <DegreesField form={form} name="longitude" label="Долгота" hint="39,8915" />
        {text(
          'verification_code',
          'Код Яндекс.Вебмастера',
          'Из тега yandex-verification: подтверждает права на сайт филиала',
        )}
      </div>
    </section>
  );
}

type DegreesProps = { form: BranchForm; name: 'latitude' | 'longitude'; label: string; hint: string };

/** Degrees as people write them, with a comma. */
function DegreesField({ form: { fields, set, errors }, name, label, hint }: DegreesProps) {
  return (
    <LineField
      label={label}
      hint={hint}
      error={errors[name]}
      inputMode="decimal"
      value={String(fields[name] ?? '').replace('.', ',')}
      onChange={(text) => set(name, text || null)}
    />
  );
}

function Terms({ form: { fields, set, errors } }: { form: BranchForm }) {
  return (
    <>
      <Field label="Хранить заказ, дней" hint="Столько ждёт готовый заказ" error={errors.storage_days}>
        {(given) => (
          <WholeInput {...given} value={fields.storage_days} onChange={(days) => set('storage_days', days)} />
        )}
      </Field>
      <Field label="Заказ от, ₽" hint="0 — любой заказ" error={errors.min_order_kopecks}>
        {(given) => (
          <MoneyInput {...given} value={fields.min_order_kopecks} onChange={(sum) => set('min_order_kopecks', sum)} />
        )}
      </Field>
    </>
  );
}
