import '../styles/goods.css';
import { useState } from 'react';
import { formatPrice } from '#shared/money.ts';
import { Field } from '../parts/field.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { shortMoment } from '../parts/moments.ts';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { PriceNow } from './price-now.tsx';
import { TierFields } from './tier-fields.tsx';

type Details = Got<'/api/admin/prices/{id}/history'>;

/** Prices of a product by number, and how they changed: one column at a time. */
export function PriceDetails({ id, unit }: { id: number; unit: string }) {
  const { data, error, refetch } = useGot<Details>(`/api/admin/prices/${id}/history`);
  const [chosen, setChosen] = useState<string | null>(null);
  if (error && !data) return <LoadFailure error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton rows={6} />;
  const column = data.columns.find(({ price_column: code }) => code === chosen) ?? data.columns[0];
  if (!column) return <Empty title="У выбранного филиала нет колонок цен" />;
  const lowest = data.lowest.find(({ price_column: code }) => code === column.price_column);
  const changes = data.items.filter(({ price_column: code }) => code === column.price_column);
  return (
    <div className="price-details">
      <Field label="Колонка цен">
        {(given) => (
          <select {...given} value={column.price_column} onChange={({ target }) => setChosen(target.value)}>
            {data.columns.map(({ price_column: code, name, purpose }) => (
              <option key={code} value={code}>
                {purpose === 'cost' ? `Закупка: ${name}` : name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <PriceNow
        key={`${column.price_column} ${column.price} ${column.old_price}`}
        id={id}
        column={column}
        isFrom1c={data.is_from_1c}
        onSaved={() => void refetch()}
      />
      {column.purpose === 'cost' ? null : (
        <TierFields
          key={column.price_column + JSON.stringify(column.tiers)}
          id={id}
          unit={unit}
          column={column}
          onSaved={() => void refetch()}
        />
      )}
      <h3>История</h3>
      {lowest ? <p className="soft small">Самая низкая цена за 30 дней: {formatPrice(lowest.price)}</p> : null}
      {changes.length === 0 ? (
        <p className="soft">Цены в этой колонке ещё не было.</p>
      ) : (
        <History changes={changes} name={column.name} />
      )}
    </div>
  );
}

function History({ changes, name }: { changes: Details['items']; name: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section className="price-history" aria-label={`История цен, ${name}`} tabIndex={0}>
      <table className="goods-table">
        <thead>
          <tr>
            <th scope="col">Когда</th>
            <th scope="col" className="right">
              Было
            </th>
            <th scope="col" className="right">
              Стало
            </th>
            <th scope="col">Кто</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ changed_at: at, was, price, who }) => (
            <tr key={at}>
              <td className="num">{shortMoment(at)}</td>
              <td className="right num">{was === null ? '—' : formatPrice(was)}</td>
              <td className="right num">{price === null ? 'по запросу' : formatPrice(price)}</td>
              <td>{who ?? 'не записано'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
