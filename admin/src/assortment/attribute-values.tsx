import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { countOf } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { useGot } from '../parts/got.ts';
import { Problem } from '../parts/problem.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { useCan } from '../session/session.ts';
import type { Attribute, SpelledValue } from './assortment-types.ts';

/** What goods say of the attribute; chosen values become one. */
export function AttributeValues({ attribute }: { attribute: Attribute }) {
  const path = `/api/admin/attributes/${attribute.id}`;
  const { data, error, refetch } = useGot<{ items: SpelledValue[] }>(`${path}/values`);
  const [q, setQ] = useState('');
  const isText = attribute.type === 'text' || attribute.type === 'enum';
  const canMerge = useCan('catalogue.write') && isText;
  if (!data)
    return (
      <div className="panel">
        {error ? <LoadFailure error={error} retry={() => void refetch()} /> : <Skeleton rows={8} />}
      </div>
    );
  if (data.items.length === 0)
    return (
      <div className="panel">
        <Empty title="Значений пока нет">Ни у одного товара это свойство не заполнено.</Empty>
      </div>
    );
  const found = data.items.filter(({ value }) => value.toLowerCase().includes(q.toLowerCase()));
  return (
    <>
      <div className="filters">
        <FilterText label="Значение" value={q} onChange={setQ} />
      </div>
      {found.length === 0 ? (
        <div className="panel">
          <Empty title="Ничего не подошло" />
        </div>
      ) : (
        <Values path={path} items={found} canMerge={canMerge} />
      )}
    </>
  );
}

function Values({ path, items, canMerge }: { path: string; items: SpelledValue[]; canMerge: boolean }) {
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<string[]>([]);
  const [into, setInto] = useState('');
  const merge = useVerb<{ changed: number }>(() => {
    setChosen([]);
    void queries.invalidateQueries();
  });

  function choose(values: string[], isOn: boolean) {
    const next = isOn ? [...new Set([...chosen, ...values])] : chosen.filter((value) => !values.includes(value));
    setChosen(next);
    // The most frequent spelling is proposed; the list stands in this order.
    setInto(items.find(({ value }) => next.includes(value))?.value ?? '');
  }

  return (
    <div className="panel">
      <ul className="value-rows" aria-label="Значения">
        {items.map(({ value, goods, twins }) => (
          <li key={value}>
            {canMerge ? (
              <label className="check">
                <input
                  type="checkbox"
                  checked={chosen.includes(value)}
                  onChange={({ target }) => choose([value], target.checked)}
                />
                <span className="value-text">{value}</span>
              </label>
            ) : (
              <span className="value-text">{value}</span>
            )}
            <span className="soft small">{countOf(goods, 'товар', 'товара', 'товаров')}</span>
            {twins.length > 0 ? <Tag tone="warn">записано по-разному</Tag> : null}
            {twins.length > 0 && canMerge ? (
              <Button size="small" kind="text" onClick={() => choose([value, ...twins], true)}>
                Выбрать все написания
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {merge.answer && chosen.length === 0 ? (
        <p className="value-merge" role="status">
          Объединено: изменилось {countOf(merge.answer.changed, 'товар', 'товара', 'товаров')}.
        </p>
      ) : null}
      {chosen.length > 1 ? (
        <form
          className="value-merge"
          onSubmit={(event) => {
            event.preventDefault();
            merge.run(`${path}/merge`, { from: chosen, into });
          }}
        >
          <label className="inline-field">
            Объединить {countOf(chosen.length, 'значение', 'значения', 'значений')} в
            <input
              value={into}
              maxLength={250}
              aria-invalid={merge.fields.into ? true : undefined}
              onChange={({ target }) => setInto(target.value)}
            />
          </label>
          <Button kind="primary" type="submit" isBusy={merge.isBusy}>
            Объединить
          </Button>
          <Problem words={merge.fields.into ?? merge.problem} />
        </form>
      ) : null}
    </div>
  );
}
