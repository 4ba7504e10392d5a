import { z } from 'zod';
import { fieldMessages } from '#shared/field-messages.ts';
import { keysOf } from '#shared/keys-of.ts';

/** Where in the shop the work is; the address of the filter carries the key. */
export const vacancyFields = {
  sales: 'Торговый зал',
  warehouse: 'Склад',
  delivery: 'Доставка',
  purchasing: 'Закупки и каталог',
  service: 'Обслуживание покупателей',
  office: 'Офис',
} as const;

export const vacancySchedules = {
  five_two: '5/2',
  two_two: '2/2',
  shifts: 'Сменный график',
  flexible: 'Гибкий график',
  part_time: 'Неполный день',
} as const;

export type VacancyField = keyof typeof vacancyFields;
export type VacancySchedule = keyof typeof vacancySchedules;

const kopecks = z.int().positive('Зарплата больше нуля').nullable().default(null);
const html = z.string().trim().max(20_000, fieldMessages.maxLength(20000));

/** A post as staff describe it. Salary in kopecks per month, at least one of its bounds. */
export const VacancyInput = z
  .object({
    department_id_1c: z.string().regex(/^\d{5}$/, 'Нет такого пункта'),
    title: z.string().trim().min(3, fieldMessages.minLength(3)).max(160, fieldMessages.maxLength(160)),
    field: z.enum(keysOf(vacancyFields)),
    schedule: z.enum(keysOf(vacancySchedules)),
    salary_from_kopecks: kopecks,
    salary_to_kopecks: kopecks,
    is_salary_after_tax: z.boolean().default(true),
    duties: html.min(1, 'Обязательно для заполнения'),
    requirements: html.default(''),
    terms: html.min(1, 'Обязательно для заполнения'),
    valid_until: z.date().nullable().default(null),
  })
  .refine((vacancy) => vacancy.salary_from_kopecks !== null || vacancy.salary_to_kopecks !== null, {
    message: 'Укажите зарплату: от, до или обе границы',
    path: ['salary_from_kopecks'],
  })
  .refine(({ salary_from_kopecks: from, salary_to_kopecks: to }) => from === null || to === null || from <= to, {
    message: 'Нижняя граница больше верхней',
    path: ['salary_to_kopecks'],
  });

export type VacancyInput = z.input<typeof VacancyInput>;
