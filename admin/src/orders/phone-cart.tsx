import { Trash2 } from 'lucide-react';
import { formatPrice } from '#shared/money.ts';
import type { PhoneQuote } from './order-types.ts';
import { amount } from './order-words.tsx';
import type { PhoneLine } from './phone-fields.tsx';

/** How many of a product are in the cart. */
export function countOf(lines: PhoneLine[], id: number): number {
  return lines.find(({ product_id }) => product_id === id)?.count ?? 0;
}

/** The goods of the order with what they cost this buyer, and what is wrong with them. */
export function Cart({
  quote,
  lines,
  set,
}: {
  quote: PhoneQuote | undefined;
  lines: PhoneLine[];
  set: (id: number, count: number) => void;
}) {
  const shown = (quote?.lines ?? []).filter(({ product_id }) => lines.some((line) => line.product_id === product_id));
  if (shown.length === 0) return null;
  return (
    <table className="lines">
      <thead>
        <tr>
          <th scope="col">Товар</th>
          <th scope="col" className="right">
            Количество
          </th>
          <th scope="col" className="right">
            Цена
          </th>
          <th scope="col" className="right">
            Сумма
          </th>
          <th scope="col">
            <span className="hidden-words">Убрать</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {shown.map((line) => (
          <tr key={line.product_id} className={line.problem ? 'tone-warn' : undefined}>
            <td>
              <b className="line-name">{line.name}</b>
              <span className={line.problem ? 'bad small' : 'soft small'}>
                {line.problem
                  ? `${line.problem}: есть ${amount(line.available, line.unit)}`
                  : `есть ${amount(line.available, line.unit)}`}
              </span>
            </td>
            <td className="right">
              <input
                className="count num"
                type="number"
                min={1}
                max={99_999}
                aria-label={`Количество: ${line.name}`}
                value={countOf(lines, line.product_id)}
                onChange={({ target }) =>
                  set(line.product_id, Math.min(99_999, Math.max(1, Math.trunc(Number(target.value)) || 1)))
                }
              />
            </td>
            <td className="right num">{line.price === null ? '—' : formatPrice(line.price)}</td>
            <td className="right num">
              <b>{formatPrice(line.sum)}</b>
            </td>
            <td>
              <button
                type="button"
                className="icon-button"
                aria-label={`Убрать: ${line.name}`}
                onClick={() => set(line.product_id, 0)}
              >
                <Trash2 size={16} aria-hidden="true" />
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
