/** What may stand in braces in the words of an email: what it is for people, and one as an example. */
export const emailPlaceholders = {
  имя: { hint: 'Как зовут покупателя. Если известно не только имя, пропадёт вместе с запятой', sample: 'Анна' },
  заказ: { hint: 'Номер заказа', sample: '1000123' },
  обращение: { hint: 'Номер обращения', sample: '5007' },
  товар: { hint: 'Название товара', sample: 'Штукатурка гипсовая' },
  приз: { hint: 'Название приза', sample: 'Скидка на покупку' },
  организация: { hint: 'Название организации', sample: 'ООО «Северный двор»' },
  инн: { hint: 'ИНН организации', sample: '3525000006' },
  'в городе': { hint: 'Город филиала: «в Вологде»', sample: 'в Вологде' },
  филиал: { hint: 'Название филиала', sample: 'Вологда' },
  телефон: { hint: 'Первый телефон филиала', sample: '+7-817-200-35-35' },
} as const;
export type EmailPlaceholder = keyof typeof emailPlaceholders;

export type EmailValues = Partial<Record<EmailPlaceholder, string>>;

/** The examples alone. */
export const sampleValues = Object.fromEntries(
  Object.entries(emailPlaceholders).map(([name, { sample }]) => [name, sample]),
) as EmailValues;

/** A name that is set off by commas, so that it can be left out: behind a comma, or at the beginning of a sentence. */
const nameBehind = /,\s*\{имя\}(?=\s*(?:[,.!?…:;]|$))/gu;
const nameBefore = /(?<=^|[.!?…\n]\s*)\{имя\},\s*(\p{L})/gu;

/** Whether every `{имя}` may be left out. */
export function isNameApart(template: string): boolean {
  return !template.replace(nameBehind, '').replace(nameBefore, '').includes('{имя}');
}

/**
 * The words with values for their placeholders; a name that is not known goes with its comma. null: another value is
 * missing, or a brace would be left, which is never shown. Braces and line ends of a value are dropped.
 */
export function fillWords(template: string, values: EmailValues): string | null {
  const name = plain(values.имя);
  const apart =
    name === ''
      ? template.replace(nameBehind, '').replace(nameBefore, (_, letter: string) => letter.toUpperCase())
      : template;
  let isWhole = true;
  const text = apart.replace(/\{([^{}]*)\}/g, (_, typed: string) => {
    const value = Object.hasOwn(values, typed) ? plain(values[typed as EmailPlaceholder]) : '';
    if (value === '') isWhole = false;
    return value;
  });
  return isWhole && !/[{}]/.test(text) ? text : null;
}

function plain(value = ''): string {
  return value
    .replace(/[{}]/g, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}
