import type { PersonExport } from '#modules/accounts/export-person.ts';
import { isTicketTheme, ticketThemes } from '#modules/support/schema.ts';
import { formatDateTime } from '#shared/dates.ts';
import { escapeHtml } from '#shared/html.ts';

const sections: [key: keyof PersonExport, title: string][] = [
  ['account', 'Личный кабинет'],
  ['contacts', 'Контакты'],
  ['identities', 'Вход через другие сервисы'],
  ['sessions', 'Сеансы'],
  ['companies', 'Организации'],
  ['company_requests', 'Просьбы вступить в организацию'],
  ['orders', 'Заказы'],
  ['cart', 'Корзина'],
  ['lists', 'Списки товаров'],
  ['addresses', 'Адреса доставки'],
  ['recipients', 'Получатели'],
  ['consents', 'Согласия'],
  ['subscriptions', 'Подписки'],
  ['tickets', 'Обращения'],
  ['forms', 'Заявки с сайта'],
  ['estimates', 'Сметы'],
  ['cards', 'Карты'],
  ['spins', 'Розыгрыши'],
  ['reviews', 'Отзывы'],
  ['questions', 'Вопросы о товарах'],
  ['emails', 'Письма'],
  ['staff_visits', 'Работа сотрудников в кабинете'],
  ['staff_notes', 'Заметки сотрудников'],
  ['restrictions', 'Ограничения'],
];

const words: Record<string, string> = {
  id: 'Номер в базе',
  full_name: 'Имя',
  created_at: 'Создано',
  password_is_set: 'Пароль задан',
  password_changed_at: 'Пароль изменён',
  deletion_requested_at: 'Просьба об удалении',
  deletion_due_at: 'Будет удалён',
  type: 'Вид',
  value: 'Значение',
  kind: 'Вид',
  restriction: 'Ограничение',
  purpose: 'Назначение',
  confirmed_at: 'Подтверждено',
  provider: 'Сервис',
  subject: 'Чьё',
  login: 'Имя в сервисе',
  way: 'Способ входа',
  city: 'Город',
  device: 'Устройство',
  address: 'Адрес',
  used_at: 'Последнее действие',
  ended_at: 'Завершено',
  name: 'Название',
  inn: 'ИНН',
  role: 'Роль',
  since: 'С какого времени',
  number: 'Номер',
  state: 'Состояние',
  payment_state: 'Оплата',
  payment_method: 'Способ оплаты',
  contact_name: 'Покупатель',
  contact_phone: 'Телефон',
  contact_email: 'Почта',
  company_name: 'Организация',
  receiving_type: 'Получение',
  delivery_address: 'Адрес доставки',
  receiving_date: 'День получения',
  recipient_name: 'Получатель',
  recipient_phone: 'Телефон получателя',
  comment: 'Комментарий',
  coupon: 'Купон',
  total: 'Сумма, ₽',
  lines: 'Состав',
  payments: 'Платежи',
  amount: 'Сумма, ₽',
  method: 'Способ',
  paid_at: 'Оплачено',
  refunded: 'Возвращено, ₽',
  passes: 'Пропуска другим людям',
  revoked_at: 'Отозван',
  handovers: 'Выдачи',
  note: 'Замечание',
  decided_at: 'Решено',
  article: 'Артикул',
  count: 'Количество',
  unit: 'Единица',
  price: 'Цена, ₽',
  sum: 'Сумма, ₽',
  taken: 'Принято при выдаче, ₽',
  history: 'История',
  at: 'Когда',
  who: 'Кто',
  why: 'Почему',
  idcode: 'Код',
  added_at: 'Добавлено',
  calculator: 'Числа расчёта',
  area: 'Площадь, м²',
  openings: 'Проёмы, м²',
  layer_mm: 'Слой, мм',
  coats: 'Слоёв',
  waste_percent: 'Запас, %',
  place: 'Населённый пункт',
  phone: 'Телефон',
  text: 'Текст',
  form: 'Форма',
  given_at: 'Дано',
  under_given_at: 'По согласию от',
  withdrawn_at: 'Отозвано',
  email: 'Почта',
  topic: 'Тема',
  product: 'Товар',
  frequency: 'Как часто',
  theme: 'Тема',
  messages: 'Переписка',
  author: 'Кто писал',
  author_name: 'Имя',
  files: 'Файлы',
  to_address: 'Куда',
  sent_at: 'Отправлено',
  staff_name: 'Сотрудник',
  reason: 'Причина',
  started_at: 'Начало',
  done: 'Что сделано',
  what: 'Действие',
  rating: 'Оценка',
  pros: 'Достоинства',
  cons: 'Недостатки',
  reply: 'Ответ магазина',
  answer: 'Ответ магазина',
  photos: 'Фотографии',
  about: 'О чём',
  page: 'Со страницы',
  answers: 'Ответы',
  field: 'Поле',
  file_name: 'Файл',
  issued_at: 'Выдана',
  attached_at: 'Привязана',
  movements: 'Движения',
  movement: 'Движение',
  bonuses: 'Бонусы',
  purchase: 'Покупка, ₽',
  expires_at: 'Действует до',
  client_seed: 'Ваше слово',
  prize: 'Приз',
};

