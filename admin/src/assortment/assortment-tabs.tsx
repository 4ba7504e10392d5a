import { LinkTabs } from '../parts/link-tabs.tsx';

/** The pages of the section of goods. */
export function AssortmentTabs() {
  return (
    <LinkTabs
      label="Каталог"
      tabs={[
        { to: '/catalogue', label: 'Товары' },
        { to: '/catalogue/categories', label: 'Категории' },
        { to: '/catalogue/attributes', label: 'Свойства' },
        { to: '/catalogue/brands', label: 'Бренды' },
        { to: '/catalogue/units', label: 'Единицы' },
      ]}
    />
  );
}
