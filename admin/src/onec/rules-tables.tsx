import { useState } from 'react';
import { formatCount } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { orderedCategories } from '../parts/product.ts';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useCategories } from '../parts/use-categories.ts';
import { useSession } from '../session/session.ts';
import type { useOnecJob } from './use-onec-job.ts';
import { ValuesDialog } from './value-rules.tsx';

const most = 200;

type Change = ReturnType<typeof useOnecJob>;

function useRules(path: string, change: Change) {
  const { me } = useSession();
  const mayChange = me.permissions.includes('exchange.map');
  return { mayChange, set: (id: string, rule: unknown) => change.run(path, { id, rule }, 'PUT') };
}

type GroupList = Got<'/api/admin/onec-mapping/groups'>;

/** Groups of 1C by their paths: sold as they are, hidden, or in another category. */
export function Groups({ change }: { change: Change }) {
  const path = '/api/admin/onec-mapping/groups';
  const { data, error, refetch } = useGot<GroupList>(path);
  const [q, setQ] = useState('');
  const { mayChange, set } = useRules(path, change);
  const [moving, setMoving] = useState<string | null>(null);
  const categories = useCategories();
  const codes = new Map(categories.map(({ id, code }) => [id, code]));
  const places = orderedCategories(categories).map(({ id, label }) => ({ code: codes.get(id) ?? '', label }));
  const nameOf = (code: string | null) => categories.find((one) => one.code === code)?.name ?? code;
  if (!data) return error ? <LoadFailure error={error} retry={() => void refetch()} /> : <Skeleton rows={8} />;
  if (data.total === 0) return <Empty title="1С групп не присылала" />;
  const found = data.items.filter(({ path }) => path.toLowerCase().includes(q.toLowerCase()));
  return (
    <>
      <div className="filters">
        <FilterText label="Группа" value={q} onChange={setQ} />
      </div>
      <ul className="panel map-rows padded" aria-label="Группы 1С">
        {found.slice(0, most).map(({ id, path, code, rule, target, is_off: isOff }) => (
          <li key={id}>
            <span>
              {path} {isOff ? <Tag>1С больше не присылает</Tag> : null}
              {rule === 'hidden' ? <Tag tone="bad">скрыта</Tag> : null}
              {rule === 'moved' ? <Tag tone="info">в разделе «{nameOf(target)}»</Tag> : null}
              {rule === null && !isOff ? <span className="soft small">{code}</span> : null}
            </span>
            {mayChange && moving === id ? (
              <span className="row-buttons">
                <select
                  aria-label={`Раздел для «${path}»`}
                  value=""
                  disabled={change.isBusy}
                  onChange={({ target: { value } }) => {
                    set(id, { category: value });
                    setMoving(null);
                  }}
                >
                  <option value="">Выберите раздел</option>
                  {places.map((place) => (
                    <option key={place.code} value={place.code}>
                      {place.label}
                    </option>
                  ))}
                </select>
                <Button size="small" onClick={() => setMoving(null)}>
                  Не переносить
                </Button>
              </span>
            ) : null}
            {mayChange && moving !== id ? (
              <span className="row-buttons">
                <Button size="small" disabled={change.isBusy} onClick={() => setMoving(id)}>
                  В раздел…
                </Button>
                <HideButton rule={rule} isBusy={change.isBusy} set={(next) => set(id, next)} />
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      <More found={found.length} />
    </>
  );
}

type PropertyList = Got<'/api/admin/onec-mapping/properties'>;

type Requisite = Got<'/api/admin/onec-mapping'>['waiting']['requisites'][number];

/** Properties of 1C: shown as they are, gathered into another one, or hidden; requisites that wait for that on top. */
export function Properties({ requisites, change }: { requisites: readonly Requisite[]; change: Change }) {
  const path = '/api/admin/onec-mapping/properties';
  const { data, error, refetch } = useGot<PropertyList>(path);
  const [q, setQ] = useState('');
  const [valuesOf, setValuesOf] = useState<PropertyList['items'][number] | null>(null);
  const { mayChange, set } = useRules(path, change);
  if (!data) return error ? <LoadFailure error={error} retry={() => void refetch()} /> : <Skeleton rows={8} />;
  if (data.total + requisites.length === 0) return <Empty title="1С свойств не присылала" />;
  const fits = ({ name }: { name: string }) => name.toLowerCase().includes(q.toLowerCase());
  const found = data.items.filter(fits);
  const waiting = requisites.filter(fits);
  const targets = data.items.filter(({ rule }) => rule === null || rule === 'changed');
  const gather = (id: string, name: string) => (
    <select
      aria-label={`Куда собрать «${name}»`}
      value=""
      disabled={change.isBusy}
      onChange={({ target: { value } }) => set(id, { into: value })}
    >
      <option value="">Собрать в…</option>
      {targets
        .filter((other) => other.id !== id)
        .map((other) => (
          <option key={other.id} value={other.id}>
            {other.name}
          </option>
        ))}
    </select>
  );
  return (
    <>
      <div className="filters">
        <FilterText label="Свойство" value={q} onChange={setQ} />
      </div>
      <ul className="panel map-rows padded" aria-label="Свойства 1С">
        {waiting.slice(0, most).map(({ id, name, goods }) => (
          <li key={id} className="unmapped">
            <span>
              {name} <Tag tone="warn">новый реквизит</Tag>{' '}
              <span className="soft small">товаров {formatCount(goods)}, не показывается</span>
            </span>
            {mayChange ? (
              <span className="row-buttons">
                {gather(id, name)}
                <Button size="small" isBusy={change.isBusy} onClick={() => set(id, null)}>
                  Показывать
                </Button>
                <Button size="small" isBusy={change.isBusy} onClick={() => set(id, 'hidden')}>
                  Скрыть
                </Button>
              </span>
            ) : null}
          </li>
        ))}
        {found.slice(0, most).map(({ id, name, attribute, rule }) => (
          <li key={id}>
            <span>
              {name} {rule === 'hidden' ? <Tag tone="bad">скрыто</Tag> : null}
              {typeof rule === 'object' && rule !== null ? <Tag tone="info">собрано в «{rule.into}»</Tag> : null}
              {rule === null || rule === 'changed' ? (
                <span className="soft small">
                  {attribute.name}
                  {attribute.unit ? `, ${attribute.unit}` : ''}; {attribute.group_name}
                </span>
              ) : null}
            </span>
            {mayChange ? (
              <span className="row-buttons">
                {rule === 'hidden' ? null : (
                  <Button
                    size="small"
                    aria-label={`Значения: ${name}`}
                    onClick={() => setValuesOf({ id, name, attribute, rule })}
                  >
                    Значения
                  </Button>
                )}
                {gather(id, name)}
                <HideButton rule={rule} isBusy={change.isBusy} set={(next) => set(id, next)} />
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      <More found={Math.max(found.length, waiting.length)} />
      {valuesOf ? <ValuesDialog property={valuesOf} change={change} onClose={() => setValuesOf(null)} /> : null}
    </>
  );
}

function More({ found }: { found: number }) {
  if (found === 0) return <p>Ничего не подошло.</p>;
  return found > most ? (
    <p className="soft small">
      Показано {most} из {formatCount(found)}: уточните отбор.
    </p>
  ) : null;
}

type HideButtonProps = { rule: unknown; isBusy: boolean; set: (rule: 'hidden' | null) => void };

/** Hides what has no rule, and ends any other rule. */
function HideButton({ rule, isBusy, set }: HideButtonProps) {
  return (
    <Button size="small" isBusy={isBusy} onClick={() => set(rule === null ? 'hidden' : null)}>
      {rule === null ? 'Скрыть' : 'Как в 1С'}
    </Button>
  );
}