/** Values that are words of ours. */
const values: Record<string, string> = {
  email: 'почта',
  phone: 'телефон',
  telegram: 'телеграм',
  main: 'основной',
  additional: 'дополнительный',
  code: 'код из письма',
  password: 'пароль',
  yandex: 'Яндекс ID',
  signup: 'регистрация',
  owner: 'владелец',
  purchaser: 'закупщик',
  accountant: 'бухгалтер',
  card: 'карта',
  sbp: 'СБП',
  transfer: 'перевод',
  succeeded: 'прошёл',
  canceled: 'не прошёл',
  waiting_for_capture: 'ждёт списания',
  new: 'принят',
  assembling: 'собирается',
  ready: 'готов',
  in_delivery: 'в пути',
  completed: 'выдан',
  cancelled: 'отменён',
  unpaid: 'не оплачен',
  pending: 'ожидает оплаты',
  paid: 'оплачен',
  partly_refunded: 'возвращён частично',
  refunded: 'возвращён',
  on_receipt: 'при получении',
  online: 'онлайн',
  invoice: 'по счёту',
  credit: 'кредит',
  pickup: 'самовывоз',
  delivery: 'доставка',
  personal_data: 'персональные данные',
  advertising: 'реклама',
  actions: 'акции и скидки',
  price_drops: 'снижение цены',
  back_in_stock: 'снова в наличии',
  at_once: 'сразу',
  daily: 'раз в день',
  weekly: 'раз в неделю',
  open: 'ждёт ответа',
  answered: 'есть ответ',
  closed: 'закрыто',
  customer: 'покупатель',
  staff: 'сотрудник',
  note: 'заметка',
  call: 'звонок',
  no_pay_on_receipt: 'без оплаты при получении',
  cart: 'корзина',
  order: 'заказ',
  profile: 'профиль',
  subscribe: 'подписки',
  checking: 'на проверке',
  approved: 'опубликовано',
  refused: 'не опубликовано',
  unconfirmed: 'почта не подтверждена',
  earned: 'начислено за покупку',
  returned: 'снято при возврате',
  spent: 'списано',
  given_back: 'вернулось за возвращённый товар',
  prolonged: 'срок продлён',
  expired: 'срок истёк',
  adjusted: 'исправлено магазином',
};

/** Fields that hold such words; a name typed by a person is shown as it was typed. */
const chosen = new Set([
  'type',
  'purpose',
  'way',
  'role',
  'state',
  'payment_state',
  'payment_method',
  'method',
  'receiving_type',
  'topic',
  'frequency',
  'author',
  'form',
  'movement',
  'kind',
  'restriction',
]);

/** The same facts as the JSON file, to be read by a person: one page without scripts or pictures. */
export function exportHtml(found: PersonExport, timeZone: string): string {
  const body = sections
    .map(([key, title]) => `<h2>${title}</h2>\n${listOf(found[key], timeZone) || '<p>Ничего нет.</p>'}`)
    .join('\n');
  return `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Мои данные в ИДД</title>
<style>body{font:16px/24px Arial,sans-serif;max-width:800px;margin:24px auto;padding:0 16px}h2{margin:32px 0 8px}
dl{display:grid;grid-template-columns:minmax(120px,220px) 1fr;gap:2px 16px;margin:0 0 16px;padding-top:8px;border-top:1px solid #ccc}
dt{color:#555}dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}dd dl{margin-bottom:8px}</style></head>
<body><h1>Мои данные в магазине ИДД</h1><p>Выгружено ${formatDateTime(found.exported_at, timeZone)}. Пароль и ключи сеансов в выгрузку не входят: сам пароль магазин не хранит.</p>
${body}
</body></html>
`;
}

function listOf(value: unknown, timeZone: string): string {
  const rows = (Array.isArray(value) ? value : [value]) as Record<string, unknown>[];
  return rows
    .map(
      (row) =>
        `<dl>${Object.entries(row)
          .map((pair) => termOf(pair, timeZone))
          .join('')}</dl>`,
    )
    .join('\n');
}

function termOf([key, value]: [string, unknown], timeZone: string): string {
  const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0);
  return isEmpty ? '' : `<dt>${words[key] ?? key}</dt><dd>${textOf(key, value, timeZone)}</dd>`;
}

const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

function textOf(key: string, value: unknown, timeZone: string): string {
  if (Array.isArray(value))
    return typeof value[0] === 'object'
      ? listOf(value, timeZone)
      : value.map((one) => escapeHtml(String(one))).join(', ');
  if (typeof value === 'boolean') return value ? 'да' : 'нет';
  if (typeof value === 'number') return String(value).replace('.', ',');
  const text = String(value);
  if (moment.test(text)) return formatDateTime(text, timeZone);
  if (key === 'theme' && isTicketTheme(text)) return ticketThemes[text];
  return escapeHtml(chosen.has(key) && Object.hasOwn(values, text) ? (values[text] ?? text) : text);
}
