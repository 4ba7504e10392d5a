import { Download, Plus, Table2 } from 'lucide-react';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { useNavigate } from 'react-router';
import { formatPrice } from '#shared/money.ts';
import { formatCount } from '#shared/plurals.ts';
import { AssortmentTabs } from '../assortment/assortment-tabs.tsx';
import { Button } from '../parts/button.tsx';
import { pageOf, useListAddress } from '../parts/list-address.ts';
import { MarkBox } from '../parts/mark-box.tsx';
import { shortMoment } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink, useAddress } from '../parts/page-link.tsx';
import { type ProductRow, thumbnail } from '../parts/product.ts';
import { RecordList } from '../parts/record-list.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { type Boxes, useBoxes } from '../parts/use-boxes.ts';
import { useCategories } from '../parts/use-categories.ts';
import { currentBranch } from '../request.ts';
import { useMay } from '../session/may.ts';
import { GoodsBulk } from './goods-bulk.tsx';
import { GoodsFilters } from './goods-filters.tsx';
import { NewProduct } from './new-product.tsx';
import { narrowedBy, productFilterKeys, productSort } from './product-filter.ts';

const nameColumn = (boxes: Boxes | null): Column<ProductRow> => ({
  key: 'name',
  label: 'Товар',
  sort: 'name',
  render: (row) => (
    <span className="goods-name">
      {boxes ? <MarkBox boxes={boxes} id={row.id} label={`Отметить «${row.name}»`} /> : null}
      {row.image ? <img src={thumbnail(row.image)} alt="" width="28" height="28" loading="lazy" /> : <i />}
      <PageLink to={`/catalogue/${row.id}`}>{row.name}</PageLink>
    </span>
  ),
});

const otherColumns: Column<ProductRow>[] = [
  { key: 'article', label: 'Артикул', sort: 'article', render: ({ article }) => article ?? '—' },
  { key: 'brand', label: 'Бренд', render: ({ brand }) => brand ?? '—' },
  { key: 'category', label: 'Категория', render: ({ category }) => category ?? '—' },
  { key: 'price', label: 'Цена', align: 'right', render: (row) => <b className="num">{priceWords(row)}</b> },
  {
    key: 'available',
    label: 'Остаток',
    align: 'right',
    render: ({ available, unit }) => (
      <span className="num">{available === null ? '—' : `${formatCount(available)}\u00a0${unit}`}</span>
    ),
  },
  {
    key: 'quality',
    label: 'Качество',
    sort: 'quality',
    align: 'right',
    render: ({ quality }) =>
      quality === null ? '—' : <Tag tone={quality < 70 ? 'warn' : 'good'}>{formatCount(quality)}</Tag>,
  },
  {
    key: 'state',
    label: 'Состояние',
    render: ({ is_on: isOn }) => <Tag tone={isOn ? 'good' : 'plain'}>{isOn ? 'На сайте' : 'Снят с продажи'}</Tag>,
  },
  {
    key: 'changed_at',
    label: 'Изменён',
    sort: 'changed_at',
    render: ({ changed_at: at }) => <span className="num">{shortMoment(at)}</span>,
  },
  { key: 'origin', label: 'Откуда', render: ({ is_from_1c: isFrom1c }) => (isFrom1c ? <Tag>1С</Tag> : 'магазин') },
];

/** All goods with the price and stock of the branch, the one changed last on top. */
export function ProductsList() {
  const address = useListAddress(productFilterKeys, productSort);
  const { filter, sort } = address;
  const [isNew, setNew] = useState(false);
  const may = useMay();
  const navigate = useNavigate();
  const withBranch = useAddress();
  const categories = useCategories();
  const narrowed = narrowedBy(filter);
  const list = useGetList<ProductRow>(
    'products',
    {
      filter: narrowed,
      sort,
      ...pageOf(address),
    },
    { placeholderData: (before) => before },
  );
  const boxes = useBoxes((list.data ?? []).map(({ id }) => id));

  return (
    <PageFrame
      title="Товары"
      beside={<AssortmentTabs />}
      actions={
        <>
          {may('catalogue.import') ? (
            <>
              <TakeAway narrowed={narrowed} />
              <PageLink className="btn btn-plain" to={`/catalogue/sheet${window.location.search}`}>
                <Table2 size={16} aria-hidden="true" />
                Листом
              </PageLink>
            </>
          ) : null}
          {may('catalogue.write') ? (
            <Button kind="primary" icon={<Plus size={16} aria-hidden="true" />} onClick={() => setNew(true)}>
              Новый товар
            </Button>
          ) : null}
        </>
      }
    >
      <GoodsFilters address={address} />
      <RecordList
        name="products"
        list={list}
        address={address}
        label="Товары"
        columns={[nameColumn(may('catalogue.import') ? boxes : null), ...otherColumns]}
        below={<GoodsBulk {...boxes} />}
        keyOf={({ id }) => String(id)}
        open={({ id }) => void navigate(withBranch(`/catalogue/${id}`))}
        empty={<Empty title="Товаров пока нет">Создайте первый товар или примите выгрузку из 1С.</Empty>}
      />
      {isNew ? <NewProduct categories={categories} onClose={() => setNew(false)} /> : null}
    </PageFrame>
  );
}

/** The goods of the list as a table that comes back by «Импорт и экспорт». */
function TakeAway({ narrowed }: { narrowed: object }) {
  const branch = currentBranch();
  const filter = encodeURIComponent(JSON.stringify(narrowed));
  const href = `/api/admin/goods-table?filter=${filter}${branch ? `&branch=${encodeURIComponent(branch)}` : ''}`;
  return (
    <>
      <a className="btn btn-plain" href={`${href}&as=xlsx`} download>
        <Download size={16} aria-hidden="true" />
        XLSX
      </a>
      <a className="btn btn-plain" href={`${href}&as=csv`} download>
        CSV
      </a>
    </>
  );
}

function priceWords({ price_from: from, price_to: to }: ProductRow): string {
  if (from === null || to === null) return '—';
  return from === to ? formatPrice(from) : `${formatPrice(from)} – ${formatPrice(to)}`;
}
