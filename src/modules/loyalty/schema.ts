import type { FormRules } from '#shared/form-rules.ts';

const wrongNumber = 'В номере карты ошибка: проверьте цифры';

export const cardKinds = ['bonus', 'idd'] as const;
export type CardKind = (typeof cardKinds)[number];

export const cardKindWords: Record<CardKind, string> = { bonus: 'Бонусная карта', idd: 'Карта ИДД' };

export const movementWords = {
  earned: 'Начислено за покупку',
  returned: 'Снято при возврате',
  spent: 'Списано',
  given_back: 'Вернулись за возвращённый товар',
  expired: 'Срок бонусов истёк',
  prolonged: 'Срок продлён: вернулись с отменённого заказа',
  adjusted: 'Исправлено магазином',
} as const;
export type MovementReason = keyof typeof movementWords;

/** A number as typed (spaces, hyphens) → 13 digits whose check digit is right, or null. */
export function readCardNumber(typed: string): string | null {
  const number = typed.replace(/[\s\u00a0-]/g, '');
  return /^[24]\d{12}$/.test(number) && checkDigit(number.slice(0, 12)) === number[12] ? number : null;
}

/**
 * The digit that makes a number of 12 digits a card's (Luhn): one mistyped digit or two swapped neighbours are noticed.
 */
export function checkDigit(digits: string): string {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return String((10 - (sum % 10)) % 10);
}

/** How a number is shown: '2 0123 4567 8901'. */
export function formatCardNumber(number: string): string {
  return number.replace(/^(\d)(\d{4})(\d{4})(\d{4})$/, '$1\u00a0$2\u00a0$3\u00a0$4');
}

/** Digits of the code that comes with a card. */
export const cardCodeDigits = 6;

/** A card by its number and the code that came with it. */
export const cardFields = {
  number: {
    label: 'Номер карты',
    required: true,
    max: 30,
    autoComplete: 'off',
    inputMode: 'numeric',
    hint: '13 цифр на лицевой стороне',
    check: (typed) => (readCardNumber(typed) === null ? wrongNumber : null),
    wrong: wrongNumber,
  },
  code: {
    label: 'Код карты',
    required: true,
    max: 10,
    autoComplete: 'off',
    inputMode: 'numeric',
    hint: `${cardCodeDigits} цифр, их выдали вместе с картой`,
    clean: (typed) => typed.replace(/\s/g, ''),
    pattern: new RegExp(`^\\d{${cardCodeDigits}}$`),
    wrong: `Код — ${cardCodeDigits} цифр`,
  },
} satisfies FormRules;
