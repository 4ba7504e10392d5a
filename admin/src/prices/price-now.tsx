import { useState } from 'react';
import { formatPrice } from '#shared/money.ts';
import { useMay } from '../catalogue/may.ts';
import { Button } from '../parts/button.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { type PriceColumn, readPrice, typedPrice } from './sheet.ts';

type Props = {
  id: number;
  column: PriceColumn & { price: number | null; old_price: number | null; is_pinned: boolean };
  onSaved: () => void;
};

/** What a product costs in a column now: the price crossed out beside it, and whose price it is. */
export function PriceNow({ id, column, onSaved }: Props) {
  const { price_column, purpose, price, is_pinned } = column;
  const isEditable = useMay()('prices.write');
  const release = useVerb(onSaved);
  return (
    <>
      <p>
        Сейчас <b>{price === null ? 'по запросу' : formatPrice(price)}</b>
        {is_pinned ? ', эту цену ведёт магазин: 1С её не меняет.' : '.'}{' '}
        {is_pinned && isEditable ? (
          <Button
            kind="text"
            size="small"
            isBusy={release.isBusy}
            onClick={() => release.run(`/api/admin/prices/${id}/unpin`, { price_column })}
          >
            Вернуть цену 1С
          </Button>
        ) : null}
      </p>
      <Problem words={release.problem} />
      {purpose === 'retail' && price !== null ? (
        <CrossedOut id={id} column={column} isEditable={isEditable} onSaved={onSaved} />
      ) : null}
    </>
  );
}

function CrossedOut({ id, column, isEditable, onSaved }: Props & { isEditable: boolean }) {
  const { price_column, name, price, old_price } = column;
  const [typed, setTyped] = useState(typedPrice(old_price));
  const [wrong, setWrong] = useState<string | null>(null);
  const verb = useVerb(onSaved);

  function save() {
    const read = readPrice(typed);
    setWrong(read === undefined ? 'Это не цена' : null);
    if (read === undefined) return;
    const seen = { was: price, was_old: old_price };
    const cell = { product_id: id, price_column, price, ...seen, old_price: read === 0 ? null : read };
    verb.run('/api/admin/prices/cells', { cells: [cell] });
  }

  return (
    <fieldset className="tiers">
      <legend>Зачёркнутая цена</legend>
      <p className="soft small">
        Покупатель видит её, если товар продавался по ней в последние 30 дней. Пустое поле — не зачёркивать. У товара из
        1С цену после этого ведёт магазин.
      </p>
      <p className="row-buttons">
        <label>
          <input
            aria-label={`Зачёркнутая цена в рублях, ${name}`}
            inputMode="decimal"
            maxLength={12}
            disabled={!isEditable}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />{' '}
          ₽
        </label>
        {isEditable ? (
          <Button size="small" isBusy={verb.isBusy} onClick={save}>
            Записать
          </Button>
        ) : null}
      </p>
      <Problem words={wrong ?? Object.values(verb.fields)[0] ?? verb.problem} />
    </fieldset>
  );
}
