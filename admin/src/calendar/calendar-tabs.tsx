import { LinkTabs } from '../parts/link-tabs.tsx';

export function CalendarTabs() {
  return (
    <LinkTabs
      label="Календарь"
      tabs={[
        { to: '/calendar', label: 'Календарь' },
        { to: '/calendar/releases', label: 'Выпуски' },
        { to: '/calendar/drafts', label: 'Черновики' },
      ]}
    />
  );
}
