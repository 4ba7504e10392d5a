import { useState } from 'react';
import { useGetList } from 'react-admin';
import { formatDay } from '#shared/dates.ts';
import { demandCauses, demandCauseWords } from '#shared/demand-causes.ts';
import { formatPrice } from '#shared/money.ts';
import { formatCount } from '#shared/plurals.ts';
import type { paths } from '../api-types.ts';
import { Button } from '../parts/button.tsx';
import { countCell } from '../parts/count-cell.tsx';
import { FilterChips } from '../parts/filter-chips.tsx';
import { FilterDates } from '../parts/filter-dates.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { useListAddress } from '../parts/list-address.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { type Days, daysOf, orderedDays, Periods } from '../parts/periods.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { ExportLink } from './export-link.tsx';
import { LossSums } from './loss-sums.tsx';
import { LossWay, lossName } from './loss-way.tsx';
import { LossesTabs } from './losses-tabs.tsx';
import { MeasureDialog } from './measure-dialog.tsx';

type Answer = paths['/api/admin/losses']['get']['responses'][200]['content']['application/json'];
type Row = Answer['items'][number];

const filterKeys = ['q', 'cause', 'from', 'to'] as const;

const columnsOf = (mark: (row: Row) => void): Column<Row>[] => [
  {
    key: 'name',
    label: 'Товар или запрос',
    sort: 'name',
    render: (row) =>
      row.product_id === null ? (
        <span className="loss-name">{lossName(row)}</span>
      ) : (
        <PageLink to={`/catalogue/${row.product_id}`} className="loss-name">
          {lossName(row)}
        </PageLink>
      ),
  },
  {
    key: 'sum',
    label: 'Оценка',
    sort: 'sum',
    align: 'right',
    render: ({ sum }) => <b className="num">{formatPrice(sum)}</b>,
  },
  { key: 'cause', label: 'Причина', render: ({ cause }) => <Tag>{demandCauseWords[cause].label}</Tag> },
  { key: 'way', label: 'Что сделать', render: (row) => <LossWay loss={row} most={2} /> },
  { key: 'measure', label: 'Сделали', isAction: true, render: (row) => <Measured row={row} mark={mark} /> },
  { key: 'branch', label: 'Филиал', render: ({ branch }) => branch },
  { key: 'days', label: 'Дней', sort: 'days', align: 'right', render: ({ days }) => countCell(days) },
  { key: 'times', label: 'Раз', sort: 'times', align: 'right', render: ({ times }) => countCell(times) },
  { key: 'units', label: 'Единиц', align: 'right', render: (row) => <Units row={row} /> },
];

/** What was not sold, why, and what to do about it. */
export function LossesPage() {
  const address = useListAddress(filterKeys, '-sum');
  const { filter, sort, page, perPage } = address;
  const [q = ''] = filter.q ?? [];
  const cause = filter.cause ?? [];
  const days = daysOf(filter.from?.[0], filter.to?.[0]);
  const setDays = ({ from, to }: Days) => address.setFilter({ from: [from], to: [to] });
  const asked = { q, ...days, ...(cause.length > 0 && { cause }) };
  const list = useGetList<Row>(
    'losses',
    { filter: asked, sort, pagination: { page, perPage } },
    { placeholderData: (before) => before },
  );
  const { data: rows, meta, isPlaceholderData } = list;
  const totals: Answer['totals'] | undefined = meta?.totals;
  const [marked, setMarked] = useState<Row | null>(null);
  return (
    <PageFrame
      title="Потерянный спрос"
      beside={<LossesTabs />}
      actions={rows && rows.length > 0 ? <ExportLink list="losses" filter={asked} sort={sort} /> : null}
    >
      <div className="filters">
        <Periods days={days} onChange={setDays} />
        <FilterDates label="Дни" {...days} onChange={(chosen) => setDays(orderedDays(chosen, days))} />
        <FilterText
          label="Название, артикул, код, запрос"
          value={q}
          onChange={(words) => address.setFilter({ q: [words] })}
        />
        <FilterChips
          label="Причина"
          choices={demandCauses.map((value) => ({
            value,
            label: demandCauseWords[value].label,
            ...(totals && { count: totals.causes.find((one) => one.cause === value)?.rows ?? 0 }),
          }))}
          chosen={cause}
          onChange={(chosen) => address.setFilter({ cause: chosen })}
        />
      </div>
      {totals ? <LossSums sum={totals.sum} causes={totals.causes} isStale={isPlaceholderData} /> : null}
      <RecordList
        name="losses"
        list={list}
        address={address}
        label="Потерянный спрос"
        columns={columnsOf(setMarked)}
        keyOf={({ id }) => id}
        hint="Товар ищут по части названия, по артикулу или коду целиком, запрос — по части слов. В файл попадают первые 10 000 строк: если их больше, выгрузите по частям, отбором по дням."
        empty={
          <Empty title="Потерь пока нет">
            Магазин считает их каждый час: чего не было в наличии, не нашли, не хватило, оставили в корзине и ждут.
          </Empty>
        }
      />
      {marked ? <MeasureDialog loss={marked} onClose={() => setMarked(null)} /> : null}
    </PageFrame>
  );
}

function Measured({ row, mark }: { row: Row; mark: (row: Row) => void }) {
  const { measure, product_id, name } = row;
  if (product_id === null && name === null) return null;
  return (
    <span className="row-buttons">
      {measure ? (
        <span className="small soft" title={measure.what}>
          {formatDay(measure.day)}
        </span>
      ) : null}
      <Button size="small" aria-label={`Отметить, что сделали: ${lossName(row)}`} onClick={() => mark(row)}>
        Отметить…
      </Button>
    </span>
  );
}

function Units({ row: { cause, units, unit } }: { row: Row }) {
  if (cause === 'not_found') return <span className="soft">—</span>;
  return <span className="num">{`${formatCount(Math.round(units * 10) / 10)}\u00a0${unit ?? ''}`}</span>;
}
