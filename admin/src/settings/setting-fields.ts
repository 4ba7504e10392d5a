import type { FieldWords } from '../record/values.ts';

/**
 * How a field of the settings is typed: a line of text, a whole number, several lines, one thing on each, yes and no,
 * or a picture.
 */
export type SettingField = {
  name: string;
  label: string;
  hint: string;
  kind: 'text' | 'number' | 'lines' | 'yes' | 'picture';
};
export type SettingGroup = {
  id: string;
  /** Where its record is read and saved. */
  path: string;
  /** What the journal calls its lines, and whose. */
  history: { resource: string; id: string };
  lead: string;
  fields: SettingField[];
  /** Visitors see it: what is typed may wait as a draft. */
  isDrafted?: true;
};

const number = (name: string, label: string, hint: string): SettingField => ({ name, label, hint, kind: 'number' });
const text = (name: string, label: string, hint: string): SettingField => ({ name, label, hint, kind: 'text' });
const copy = text(
  'copy_email',
  'Кому ещё писать',
  'Почта, на которую придёт такое же письмо, что и филиалу. Можно не указывать',
);
const stored = (id: string) => ({ id, path: `/api/admin/settings/${id}`, history: { resource: 'settings', id } });

/** Where buyers pay and who signs: of the shop, and of a branch that has its own. */
export const bankFields: SettingField[] = [
  text('kpp', 'КПП', '9 знаков; у предпринимателя пусто'),
  text('address', 'Юридический адрес', 'С индексом'),
  text('bank_name', 'Банк', 'Например: Банк «Пример», г. Вологда'),
  text('bik', 'БИК', '9 цифр, первые 04'),
  text('account', 'Расчётный счёт', '20 цифр'),
  text('correspondent_account', 'Корреспондентский счёт', '20 цифр'),
  text('director_post', 'Должность руководителя', 'Например: Генеральный директор'),
  text('director_name', 'Руководитель', 'Фамилия и инициалы, как в подписи'),
  text('accountant_name', 'Бухгалтер', 'Фамилия и инициалы; можно не указывать'),
  text('phone', 'Телефон для документов', 'Можно не указывать'),
];

