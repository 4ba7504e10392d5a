import { z } from 'zod';
import { isInn, isKpp, isOgrn } from '#shared/company-numbers.ts';

const required = 'Обязательно для заполнения';

/** Text without control signs and double spaces. */
const line = (max: number) =>
  z
    .string(required)
    .transform((typed) =>
      typed
        .toWellFormed()
        .replace(/[\s\u0000-\u001f\u007f]+/g, ' ')
        .trim(),
    )
    .pipe(z.string().max(max, `Максимум ${max} символов`));

const digits = (schema: z.ZodType<string>) =>
  z.preprocess((typed) => (typeof typed === 'string' ? typed.replace(/\s/g, '') : typed), schema);

const unlessEmpty = (isGood: (typed: string) => boolean) => (typed: string) => typed === '' || isGood(typed);

export const Inn = digits(
  z.string(required).min(1, { error: required, abort: true }).refine(isInn, 'Проверьте ИНН: 10 или 12 цифр'),
);

/** A firm as its buyer names it. КПП and ОГРН may be left out; an organisation's КПП has 9 signs, a person has none. */
export const CompanyInput = z
  .object({
    inn: Inn,
    name: line(250).pipe(z.string().min(1, { error: required, abort: true }).min(2, 'Минимум 2 символа')),
    kpp: digits(z.string().refine(unlessEmpty(isKpp), 'КПП — 9 знаков, например 770701001')).default(''),
    ogrn: digits(z.string().refine(unlessEmpty(isOgrn), 'Проверьте ОГРН: 13 цифр, у предпринимателя 15')).default(''),
    legal_address: line(500).default(''),
  })
  .refine(({ inn, kpp }) => inn.length === 10 || kpp === '', {
    path: ['kpp'],
    message: 'У предпринимателя КПП нет: оставьте поле пустым',
  })
  .refine(({ inn, ogrn }) => ogrn === '' || (inn.length === 10) === (ogrn.length === 13), {
    path: ['ogrn'],
    message: 'У организации ОГРН из 13 цифр, у предпринимателя из 15',
  });
export type CompanyInput = z.output<typeof CompanyInput>;

export const CompanyRoleInput = z.enum(['owner', 'purchaser', 'accountant'], 'Выберите роль');

export const InvitationInput = z.object({
  email: z
    .string(required)
    .trim()
    .toLowerCase()
    .min(1, { error: required, abort: true })
    .pipe(z.email('Неверный формат').max(254, 'Максимум 254 символа')),
  role: CompanyRoleInput,
});
export type InvitationInput = z.output<typeof InvitationInput>;
