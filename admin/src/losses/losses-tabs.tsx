import { LinkTabs } from '../parts/link-tabs.tsx';

export function LossesTabs() {
  return (
    <LinkTabs
      label="Потерянный спрос"
      tabs={[
        { to: '/losses', label: 'Потери' },
        { to: '/losses/purchase', label: 'Закупка' },
        { to: '/losses/measures', label: 'Что сделали' },
      ]}
    />
  );
}
