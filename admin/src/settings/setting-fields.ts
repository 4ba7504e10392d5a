import type { FieldWords } from '../record/values.ts';

/**
 * How a field of the settings is typed: a line of text, a whole number, several lines, one thing on each, or yes and
 * no.
 */
export type SettingField = { name: string; label: string; hint: string; kind: 'text' | 'number' | 'lines' | 'yes' };
export type SettingGroup = {
  id: string;
  /** Where its record is read and saved. */
  path: string;
  /** What the journal calls its lines, and whose. */
  history: { resource: string; id: string };
  lead: string;
  fields: SettingField[];
};

const text = (name: string, label: string, hint: string): SettingField => ({ name, label, hint, kind: 'text' });
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
    lead: 'Кто продаёт. Стоит в подвале сайта, в письмах и документах и в разметке для поиска.',
    fields: [
      { name: 'name', label: 'Название магазина', hint: 'Например: ООО «ИДД»', kind: 'text' },
      { name: 'inn', label: 'ИНН', hint: '10 цифр у организации, 12 у предпринимателя', kind: 'text' },
      { name: 'ogrn', label: 'ОГРН', hint: '13 цифр, у предпринимателя 15', kind: 'text' },
      { name: 'email', label: 'Почта для покупателей', hint: 'Пустое поле не показывается', kind: 'text' },
      { name: 'vk_url', label: 'Страница ВКонтакте', hint: 'Адрес целиком: https://vk.com/…', kind: 'text' },
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
      {
        name: 'refund_limit',
        label: 'Предел возврата для оператора, ₽',
        hint: 'Больше этого по одному заказу возвращает владелец или бухгалтер',
        kind: 'number',
      },
      {
        name: 'proposal_hours',
        label: 'Ждать ответа на предложение, рабочих часов',
        hint: 'Сколько покупатель может думать о замене товара, от 1 до 80',
        kind: 'number',
      },
    ],
  },
];

export const settingWords: FieldWords = Object.fromEntries(
  settingGroups.flatMap(({ fields }) => fields.map(({ name, label }) => [name, label])),
);
