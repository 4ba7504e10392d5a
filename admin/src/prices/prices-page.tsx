import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { useNavigate, useSearchParams } from 'react-router';
import { countOf, formatCount, plural } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { CategoryFilter } from '../parts/category-filter.tsx';
import { FilterChips } from '../parts/filter-chips.tsx';
import { FilterSelect } from '../parts/filter-select.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { type ListAddress, pageOf, useListAddress } from '../parts/list-address.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink, useAddress } from '../parts/page-link.tsx';
import { nextOf, Pager } from '../parts/pager.tsx';
import { PriceTagsLink } from '../parts/price-tags-link.tsx';
import { ResetFilter } from '../parts/reset-filter.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { useBoxes } from '../parts/use-boxes.ts';
import { useBrands } from '../parts/use-brands.ts';
import { request } from '../request.ts';
import { useMay } from '../session/may.ts';
import { MassChange } from './mass-change.tsx';
import { PriceSheet } from './price-sheet.tsx';
import type { PriceColumn, SheetRow } from './sheet.ts';

const filterKeys = ['q', 'category_id', 'brand_id', 'state'] as const;
const states = [
  { value: 'in_stock', label: 'В наличии' },
  { value: 'no_price', label: 'Без цены' },
];

/** Goods by the price columns of the branch. */
export function PricesPage() {
  const address = useListAddress(filterKeys, 'name');
  const { filter, sort } = address;
  const { q: [q = ''] = [], category_id: [category = ''] = [], brand_id: [brand = ''] = [], state = [] } = filter;
  const columns = useQuery({
    queryKey: ['price-columns', window.location.search],
    queryFn: async () => (await request<{ items: PriceColumn[] }>('/api/admin/price-columns')).body.items,
  });
  const branch = useSearchParams()[0].get('branch') || 'all';
  const [isMass, setMass] = useState(false);
  const may = useMay();
  const isEditable = may('prices.write');
  /** Who may not write prices computes them for a release that another person publishes. */
  const isPlanner = may('prices.propose');
  const navigate = useNavigate();
  const withBranch = useAddress();
  const wanted = {
    ...(q && { q }),
    ...(category && { category_id: Number(category) }),
    ...(brand && { brand_id: [Number(brand)] }),
    ...(state.includes('in_stock') && { in_stock: true }),
    ...(state.includes('no_price') && { without: ['price'] }),
  };
  const list = useGetList<SheetRow>(
    'prices',
    {
      filter: wanted,
      sort,
      ...pageOf(address),
    },
    { placeholderData: (before) => before },
  );
  const { data: rows, total = 0, refetch, meta } = list;
  const boxes = useBoxes((rows ?? []).map(({ id }) => id));
  const error = list.error ?? columns.error;
  const retry = () => {
    if (list.error) void refetch();
    if (columns.error) void columns.refetch();
  };
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <PageFrame
      title="Цены"
      actions={
        <>
          <PageLink className="btn" to="/prices/plans">
            Массовые изменения
          </PageLink>
          {boxes.ids.length > 0 ? (
            <>
              <PriceTagsLink ids={boxes.ids} className="btn" />
              <Button kind="text" onClick={boxes.clear}>
                Снять отметки
              </Button>
            </>
          ) : null}
          {isPlanner ? (
            <Button kind="primary" disabled={!columns.data || total === 0} onClick={() => setMass(true)}>
              {massWords(isEditable, boxes.ids.length)}
            </Button>
          ) : null}
        </>
      }
    >
      <Filters address={address} />
      <div className="panel list-panel">
        {error ? <LoadFailure error={error} retry={retry} /> : null}
        {!error && !(rows && columns.data) ? <Skeleton rows={12} /> : null}
        {rows?.length === 0 ? (
          <Empty
            title="Ничего не подошло"
            action={isFiltered ? <Button onClick={address.resetFilter}>Сбросить фильтры</Button> : null}
          />
        ) : null}
        {rows && rows.length > 0 && columns.data ? (
          <>
            <PriceSheet
              key={branch}
              branch={branch}
              rows={rows}
              boxes={isPlanner ? boxes : null}
              columns={columns.data}
              readAgain={async () => void (await refetch())}
            />
            <Pager address={address} total={total} hasMore={meta?.more === true} next={nextOf(list)} />
          </>
        ) : null}
      </div>
      {isMass && columns.data ? (
        <MassChange
          columns={columns.data}
          filter={boxes.ids.length > 0 ? { ids: boxes.ids } : wanted}
          goods={boxes.ids.length > 0 ? markedWords(boxes.ids.length) : goodsWords(q, total, meta?.more === true)}
          onClose={() => setMass(false)}
          onDone={() => void navigate(withBranch('/prices/plans'))}
        />
      ) : null}
    </PageFrame>
  );
}

function massWords(isEditable: boolean, marked: number): string {
  const verb = isEditable ? 'Изменить' : 'Предложить';
  return marked > 0 ? `${verb} отмеченные: ${marked}` : `${verb} все`;
}

/** Which goods the sheet and a mass change are about. */
function Filters({ address }: { address: ListAddress }) {
  const { q: [q = ''] = [], brand_id: [brand = ''] = [], state = [] } = address.filter;
  return (
    <div className="filters">
      <FilterText
        label="Название, артикул, штрихкод"
        takesFocus
        value={q}
        onChange={(words) => address.setFilter({ q: [words] })}
      />
      <CategoryFilter address={address} />
      <FilterSelect
        label="Бренд"
        every="Все бренды"
        choices={useBrands().map(({ id, name }) => ({ id, label: name }))}
        value={brand}
        onChange={(id) => address.setFilter({ brand_id: [id] })}
      />
      <FilterChips
        label="Какие товары"
        choices={states}
        chosen={state}
        onChange={(chosen) => address.setFilter({ state: chosen })}
      />
      <ResetFilter address={address} />
    </div>
  );
}

function markedWords(count: number): string {
  return `отмечено ${countOf(count, 'товар', 'товара', 'товаров')}`;
}

/** «Товары «гладь», 214». */
function goodsWords(q: string, total: number, isMore: boolean): string {
  const count = `${isMore ? 'больше ' : ''}${formatCount(total)} ${plural(total, 'товар', 'товара', 'товаров')}`;
  return q === '' ? count : `«${q}», ${count}`;
}
