import type { CreditProgram } from '#modules/payments/credit-programs.ts';
import { rateWords } from '#shared/annuity.ts';
import { programName, span } from '#shared/credit-offer.ts';
import { formatPrice } from '#shared/money.ts';
import { unbroken } from '#shared/unbroken.ts';
import { RulesTable } from '#web/parts/written/written-page.tsx';

/** Whose terms they are, in full. */
export function Programs({ programs }: { programs: CreditProgram[] }) {
  return (
    <div className="club__part">
      <RulesTable
        caption="Программы"
        head={['Программа', 'Сумма', 'Срок, мес.', 'Ставка годовых', 'ПСК годовых']}
        rows={programs.map((one) => [
          `${programName(one)}${one.is_example ? ' (пример)' : ''}`,
          span(formatPrice(one.min_sum_kopecks), formatPrice(one.max_sum_kopecks)),
          one.months.join(', '),
          span(rateWords(one.rate_from), rateWords(one.rate_to)),
          span(rateWords(one.full_cost_from), rateWords(one.full_cost_to)),
        ])}
      />
      <dl className="prose">
        {programs.map((one) => (
          <div key={one.id}>
            <dt className="b">«{one.name}»</dt>
            <dd>{unbroken(one.terms)}</dd>
            <dd className="soft">{unbroken(`Документы: ${one.documents}`)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
