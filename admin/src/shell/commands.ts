/** A screen below a section, or something that is begun, found by its name in the search. */
export type Command = {
  label: string;
  /** Under /admin. */
  to: string;
  /** Who lacks it does not find the command. */
  permission: string;
  kind: 'screen' | 'action';
};

const screen = (label: string, to: string, permission: string): Command => ({ label, to, permission, kind: 'screen' });
const action = (label: string, to: string, permission: string): Command => ({ label, to, permission, kind: 'action' });

/** In the order in which equal ones are offered. */
export const commands: Command[] = [
  action('Заказ по телефону', '/orders/new', 'orders.create'),
  action('Новый купон', '/promo/coupons/new', 'promo.write'),
  action('Партия кодов', '/promo/coupons/batch', 'promo.write'),
  action('Новая акция', '/promo/actions/new', 'promo.write'),
  action('Новый слайд', '/promo/slides/new', 'promo.write'),
  action('Новая плашка', '/promo/wobblers/new', 'promo.write'),
  action('Новый набор', '/promo/sets/new', 'promo.write'),
  action('Новый розыгрыш', '/promo/wheels/new', 'promo.write'),
  action('Новая форма', '/content/forms/new', 'content.publish'),
  action('Повторить прошлый год', '/calendar/copy', 'preview.use'),
  screen('Список заказов', '/orders?view=list', 'orders.read'),
  screen('Доска заказов', '/orders', 'orders.read'),
  screen('Возвраты денег', '/payments?tab=refunds', 'payments.read'),
  screen('Чеки', '/payments?tab=receipts', 'payments.read'),
  screen('Сверка с платёжной системой', '/payments?tab=compare', 'payments.account'),
  screen('Фирмы', '/customers/firms', 'customers.read'),
  screen('Согласия', '/customers/consents', 'customers.read'),
  screen('Отзывы на проверке', '/requests/reviews', 'moderation.write'),
  screen('Вопросы о товарах', '/requests/questions', 'moderation.write'),
  screen('Заявки для CRM', '/requests/leads', 'leads.read'),
  screen('Заявки с форм', '/requests/submissions', 'forms.read'),
  screen('Шаблоны ответов', '/requests/templates', 'moderation.write'),
  screen('Категории', '/catalogue/categories', 'catalogue.read'),
  screen('Свойства', '/catalogue/attributes', 'catalogue.read'),
  screen('Бренды', '/catalogue/brands', 'catalogue.read'),
  screen('Единицы', '/catalogue/units', 'catalogue.read'),
  screen('Импорт и экспорт', '/catalogue/import', 'catalogue.import'),
  screen('Лист товаров', '/catalogue/sheet', 'catalogue.import'),
  screen('Массовые изменения цен', '/prices/plans', 'prices.read'),
  screen('Массовые операции', '/jobs/bulk', 'prices.read'),
  screen('Нехватка товара', '/stock/short', 'stock.read'),
  screen('Сопоставление с 1С', '/onec/mapping', 'exchange.read'),
  screen('Заказы в 1С', '/onec/orders', 'exchange.read'),
  screen('Узлы обмена с 1С', '/onec/nodes', 'exchange.read'),
  screen('Почему не сработал купон', '/promo/bench', 'promo.write'),
  screen('Акции', '/promo/actions', 'promo.write'),
  screen('Слайды', '/promo/slides', 'promo.write'),
  screen('Плашки', '/promo/wobblers', 'promo.write'),
  screen('Кредит', '/promo/credit', 'promo.write'),
  screen('Бонусы', '/promo/bonuses', 'promo.write'),
  screen('Колесо', '/promo/wheels', 'promo.write'),
  screen('Наборы', '/promo/sets', 'promo.write'),
  screen('Коды кампаний', '/promo/codes', 'promo.write'),
  screen('Коды на полках', '/catalogue/shelf-codes', 'catalogue.write'),
  screen('Выпуски', '/calendar/releases', 'preview.use'),
  screen('Черновики', '/calendar/drafts', 'preview.use'),
  screen('Синонимы', '/search/synonyms', 'search.write'),
  screen('Закреплённые товары', '/search/pins', 'search.write'),
  screen('Стоп-слова', '/search/stop-words', 'search.write'),
  screen('Перенаправления адресов', '/seo/redirects', 'seo.write'),
  screen('Ненайденные адреса', '/seo/missing', 'seo.write'),
  screen('Карта сайта и выгрузки', '/seo/feeds', 'seo.write'),
  screen('Меню магазина', '/content/menu', 'content.write'),
  screen('Главная страница магазина', '/content/home', 'content.write'),
  screen('Блог', '/content/blog', 'content.write'),
  screen('Посадочные', '/content/landings', 'content.write'),
  screen('Вакансии', '/content/vacancies', 'content.write'),
  screen('Письма', '/content/mails', 'content.write'),
  screen('Закупка: чего не хватило', '/losses/purchase', 'reports.money'),
  screen('Что сделали с потерями', '/losses/measures', 'reports.money'),
  screen('Вебхуки', '/keys/webhooks', 'keys.manage'),
];
