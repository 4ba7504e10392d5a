import { useId, useState } from 'react';
import { countOf } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { Help } from '../parts/help.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useSession } from '../session/session.ts';
import type { useOnecJob } from './use-onec-job.ts';

type List = Got<'/api/admin/onec-mapping/units'>;
type Row = List['items'][number];
type Change = ReturnType<typeof useOnecJob>;
const path = '/api/admin/onec-mapping';

/** What the shop calls the units of 1C, by which ones it sells, and goods that have a sales unit of their own. */
export function Units({ change }: { change: Change }) {
  const { data, error, refetch } = useGot<List>(`${path}/units`);
  const mayChange = useSession().me.permissions.includes('exchange.map');
  const names = useId();
  if (!data) return error ? <LoadFailure error={error} retry={() => void refetch()} /> : <Skeleton rows={8} />;
  if (data.total === 0) return <Empty title="1С единиц не присылала">Они появятся с первыми товарами.</Empty>;
  return (
    <>
      <datalist id={names}>
        {data.items.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <ul className="panel map-rows padded" aria-label="Единицы 1С">
        {data.items.map((row) => (
          <UnitRow key={row.name} row={row} change={mayChange ? change : null} names={names} />
        ))}
      </ul>
      <GoodUnits goods={data.goods} change={mayChange ? change : null} names={names} />
    </>
  );
}

/** `change` null: the person only looks; `names`: of the list of known units. */
function UnitRow({ row, change, names }: { row: Row; change: Change | null; names: string }) {
  const { name, rule, goods, is_waiting: isWaiting } = row;
  const [typed, setTyped] = useState<string | null>(null);
  const set = (next: Row['rule']) => {
    change?.run(`${path}/units`, { id: name, rule: next }, 'PUT');
    setTyped(null);
  };
  const isSold = rule?.is_sold ?? true;
  return (
    <li className={isWaiting ? 'unmapped' : undefined}>
      <span>
        {name} {isWaiting ? <Tag tone="warn">не описана</Tag> : null}
        {rule && rule.unit !== name ? <Tag tone="info">в магазине «{rule.unit}»</Tag> : null}{' '}
        {isSold ? null : <Tag tone="bad">ею не продают</Tag>}{' '}
        {goods === null ? null : (
          <span className="soft small">продаётся {countOf(goods, 'товар', 'товара', 'товаров')}</span>
        )}
      </span>
      {change && typed !== null ? (
        <span className="row-buttons">
          <input
            type="text"
            aria-label={`Как называть «${name}»`}
            list={names}
            maxLength={50}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button size="small" disabled={!typed.trim()} onClick={() => set({ unit: typed.trim(), is_sold: isSold })}>
            Назвать
          </Button>
          <Button size="small" onClick={() => setTyped(null)}>
            Не называть
          </Button>
        </span>
      ) : null}
      {change && typed === null ? (
        <span className="row-buttons">
          {isWaiting ? <PageLink to={`/catalogue/units/${encodeURIComponent(name)}`}>Описать</PageLink> : null}
          <Button size="small" disabled={change.isBusy} onClick={() => setTyped(rule?.unit ?? '')}>
            Называть…
          </Button>
          <Button
            size="small"
            isBusy={change.isBusy}
            onClick={() => set({ unit: rule?.unit ?? name, is_sold: !isSold })}
          >
            {isSold ? 'Не продавать ею' : 'Продавать ею'}
          </Button>
          {rule ? (
            <Button size="small" isBusy={change.isBusy} onClick={() => set(null)}>
              Как в 1С
            </Button>
          ) : null}
        </span>
      ) : null}
    </li>
  );
}

type GoodProps = { goods: List['goods']; change: Change | null; names: string };

function GoodUnits({ goods, change, names }: GoodProps) {
  if (!change && goods.length === 0) return null;
  return (
    <section className="panel onec-card" aria-label="Чем продают отдельные товары">
      <h2>
        Чем продают отдельные товары{' '}
        <Help about="Своя единица товара">
          Для товара, который 1С сама не пересчитывает. Например, 1С считает саморезы штуками, а магазин продаёт пачками
          по 200: единица «пачка», в одной 200.
        </Help>
      </h2>
      <ul className="map-rows">
        {goods.map(({ id, name, base_unit: base, unit, coefficient }) => (
          <li key={id}>
            <span>
              {name || id}{' '}
              <span className="soft small">
                1 {unit} = {coefficient.replace('.', ',')} {base}
              </span>
            </span>
            {change ? (
              <Button
                size="small"
                aria-label={`Как в 1С: ${name || id}`}
                isBusy={change.isBusy}
                onClick={() => change.run(`${path}/good-units`, { id, rule: null }, 'PUT')}
              >
                Как в 1С
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {change ? <NewGoodUnit change={change} names={names} /> : null}
    </section>
  );
}

function NewGoodUnit({ change, names }: { change: Change; names: string }) {
  const [good, setGood] = useState('');
  const [unit, setUnit] = useState('');
  const [coefficient, setCoefficient] = useState('');
  const isWhole = good.trim() && unit.trim() && coefficient.trim();
  return (
    <form
      className="good-unit"
      onSubmit={(event) => {
        event.preventDefault();
        const rule = { unit: unit.trim(), coefficient: coefficient.trim() };
        if (isWhole) change.run(`${path}/good-units`, { id: good.trim(), rule }, 'PUT');
      }}
    >
      <Field label="Товар: код, артикул или Ид">
        {(given) => (
          <input {...given} type="text" maxLength={250} value={good} onChange={({ target }) => setGood(target.value)} />
        )}
      </Field>
      <Field label="Единица">
        {(given) => (
          <input
            {...given}
            type="text"
            list={names}
            maxLength={50}
            value={unit}
            onChange={({ target }) => setUnit(target.value)}
          />
        )}
      </Field>
      <Field label="Единиц 1С в одной">
        {(given) => (
          <input
            {...given}
            type="text"
            inputMode="decimal"
            maxLength={20}
            value={coefficient}
            onChange={({ target }) => setCoefficient(target.value)}
          />
        )}
      </Field>
      <Button type="submit" isBusy={change.isBusy} disabled={!isWhole}>
        Назначить
      </Button>
    </form>
  );
}
