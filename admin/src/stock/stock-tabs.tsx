import { LinkTabs } from '../parts/link-tabs.tsx';

export function StockTabs() {
  return (
    <LinkTabs
      label="Остатки"
      tabs={[
        { to: '/stock', label: 'По складам' },
        { to: '/stock/short', label: 'Нехватка' },
      ]}
    />
  );
}
