import { formatCount } from '#shared/plurals.ts';
import { ownedField, ownedFields } from '#shared/product-fields.ts';
import type { FieldWords } from '../record/values.ts';

/** Fields of a node of the exchange, as the form and the journal call them. */
export const nodeWords: FieldWords = {
  name: 'Название',
  networks: { label: 'Откуда разрешён обмен', show: (value) => (value ? String(value) : 'с любого адреса') },
  encoding: { label: 'Кодировка', show: (value) => encodings[String(value)] ?? '—' },
  file_limit: { label: 'Часть файла', show: (value) => `${formatCount(Math.floor(Number(value) / 1024))} КБ` },
  takes_zip: 'Архивы ZIP',
  stock_excludes_reserves: {
    label: 'Остатки из 1С',
    show: (value) => (value === true ? 'без отложенного для заказов' : 'весь товар на складе'),
  },
  day_pays_whole: {
    label: 'День оплаты без суммы',
    show: (value) => (value === false ? 'сколько пришло, проверяют люди' : 'заказ оплачен целиком'),
  },
  own_fields: {
    label: 'Ведёт магазин',
    show: (value) => (Array.isArray(value) && value.length > 0 ? ownFieldWords(value) : 'ничего, всё ведёт 1С'),
  },
  is_on: 'Включён',
};

/** ['name', 'vat'] → «название, НДС» */
export function ownFieldWords(fields: readonly string[]): string {
  return ownedFields.flatMap((field) => (fields.includes(field) ? ownedField[field].words : [])).join(', ');
}

export const encodings: Record<string, string> = { 'utf-8': 'UTF-8', 'windows-1251': 'Windows-1251' };
