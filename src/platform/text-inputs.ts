import { z } from 'zod';

/** What a record is called. */
export const Name = z.string().trim().min(1, 'Обязательно для заполнения').max(200, 'Не длиннее 200 знаков');

/** The last part of a page's address. */
export const PageCode = z
  .string()
  .trim()
  .max(120, 'Не длиннее 120 знаков')
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Адрес — латинские буквы, цифры и дефисы');

/** Of a picture or document under the files folder. */
export const FilePath = z
  .string()
  .max(300)
  .regex(/^[A-Za-z0-9][A-Za-z0-9/_. -]*$/, 'Такого файла нет')
  .refine((path) => !path.includes('..'), 'Такого файла нет');
