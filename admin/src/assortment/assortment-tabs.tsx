import { LinkTabs } from '../parts/link-tabs.tsx';
import { useCan } from '../session/session.ts';

/** The pages of the section of goods. */
export function AssortmentTabs() {
  const canImport = useCan('catalogue.import');
  return (
    <LinkTabs
      label="Каталог"
      tabs={[
        { to: '/catalogue', label: 'Товары' },
        { to: '/catalogue/categories', label: 'Категории' },
        { to: '/catalogue/attributes', label: 'Свойства' },
        { to: '/catalogue/brands', label: 'Бренды' },
        { to: '/catalogue/units', label: 'Единицы' },
        { to: '/catalogue/shelf-codes', label: 'Коды на полках' },
        ...(canImport ? [{ to: '/catalogue/import', label: 'Импорт и экспорт' }] : []),
      ]}
    />
  );
}
