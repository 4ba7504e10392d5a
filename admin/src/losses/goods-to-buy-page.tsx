import { useGetList } from 'react-admin';
import { formatPrice } from '#shared/money.ts';
import { formatCount } from '#shared/plurals.ts';
import { countCell } from '../parts/count-cell.tsx';
import { FilterDates } from '../parts/filter-dates.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import type { Got } from '../parts/got.ts';
import { useListAddress } from '../parts/list-address.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { type Days, daysOf, orderedDays, Periods } from '../parts/periods.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { ExportLink } from './export-link.tsx';
import { LossesTabs } from './losses-tabs.tsx';

type Row = Got<'/api/admin/goods-to-buy'>['items'][number];

const columns: Column<Row>[] = [
  {
    key: 'name',
    label: 'Товар',
    sort: 'name',
    render: ({ product_id: id, name }) => (
      <PageLink to={`/catalogue/${id}`} className="loss-name">
        {name}
      </PageLink>
    ),
  },
  {
    key: 'sum',
    label: 'Потеряли, оценка',
    sort: 'sum',
    align: 'right',
    render: ({ sum }) => <b className="num">{formatPrice(sum)}</b>,
  },
  {
    key: 'lost_units',
    label: 'Не хватило, оценка',
    sort: 'lost_units',
    align: 'right',
    render: ({ lost_units: units, unit }) => countCell(Math.round(units * 10) / 10, unit),
  },
  { key: 'sold', label: 'Продали', align: 'right', render: ({ sold, unit }) => countCell(sold, unit) },
  {
    key: 'available',
    label: 'Есть сейчас',
    align: 'right',
    render: ({ available, unit }) => countCell(available, unit),
  },
  {
    key: 'awaited',
    label: 'Ждут',
    align: 'right',
    render: ({ awaited }) => <span className="num">{awaited > 0 ? formatCount(awaited) : '—'}</span>,
  },
  { key: 'branch', label: 'Филиал', render: ({ branch }) => branch },
  { key: 'article', label: 'Артикул', render: ({ article }) => article ?? '—' },
  { key: 'idcode', label: 'Код', render: ({ idcode }) => <span className="num">{idcode}</span> },
];

/** What purchasing is asked for: goods that buyers wanted and did not get, and how many. */
export function GoodsToBuyPage() {
  const address = useListAddress(['q', 'from', 'to'], '-sum');
  const { filter, sort, page, perPage } = address;
  const [q = ''] = filter.q ?? [];
  const days = daysOf(filter.from?.[0], filter.to?.[0]);
  const setDays = ({ from, to }: Days) => address.setFilter({ from: [from], to: [to] });
  const asked = { q, ...days };
  const list = useGetList<Row>(
    'goods-to-buy',
    { filter: asked, sort, pagination: { page, perPage } },
    { placeholderData: (before) => before },
  );
  return (
    <PageFrame
      title="Закупка"
      beside={<LossesTabs />}
      actions={list.data?.length ? <ExportLink list="goods-to-buy" filter={asked} sort={sort} /> : null}
    >
      <div className="filters">
        <Periods days={days} onChange={setDays} />
        <FilterDates label="Дни" {...days} onChange={(chosen) => setDays(orderedDays(chosen, days))} />
        <FilterText label="Название, артикул, код" value={q} onChange={(words) => address.setFilter({ q: [words] })} />
      </div>
      <RecordList
        name="goods-to-buy"
        list={list}
        address={address}
        label="Закупка"
        columns={columns}
        keyOf={({ id }) => id}
        hint="Товары, которых не было, не хватило или которые ждут. Список для закупки отдаёт файлом «Выгрузить»."
        empty={<Empty title="Закупать нечего">За эти дни покупателям хватило всего, что они искали.</Empty>}
      />
    </PageFrame>
  );
}
