import { cleanText } from '#shared/clean-text.ts';
import { fieldMessages } from '#shared/field-messages.ts';
import type { FieldSchema, FormRules } from '#shared/form-rules.ts';
import { readAmount, readCount, type ShownUnit, typedAmount } from '#shared/unit-words.ts';

const nameWords = 'Укажите имя того, кто придёт: от 2 до 120 символов';

/** Who receives the order instead of its owner (S2-19). */
export const delegateForm = {
  name: {
    label: 'Кто придёт за заказом',
    required: true,
    min: 2,
    max: 120,
    empty: nameWords,
    wrong: nameWords,
    clean: (typed) => cleanText(typed).replace(/\s+/g, ' '),
    hint: 'Ссылку на пропуск вы отправите сами. Она действует один раз, и её можно отозвать.',
    autoComplete: 'off',
  },
} satisfies FormRules;

/** What a recipient without a pass tells at the desk. */
export const dictatedCodeForm = {
  number: {
    label: 'Номер заказа',
    required: true,
    pattern: /^[1-9][0-9]{0,14}$/,
    wrong: 'Номер заказа — только цифры',
    inputMode: 'numeric',
    autoComplete: 'off',
  },
  pickup_code: {
    label: 'Код получения',
    required: true,
    pattern: /^[0-9]{6}$/,
    wrong: 'В коде шесть цифр',
    clean: (typed) => typed.replace(/[\s-]/g, ''),
    inputMode: 'numeric',
    autoComplete: 'off',
  },
} satisfies FormRules;

/** A line of the order: `waiting` in sales units. */
type LineOnForm = { order_line_id: number; waiting: number; shown_unit: ShownUnit };

/**
 * What is given out now of these lines, counted as people read them (metres): fields `given_{id}`, `problem_{id}`,
 * `note_{id}`, `photo_{id}` of each, `note` of the act, and `due`, what the desk saw as to be taken, in kopecks.
 */
export const handOverForm = (lines: LineOnForm[]): FormRules =>
  Object.fromEntries([
    ['due', { label: 'К оплате' }],
    ...lines.flatMap(lineFields),
    ['note', { label: 'Примечание к акту', max: 1_000, lines: 2 }],
  ]);

function lineFields({ order_line_id: id, waiting, shown_unit }: LineOnForm): [string, FieldSchema][] {
  return [
    [
      `given_${id}`,
      {
        label: 'Выдано',
        required: true,
        check: (text) => {
          const read = readCount(text, shown_unit);
          if ('message' in read) return read.message;
          return read.count > waiting ? fieldMessages.maxValue(typedAmount(waiting, shown_unit)) : null;
        },
      },
    ],
    [
      `problem_${id}`,
      {
        label: 'Почему',
        required: true,
        empty: 'Укажите, почему выдано меньше',
        choices: { shortage: 'Не хватило', defect: 'Брак' },
        when: (values) => readAmount(values[`given_${id}`] ?? '', shown_unit)?.count !== waiting,
      },
    ],
    [`note_${id}`, { label: 'Что не так', max: 500, autoComplete: 'off' }],
    [`photo_${id}`, { label: 'Фотография', type: 'files', max: 1, only: 'photos' }],
  ];
}
