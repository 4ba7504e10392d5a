import { readClientSeed } from '#shared/fair-draw.ts';
import { fieldMessages } from '#shared/field-messages.ts';
import type { FieldSchema, FormRules } from '#shared/form-rules.ts';

/** What repeats a draw of the wheel, as its page and the email of a prize show it. */
export const drawCheckForm = {
  server_seed: { ...hexadecimal(64), label: 'Число билета', required: true },
  commit: { ...hexadecimal(64), label: 'Контрольная сумма, показанная до вращения' },
  ticket: { ...hexadecimal(16), label: 'Билет', required: true },
  client_seed: {
    label: 'Слово участника',
    required: true,
    clean: (typed) => readClientSeed(typed) ?? '',
    hint: 'То, с которым вращали колесо',
    autoComplete: 'off',
  },
} as const satisfies FormRules;

/** So many digits; what is much longer is not one of them anyway. */
function hexadecimal(digits: number) {
  return {
    min: digits,
    max: digits,
    check: (text) => (/^[0-9a-f]+$/.test(text) ? null : fieldMessages.format),
    clean: (typed) =>
      typed
        .slice(0, 2 * digits)
        .trim()
        .toLowerCase(),
    hint: `${digits}\u00a0${digits === 64 ? 'знака' : 'знаков'}: цифры и буквы от a до f`,
    autoComplete: 'off',
  } satisfies Partial<FieldSchema>;
}
