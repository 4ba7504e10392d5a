import { LinkTabs } from '../parts/link-tabs.tsx';

export function KeysTabs() {
  return (
    <LinkTabs
      label="Ключи и вебхуки"
      tabs={[
        { to: '/keys', label: 'Ключи обмена' },
        { to: '/keys/webhooks', label: 'Вебхуки' },
      ]}
    />
  );
}
