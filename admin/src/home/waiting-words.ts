import type { Dashboard } from './home.tsx';

type Words = {
  /** The list of what waits. */
  to: string;
  label: string;
  note: string;
  /** In place of «просрочено 3», where all of it is late by its nature. */
  ifLate?: string;
};

/** How the start page names each queue, and where it leads. */
export const waitingWords: Record<Dashboard['waiting'][number]['queue'], Words> = {
  arrived: { to: '/handover', label: 'Подъехали', note: 'ждут у пункта', ifLate: 'ждут у пункта' },
  expiring: { to: '/handover', label: 'Хранение до сегодня', note: 'завтра товар вернётся на полку' },
  tickets: { to: '/requests/tickets?answer=1', label: 'Обращения', note: 'ждут ответа' },
  reviews: { to: '/requests/reviews', label: 'Отзывы', note: 'ждут проверки' },
  questions: { to: '/requests/questions', label: 'Вопросы о товарах', note: 'ждут ответа' },
  onec: { to: '/onec?state=held', label: 'Пакеты 1С', note: 'ждут решения', ifLate: 'ждут решения' },
  failed_releases: {
    to: '/calendar/releases',
    label: 'Выпуски не вышли',
    note: 'откройте и посмотрите почему',
    ifLate: 'откройте и посмотрите почему',
  },
  refused_receipts: {
    to: '/payments?tab=receipts&state=canceled',
    label: 'Чеки с ошибкой',
    note: 'касса не пробила',
    ifLate: 'касса не пробила',
  },
  refused_refunds: {
    to: '/payments?tab=refunds&state=canceled',
    label: 'Возвраты отклонены',
    note: 'покупатель ждёт денег',
    ifLate: 'покупатель ждёт денег',
  },
  transfers: {
    to: '/payments?tab=refunds&state=new&state=pending',
    label: 'Возвраты переводом',
    note: 'отправьте и отметьте',
  },
  invoices: { to: '/payments?tab=invoices', label: 'Счета ждут денег', note: 'отметьте, когда придут' },
  payment_events: { to: '/payments?tab=events', label: 'Странные уведомления', note: 'не подошли к платежам' },
  leads: { to: '/requests/leads', label: 'Заявки не переданы', note: 'CRM их не приняла' },
  misses: { to: '/search', label: 'Не нашли', note: 'запросы без ответа' },
  without_photo: { to: '/catalogue?lacks=photo&state=on&state=onec', label: 'Из 1С без фото', note: 'уже на сайте' },
  collisions: { to: '/calendar', label: 'Столкновения в календаре', note: 'за две недели вперёд' },
};
