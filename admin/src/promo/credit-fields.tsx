import { Doubts } from '../editor/doubts.tsx';
import { Field } from '../parts/field.tsx';
import { LineField } from '../parts/line-field.tsx';
import { MomentField } from '../parts/moment-field.tsx';
import { MoneyField } from '../parts/money-field.tsx';
import { PercentField } from '../parts/percent-field.tsx';
import { WholeField } from '../parts/whole-field.tsx';
import { DraftCheck, type FormPart } from './coupon-fields.tsx';
import { CreditLook } from './credit-look.tsx';
import { MonthsField } from './months-field.tsx';

/** A bank's terms of credit, and what the shop calculates by them. */
export function CreditFields({ form }: { form: FormPart }) {
  const { fields, set, errors } = form;
  const one = (name: string) => ({
    value: fields[name],
    onChange: (value: unknown) => set(name, value),
    error: errors[name],
  });
  const text = (name: string, label: string, most: number, hint: string) => (
    <LineField
      label={label}
      hint={hint}
      error={errors[name]}
      maxLength={most}
      value={String(fields[name] ?? '')}
      onChange={(text) => set(name, text)}
    />
  );
  const long = (name: string, label: string, most: number, hint: string) => (
    <Field label={label} hint={hint} error={errors[name]}>
      {(given) => (
        <textarea
          {...given}
          rows={3}
          maxLength={most}
          value={String(fields[name] ?? '')}
          onChange={({ target }) => set(name, target.value)}
        />
      )}
    </Field>
  );
  // Which of the terms is wrong, the message says; the field is one.
  const monthsError = errors.months ?? Object.entries(errors).find(([name]) => name.startsWith('months.'))?.[1];
  return (
    <>
      {/* What is from … to … stands side by side, however wide the window is. */}
      <div className="form promo-fields">
        <div className="form-pair">
          {text('partner', 'Банк', 120, 'Как в его лицензии: закон требует назвать, кто даёт кредит')}
          {text('name', 'Название программы', 80, 'На странице стоит в кавычках после банка')}
        </div>
        <div className="form-pair">
          <MoneyField label="Сумма от, ₽" {...one('min_sum_kopecks')} />
          <MoneyField label="Сумма до, ₽" {...one('max_sum_kopecks')} />
        </div>
        <div className="form-pair">
          <PercentField label="Ставка от, % годовых" hint="Например, 12,9. У рассрочки 0" {...one('rate_from')} />
          <PercentField label="Ставка до, % годовых" hint="Ставка одна — то же число" {...one('rate_to')} />
        </div>
        <div className="form-pair">
          <PercentField
            label="Полная стоимость от, % годовых"
            hint="ПСК по договору банка: закон требует показать её рядом с платежом"
            {...one('full_cost_from')}
          />
          <PercentField
            label="Полная стоимость до, % годовых"
            hint="У рассрочки без платежей банку 0"
            {...one('full_cost_to')}
          />
        </div>
        <div className="form-pair">
          <MonthsField {...one('months')} error={monthsError} />
          <WholeField label="Место по порядку" hint="Меньшие раньше" {...one('position')} />
        </div>
        <div className="form-pair">
          {long('terms', 'Условия', 2_000, 'Первый взнос, досрочное погашение, неустойка')}
          {long('documents', 'Документы', 1_000, 'Стоят после слова «Документы:», с маленькой буквы')}
        </div>
        <Doubts words={[fields.name, fields.terms, fields.documents]} />
        <div className="form-pair">
          <MomentField label="Начало показа" hint="Пустое поле — сразу. Время московское" {...one('starts_at')} />
          <MomentField label="Конец показа" hint="Пустое поле — без конца" {...one('ends_at')} />
        </div>
        <label className="check promo-check">
          <input
            type="checkbox"
            checked={fields.is_example === true}
            onChange={({ target }) => set('is_example', target.checked)}
          />
          Пример, не предложение банка: страница так и напишет
        </label>
        <DraftCheck form={form} />
      </div>
      <CreditLook fields={fields} />
    </>
  );
}
