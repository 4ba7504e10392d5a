import { type FormEvent, useState } from 'react';
import { Form, useSubmit } from 'react-router';
import type { ProductPage } from '#modules/catalogue-index/get-product.ts';
import { type CalculatorForm, type CalculatorInputs, calculate, isByRoom } from '#shared/calculators.ts';
import { formatPrice } from '#shared/money.ts';
import { plural } from '#shared/plurals.ts';
import { priceAt } from '#shared/tiers.ts';
import { unbroken } from '#shared/unbroken.ts';
import { shownAmount, typedAmount } from '#shared/unit-words.ts';
import { amountWords } from '#shared/units.ts';
import { cartUrl, productUrl } from '#shared/urls.ts';
import { beginningForm, calculatorFields } from '#web/parts/calculator/calculator-fields.ts';
import { calculatorUrl } from '#web/parts/calculator/calculator-url.ts';
import { type CalculatorExtra, type ChosenExtra, chosenExtra } from '#web/parts/calculator/extra-count.ts';
import { SaveCalculation } from '#web/parts/calculator/save-calculation.tsx';
import { useIsSigned } from '#web/parts/visitor/signed-mark.ts';
import { CopyLink } from '#web/ui/copy-link.tsx';
import { FormLink } from '#web/ui/form-link.tsx';

type CalculatorProps = {
  product: ProductPage & { calculator: CalculatorInputs };
  asked: Partial<CalculatorForm>;
  /** What is proposed beside it. */
  extras: CalculatorExtra[];
};

/**
 * From square metres to bags, cans or packs, the formula in words. The form works without JavaScript: it opens this
 * page with the answer.
 */
export function Calculator({ product, asked, extras: proposed }: CalculatorProps) {
  const { calculator, shown_unit } = product;
  const [form, setForm] = useState<CalculatorForm>(() => beginningForm(calculator, asked));
  const extras = proposed.map((extra) => chosenExtra(extra, form));
  // What is only guessed at, or would mostly be left over, is nobody's plan yet.
  const [ticked, setTicked] = useState<number[]>(() =>
    extras.flatMap(({ proposed_id, is_planned }) => (is_planned ? proposed_id : [])),
  );
  const answer = calculate(calculator, form);
  const problem = 'field' in answer ? answer : null;
  const hasSpare = /[1-9]/.test(form.waste_percent ?? '');
  const isRoom = calculator.roll_width !== undefined && isByRoom(form);
  const fields = calculatorFields(calculator, form);
  const numbers = Object.fromEntries(fields.map(({ name }) => [name, form[name] ?? '']));
  return (
    <section className="calc" id="calc" aria-labelledby="calc-title">
      <div>
        <h2 id="calc-title">{`Сколько нужно на вашу ${isRoom ? 'комнату' : 'площадь'}`}</h2>
        <Form method="get" action={`${productUrl(product.slug)}#calc`} onSubmit={(event) => event.preventDefault()}>
          <div className="calc__fields">
            {fields.map((field) => (
              <label className="field" key={field.name}>
                <span className="field__label">{field.label}</span>
                <span className={`input${problem?.field === field.name ? ' is-error' : ''}`}>
                  <input
                    name={field.name}
                    inputMode="decimal"
                    autoComplete="off"
                    value={form[field.name] ?? ''}
                    aria-invalid={problem?.field === field.name}
                    aria-describedby="calc-words"
                    onChange={(event) => setForm({ ...form, [field.name]: event.target.value })}
                  />
                </span>
              </label>
            ))}
          </div>
          <button className="btn btn--line btn--sm no-js" type="submit">
            Посчитать
          </button>
        </Form>
        <p className="small calc__words num" id="calc-words" role="status">
          {'formula' in answer ? (
            <>
              {answer.formula} → <b className="b">{shownAmount(answer.count, shown_unit)}</b>
              {answer.rest.n > 0n
                ? `, ${hasSpare ? 'сверх запаса ' : ''}останется ${amountWords(answer.rest, calculator.base_unit)}`
                : ''}
            </>
          ) : (
            <span className="calc__problem">{answer.message}</span>
          )}
        </p>
        {extras.length > 0 ? <Extras extras={extras} ticked={ticked} onTick={setTicked} /> : null}
      </div>
      {'formula' in answer ? (
        <Result
          product={product}
          count={Math.min(answer.count, product.max_count)}
          amount={amountWords(answer.amount, calculator.base_unit)}
          extras={extras.filter(({ proposed_id }) => ticked.includes(proposed_id))}
          numbers={numbers}
          isRoom={isRoom}
        />
      ) : (
        <div className="calc__out">
          <p className="soft">Поправьте поле слева, и здесь появится количество.</p>
        </div>
      )}
    </section>
  );
}

type ExtrasProps = { extras: ChosenExtra[]; ticked: number[]; onTick: (ids: number[]) => void };

/** What the work may take besides: by its own consumption where rows tell it, else without a count. */
function Extras({ extras, ticked, onTick }: ExtrasProps) {
  return (
    <fieldset className="calc__extras">
      <legend className="small soft">Понадобится ещё</legend>
      {extras.map(({ proposed_id: id, card, count, is_counted, along }) => (
        <label className="tick" key={id}>
          <input
            type="checkbox"
            className="tick__box"
            checked={ticked.includes(id)}
            onChange={() => onTick(ticked.includes(id) ? ticked.filter((other) => other !== id) : [...ticked, id])}
          />
          <span>
            {unbroken(card.name)}
            {is_counted ? `:${along ? ` ${along}\u00a0→` : ''}\u00a0${shownAmount(count, card.shown_unit)}` : ''}
          </span>
          <span className="n">{formatPrice(sumOf({ card, count }))}</span>
        </label>
      ))}
      {extras.every((extra) => extra.is_counted) ? null : (
        <p className="small soft">Где количество не указано, положим наименьшее: сколько нужно, зависит от работы.</p>
      )}
    </fieldset>
  );
}

