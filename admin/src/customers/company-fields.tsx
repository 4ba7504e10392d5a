import { innProblem } from '#shared/company-numbers.ts';
import { Field } from '../parts/field.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { MoneyField } from '../parts/money-field.tsx';
import { WholeField } from '../parts/whole-field.tsx';
import { TextField } from '../record/text-field.tsx';
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
  return (
    <>
      <section className="panel" aria-labelledby="firm-numbers">
        <div className="panel-head">
          <h2 id="firm-numbers">Реквизиты</h2>
        </div>
        <div className="form form-columns branch-fields">
          <TextField form={form} name="name" label="Название" most={250} hint="Как в документах" />
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
          <TextField form={form} name="kpp" label="КПП" most={9} hint="У предпринимателя пусто" />
          <TextField form={form} name="ogrn" label="ОГРН или ОГРНИП" most={15} />
          <TextField form={form} name="legal_address" label="Юридический адрес" most={500} />
        </div>
      </section>
      <section className="panel" aria-labelledby="firm-terms">
        <div className="panel-head">
          <h2 id="firm-terms">Условия</h2>
        </div>
        <div className="form form-columns branch-fields">
          <PriceColumn form={form} />
          <TextField form={form} name="contract" label="Договор" most={200} hint="Номер и дата" />
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
          <TextField
            form={form}
            name="manager_name"
            label="Имя"
            most={100}
            hint="Его видят люди фирмы; пусто — никто не ведёт"
          />
          <TextField form={form} name="manager_phone" label="Телефон" most={40} />
          <TextField form={form} name="manager_email" label="Почта" most={254} />
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
