import { useState } from 'react';
import { type CreditRates, creditWords } from '#shared/credit-offer.ts';
import { countOf } from '#shared/plurals.ts';
import { MoneyField } from '../parts/money-field.tsx';
import type { FormPart } from './coupon-fields.tsx';

/** The sum that the shop's calculator begins with. */
const firstSum = 3_000_000;
const longestMonths = 120;

/** What the page of credit would say of a sum by the terms in the form, computed as it does. */
export function CreditLook({ fields }: Pick<FormPart, 'fields'>) {
  const [sum, setSum] = useState<number | string | null>(firstSum);
  const rates = ratesOf(fields);
  const months = termsOf(fields.months);
  return (
    <section className="panel promo-look" aria-labelledby="credit-look">
      <h2 id="credit-look" className="block-title">
        Сколько в месяц увидит покупатель
      </h2>
      <div className="form form-columns">
        <MoneyField label="Сумма для примера, ₽" value={sum} onChange={setSum} hint="В программе не сохраняется" />
      </div>
      {!rates || months.length === 0 ? (
        <p className="soft">Наберите сроки, ставку и полную стоимость: здесь появятся платежи.</p>
      ) : !isLent(sum, fields) ? (
        <p className="soft">На такую сумму магазин эту программу не предложит.</p>
      ) : (
        <Payments rates={rates} months={months} sum={sum} />
      )}
    </section>
  );
}

function Payments({ rates, months, sum }: { rates: CreditRates; months: number[]; sum: number }) {
  const rows = months.map((count) => ({ count, ...creditWords(rates, { sum_kopecks: sum, months: count }) }));
  const [first] = rows;
  return (
    <>
      {first ? (
        <p className="strong">
          ПСК {first.full_cost_words} годовых, ставка {first.rate_words}
        </p>
      ) : null}
      <table className="records">
        <thead>
          <tr>
            <th scope="col">Срок</th>
            <th scope="col" className="right">
              Платёж в месяц
            </th>
            <th scope="col" className="right">
              Проценты
            </th>
            <th scope="col" className="right">
              Переплата по ПСК
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ count, monthly_words: monthly, interest_words: interest, full_sum_words: full }) => (
            <tr key={count}>
              <td>{countOf(count, 'месяц', 'месяца', 'месяцев')}</td>
              <td className="right num">{monthly}</td>
              <td className="right num">{interest}</td>
              <td className="right num">{full ?? interest}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

const isWhole = (value: unknown): value is number => typeof value === 'number';

/** null until all four are numbers. */
function ratesOf(fields: FormPart['fields']): CreditRates | null {
  const { rate_from, rate_to, full_cost_from, full_cost_to } = fields;
  return isWhole(rate_from) && isWhole(rate_to) && isWhole(full_cost_from) && isWhole(full_cost_to)
    ? { rate_from, rate_to, full_cost_from, full_cost_to }
    : null;
}

function termsOf(months: unknown): number[] {
  const counts = Array.isArray(months) ? months.filter(isWhole) : [];
  return [...new Set(counts)].filter((count) => count > 0 && count <= longestMonths);
}

function isLent(sum: unknown, { min_sum_kopecks: least, max_sum_kopecks: most }: FormPart['fields']): sum is number {
  return isWhole(sum) && sum > 0 && !(isWhole(least) && sum < least) && !(isWhole(most) && sum > most);
}
