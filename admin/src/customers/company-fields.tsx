import type { ReactNode } from 'react';
import { innProblem } from '#shared/company-numbers.ts';
import { Field } from '../parts/field.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { LineField } from '../parts/line-field.tsx';
import { MoneyField } from '../parts/money-field.tsx';
import { WholeField } from '../parts/whole-field.tsx';
import { useCan } from '../session/session.ts';
import type { CompanyForm } from './company-page.tsx';
import type { Company } from './customer-types.ts';

type Columns = Got<'/api/admin/price-columns'>;
type Props = { form: CompanyForm; company: Company };

/** Numbers of the firm, the terms it buys on, who of the shop looks after it. */
export function CompanyFields({ form, company }: Props) {
  const { fields, set, errors } = form;
  const inn = String(fields.inn ?? '');
  const isInnOpen = company.state === 'waiting';
  const text = (name: string, label: string, hint?: ReactNode, longest = 500) => (
    <LineField
      label={label}
      hint={hint}
      error={errors[name]}
      maxLength={longest}
      value={String(fields[name] ?? '')}
      onChange={(text) => set(name, text)}
    />
  );
  return (
    <>
      <section className="panel" aria-labelledby="firm-numbers">
        <div className="panel-head">
          <h2 id="firm-numbers">Реквизиты</h2>
        </div>
        <div className="form form-columns branch-fields">
          {text('name', 'Название', 'Как в документах', 250)}
          <Field
            label="ИНН"
            hint={isInnOpen ? '10 цифр, у предпринимателя 12' : 'После проверки не меняется: стоит в документах'}
            error={errors.inn ?? (isInnOpen && inn !== company.fields.inn ? (innProblem(inn) ?? undefined) : undefined)}
          >
            {(given) => (
              <input
                {...given}
                inputMode="numeric"
                autoComplete="off"
                maxLength={12}
                readOnly={!isInnOpen}
                value={inn}
                onChange={({ target }) => set('inn', target.value.replace(/\D/g, ''))}
              />
            )}
          </Field>
          {text('kpp', 'КПП', 'У предпринимателя пусто', 9)}
          {text('ogrn', 'ОГРН или ОГРНИП', undefined, 15)}
          {text('legal_address', 'Юридический адрес')}
        </div>
      </section>
      <section className="panel" aria-labelledby="firm-terms">
        <div className="panel-head">
          <h2 id="firm-terms">Условия</h2>
        </div>
        <div className="form form-columns branch-fields">
          <PriceColumn form={form} />
          {text('contract', 'Договор', 'Номер и дата', 200)}
          <MoneyField
            label="Кредитный лимит, ₽"
            hint="Сколько фирма может быть должна; пусто — не задан"
            error={errors.credit_limit_kopecks}
            value={fields.credit_limit_kopecks}
            onChange={(kopecks) => set('credit_limit_kopecks', kopecks)}
          />
          <WholeField
            label="Отсрочка, дней"
            hint="Через сколько дней после выдачи счёт просрочен; пусто — срока нет"
            error={errors.deferral_days}
            value={fields.deferral_days}
            onChange={(days) => set('deferral_days', days)}
          />
        </div>
      </section>
      <section className="panel" aria-labelledby="firm-manager">
        <div className="panel-head">
          <h2 id="firm-manager">Менеджер магазина</h2>
        </div>
        <div className="form form-columns branch-fields">
          {text('manager_name', 'Имя', 'Его видят люди фирмы; пусто — никто не ведёт', 100)}
          {text('manager_phone', 'Телефон', undefined, 40)}
          {text('manager_email', 'Почта', undefined, 254)}
        </div>
      </section>
    </>
  );
}

function PriceColumn({ form: { fields, set, errors } }: { form: CompanyForm }) {
  const canSee = useCan('prices.read');
  const { data } = useGot<Columns>('/api/admin/price-columns', { isOn: canSee });
  const value = String(fields.price_column ?? '');
  const columns = data?.items.filter(({ purpose }) => purpose !== 'cost') ?? [];
  return (
    <Field label="Цены" hint="Какими ценами покупает фирма" error={errors.price_column}>
      {(given) => (
        <select {...given} value={value} onChange={({ target }) => set('price_column', target.value || null)}>
          <option value="">для бизнеса, по филиалу</option>
          {value === '' || columns.some(({ price_column: column }) => column === value) ? null : (
            <option value={value}>{value}</option>
          )}
          {columns.map(({ price_column: column, name }) => (
            <option key={column} value={column}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
