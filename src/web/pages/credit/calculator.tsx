import { useEffect, useState } from 'react';
import { Form } from 'react-router';
import type { CreditProgram } from '#modules/payments/credit-programs.ts';
import { creditBounds, monthsWords, span } from '#shared/credit-offer.ts';
import { formatPrice } from '#shared/money.ts';
import { plural } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { productUrl } from '#shared/urls.ts';
import { Field } from '#web/ui/field.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import { type Asked, calculate, lentTerm, type Offer, readAsked, sumStops, sumText, takesSum } from './offers.ts';

type Typed = { sum: string; months: string };

/** What the calculator is asked now: what the address asks, and where a script runs what was typed since. */
export function useAsked(programs: CreditProgram[], asked: Asked, cart_kopecks: number) {
  const [typed, setTyped] = useState(textsOf(asked));
  const [isLive, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  useEffect(() => setTyped(textsOf(asked)), [asked]);
  const now = isLive ? readAsked(new URLSearchParams(typed), programs, cart_kopecks) : asked;
  return { typed, setTyped, isLive, now };
}

type CalculatorProps = {
  programs: CreditProgram[];
  state: ReturnType<typeof useAsked>;
  cart_kopecks: number;
  /** Whose price the sum is. */
  product: { slug: string; name: string; amount: string; sum_kopecks: number } | null;
};

/** A form of its own page; where a script runs, the answer and the request follow every change. */
export function Calculator({ programs, state, cart_kopecks, product }: CalculatorProps) {
  const { typed, setTyped, isLive, now } = state;
  const { min_sum_kopecks: min, max_sum_kopecks: max, months } = creditBounds(programs);
  const change = (name: keyof Typed) => (event: { currentTarget: { value: string } }) =>
    setTyped({ ...typed, [name]: event.currentTarget.value });
  return (
    <section className="panel" id="calculator" aria-labelledby="calculator-title">
      <div className="club__part">
        <h2 id="calculator-title">Сколько в месяц</h2>
        <Form method="get" action="#calculator" className="credit__form" preventScrollReset>
          <div className="credit__sum">
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
            {isLive ? <SumSlider min={min} max={max} now={now} onSum={(sum) => setTyped({ ...typed, sum })} /> : null}
          </div>
          <fieldset className="credit__terms">
            <legend className="field__label">Срок, месяцев</legend>
            <div className="chips">
              {months.map((count) => (
                <label key={count} className="chip num">
                  <input
                    type="radio"
                    className="cover"
                    name="months"
                    value={count}
                    checked={typed.months === String(count)}
                    onChange={change('months')}
                  />
                  {count}
                  <span className="sr"> {plural(count, 'месяц', 'месяца', 'месяцев')}</span>
                </label>
              ))}
            </div>
          </fieldset>
          <button type="submit" className="btn btn--quiet no-js">
            Рассчитать
          </button>
        </Form>
        {cart_kopecks >= min && cart_kopecks <= max && cart_kopecks !== now.sum_kopecks ? (
          <p>
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

type SliderProps = { min: number; max: number; now: Asked; onSum: (text: string) => void };

/** Stops of the slider are sums in roubles, of which small ones have as much of it as large ones. */
function SumSlider({ min, max, now, onSum }: SliderProps) {
  const stops = sumStops(min / 100, max / 100);
  return (
    <input
      className="credit__range"
      type="range"
      aria-label="Сумма, ₽"
      aria-valuetext={formatPrice(now.sum_kopecks)}
      min={0}
      max={stops.length - 1}
      value={stops.findLastIndex((sum) => sum <= now.sum_kopecks / 100)}
      onChange={({ currentTarget }) => onSum(sumText((stops[Number(currentTarget.value)] ?? min / 100) * 100))}
    />
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
function textsOf({ sum_kopecks, months }: Asked): Typed {
  return { sum: sumText(sum_kopecks), months: String(months) };
}

function Offers({ programs, asked }: { programs: CreditProgram[]; asked: Asked }) {
  const offers = calculate(programs, asked);
  const term = monthsWords(asked.months);
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
              Рассчитать на {monthsWords(lent)}
            </Link>
          </>
        )}
      </Note>
    );
  }
  const hasServices = offers.some(({ full_most_words }) => full_most_words !== null);
  return (
    <>
      <div role="status" className="sr">
        {formatPrice(asked.sum_kopecks)}, {term}:{' '}
        {offers.map(({ name, monthly_words }) => `${name} — ${monthly_words} в месяц`).join('; ')}
      </div>
      <ul className="credit__offers">
        {offers.map((offer) => (
          <li key={offer.id} className="credit__offer">
            <div className="credit__main">
              <h3 className="credit__name">{unbroken(offer.full_name)}</h3>
              <p className="club__sum num">{offer.monthly_words} в&nbsp;месяц</p>
              {/* 38-ФЗ, art. 28: the full cost is said as large as any other condition. */}
              <p className="club__sum num">ПСК {offer.full_cost_words} годовых</p>
            </div>
            <Bill offer={offer} hasServices={hasServices} />
            <Link
              className="btn btn--line credit__ask"
              to={`?sum=${asked.sum_kopecks / 100}&months=${asked.months}&program=${offer.id}#request`}
            >
              {unbroken(offer.is_free ? 'Заявка на рассрочку' : 'Заявка на кредит')}
              <span className="sr">: «{offer.name}»</span>
            </Link>
          </li>
        ))}
      </ul>
      {hasServices ? (
        <p className="soft">
          {unbroken('Платёж посчитан только с процентами, ПСК — вместе со страховкой и услугами, если вы их берёте.')}
        </p>
      ) : null}
      <OtherSums programs={programs} asked={asked} />
      <details className="club__fold">
        <summary className="link">Как считаем</summary>
        <p className="soft">
          Платёж = S · i / (1 − (1 + i)⁻ⁿ), где S — сумма, i — месячная ставка (годовая, делённая на 12), n — срок в
          месяцах. Платёж округляем вверх до рубля, поэтому последний немного меньше: вместе они дают сумму и проценты.
          Без процентов — S / n. Переплата со страховкой и услугами посчитана так же: вместо ставки — верхняя граница
          ПСК, полной стоимости кредита.
        </p>
      </details>
      <CreditWarning isExample={programs.some(({ is_example }) => is_example)} />
    </>
  );
}

/**
 * What the payments add up to. Interest and the most by the full cost stand in rows of their own: side by side they
 * seem to contradict each other. `hasServices`: some offer beside has the second, so all say it.
 */
function Bill({ offer, hasServices }: { offer: Offer; hasServices: boolean }) {
  const rows = [
    ...(offer.last_words === offer.monthly_words ? [] : [['Последний платёж', offer.last_words]]),
    [`Переплата по ставке ${offer.rate_words}`, offer.interest_words],
    ...(hasServices
      ? [
          [
            'Переплата со страховкой и услугами банка',
            offer.full_most_words === null ? offer.interest_words : `до ${offer.full_most_words}`,
          ],
        ]
      : []),
  ] as const;
  return (
    <dl className="club__bill num credit__over">
      {rows.map(([name = '', words = '']) => (
        <div key={name}>
          <dt>{unbroken(name)}</dt>
          <dd>{unbroken(words)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** «Программа «Ремонт» — для сумм от 10 000 ₽ до 600 000 ₽»: why a programme is not among the answers. */
function OtherSums({ programs, asked }: { programs: CreditProgram[]; asked: Asked }) {
  const others = programs.filter((one) => !takesSum(one, asked.sum_kopecks));
  if (others.length === 0) return null;
  return (
    <p className="soft">
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
