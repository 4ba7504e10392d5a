import { LinkTabs } from '../parts/link-tabs.tsx';
import { useCan } from '../session/session.ts';

export function ContentTabs() {
  const mayReadConsents = useCan('customers.read');
  const mayReadSent = useCan('forms.read');
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
        ...(mayReadSent ? [{ to: '/content/submissions', label: 'Заявки' }] : []),
        { to: '/content/mails', label: 'Письма' },
        { to: '/content/samples', label: 'Образцы писем' },
        ...(mayReadConsents ? [{ to: '/content/consents', label: 'Согласия' }] : []),
      ]}
    />
  );
}
