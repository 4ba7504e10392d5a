import { z } from 'zod';
import { fieldInput } from '#platform/check-form.ts';
import { isOgrn } from '#shared/company-numbers.ts';
import { contactCentreHours } from '#shared/constants.ts';
import { email, inn } from '#shared/form-fields.ts';
import { phoneDigits } from '#shared/phone.ts';

const filled = (max: number) =>
  z.string().trim().min(1, 'Обязательно для заполнения').max(max, `Максимум ${max} символов`);
/** '' is «not set». */
const optional = (schema: z.ZodType<string>) =>
  z.preprocess((value) => (value === '' ? null : value), schema.nullable());
const lines = z.array(filled(60)).min(1, 'Обязательно для заполнения').max(4, 'Максимум 4 строки');

/** Who sells, as the footer, emails, documents and markup for search engines name it. What is null is not shown. */
export const Company = z.strictObject({
  name: filled(160),
  inn: optional(fieldInput(inn)),
  ogrn: optional(z.string().refine(isOgrn, 'Проверьте ОГРН: 13 цифр, у предпринимателя 15')),
  email: optional(fieldInput(email)),
  vk_url: optional(
    z
      .string()
      .regex(/^https:\/\/(?:m\.|www\.)?vk\.(?:com|ru)\/[\w.-]+$/, 'Адрес страницы: https://vk.com/…')
      .max(200, 'Максимум 200 символов'),
  ),
});
export type Company = z.output<typeof Company>;

/** The contact centre of all branches; both readings of its hours stay as they are (S9-08). */
export const ContactCentre = z.strictObject({
  phones: z
    .array(filled(40).refine((phone) => /^7\d{10}$/.test(phoneDigits(phone)), 'Неверный формат телефона'))
    .max(2, 'Максимум 2 телефона'),
  tooltip_hours: lines,
  header_hours: lines,
});
export type ContactCentre = z.output<typeof ContactCentre>;

const whole = (min: number, max: number) =>
  z.coerce
    .number<number>('Укажите целое число')
    .int('Укажите целое число')
    .min(min, `Минимум ${min}`)
    .max(max, `Максимум ${max}`);

/**
 * How orders are worked on: `refund_limit`, what an operator may give back of one order, in roubles; `proposal_hours`,
 * how many working hours a buyer has to answer a proposal.
 */
const OrderRules = z.strictObject({ refund_limit: whole(0, 10_000_000), proposal_hours: whole(1, 80) });
type OrderRules = z.output<typeof OrderRules>;

/** Every setting the owner changes: what it must look like, and what holds until somebody has set it. */
export const settingSchemas = { company: Company, contact_centre: ContactCentre, orders: OrderRules } as const;

export type SettingKey = keyof typeof settingSchemas;
export type Settings = { company: Company; contact_centre: ContactCentre; orders: OrderRules };

export const unsetSettings: Settings = {
  company: { name: 'ИДД', inn: null, ogrn: null, email: null, vk_url: null },
  contact_centre: {
    phones: [],
    tooltip_hours: [...contactCentreHours.tooltip],
    header_hours: [...contactCentreHours.header],
  },
  orders: { refund_limit: 10_000, proposal_hours: 4 },
};
