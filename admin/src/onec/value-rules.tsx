import { useState } from 'react';
import { countOf } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { Problem } from '../parts/problem.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { JobProgress } from './job-progress.tsx';
import type { useOnecJob } from './use-onec-job.ts';

type Values = Got<'/api/admin/onec-mapping/values'>;
type Rule = { shown: string | null } | null;
type Change = ReturnType<typeof useOnecJob>;

type Props = { property: { id: string; name: string }; change: Change; onClose: () => void };

/** Values of one property of 1C: shown as it sends them, as another text, or not at all. */
export function ValuesDialog({ property: { id, name }, change, onClose }: Props) {
  const { data, error, refetch } = useGot<Values>(`/api/admin/onec-mapping/values?property=${encodeURIComponent(id)}`);
  const [q, setQ] = useState('');
  const set = (value: string, rule: Rule) => change.run('/api/admin/onec-mapping/values', { id, value, rule }, 'PUT');
  const fits = ({ value }: { value: string }) => value.toLowerCase().includes(q.toLowerCase());
  return (
    <Dialog title={`Значения: ${name}`} onClose={onClose} className="dialog-wide">
      <div className="form">
        <p className="soft small">Большие и малые буквы не различаются. Правило действует и на будущие выгрузки.</p>
        <FilterText label="Значение" value={q} onChange={setQ} />
        {change.isBusy ? <JobProgress words={change.progress || 'Товары пересчитываются'} /> : null}
        <Problem words={change.problem} />
        {!data && error ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
        {!data && !error ? <Skeleton rows={5} /> : null}
        {data ? (
          <ul className="map-rows" aria-label={`Значения свойства «${name}»`}>
            {data.rules.filter(fits).map(({ value, shown }) => (
              <li key={`rule ${value}`}>
                <span>
                  {value}{' '}
                  {shown === null ? (
                    <Tag tone="bad">не показывается</Tag>
                  ) : (
                    <Tag tone="info">показывается «{shown}»</Tag>
                  )}
                </span>
                <Button size="small" isBusy={change.isBusy} onClick={() => set(value, null)}>
                  Как в 1С
                </Button>
              </li>
            ))}
            {data.items.filter(fits).map((row) => (
              <ValueRow key={`value ${row.value}`} row={row} change={change} set={(rule) => set(row.value, rule)} />
            ))}
          </ul>
        ) : null}
        {data && data.items.length + data.rules.length === 0 ? (
          <p className="soft">Товаров с этим свойством нет.</p>
        ) : null}
      </div>
    </Dialog>
  );
}

type RowProps = { row: Values['items'][number]; change: Change; set: (rule: Rule) => void };

function ValueRow({ row: { value, goods }, change, set }: RowProps) {
  const [typed, setTyped] = useState<string | null>(null);
  if (typed === null)
    return (
      <li>
        <span>
          {value} <span className="soft small">{countOf(goods, 'товар', 'товара', 'товаров')}</span>
        </span>
        <span className="row-buttons">
          <Button size="small" disabled={change.isBusy} onClick={() => setTyped(value)}>
            Показывать иначе…
          </Button>
          <Button size="small" isBusy={change.isBusy} onClick={() => set({ shown: null })}>
            Не показывать
          </Button>
        </span>
      </li>
    );
  return (
    <li>
      <span>{value}</span>
      <span className="row-buttons">
        <input
          type="text"
          aria-label={`Что показывать вместо «${value}»`}
          maxLength={250}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button
          size="small"
          isBusy={change.isBusy}
          disabled={!typed.trim() || typed.trim() === value}
          onClick={() => {
            set({ shown: typed.trim() });
            setTyped(null);
          }}
        >
          Сохранить
        </Button>
        <Button size="small" onClick={() => setTyped(null)}>
          Оставить как есть
        </Button>
      </span>
    </li>
  );
}
