import { FilterSelect } from './filter-select.tsx';
import type { ListAddress } from './list-address.ts';
import { orderedCategories } from './product.ts';
import { useCategories } from './use-categories.ts';

/** `category_id` in the address of a list: a category with everything below it. */
export function CategoryFilter({ address }: { address: ListAddress }) {
  const { category_id: [category = ''] = [] } = address.filter;
  return (
    <FilterSelect
      label="Категория"
      every="Все категории"
      choices={orderedCategories(useCategories())}
      value={category}
      onChange={(id) => address.setFilter({ category_id: [id] })}
    />
  );
}
