import type { FieldWords } from '../record/values.ts';
import { bankFields, type SettingField } from '../settings/setting-fields.ts';

/** What is typed of the requisites of a branch. */
export const fieldsOfBranch: SettingField[] = [
  ...bankFields,
  {
    name: 'paper_index',
    label: 'Индекс подразделения в номере УПД',
    kind: 'text',
    hint: 'Например: 3, тогда номер — 12/3. Можно не указывать',
  },
];

/** Names of the fields in the history and where two people changed the same. */
export const requisiteWords: FieldWords = {
  ...Object.fromEntries(fieldsOfBranch.map(({ name, label }) => [name, label])),
  is_own: 'Свои реквизиты',
};
