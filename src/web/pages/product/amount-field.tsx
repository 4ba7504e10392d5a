import { useState } from 'react';
import type { ProductPage } from '#modules/catalogue-index/get-product.ts';
import { shownAmount } from '#shared/unit-words.ts';
import { amountWords, baseAmount, countFor, formatAmount, parseAmount } from '#shared/units.ts';

type AmountFieldProps = {
  product: Pick<ProductPage, 'shown_unit' | 'base_unit' | 'factor' | 'step' | 'min_count' | 'max_count'>;
  count: number;
  onCount: (count: number) => void;
};

/**
 * The same quantity in kilograms or square metres, beside the stepper: a typed amount is rounded up to whole sales
 * units, and the note says what came of it.
 */
export function AmountField({ product, count, onCount }: AmountFieldProps) {
  const { shown_unit, base_unit, factor } = product;
  const [text, setText] = useState<string | null>(null);
  // The field beside it counts in base units already.
  if (factor[0] * shown_unit.parts === factor[1]) return null;
  const wanted = text === null || text.trim() === '' ? null : parseAmount(text);
  const needed = wanted && wanted.n > 0n ? countFor(wanted, factor, product) : null;
  const isBad = text !== null && text.trim() !== '' && !needed;
  return (
    <>
      <span className="amount js">
        <span aria-hidden="true">=</span>
        <label className="input">
          <span className="sr">Сколько нужно, {base_unit}</span>
          <input
            inputMode="decimal"
            autoComplete="off"
            value={text ?? formatAmount(baseAmount(count, factor))}
            aria-describedby="amount-note"
            aria-invalid={isBad}
            onChange={(event) => {
              setText(event.target.value);
              const amount = parseAmount(event.target.value);
              if (amount && amount.n > 0n) onCount(countFor(amount, factor, product).count);
            }}
            onBlur={() => {
              if (!needed?.is_rounded) setText(null);
            }}
          />
          <span className="soft">{base_unit}</span>
        </label>
      </span>
      <span className="amount__note small soft num" id="amount-note" role="status">
        {isBad ? 'Введите число, например 12,5' : null}
        {needed && needed.count === count && needed.rest.n > 0n
          ? `Округлили вверх: ${shownAmount(needed.count, shown_unit)} = ${amountWords(needed.amount, base_unit)}, остаток ${amountWords(needed.rest, base_unit)}`
          : null}
      </span>
    </>
  );
}
