import type { FieldWords } from '../record/values.ts';

/** How a field of the settings is typed: a line of text, a whole number, or several lines, one thing on each. */
export type SettingField = { name: string; label: string; hint: string; kind: 'text' | 'number' | 'lines' };
export type SettingGroup = { id: string; lead: string; fields: SettingField[] };

/** The groups of the settings, in the order of the page, by the keys of the server. */
export const settingGroups: SettingGroup[] = [
  {
    id: 'company',
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
    id: 'contact_centre',
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
    id: 'orders',
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
