import { LinkTabs } from '../parts/link-tabs.tsx';

/** The two lists of the section. */
export function PeopleTabs() {
  return (
    <LinkTabs
      label="Покупатели и фирмы"
      tabs={[
        { to: '/customers', label: 'Покупатели' },
        { to: '/customers/firms', label: 'Фирмы' },
      ]}
    />
  );
}
