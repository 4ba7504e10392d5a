import { LinkTabs } from '../parts/link-tabs.tsx';

export function SeoTabs() {
  return (
    <LinkTabs
      label="SEO"
      tabs={[
        { to: '/seo', label: 'Тексты' },
        { to: '/seo/problems', label: 'Замечания' },
        { to: '/seo/redirects', label: 'Перенаправления' },
        { to: '/seo/missing', label: 'Ненайденные адреса' },
        { to: '/seo/shorts', label: 'Подборки' },
        { to: '/seo/feeds', label: 'Карта сайта и выгрузки' },
      ]}
    />
  );
}
