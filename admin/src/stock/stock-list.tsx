import { useState } from 'react';
import { useGetList } from 'react-admin';
import { formatDay } from '#shared/dates.ts';
import { formatCount } from '#shared/plurals.ts';
import type { paths } from '../api-types.ts';
import { CategoryFilter } from '../parts/category-filter.tsx';
import { countCell } from '../parts/count-cell.tsx';
import { FilterChips } from '../parts/filter-chips.tsx';
import { FilterSelect } from '../parts/filter-select.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { pageOf, useListAddress } from '../parts/list-address.ts';
import { shortMoment } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { Column } from '../parts/record-table.tsx';
import { ResetFilter } from '../parts/reset-filter.tsx';
import { Empty } from '../parts/states.tsx';
import { useBrands } from '../parts/use-brands.ts';
import { RequestError, request } from '../request.ts';
import { useMay } from '../session/may.ts';
import { HeldDialog } from './held-dialog.tsx';
import { StockTabs } from './stock-tabs.tsx';

export type StockRow =
  paths['/api/admin/stock']['get']['responses'][200]['content']['application/json']['items'][number];

const filterKeys = ['q', 'category_id', 'brand_id', 'state'] as const;
const states = [
  { value: 'in_stock', label: 'В наличии' },
  { value: 'out', label: 'Нет в наличии' },
  { value: 'is_over', label: 'Резерв больше остатка' },
];

const columnsOf = (showHeld: (row: StockRow) => void): Column<StockRow>[] => [
  {
    key: 'name',
    label: 'Товар',
    render: ({ product_id: id, name }) => <PageLink to={`/catalogue/${id}`}>{name}</PageLink>,
  },
  { key: 'article', label: 'Артикул', render: ({ article }) => article ?? '—' },
  { key: 'store', label: 'Склад', render: ({ store_name: name }) => name },
  { key: 'on_hand', label: 'На складе', align: 'right', render: (row) => countCell(row.on_hand, row.unit) },
  {
    key: 'reserved',
    label: 'В резерве',
    align: 'right',
    // Of a product that nobody holds the reservations that ended are told.
    render: (row) => (
      <button
        type="button"
        className="link-button num"
        aria-label={`Кто держит: ${row.name}, ${row.store_name}, ${formatCount(row.reserved)} ${row.unit}`}
        onClick={() => showHeld(row)}
      >
        {`${formatCount(row.reserved)}\u00a0${row.unit}`}
      </button>
    ),
  },
  { key: 'available', label: 'Можно продать', align: 'right', render: (row) => countCell(row.available, row.unit) },
  {
    key: 'out_since',
    label: 'Нет с',
    render: ({ out_since: day }) => <span className="num">{day ? formatDay(day) : '—'}</span>,
  },
  {
    key: 'awaited',
    label: 'Ждут',
    align: 'right',
    render: ({ awaited }) => <span className="num">{awaited > 0 ? formatCount(awaited) : '—'}</span>,
  },
  { key: 'shelf', label: 'Место', render: (row) => <Shelf key={`${row.id} ${row.shelf}`} row={row} /> },
  {
    key: 'updated_at',
    label: 'Обновлено',
    render: ({ updated_at: at }) => <span className="num">{shortMoment(at)}</span>,
  },
];

/** What lies in the stores of the branch. The counts come from 1C; the place of storage is written here. */
export function StockList() {
  const address = useListAddress(filterKeys, 'name');
  const [shown, setShown] = useState<StockRow | null>(null);
  const { filter, sort } = address;
  const { q: [q = ''] = [], category_id: [category = ''] = [], brand_id: [brand = ''] = [], state = [] } = filter;
  const brands = useBrands();
  const list = useGetList<StockRow>(
    'stock',
    {
      filter: {
        q,
        ...(category && { category_id: Number(category) }),
        ...(brand && { brand_id: [Number(brand)] }),
        ...(state.includes('in_stock') !== state.includes('out') && { in_stock: state.includes('in_stock') }),
        ...(state.includes('is_over') && { is_over: true }),
      },
      sort,
      ...pageOf(address),
    },
    { placeholderData: (before) => before },
  );
  return (
    <PageFrame title="Остатки">
      <StockTabs />
      <div className="filters">
        <FilterText
          label="Название, артикул, штрихкод"
          value={q}
          onChange={(words) => address.setFilter({ q: [words] })}
        />
        <CategoryFilter address={address} />
        <FilterSelect
          label="Бренд"
          every="Все бренды"
          choices={brands.map(({ id, name }) => ({ id, label: name }))}
          value={brand}
          onChange={(id) => address.setFilter({ brand_id: [id] })}
        />
        <FilterChips
          label="Состояние"
          choices={states}
          chosen={state}
          onChange={(chosen) => address.setFilter({ state: chosen })}
        />
        <ResetFilter address={address} />
      </div>
      <RecordList
        name="stock"
        list={list}
        address={address}
        label="Остатки"
        columns={columnsOf(setShown)}
        keyOf={({ id }) => id}
        toneOf={({ on_hand: onHand, reserved }) => (reserved > onHand ? 'bad' : null)}
        empty={<Empty title="Остатков пока нет">Они приходят из 1С или таблицей.</Empty>}
      />
      {shown ? <HeldDialog row={shown} onClose={() => setShown(null)} /> : null}
    </PageFrame>
  );
}

/** '2026-12-01' → «01.12.2026». */
/** Saved when the field is left or by Enter. */
function Shelf({ row }: { row: StockRow }) {
  const isEditable = useMay()('stock.shelf');
  const [saved, setSaved] = useState(row.shelf ?? '');
  const [typed, setTyped] = useState(saved);
  const [problem, setProblem] = useState<string | null>(null);
  if (!isEditable) return row.shelf ?? '—';

  async function save() {
    if (typed === saved) return;
    try {
      await request(`/api/admin/stock/${row.product_id}/shelf`, {
        method: 'PUT',
        body: { store: row.store, shelf: typed || null, seen: saved || null },
      });
      setSaved(typed);
      setProblem(null);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      // What was typed stays; saved once more, it takes the place of what another has written.
      if (error.code === 'seen_changed') setSaved(String(error.details.current ?? ''));
      setProblem(error.message);
    }
  }

  return (
    <span className={`goods-field${problem ? ' wrong' : ''}`}>
      <input
        aria-label={`Место: ${row.name}, ${row.store_name}`}
        maxLength={60}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => void save()}
        onKeyDown={({ key }) => {
          if (key === 'Enter') void save();
        }}
      />
      {problem ? (
        <span className="goods-problem" role="alert">
          {problem}
        </span>
      ) : null}
    </span>
  );
}
