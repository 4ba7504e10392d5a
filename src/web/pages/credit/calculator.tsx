import { useEffect, useState } from 'react';
import { Form, Link } from 'react-router';
import type { CreditProgram } from '#modules/payments/credit-programs.ts';
import { span } from '#shared/credit-offer.ts';
import { formatPrice } from '#shared/money.ts';
import { countOf, plural } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { productUrl } from '#shared/urls.ts';
import { Field, SelectField } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import {
  type Asked,
  boundsOf,
  calculate,
  lentTerm,
  type Offer,
  readAsked,
  sumStops,
  sumText,
  takesSum,
} from './offers.ts';

type CalculatorProps = {
  programs: CreditProgram[];
  asked: Asked;
  cart_kopecks: number;
  /** Whose price the sum is. */
  product: { slug: string; name: string; amount: string; sum_kopecks: number } | null;
};

/** A form of its own page; where a script runs, the answer follows every change. */
export function Calculator({ programs, asked, cart_kopecks, product }: CalculatorProps) {
  const [typed, setTyped] = useState(textsOf(asked));
  const [isLive, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  useEffect(() => setTyped(textsOf(asked)), [asked]);
  const { min, max, months } = boundsOf(programs);
  const stops = sumStops(min / 100, max / 100);
  const now = isLive ? readAsked(new URLSearchParams(typed), programs, cart_kopecks) : asked;
  const change = (name: 'sum' | 'months') => (event: { currentTarget: { value: string } }) =>
    setTyped({ ...typed, [name]: event.currentTarget.value });
  return (
    <section className="panel" id="calculator" aria-labelledby="calculator-title">
      <div className="club__part">
        <h2 id="calculator-title">Сколько в месяц</h2>
        <Form method="get" action="#calculator" className="credit__form" preventScrollReset>
          <Field
            name="sum"
            label="Сумма, ₽"
            inputMode="decimal"
            autoComplete="off"
            value={typed.sum}
            onChange={change('sum')}
            onBlur={() => setTyped(textsOf(now))}
            hint={
              <>
                {span(formatPrice(min), formatPrice(max))}
                <Origin sum_kopecks={now.sum_kopecks} cart_kopecks={cart_kopecks} product={product} />
              </>
            }
          />
          <SelectField name="months" label="Срок" value={typed.months} onChange={change('months')}>
            {months.map((count) => (
              <option key={count} value={count}>
                {count} {plural(count, 'месяц', 'месяца', 'месяцев')}
              </option>
            ))}
          </SelectField>
          {isLive ? (
            <input
              className="credit__range"
              type="range"
              aria-label="Сумма, ₽"
              aria-valuetext={formatPrice(now.sum_kopecks)}
              min={0}
              max={stops.length - 1}
              value={stops.findLastIndex((sum) => sum <= now.sum_kopecks / 100)}
              onChange={({ currentTarget }) =>
                setTyped({ ...typed, sum: sumText((stops[Number(currentTarget.value)] ?? min / 100) * 100) })
              }
            />
          ) : null}
          <button type="submit" className="btn btn--quiet">
            Рассчитать
          </button>
        </Form>
        {cart_kopecks >= min && cart_kopecks <= max && cart_kopecks !== now.sum_kopecks ? (
          <p className="small">
            <a className="link" href="?#calculator">
              Взять сумму корзины — {formatPrice(cart_kopecks)}
            </a>
          </p>
        ) : null}
        <Offers programs={programs} asked={now} />
      </div>
    </section>
  );
}

type OriginProps = Pick<CalculatorProps, 'cart_kopecks' | 'product'> & { sum_kopecks: number };

/** Where the sum comes from, as long as it is that one. */
function Origin({ sum_kopecks, cart_kopecks, product }: OriginProps) {
  if (product?.sum_kopecks === sum_kopecks) {
    return (
      <span className="line">
        Цена товара{' '}
        <Link className="link" to={productUrl(product.slug)}>
          {unbroken(product.name)}
        </Link>
        , {product.amount}
      </span>
    );
  }
  return cart_kopecks === sum_kopecks ? <span className="line">Сумма вашей корзины</span> : null;
}

/** «30 000» and «12», as the fields hold them. */
function textsOf({ sum_kopecks, months }: Asked) {
  return { sum: sumText(sum_kopecks), months: String(months) };
}

function Offers({ programs, asked }: { programs: CreditProgram[]; asked: Asked }) {
  const offers = calculate(programs, asked);
  const term = countOf(asked.months, 'месяц', 'месяца', 'месяцев');
  if (offers.length === 0) {
    const lent = lentTerm(programs, asked.sum_kopecks);
    return (
      <Note kind="warn" role="status">
        На {formatPrice(asked.sum_kopecks)} и {term} нет предложений
        {lent === null ? (
          ': измените сумму.'
        ) : (
          <>
            .{' '}
            <Link className="link" to={`?sum=${asked.sum_kopecks / 100}&months=${lent}#calculator`} preventScrollReset>
              Рассчитать на {countOf(lent, 'месяц', 'месяца', 'месяцев')}
            </Link>
          </>
        )}
      </Note>
    );
  }
  return (
    <>
      <div role="status" className="sr">
        {formatPrice(asked.sum_kopecks)}, {term}:{' '}
        {offers.map(({ name, monthly_words }) => `${name} — ${monthly_words} в месяц`).join('; ')}
      </div>
      <ul className="credit__offers">
        {offers.map((offer) => (
          <li key={offer.id} className="credit__offer">
            <p className="soft">{unbroken(offer.full_name)}</p>
            <p className="club__sum num">{offer.monthly_words} в&nbsp;месяц</p>
            {/* 38-ФЗ, art. 28: the full cost is said as large as any other condition. */}
            <p className="club__sum num">ПСК {offer.full_cost_words} годовых</p>
            <Overpayment offer={offer} term={term} />
            <a
              className="btn btn--primary credit__ask"
              href={`?sum=${asked.sum_kopecks / 100}&months=${asked.months}&program=${offer.id}#request`}
            >
              {unbroken(offer.is_free ? 'Заявка на рассрочку' : 'Заявка на кредит')}
              <span className="sr">: «{offer.name}»</span>
            </a>
          </li>
        ))}
      </ul>
      <OtherSums programs={programs} asked={asked} />
      <details className="club__fold small">
        <summary className="link">Как считаем</summary>
        <p className="soft">
          Платёж = S · i / (1 − (1 + i)⁻ⁿ), где S — сумма, i — месячная ставка (годовая, делённая на 12), n — срок в
          месяцах. Платёж округляем вверх до рубля, поэтому последний будет немного меньше. Без процентов — S / n.
          Переплата со страховкой и услугами посчитана так же: вместо ставки — верхняя граница ПСК, полной стоимости
          кредита.
        </p>
      </details>
      <CreditWarning isExample={programs.some(({ is_example }) => is_example)} />
    </>
  );
}

/** Interest, as the payment stands, and the most by the full cost; in one breath they seem to contradict each other. */
function Overpayment({ offer, term }: { offer: Offer; term: string }) {
  return (
    <div className="credit__over">
      <p className="b">Переплата за {term}</p>
      <dl className="club__bill num">
        <div>
          <dt>{unbroken(`Проценты по ставке ${offer.rate_words}`)}</dt>
          <dd>{offer.interest_words}</dd>
        </div>
        {offer.full_most_words === null ? null : (
          <div>
            <dt>С процентами, страховкой и услугами банка</dt>
            <dd>{unbroken(`до ${offer.full_most_words}`)}</dd>
          </div>
        )}
      </dl>
      {offer.full_most_words === null ? null : (
        <p className="small soft">
          {unbroken('Платёж посчитан только с процентами, ПСК — вместе со страховкой и услугами, если вы их берёте.')}
        </p>
      )}
    </div>
  );
}

/** «Программа «Ремонт» — для сумм от 10 000 ₽ до 600 000 ₽»: why a programme is not among the answers. */
function OtherSums({ programs, asked }: { programs: CreditProgram[]; asked: Asked }) {
  const others = programs.filter((one) => !takesSum(one, asked.sum_kopecks));
  if (others.length === 0) return null;
  return (
    <p className="small soft">
      {others
        .map(({ name, min_sum_kopecks, max_sum_kopecks }) =>
          unbroken(
            `Программа «${name}» — для сумм ${span(formatPrice(min_sum_kopecks), formatPrice(max_sum_kopecks))}.`,
          ),
        )
        .join(' ')}
    </p>
  );
}

/** What the law and honesty ask for beside any monthly figure. */
function CreditWarning({ isExample }: { isExample: boolean }) {
  return (
    <Note>
      <b className="b">Оценивайте свои финансовые возможности и риски.</b> Изучите все условия кредита у банка до
      подписания договора. Расчёт предварительный и не является офертой; решение и условия называет банк после заявки.
      {isExample ? ' Это демонстрационный магазин: программы и ставки — пример, не предложение какого-либо банка.' : ''}
    </Note>
  );
}
