/**
 * What is said of a value that breaks a rule (S5-05, S5-06, S5-11): one sentence per rule, whether a form, a page or a
 * call was filled in. «символов» is not declined: the specification fixes these sentences with any number.
 */
export const fieldMessages = {
  required: 'Обязательно для заполнения',
  unchosen: 'Обязательно для выбора',
  format: 'Неверный формат',
  phone: 'Неверный формат телефона',
  inn: 'Проверьте ИНН: 10 или 12 цифр',
  number: 'Должно быть числом',
  minLength: (count: number | string) => `Минимум ${count} символов`,
  maxLength: (count: number | string) => `Максимум ${count} символов`,
  minValue: (value: number | string) => `Минимальное значение ${value}`,
  maxValue: (value: number | string) => `Максимальное значение ${value}`,
} as const;
