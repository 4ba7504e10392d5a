import { LinkTabs } from '../parts/link-tabs.tsx';

export function OnecTabs() {
  return (
    <LinkTabs
      label="Обмен с 1С"
      tabs={[
        { to: '/onec', label: 'Пакеты' },
        { to: '/onec/mapping', label: 'Сопоставление' },
        { to: '/onec/orders', label: 'Заказы в 1С' },
        { to: '/onec/order-files', label: 'Файлы заказов' },
        { to: '/onec/unknown', label: 'Неизвестные заказы' },
        { to: '/onec/nodes', label: 'Узлы обмена' },
      ]}
    />
  );
}
