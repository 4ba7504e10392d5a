import { CategoryFilter } from '../parts/category-filter.tsx';
import { FilterChips } from '../parts/filter-chips.tsx';
import { FilterSelect } from '../parts/filter-select.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { type Got, useGot } from '../parts/got.ts';
import type { ListAddress } from '../parts/list-address.ts';
import { MoreFilters } from '../parts/more-filters.tsx';
import { ResetFilter } from '../parts/reset-filter.tsx';
import { useBrands } from '../parts/use-brands.ts';

const lacks = [
  { value: 'photo', label: 'Без фото' },
  { value: 'price', label: 'Без цены' },
  { value: 'weight', label: 'Без веса' },
  { value: 'description', label: 'Без описания' },
];
const rarerLacks = [
  { value: 'brand', label: 'Без бренда' },
  { value: 'category', label: 'Без категории' },
  { value: 'barcode', label: 'Без штрихкода' },
];
const states = [
  { value: 'low', label: 'Качество ниже 70' },
  { value: 'in_stock', label: 'В наличии' },
  { value: 'on', label: 'На сайте' },
  { value: 'off', label: 'Сняты с продажи' },
  { value: 'onec', label: 'Из 1С' },
  { value: 'own', label: 'Заведены в магазине' },
  { value: 'draft', label: 'Ждёт черновик' },
  { value: 'duplicate', label: 'Двойной штрихкод' },
];
const moreKeys = ['attribute', 'changed_from'];

/** Which goods the list shows; what is asked for less often stands behind «Ещё отборы». */
export function GoodsFilters({ address }: { address: ListAddress }) {
  const { filter, setFilter } = address;
  const { q: [q = ''] = [], lacks: without = [], state = [], brand_id: [brand = ''] = [] } = filter;
  const brands = useBrands();
  return (
    <div className="filters">
      <FilterText label="Название, артикул, штрихкод" value={q} onChange={(words) => setFilter({ q: [words] })} />
      <CategoryFilter address={address} />
      <FilterSelect
        label="Бренд"
        every="Все бренды"
        choices={brands.map(({ id, name }) => ({ id, label: name }))}
        value={brand}
        onChange={(id) => setFilter({ brand_id: [id] })}
      />
      <FilterChips
        label="Чего нет"
        choices={lacks}
        chosen={without}
        onChange={(chosen) => setFilter({ lacks: chosen })}
      />
      <FilterChips
        label="Состояние"
        choices={states}
        chosen={state}
        onChange={(chosen) => setFilter({ state: chosen })}
      />
      <RarerFilters address={address} />
      <ResetFilter address={address} />
    </div>
  );
}

function RarerFilters({ address: { filter, setFilter } }: { address: ListAddress }) {
  const { lacks: without = [], attribute: [attribute = ''] = [], changed_from: [changed = ''] = [] } = filter;
  const { data } = useGot<Got<'/api/admin/attributes'>>('/api/admin/attributes');
  const chosen =
    moreKeys.filter((key) => filter[key]?.length).length +
    rarerLacks.filter(({ value }) => without.includes(value)).length;
  return (
    <MoreFilters chosen={chosen}>
      <FilterChips
        label="Чего ещё нет"
        choices={rarerLacks}
        chosen={without}
        onChange={(chosen) => setFilter({ lacks: chosen })}
      />
      <label className="filter-choice">
        <span>Без свойства</span>
        <select value={attribute} onChange={({ target }) => setFilter({ attribute: [target.value] })}>
          <option value="">любые</option>
          {data?.items.map(({ code, name, group_name: group }) => (
            <option key={code} value={code}>
              {group ? `${name} (${group})` : name}
            </option>
          ))}
        </select>
      </label>
      <label className="filter-choice">
        <span>Изменены с</span>
        <input type="date" value={changed} onChange={({ target }) => setFilter({ changed_from: [target.value] })} />
      </label>
    </MoreFilters>
  );
}
