import { Doubts } from '../editor/doubts.tsx';
import { MomentField } from '../parts/moment-field.tsx';
import { MoneyField } from '../parts/money-field.tsx';
import { PercentField } from '../parts/percent-field.tsx';
import { WholeField } from '../parts/whole-field.tsx';
import { TextField } from '../record/text-field.tsx';
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
  // Which of the terms is wrong, the message says; the field is one.
  const monthsError = errors.months ?? Object.entries(errors).find(([name]) => name.startsWith('months.'))?.[1];
  return (
    <>
      {/* What is from … to … stands side by side, however wide the window is. */}
      <div className="form promo-fields">
        <div className="form-pair">
          <TextField
            form={form}
            name="partner"
            label="Банк"
            most={120}
            hint="Как в его лицензии: закон требует назвать, кто даёт кредит"
          />
          <TextField
            form={form}
            name="name"
            label="Название программы"
            most={80}
            hint="На странице стоит в кавычках после банка"
          />
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
          <TextField
            form={form}
            name="terms"
            label="Условия"
            rows={3}
            most={2_000}
            hint="Первый взнос, досрочное погашение, неустойка"
          />
          <TextField
            form={form}
            name="documents"
            label="Документы"
            rows={3}
            most={1_000}
            hint="Стоят после слова «Документы:», с маленькой буквы"
          />
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
