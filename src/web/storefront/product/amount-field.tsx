import { useState } from 'react';
import type { ProductPage } from '#modules/catalogue/product.ts';
import { baseAmount, countFor, formatAmount, parseAmount } from '#shared/units.ts';

type AmountFieldProps = {
  product: Pick<ProductPage, 'unit' | 'base_unit' | 'factor' | 'step' | 'min_count' | 'max_count'>;
  count: number;
  onCount: (count: number) => void;
};

/** How much is needed in kilograms or square metres: rounded up to whole sales units, and the rest is named (0.6 of pages.md). */
export function AmountField({ product, count, onCount }: AmountFieldProps) {
  const { unit, base_unit, factor } = product;
  const [text, setText] = useState('');
  if (factor[0] === factor[1]) return null;
  const wanted = text.trim() === '' ? null : parseAmount(text);
  const needed = wanted && wanted.n > 0n ? countFor(wanted, factor, product) : null;
  const isBad = text.trim() !== '' && !needed;
  return (
    <div className="amount js">
      <label className="field">
        <span className="field__label">Сколько нужно, {base_unit}</span>
        <span className={`input${isBad ? ' is-error' : ''}`}>
          <input
            inputMode="decimal"
            autoComplete="off"
            value={text}
            aria-describedby="amount-note"
            aria-invalid={isBad}
            onChange={(event) => {
              setText(event.target.value);
              const amount = parseAmount(event.target.value);
              if (amount && amount.n > 0n) onCount(countFor(amount, factor, product).count);
            }}
          />
        </span>
      </label>
      <p className="field__hint num" id="amount-note" role="status">
        {isBad
          ? 'Введите число, например 12,5'
          : needed
            ? `${needed.count} ${unit} = ${formatAmount(needed.amount)} ${base_unit}${
                needed.rest.n > 0n ? `, остаток ${formatAmount(needed.rest)} ${base_unit}` : ''
              }`
            : `${count} ${unit} = ${formatAmount(baseAmount(count, factor))} ${base_unit}`}
      </p>
    </div>
  );
}
