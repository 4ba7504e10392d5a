import { fieldMessages } from '#shared/field-messages.ts';
import type { FormRules } from '#shared/form-rules.ts';
import { parseAmount } from '#shared/units.ts';
import { carryingFields } from '#web/parts/order/receiving/carrying-fields.ts';

const mostKg = 100_000;

/** What the price of delivery depends on: where to, and what is carried. */
export const quoteForm = {
  address: {
    label: 'Адрес или населённый пункт',
    required: true,
    max: 300,
    autoComplete: 'address-line1',
    when: ({ place }) => !place,
  },
  place: {
    label: 'Ближайшее место из наших зон',
    max: 300,
    hint: 'Такого места среди зон нет: выберите ближайшее, и посчитаем до него',
  },
  load: { label: 'Что везём' },
  weight: {
    label: 'Вес, кг',
    required: true,
    check: (text) => weightProblem(gramsOf(text)),
    autoComplete: 'off',
    when: ({ load }) => load !== 'cart',
  },
  ...carryingFields(() => true),
} satisfies FormRules;

/** «120», «12,5», «1 200 кг» → grams; null for what is no number. */
export function gramsOf(typed: string): number | null {
  const amount = parseAmount(typed.replace(/\s*кг\.?$/i, ''));
  return amount && Math.ceil(Number((amount.n * 1_000_000n) / amount.d) / 1000);
}

function weightProblem(grams: number | null): string | null {
  if (grams === null) return fieldMessages.number;
  if (grams < 100) return fieldMessages.minValue('0,1');
  return grams > mostKg * 1000 ? fieldMessages.maxValue(mostKg) : null;
}
