import { Download } from 'lucide-react';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { formatDay } from '#shared/dates.ts';
import type { paths } from '../api-types.ts';
import { listSearch } from '../data-provider.ts';
import { Button } from '../parts/button.tsx';
import { countCell } from '../parts/count-cell.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { useListAddress } from '../parts/list-address.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { currentBranch } from '../request.ts';
import { useCan } from '../session/session.ts';
import { ReplaceDialog } from './replace-dialog.tsx';
import { StockTabs } from './stock-tabs.tsx';

type Row = paths['/api/admin/stock/short']['get']['responses'][200]['content']['application/json']['items'][number];

const filterKeys = ['q'] as const;
const shownOrders = 3;

const columns: Column<Row>[] = [
  {
    key: 'name',
    label: 'Товар',
    render: ({ product_id: id, name }) => (
      <PageLink to={`/catalogue/${id}`} className="short-name">
        {name}
      </PageLink>
    ),
  },
  { key: 'missing', label: 'Не хватает', align: 'right', render: (row) => <b>{countCell(row.missing, row.unit)}</b> },
  { key: 'on_hand', label: 'На складе', align: 'right', render: (row) => countCell(row.on_hand, row.unit) },
  { key: 'reserved', label: 'В заказах', align: 'right', render: (row) => countCell(row.reserved, row.unit) },
  {
    key: 'wished_on',
    label: 'Нужен к',
    render: ({ wished_on: day }) => <span className="num">{day ? formatDay(day) : '—'}</span>,
  },
  { key: 'orders', label: 'Заказы', render: (row) => <Orders row={row} /> },
  { key: 'store', label: 'Склад', render: ({ store_name: name }) => name },
  { key: 'shelf', label: 'Место', render: ({ shelf }) => shelf ?? '—' },
  { key: 'article', label: 'Артикул', render: ({ article }) => article ?? '—' },
];

/** Goods of which orders hold more than the stores of the branch have: to be brought, ordered or replaced. */
export function ShortList() {
  const address = useListAddress(filterKeys, '-missing');
  const { filter, sort, page, perPage } = address;
  const [q = ''] = filter.q ?? [];
  const list = useGetList<Row>(
    'stock/short',
    { filter: { q }, sort, pagination: { page, perPage } },
    { placeholderData: (before) => before },
  );
  const { data: rows } = list;
  const canEdit = useCan('orders.edit');
  const [short, setShort] = useState<Row | null>(null);
  const replace: Column<Row> = {
    key: 'replace',
    label: 'Замена',
    isAction: true,
    render: (row) => (
      <Button aria-label={`Предложить замену всем: ${row.name}`} onClick={() => setShort(row)}>
        Предложить замену всем
      </Button>
    ),
  };
  return (
    <PageFrame title="Остатки" actions={rows && rows.length > 0 ? <ExportLink filter={{ q }} /> : null}>
      <StockTabs />
      <div className="filters">
        <FilterText
          label="Название, артикул, штрихкод"
          value={q}
          onChange={(words) => address.setFilter({ q: [words] })}
        />
      </div>
      <RecordList
        name="short-stock"
        list={list}
        address={address}
        label="Нехватка"
        columns={canEdit ? columns.toSpliced(2, 0, replace) : columns}
        keyOf={({ id }) => id}
        empty={
          <Empty title="Всего хватает">Здесь появится товар, которого в заказах больше, чем лежит на складе.</Empty>
        }
      />
      {short ? <ReplaceDialog short={short} onClose={() => setShort(null)} /> : null}
    </PageFrame>
  );
}

function Orders({ row }: { row: Row }) {
  const more = row.orders_count - Math.min(row.orders.length, shownOrders);
  return (
    <span className="row-tags">
      {row.orders.slice(0, shownOrders).map(({ id, number }) => (
        <PageLink key={id} to={`/orders/${id}`} className="num">
          {number}
        </PageLink>
      ))}
      {more > 0 ? <span className="soft">и ещё {more}</span> : null}
    </span>
  );
}

function ExportLink({ filter }: { filter: Record<string, unknown> }) {
  const search = listSearch({ filter });
  const branch = currentBranch();
  if (branch) search.set('branch', branch);
  return (
    <a className="btn btn-plain" href={`/api/admin/stock/short/export?${search}`}>
      <Download size={16} aria-hidden="true" />
      Выгрузить
    </a>
  );
}
