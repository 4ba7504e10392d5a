import type { FieldWords } from '../record/values.ts';

export const scopeWords: Record<string, string> = { prices: 'цены', stock: 'остатки' };

export const eventWords: Record<string, string> = {
  'order.placed': 'заказ оформлен',
  'order.confirmed': 'заказ подтверждён',
  'order.paid': 'заказ оплачен',
  'order.moved': 'заказ перешёл в другое состояние',
  'prices.changed': 'изменились цены',
  'stock.changed': 'изменились остатки',
};

const listOf = (words: Record<string, string>) => (value: unknown) =>
  Array.isArray(value) ? value.map((code) => words[String(code)] ?? String(code)).join(', ') : '—';

/** How the journal calls the fields of keys and addresses. */
export function keyWords(branchNames: Record<string, string>): FieldWords {
  return {
    name: 'Чей ключ',
    scopes: { label: 'Права', show: listOf(scopeWords) },
    departments: {
      label: 'Филиалы',
      show: (value) => (Array.isArray(value) && value.length > 0 ? listOf(branchNames)(value) : 'все'),
    },
    url: 'Адрес',
    events: { label: 'События', show: listOf(eventWords) },
  };
}
