import { LinkTabs } from '../parts/link-tabs.tsx';

export function SearchTabs({ misses }: { misses?: number | undefined }) {
  return (
    <LinkTabs
      label="Поиск"
      tabs={[
        { to: '/search', label: 'Не нашли', ...(misses !== undefined && { count: misses }) },
        { to: '/search/synonyms', label: 'Синонимы' },
        { to: '/search/pins', label: 'Закреплённые' },
        { to: '/search/redirects', label: 'Перенаправления' },
        { to: '/search/stop-words', label: 'Стоп-слова' },
        { to: '/search/quality', label: 'Качество' },
      ]}
    />
  );
}
