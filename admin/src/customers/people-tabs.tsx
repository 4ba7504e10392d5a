import { LinkTabs } from '../parts/link-tabs.tsx';

/** The lists of the section. */
export function PeopleTabs() {
  return (
    <LinkTabs
      label="Покупатели и фирмы"
      tabs={[
        { to: '/customers', label: 'Покупатели' },
        { to: '/customers/firms', label: 'Фирмы' },
        { to: '/customers/cards', label: 'Карты' },
        { to: '/customers/consents', label: 'Согласия' },
      ]}
    />
  );
}
