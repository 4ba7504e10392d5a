import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Form, useFetcher } from 'react-router';
import type { ProductPage } from '#modules/catalogue-index/get-product.ts';
import { type CalculatorInputs, calculate } from '#shared/calculators.ts';
import { formatPrice } from '#shared/money.ts';
import { priceAt } from '#shared/tiers.ts';
import { unbroken } from '#shared/unbroken.ts';
import { shownAmount } from '#shared/unit-words.ts';
import { amountWords } from '#shared/units.ts';
import { cartUrl, productUrl } from '#shared/urls.ts';
import { useRefreshAfter } from '#web/parts/visitor/visitor-lists.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { calculatorFields } from './calculator-fields.ts';
import { SaveCalculation } from './save-calculation.tsx';

/** The product a category's box counts with. */
export type CalculatedProduct = Pick<
  ProductPage,
  'id' | 'idcode' | 'slug' | 'name' | 'price' | 'shown_unit' | 'images' | 'tiers'
> & { calculator: CalculatorInputs };

const titles = {
  mix: 'Сколько нужно на вашу стену?',
  paint: 'Сколько краски нужно?',
  tile: 'Сколько плитки нужно?',
  flooring: 'Сколько нужно на ваш пол?',
} as const;

/** The heading, to which the home page leads. */
const titleId = 'calc-box-title';

type CalculatorBoxProps = {
  product: CalculatedProduct;
  /** On a phone among cards: its heading in one line, which opens it. */
  isFolded?: boolean;
};

/**
 * A short calculator among the cards. Without JavaScript its form opens the product's own calculator with the same
 * numbers.
 */
export function CalculatorBox({ product, isFolded = false }: CalculatorBoxProps) {
  const title = (
    <h2 className="h3" id={titleId}>
      {titles[product.calculator.kind]}
    </h2>
  );
  const [image] = product.images;
  return (
    <aside className="promo-in" aria-labelledby={titleId}>
      {isFolded ? (
        <Folded title={title}>
          <Counting product={product} />
        </Folded>
      ) : (
        <>
          {title}
          <Counting product={product} />
          {image ? (
            <Picture path={image} preset="contain" width={240} height={240} alt="" className="promo-in__pic" />
          ) : null}
        </>
      )}
    </aside>
  );
}

/** Opened at once for whoever came by a link to its heading. */
function Folded({ title, children }: { title: ReactNode; children: ReactNode }) {
  const box = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (box.current && window.location.hash === `#${titleId}`) box.current.open = true;
  }, []);
  return (
    <details ref={box} className="promo-in__fold">
      <summary>
        <Icon name="calculator" />
        {title}
        <Icon name="chevron-down" />
      </summary>
      {children}
    </details>
  );
}

function Counting({ product }: { product: CalculatedProduct }) {
  const { calculator, shown_unit } = product;
  const second = calculator.kind === 'mix' ? 'layer_mm' : calculator.kind === 'paint' ? 'coats' : 'waste_percent';
  const [area, setArea] = useState(calculator.defaults.area);
  const [other, setOther] = useState(calculator.defaults[second]);
  const fetcher = useFetcher<{ error?: { message: string } | null }>({ key: 'calculator-box' });
  useRefreshAfter(fetcher.data);
  const numbers = { area, waste_percent: calculator.defaults.waste_percent, [second]: other };
  const answer = calculate(calculator, numbers);
  const label = (name: string) => calculatorFields(calculator, numbers).find((field) => field.name === name)?.label;
  return (
    <>
      <p className="soft promo-in__text">
        {unbroken(product.name)}
        {calculator.defaults.waste_percent === '0' ? '' : `, с запасом ${calculator.defaults.waste_percent}\u00a0%`}
        {unbroken('. Числа в полях — для примера, впишите свои.')}
      </p>
      <Form method="get" action={`${productUrl(product.slug)}#calc`}>
        <div className="calc-mini">
          <label className="field">
            <span className="field__label">{label('area')}</span>
            <span className="input">
              <input
                name="area"
                inputMode="decimal"
                autoComplete="off"
                value={area}
                onChange={(event) => setArea(event.target.value)}
              />
            </span>
          </label>
          <label className="field">
            <span className="field__label">{label(second)}</span>
            <span className="input">
              <input
                name={second}
                inputMode="decimal"
                autoComplete="off"
                value={other}
                onChange={(event) => setOther(event.target.value)}
              />
            </span>
          </label>
        </div>
        <p className="num promo-in__answer" role="status">
          {'formula' in answer ? (
            <>
              <b className="b">
                {shownAmount(answer.count, shown_unit)} = {amountWords(answer.amount, calculator.base_unit)}
              </b>
              <br />
              <span className="soft">
                {product.price === null
                  ? ''
                  : formatPrice(priceAt(product.price, product.tiers, answer.count) * answer.count)}
              </span>
            </>
          ) : (
            <span className="calc__problem">{answer.message}</span>
          )}
        </p>
        <button className="btn btn--line btn--sm no-js" type="submit">
          Посчитать
        </button>
      </Form>
      {'formula' in answer ? (
        <fetcher.Form className="promo-in__buy" method="post" action={cartUrl()}>
          <input type="hidden" name="intent" value="add" />
          <input type="hidden" name="product_id" value={product.id} />
          <input type="hidden" name="product_idcode" value={product.idcode} />
          <input type="hidden" name="count" value={answer.count} />
          <button type="submit" className="btn btn--primary" aria-busy={fetcher.state !== 'idle'}>
            Положить {shownAmount(answer.count, shown_unit, 'accusative')}
          </button>
          <span className="small" role="status">
            {fetcher.state !== 'idle' || fetcher.data === undefined
              ? ''
              : (fetcher.data?.error?.message ?? 'Добавлено в корзину')}
          </span>
        </fetcher.Form>
      ) : null}
      {'formula' in answer ? (
        <SaveCalculation product_id={product.id} numbers={numbers} className="btn btn--sm promo-in__save" />
      ) : null}
    </>
  );
}
