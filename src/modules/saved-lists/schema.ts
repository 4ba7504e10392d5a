import type { CalculatorForm } from '#shared/calculators.ts';
import type { FormRules } from '#shared/form-rules.ts';

/** The most a person keeps; the same bounds stand in the tables. Lines: as many as favourites hold. */
export const savedListLimits = { lists: 30, lines: 200, name: 60 } as const;

/** Said at `name`, or at `replace` where that is offered. */
export const nameTaken = 'Список с таким названием уже есть';

const name = {
  label: 'Название списка',
  required: true,
  max: savedListLimits.name,
  placeholder: 'Например, Кухня',
  autoComplete: 'off',
} as const;

export const listNameForm = { name } satisfies FormRules;

/** The numbers that were typed into the calculator of a product. */
export type SavedCalculation = { product_id: number; numbers: Partial<CalculatorForm> };

const replace = { label: 'Заменить его содержимое', type: 'checkbox' } as const;

/** What a calculator came to is kept so. */
export const saveCalculationForm = {
  name: { ...name, placeholder: 'Например, Стены в спальне' },
  replace,
} satisfies FormRules;

/** Goods go on a list that is there already. */
export const addToListForm = { list: { label: 'Ваш список', required: true } } satisfies FormRules;

/** What is kept, `empty`: goods come later, and whether it takes the place of a list that has this name already. */
export const saveListForm = {
  source: { label: 'Что сохранить', required: true, options: ['favourites', 'cart', 'empty'] },
  name,
  replace,
} satisfies FormRules;