function sumOf({ card, count }: Pick<ChosenExtra, 'card' | 'count'>): number {
  return (card.buyer_price ?? card.price ?? 0) * count;
}

type ResultProps = {
  product: ProductPage;
  count: number;
  amount: string;
  extras: ChosenExtra[];
  numbers: Partial<CalculatorForm>;
  isRoom: boolean;
};

function Result({ product, count, amount, extras, numbers, isRoom }: ResultProps) {
  const submit = useSubmit();
  const [state, setState] = useState<'idle' | 'sending' | 'added'>('idle');
  const price = product.buyer_price ?? product.price ?? 0;
  const sum = priceAt(price, product.tiers, count) * count;
  const isPriced = product.price !== null || product.buyer_price !== null;
  const isEnough = product.available === null || product.available >= count;
  const lines = [{ ...product, wanted: count }, ...extras.map(({ card, count }) => ({ ...card, wanted: count }))];
  const addAll = async (event: FormEvent) => {
    event.preventDefault();
    setState('sending');
    // The cart's route makes its changes one after another, so the lines may be sent at once.
    await Promise.all(
      lines.map((line) =>
        submit(
          { intent: 'add', product_id: line.id, product_idcode: line.idcode, count: line.wanted },
          { method: 'post', action: cartUrl(), navigate: false, fetcherKey: `cart-line-${line.id}` },
        ),
      ),
    );
    setState('added');
  };
  return (
    <div className="calc__out">
      <p className="soft">{isRoom ? 'Для вашей комнаты' : 'Для вашей площади'}</p>
      <b className="num">
        {shownAmount(count, product.shown_unit)}, {amount}
      </b>
      {isPriced ? (
        <Sums product={product} sum={sum} extras={extras} />
      ) : (
        <p className="calc__sums">{unbroken(product.name)}</p>
      )}
      {product.is_on_sale_now ? (
        <form method="post" action={cartUrl()} onSubmit={addAll}>
          <input type="hidden" name="intent" value="add" />
          <input type="hidden" name="product_id" value={product.id} />
          <input type="hidden" name="product_idcode" value={product.idcode} />
          <input type="hidden" name="count" value={count} />
          <button type="submit" className="btn btn--primary btn--lg btn--wide" aria-busy={state === 'sending'}>
            {state !== 'sending' ? null : <span className="spin" aria-hidden="true" />}
            Положить {shownAmount(count, product.shown_unit, 'accusative')}
            {extras.length > 0 ? ` и ${extras.length} ${plural(extras.length, 'товар', 'товара', 'товаров')}` : ''}
          </button>
        </form>
      ) : (
        <FormLink
          code={isPriced ? 'one_click' : 'price_request'}
          about={`product:${product.id}`}
          count={typedAmount(count, product.shown_unit)}
          className="btn btn--primary btn--lg btn--wide"
        >
          {isPriced ? 'Заказать' : 'Узнать цену'}
        </FormLink>
      )}
      {isEnough || (isPriced && !product.is_on_sale_now) ? null : (
        <p className="field__hint">Сейчас в филиале {shownAmount(product.available ?? 0, product.shown_unit)}</p>
      )}
      <p className="small" role="status">
        {state === 'added' ? 'Добавлено в корзину' : ''}
      </p>
      <Keep product={product} numbers={numbers} extras={extras} />
    </div>
  );
}

function Sums({ product, sum, extras }: Pick<ResultProps, 'product' | 'extras'> & { sum: number }) {
  const extraSum = extras.reduce((total, extra) => total + sumOf(extra), 0);
  return (
    <div className="calc__sums">
      <div className="calc__row">
        <span>{unbroken(product.name)}</span>
        <span>{formatPrice(sum)}</span>
      </div>
      {extras.length > 0 ? (
        <div className="calc__row">
          <span>
            Ещё {extras.length} {plural(extras.length, 'товар', 'товара', 'товаров')}
          </span>
          <span>{formatPrice(extraSum)}</span>
        </div>
      ) : null}
      <div className="calc__row calc__row--total">
        <span>Всего</span>
        <span>{formatPrice(sum + extraSum)}</span>
      </div>
    </div>
  );
}

/** Into the account under a name, if it can be bought, or as a link that holds the numbers. */
function Keep({ product, numbers, extras }: Pick<ResultProps, 'product' | 'numbers' | 'extras'>) {
  const isSigned = useIsSigned(false);
  const canBeKept = product.is_on_sale_now;
  return (
    <div className="calc__keep">
      {canBeKept ? (
        <SaveCalculation
          product_id={product.id}
          numbers={numbers}
          extras={extras.map(({ proposed_id: id }) => ({ id }))}
          className="btn calc__save"
        />
      ) : null}
      <CopyLink url={calculatorUrl(product.slug, numbers)} words="Скопировать ссылку" />
      {isSigned || !canBeKept ? null : (
        <p className="small soft">
          {unbroken('Расчёт хранится в личном кабинете, для этого нужно войти. Без входа числа помнит только ссылка.')}
        </p>
      )}
    </div>
  );
}