/** The groups of the settings, in the order of the page, by the keys of the server. */
export const settingGroups: SettingGroup[] = [
  {
    ...stored('company'),
    isDrafted: true,
    lead: 'Кто продаёт. Стоит в подвале сайта, в письмах и документах и в разметке для поиска.',
    fields: [
      { name: 'name', label: 'Название магазина', hint: 'Например: ООО «ИДД»', kind: 'text' },
      { name: 'inn', label: 'ИНН', hint: '10 цифр у организации, 12 у предпринимателя', kind: 'text' },
      { name: 'ogrn', label: 'ОГРН', hint: '13 цифр, у предпринимателя 15', kind: 'text' },
      { name: 'email', label: 'Почта для покупателей', hint: 'Пустое поле не показывается', kind: 'text' },
      { name: 'vk_url', label: 'Страница ВКонтакте', hint: 'Адрес целиком: https://vk.com/…', kind: 'text' },
      {
        name: 'logo',
        label: 'Логотип',
        hint: 'PNG, WebP или JPG шириной от 100 точек, лучше от 200 и без полей, на белом или прозрачном. В шапке место 100 × 36. Без него — рисунок магазина',
        kind: 'picture',
      },
    ],
  },
  {
    id: 'requisites',
    path: '/api/admin/requisites/shop',
    history: { resource: 'requisites', id: 'shop' },
    lead: 'Куда платят по счёту и кто подписывает. Название, ИНН и ОГРН берутся с вкладки «Магазин». Выписанные документы не меняются.',
    fields: [
      ...bankFields,
      { name: 'is_vat_payer', label: 'Платит НДС', hint: 'Если нет, документы и чеки — без НДС', kind: 'yes' },
    ],
  },
  {
    ...stored('contact_centre'),
    isDrafted: true,
    lead: 'Общие телефоны всех филиалов и часы, когда на них отвечают.',
    fields: [
      { name: 'phones', label: 'Телефоны', hint: 'По одному на строке, не больше двух', kind: 'lines' },
      {
        name: 'tooltip_hours',
        label: 'Часы в подсказке',
        hint: 'Так, как прочитает покупатель, до 4 строк',
        kind: 'lines',
      },
      { name: 'header_hours', label: 'Часы в шапке', hint: 'Так, как прочитает покупатель, до 4 строк', kind: 'lines' },
    ],
  },
  {
    ...stored('orders'),
    lead: 'Правила работы с заказами.',
    fields: [
      number(
        'refund_limit',
        'Предел возврата для оператора, ₽',
        'Больше этого по одному заказу возвращает владелец или бухгалтер',
      ),
      number(
        'proposal_hours',
        'Ждать ответа на предложение, рабочих часов',
        'Сколько покупатель может думать о замене товара, от 1 до 80',
      ),
    ],
  },
  {
    ...stored('reservation_terms'),
    lead: 'Сколько товар отложен под заказ, пока его не оплатили или не подтвердили. Новые сроки действуют для следующих заказов. Сколько готовый заказ ждёт покупателя, указано у пункта выдачи.',
    fields: [
      number('online_minutes', 'Ждать оплату на сайте, минут', 'От 5 до 1440'),
      number('invoice_working_days', 'Ждать оплату по счёту, рабочих дней', 'От 1 до 30'),
      number('credit_working_days', 'Ждать решения банка о кредите, рабочих дней', 'От 1 до 30'),
      number(
        'approval_working_days',
        'Ждать согласования в фирме, рабочих дней',
        'Если заказ закупщика больше его лимита; от 1 до 30',
      ),
      number(
        'unconfirmed_hours',
        'Ждать подтверждения гостя, часов',
        'Пока гость не нажал ссылку в письме; от 1 до 240',
      ),
      number('large_unconfirmed_minutes', 'То же для крупного заказа, минут', 'От 5 до 1440'),
      number('large_sum', 'Крупный заказ: дороже, ₽', 'Или по количеству, как указано ниже'),
      number('large_count', 'Крупный заказ: больше единиц товара', 'Действует вместе с долей остатка'),
      number('large_stock_percent', 'И больше доли остатка, %', 'От 1 до 100'),
    ],
  },
  {
    ...stored('company_terms'),
    lead: 'Что магазин обещает организациям на странице «Бизнес-карта».',
    fields: [
      number(
        'check_working_days',
        'Проверить организацию за рабочих дней',
        'Срок видит покупатель; от 1 до 30. Пусто — срок не назван',
      ),
      {
        name: 'shows_example',
        label: 'Показывать всем пример цены для бизнеса',
        hint: 'Одна покупка по ценам филиала: в розницу и для бизнеса. Если нет, чужие цены для бизнеса никто не видит',
        kind: 'yes',
      },
    ],
  },
  {
    ...stored('support_terms'),
    lead: 'Обращения покупателей. Письмо о каждом получает филиал.',
    fields: [
      number(
        'answer_working_days',
        'Ответить за рабочих дней',
        'Срок видит покупатель, по нему стоит очередь; от 1 до 10',
      ),
      copy,
    ],
  },
  {
    ...stored('review_terms'),
    lead: 'Отзывы и вопросы о товарах. Отзыв пишет только тот, кто получил товар. Письмо о каждом получает филиал.',
    fields: [
      number('decide_working_days', 'Проверить отзыв за рабочих дней', 'Срок видит покупатель; от 1 до 10'),
      number('answer_working_days', 'Ответить на вопрос за рабочих дней', 'Срок видит покупатель; от 1 до 10'),
      number(
        'invite_after_days',
        'Просить об отзыве через дней',
        'Одно письмо на заказ, считая от получения; 0 — не просить, не больше 60',
      ),
      number('photos', 'Фотографий к отзыву', 'От 0 до 3; 0 — без фотографий'),
      copy,
    ],
  },
  {
    ...stored('form_terms'),
    lead: 'Заявки с форм сайта: обратный звонок, заказ под заказ и другие. Письмо о каждой получает филиал.',
    fields: [
      number('answer_working_days', 'Связаться за рабочих дней', 'По этому сроку стоит очередь заявок; от 1 до 10'),
      number('per_hour', 'Заявок в час с одного адреса', 'Больше — отказ до следующего часа; от 1 до 100 000'),
      number(
        'least_ms',
        'Быстрее не заполнить, мс',
        'Форму, отправленную раньше, отправила программа; 1000 мс — секунда, не больше 60 000',
      ),
      number('kept_days', 'Хранить заявки, дней', 'Потом заявка и её файлы удаляются; от 30 до 3650'),
      copy,
    ],
  },
  {
    ...stored('mail'),
    lead: 'От кого приходят письма магазина. Адрес отправителя задан на сервере, вместе с почтой.',
    fields: [
      text('sender_name', 'Имя отправителя', 'Например: ИДД. Пусто — как задано на сервере'),
      text(
        'reply_to',
        'Куда приходят ответы на письма',
        'Для писем, у которых нет адреса филиала. Пусто — на адрес отправителя',
      ),
    ],
  },
  {
    ...stored('security'),
    lead: 'Как сотрудники входят в управление магазином.',
    fields: [
      number('second_factor_hours', 'Код из приложения действует, часов', 'Потом его спросят ещё раз; от 1 до 24'),
      number(
        'session_days',
        'Входить заново раз в столько дней',
        'Паролем и кодом, сколько бы ни работали; от 1 до 30',
      ),
      number('idle_minutes', 'Закрывать экран без движения через минут', 'Открывает код из приложения; от 5 до 240'),
      {
        name: 'networks',
        label: 'Открывать управление только с адресов',
        hint: 'По одному на строке: 192.0.2.10 или 192.0.2.0/24. Пусто — отовсюду. Выдача и заказы на сайте открыты как прежде',
        kind: 'lines',
      },
    ],
  },
];

export const settingWords: FieldWords = Object.fromEntries(
  settingGroups.flatMap(({ fields }) =>
    fields.map(({ name, label, kind }) => [
      name,
      kind === 'picture' ? { label, show: (value: unknown) => (value ? 'загружен' : 'нет') } : label,
    ]),
  ),
);
