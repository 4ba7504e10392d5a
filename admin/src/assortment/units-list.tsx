import { formatCount } from '#shared/plurals.ts';
import { PageLink } from '../parts/page-link.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import type { Unit } from './assortment-types.ts';
import { PlainList } from './plain-list.tsx';

const columns: Column<Unit>[] = [
  {
    key: 'name',
    label: 'Единица в 1С',
    render: ({ id, short }) => (
      <span className="row-tags">
        <PageLink to={`/catalogue/units/${encodeURIComponent(id)}`}>{id}</PageLink>
        {short === null ? <Tag tone="warn">не описана</Tag> : null}
      </span>
    ),
  },
  { key: 'short', label: 'Сокращение', render: ({ short }) => short ?? '—' },
  { key: 'forms', label: '1, 2, 5', render: ({ forms }) => forms?.slice(0, 3).join(', ') ?? '—' },
  {
    key: 'parts',
    label: 'В одной показанной',
    align: 'right',
    render: ({ parts }) => <span className="num">{parts === null ? '—' : formatCount(parts)}</span>,
  },
  {
    key: 'products',
    label: 'Товаров',
    align: 'right',
    render: ({ products }) => <span className="num">{formatCount(products)}</span>,
  },
];

/** Units of goods; those nobody described stand on top. */
export function UnitsList() {
  return (
    <PlainList<Unit>
      name="units"
      title="Единицы"
      path="/api/admin/units"
      to="/catalogue/units"
      columns={columns}
      searched={{ label: 'Единица', text: ({ id, short }) => `${id} ${short ?? ''}` }}
      empty={<Empty title="Единиц пока нет">Они появятся с первыми товарами.</Empty>}
      toneOf={({ short, products }) => (short === null && products > 0 ? 'warn' : null)}
    />
  );
}
