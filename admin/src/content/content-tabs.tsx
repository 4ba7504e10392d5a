import { LinkTabs } from '../parts/link-tabs.tsx';

export function ContentTabs() {
  return (
    <LinkTabs
      label="Страницы и блоки"
      tabs={[
        { to: '/content', label: 'Страницы' },
        { to: '/content/menu', label: 'Меню' },
        { to: '/content/home', label: 'Главная' },
        { to: '/content/blog', label: 'Блог' },
        { to: '/content/landings', label: 'Посадочные' },
        { to: '/content/vacancies', label: 'Вакансии' },
        { to: '/content/forms', label: 'Формы' },
        { to: '/content/mails', label: 'Письма' },
        { to: '/content/samples', label: 'Образцы писем' },
      ]}
    />
  );
}
