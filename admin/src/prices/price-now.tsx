import { useState } from 'react';
import { formatDate } from '#shared/dates.ts';
import { formatPrice } from '#shared/money.ts';
import { Button } from '../parts/button.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { useMay } from '../session/may.ts';
import { type PriceColumn, readPrice, typedPrice } from './sheet.ts';

type Props = {
  id: number;
  /** `why_not`: why it is not this person's to change. */
  column: PriceColumn & {
    price: number | null;
    old_price: number | null;
    is_pinned: boolean;
    pinned_until: string | null;
  };
  /** 1C may say this price. */
  isFrom1c: boolean;
  onSaved: () => void;
};

/** What a product costs in a column now: the price crossed out beside it, and whose price it is. */
export function PriceNow({ id, column, isFrom1c, onSaved }: Props) {
  const { price_column, purpose, price, is_pinned, pinned_until: until } = column;
  const isEditable = useMay()('prices.write') && column.why_not === null;
  const release = useVerb(onSaved);
  return (
    <>
      <p>
        Сейчас <b>{price === null ? 'по запросу' : formatPrice(price)}</b>
        {is_pinned ? `, эту цену ведёт магазин${until ? ` до ${formatDate(until)}` : ''}: 1С её не меняет.` : '.'}{' '}
        {is_pinned && isEditable ? (
          <Button
            kind="text"
            size="small"
            isBusy={release.isBusy}
            onClick={() =>
              release.run(`/api/admin/prices/${id}/unpin`, { price_column, seen: { is_pinned, pinned_until: until } })
            }
          >
            Вернуть цену 1С
          </Button>
        ) : null}
      </p>
      <Problem words={release.problem} />
      {column.why_not === null ? null : <p className="soft small">Только просмотр. {column.why_not}.</p>}
      {isFrom1c && isEditable ? <PinUntil id={id} column={column} onSaved={onSaved} /> : null}
      {purpose === 'retail' && price !== null ? (
        <CrossedOut id={id} column={column} isEditable={isEditable} onSaved={onSaved} />
      ) : null}
    </>
  );
}

function PinUntil({ id, column, onSaved }: Omit<Props, 'isFrom1c'>) {
  const { price_column, name, is_pinned, pinned_until: until } = column;
  const [typed, setTyped] = useState<string | null>(null);
  const day = typed ?? (until ? new Date(until).toLocaleDateString('sv-SE', { timeZone: 'Europe/Moscow' }) : '');
  const verb = useVerb(() => {
    setTyped(null);
    onSaved();
  });
  const seen = { is_pinned, pinned_until: until };
  return (
    <fieldset className="tiers">
      <legend>Закрепить цену</legend>
      <p className="soft small">
        До конца этого дня по московскому времени 1С цену не меняет, потом снова ведёт её. Пустой день — без срока.
      </p>
      <p className="row-buttons">
        <label>
          <input
            type="date"
            aria-label={`Закрепить цену до дня, ${name}`}
            value={day}
            onChange={({ target }) => setTyped(target.value)}
          />
        </label>
        <Button
          size="small"
          isBusy={verb.isBusy}
          onClick={() => verb.run(`/api/admin/prices/${id}/pin`, { price_column, until: day || null, seen }, 'PUT')}
        >
          {is_pinned ? 'Сменить срок' : 'Закрепить'}
        </Button>
      </p>
      <Problem words={verb.fields.until ?? verb.problem} />
    </fieldset>
  );
}

function CrossedOut({ id, column, isEditable, onSaved }: Omit<Props, 'isFrom1c'> & { isEditable: boolean }) {
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
