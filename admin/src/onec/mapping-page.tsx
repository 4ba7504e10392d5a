import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { Help } from '../parts/help.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { Problem } from '../parts/problem.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useSession } from '../session/session.ts';
import { JobProgress } from './job-progress.tsx';
import { OnecTabs } from './onec-tabs.tsx';
import { Groups, Properties } from './rules-tables.tsx';
import { Units } from './unit-rules.tsx';
import { type OnecJob, useOnecJob } from './use-onec-job.ts';

type Mapping = Got<'/api/admin/onec-mapping'>;
type Change = ReturnType<typeof useOnecJob>;
const path = '/api/admin/onec-mapping';

const kinds = [
  ['targets', 'Цены и склады'],
  ['groups', 'Группы'],
  ['properties', 'Свойства'],
  ['units', 'Единицы'],
] as const;
type Kind = (typeof kinds)[number][0];

/** Where prices, rests, groups, properties and units of 1C go; what has no place yet stands on top. */
export function MappingPage() {
  const { data, error, refetch } = useGot<Mapping>(path);
  const [kind, setKind] = useState<Kind>('targets');
  const queries = useQueryClient();
  const change = useOnecJob(() => void queries.invalidateQueries(), data?.job ?? null);
  return (
    <PageFrame title="Сопоставление" crumbs={[{ label: 'Обмен с 1С', to: '/onec' }]} beside={<OnecTabs />}>
      {error && !data ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
      {!error && !data ? <Skeleton rows={8} /> : null}
      {data ? <Waiting waiting={data.waiting} show={setKind} /> : null}
      <fieldset className="segments">
        <legend className="hidden-words">Что сопоставить</legend>
        {kinds.map(([value, label]) => (
          <button key={value} type="button" aria-pressed={kind === value} onClick={() => setKind(value)}>
            {label}
          </button>
        ))}
      </fieldset>
      {change.isBusy ? <JobProgress words={change.progress || 'Товары пересчитываются'} /> : null}
      <Problem words={change.problem} />
      {change.done ? <Changed goods={change.done.goods} /> : null}
      {data && kind === 'targets' ? <Targets mapping={data} change={change} /> : null}
      {kind === 'groups' ? <Groups change={change} /> : null}
      {data && kind === 'properties' ? <Properties requisites={data.waiting.requisites} change={change} /> : null}
      {kind === 'units' ? <Units change={change} /> : null}
    </PageFrame>
  );
}

/** `show`: leads to where it is decided. */
function Waiting({ waiting, show }: { waiting: Mapping['waiting']; show: (kind: Kind) => void }) {
  const { groups, properties, requisites, units, goods_without_group: others } = waiting;
  const line = (words: string, goods: number, kind: Kind | null = null) => ({
    words: `${words}: товаров ${formatCount(goods)}`,
    kind,
  });
  const lines = [
    ...groups.map(({ id, goods }) => line(`группа ${id}, которой 1С не описала`, goods)),
    ...properties.map(({ id, goods }) => line(`свойство ${id}, которого 1С не описала`, goods)),
    ...requisites.map(({ name, goods }) => line(`реквизит «${name}»`, goods, 'properties')),
    ...units.map(({ name, goods }) => line(`единица «${name}»`, goods, 'units')),
    ...(others > 0 ? [line('без группы, стоят в «Прочих товарах»', others)] : []),
  ];
  if (lines.length === 0) return null;
  return (
    <section className="panel onec-card" aria-label="Не разложено">
      <h2>Не разложено</h2>
      <ul className="plain-list">
        {lines.slice(0, 30).map(({ words, kind }) => (
          <li key={words}>
            {words}{' '}
            {kind ? (
              <Button kind="text" size="small" aria-label={`Разложить: ${words}`} onClick={() => show(kind)}>
                Разложить
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Changed({ goods }: { goods: OnecJob['goods'] }) {
  const changed = goods && goods.created + goods.changed + goods.switched_off;
  return (
    <p className="soft small" role="status">
      {changed === null ? 'Готово: цены и остатки пересчитаны.' : `Готово: изменилось товаров ${formatCount(changed)}.`}
    </p>
  );
}

type OfNode = Mapping['warehouses'][number]['node'];
type OneOf = { node_id: number | null; id: string };

/** Two bases may use one id for different things. */
const keyOf = ({ node_id, id }: OneOf) => `${node_id} ${id}`;

/** Those that go nowhere yet stand on top. */
function newFirst<Row extends { node: OfNode; id: string }>(rows: readonly Row[], waiting: readonly OneOf[]) {
  const keys = new Set(waiting.map(keyOf));
  return rows
    .map((row) => {
      const node_id = row.node?.id ?? null;
      const key = keyOf({ node_id, id: row.id });
      return { ...row, node_id, key, isNew: keys.has(key) };
    })
    .toSorted((a, b) => Number(b.isNew) - Number(a.isNew));
}

function nodeWords(node: OfNode): string {
  return node ? `узел «${node.name}»` : 'без узла, принято командой';
}

function Targets({ mapping, change }: { mapping: Mapping; change: Change }) {
  const { me } = useSession();
  const isReadOnly = !me.permissions.includes('exchange.map') || change.isBusy;
  const { price_columns: priceColumns, stores, waiting } = mapping;
  const types = newFirst(mapping.price_types, waiting.price_types);
  const warehouses = newFirst(mapping.warehouses, waiting.warehouses);
  // With one base alone its name would only be in the way.
  const hasNodes = new Set([...types, ...warehouses].map(({ node }) => node?.id)).size > 1;
  const labelOf = (name: string, node: OfNode) => (hasNodes ? `«${name}», ${nodeWords(node)}` : `«${name}»`);
  if (types.length + warehouses.length === 0)
    return <Empty title="1С ещё ничего не присылала">Виды цен и склады появятся после первого обмена.</Empty>;
  return (
    <div className="onec-columns">
      <section className="panel onec-card" aria-label="Виды цен">
        <h2>
          Виды цен{' '}
          <Help about="Вид цены">
            Вид цены 1С наполняет колонку цен магазина. Например, «Розничная Вологда» — колонку Вологды. Цены
            пересчитываются сразу.
          </Help>
        </h2>
        <ul className="map-rows">
          {types.map(({ id, node, node_id, key, isNew, name, currency, price_column: column, target }) => (
            <li key={key} className={isNew ? 'unmapped' : undefined}>
              <span>
                {name} {currency ? <span className="soft small">{currency}</span> : null}{' '}
                {hasNodes ? <span className="soft small">{nodeWords(node)}</span> : null}{' '}
                {isNew ? <Tag tone="warn">новый</Tag> : null}
              </span>
              <select
                aria-label={`Колонка для ${labelOf(name, node)}`}
                value={column ?? ''}
                disabled={isReadOnly}
                onChange={({ target: { value } }) =>
                  change.run(
                    `${path}/price-types`,
                    { node_id, id, price_column: value || null, target: target ?? 'price' },
                    'PUT',
                  )
                }
              >
                <option value="">никуда</option>
                {priceColumns.map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.name}
                  </option>
                ))}
              </select>
              <select
                aria-label={`Цена или старая цена для ${labelOf(name, node)}`}
                value={target ?? 'price'}
                disabled={isReadOnly || column === null}
                onChange={({ target: { value } }) =>
                  change.run(`${path}/price-types`, { node_id, id, price_column: column, target: value }, 'PUT')
                }
              >
                <option value="price">цена</option>
                <option value="old_price">старая цена</option>
              </select>
            </li>
          ))}
        </ul>
      </section>
      <section className="panel onec-card" aria-label="Склады">
        <h2>Склады</h2>
        <ul className="map-rows">
          {warehouses.map(({ id, node, node_id, key, isNew, name, address, store }) => (
            <li key={key} className={isNew ? 'unmapped' : undefined}>
              <span>
                {name || 'Общий остаток'} {address ? <span className="soft small">{address}</span> : null}{' '}
                {hasNodes ? <span className="soft small">{nodeWords(node)}</span> : null}{' '}
                {isNew ? <Tag tone="warn">новый</Tag> : null}
              </span>
              <select
                aria-label={`Склад магазина для ${labelOf(name, node)}`}
                value={store ?? ''}
                disabled={isReadOnly}
                onChange={({ target: { value } }) =>
                  change.run(`${path}/warehouses`, { node_id, id, store: value || null }, 'PUT')
                }
              >
                <option value="">никуда</option>
                {stores.map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.name}
                  </option>
                ))}
              </select>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
