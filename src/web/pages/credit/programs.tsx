import type { CreditProgram } from '#modules/payments/credit-programs.ts';
import { rateWords } from '#shared/annuity.ts';
import { programName, span } from '#shared/credit-offer.ts';
import { formatPrice } from '#shared/money.ts';
import { unbroken } from '#shared/unbroken.ts';

/** Whose terms they are, in full, one programme beside another; documents that all ask for are named once. */
export function Programs({ programs }: { programs: CreditProgram[] }) {
  const papers = new Set(programs.map(({ documents }) => documents));
  return (
    <section className="club__part" aria-labelledby="programs">
      <h2 id="programs">Условия программ</h2>
      <div className="credit__programs">
        {programs.map((one) => (
          <section key={one.id} className="credit__program" aria-labelledby={`program-${one.id}`}>
            <h3 id={`program-${one.id}`}>
              {unbroken(programName(one))}
              {one.is_example ? <span className="soft"> (пример)</span> : null}
            </h3>
            <dl className="club__bill num">
              {termsOf(one).map(([name, words]) => (
                <div key={name}>
                  <dt className="soft">{name}</dt>
                  <dd>{words}</dd>
                </div>
              ))}
            </dl>
            <p>{unbroken(one.terms)}</p>
            {papers.size > 1 ? <p className="soft">{papersWords(one.documents)}</p> : null}
          </section>
        ))}
      </div>
      {papers.size === 1 ? <p>{papersWords([...papers].join(''))}</p> : null}
    </section>
  );
}

/** A sentence, whether it was written with its full stop or without. */
const papersWords = (documents: string) => unbroken(`Документы: ${documents.replace(/\.$/, '')}.`);

function termsOf(one: CreditProgram): [name: string, words: string][] {
  return [
    ['Сумма', span(formatPrice(one.min_sum_kopecks), formatPrice(one.max_sum_kopecks))],
    ['Срок', `${one.months.join(', ')}\u00a0мес.`],
    ['Ставка, %\u00a0годовых', percents(one.rate_from, one.rate_to)],
    ['ПСК, %\u00a0годовых', percents(one.full_cost_from, one.full_cost_to)],
  ];
}

/** The sign stands in the name of the row. */
const percents = (from: number, to: number) => span(rateWords(from), rateWords(to)).replace('\u00a0%', '');
