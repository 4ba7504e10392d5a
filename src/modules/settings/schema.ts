import { z } from 'zod';
import { fieldInput } from '#platform/check-form.ts';
import { networkList } from '#platform/networks.ts';
import { isOgrn } from '#shared/company-numbers.ts';
import { contactCentreHours } from '#shared/constants.ts';
import { email, inn } from '#shared/form-fields.ts';
import { phoneDigits } from '#shared/phone.ts';
import { uploadLimits } from '#shared/upload-rules.ts';

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
  /** A picture among the files of the shop; null: the drawing the program brings. */
  logo: optional(z.string().regex(/^uploads\/[\da-f]{2}\/[\da-f]{32}\.webp$/, 'Загрузите изображение')).default(null),
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

/**
 * S7-36: how long goods stay reserved. How long a ready order is kept is its department's own: `storage_days`.
 */
const ReservationTerms = z.strictObject({
  invoice_working_days: whole(1, 30),
  /** A bank decides on a credit as slowly as a firm pays an invoice. */
  credit_working_days: whole(1, 30),
  /** An order above its buyer's limit waits so many working days for an owner of the firm. */
  approval_working_days: whole(1, 30),
  /** An order to be paid online waits for its money this long. */
  online_minutes: whole(5, 1_440),
  /** A guest's order that is not paid online waits this long for the click in its email or for staff. */
  unconfirmed_hours: whole(1, 240),
  /** A large one waits this long. */
  large_unconfirmed_minutes: whole(5, 1_440),
  /** Large is an order dearer than this, roubles, … */
  large_sum: whole(0, 100_000_000),
  /**
   * … or one with more sales units of a product than this and more than this share of what there was of it, percent.
   */
  large_count: whole(1, 99_999),
  large_stock_percent: whole(1, 100),
});
export type ReservationTerms = z.output<typeof ReservationTerms>;

/**
 * Firms: in how many working days a new one is checked (null: nothing is promised), and whether /business-card/ shows
 * everybody what one purchase costs by the branch's prices for business.
 */
const CompanyTerms = z.strictObject({
  check_working_days: z.preprocess((value) => (value === '' ? null : value), whole(1, 30).nullable()),
  shows_example: z.boolean(),
});
type CompanyTerms = z.output<typeof CompanyTerms>;

const otherEmail = optional(fieldInput(email));

/** Requests to support: the promised term of an answer, and who is written to beside the branch. */
const SupportTerms = z.strictObject({ answer_working_days: whole(1, 10), copy_email: otherEmail });
type SupportTerms = z.output<typeof SupportTerms>;

/** What one review may carry; the upload takes no more files at once. */
const mostReviewPhotos = uploadLimits.files;

/**
 * Reviews and questions: the promised terms; after how many days buyers are asked for a review (0: never); how many
 * photos one has; who is written to beside the branch.
 */
const ReviewTerms = z.strictObject({
  decide_working_days: whole(1, 10),
  answer_working_days: whole(1, 10),
  invite_after_days: whole(0, 60),
  photos: whole(0, mostReviewPhotos),
  copy_email: otherEmail,
});
type ReviewTerms = z.output<typeof ReviewTerms>;

/**
 * The term in which whoever sent a form is contacted; against programs that fill in forms; how long what was sent is
 * kept; who is written to beside the branch.
 */
const FormTerms = z.strictObject({
  answer_working_days: whole(1, 10),
  /** Nobody fills in a form in less. */
  least_ms: whole(0, 60_000),
  /** Forms taken of one address in an hour. */
  per_hour: whole(1, 100_000),
  /** Days after which what was sent is forgotten. */
  kept_days: whole(30, 3_650),
  copy_email: otherEmail,
});
export type FormTerms = z.output<typeof FormTerms>;

/** Under which name emails come, beside the address of MAIL_FROM; where answers go when nothing else is said. */
const MailTerms = z.strictObject({
  sender_name: optional(filled(60).regex(/^[^<>"@\p{Cc}]*$/u, 'Без знаков < > " @')),
  reply_to: otherEmail,
});
type MailTerms = z.output<typeof MailTerms>;

const network = filled(50).refine(
  (typed) => !typed.includes(',') && networkList(typed) !== null,
  'Адрес или сеть: 192.0.2.10 или 192.0.2.0/24',
);

/** How staff are let into the back office. */
const Security = z.strictObject({
  /** S6-05: so long the code of the app holds in a session. */
  second_factor_hours: whole(1, 24),
  /** However often it is renewed, a session of staff ends so long after its sign-in. */
  session_days: whole(1, 30),
  /** Nothing pressed for so long: the code is asked for again. */
  idle_minutes: whole(5, 240),
  /** Where the back office opens; empty: everywhere. */
  networks: z.array(network).max(50, 'Максимум 50 строк'),
});
export type Security = z.output<typeof Security>;

/** Every setting the owner changes: what it must look like, and what holds until somebody has set it. */
export const settingSchemas = {
  company: Company,
  contact_centre: ContactCentre,
  orders: OrderRules,
  reservation_terms: ReservationTerms,
  company_terms: CompanyTerms,
  support_terms: SupportTerms,
  review_terms: ReviewTerms,
  form_terms: FormTerms,
  mail: MailTerms,
  security: Security,
} as const;

export type SettingKey = keyof typeof settingSchemas;

/** What each group is called where staff set it. */
export const settingNames: Record<SettingKey, string> = {
  company: 'Магазин',
  contact_centre: 'Контактный центр',
  orders: 'Заказы',
  reservation_terms: 'Резерв',
  company_terms: 'Организации',
  support_terms: 'Поддержка',
  review_terms: 'Отзывы',
  form_terms: 'Формы',
  mail: 'Почта',
  security: 'Безопасность',
};

export type Settings = {
  company: Company;
  contact_centre: ContactCentre;
  orders: OrderRules;
  reservation_terms: ReservationTerms;
  company_terms: CompanyTerms;
  support_terms: SupportTerms;
  review_terms: ReviewTerms;
  form_terms: FormTerms;
  mail: MailTerms;
  security: Security;
};

export const unsetSettings: Settings = {
  company: { name: 'ИДД', inn: null, ogrn: null, email: null, vk_url: null, logo: null },
  contact_centre: {
    phones: [],
    tooltip_hours: [...contactCentreHours.tooltip],
    header_hours: [...contactCentreHours.header],
  },
  orders: { refund_limit: 10_000, proposal_hours: 4 },
  reservation_terms: {
    invoice_working_days: 3,
    credit_working_days: 3,
    approval_working_days: 1,
    online_minutes: 30,
    unconfirmed_hours: 24,
    large_unconfirmed_minutes: 30,
    large_sum: 100_000,
    large_count: 20,
    large_stock_percent: 50,
  },
  company_terms: { check_working_days: null, shows_example: false },
  support_terms: { answer_working_days: 1, copy_email: null },
  review_terms: { decide_working_days: 2, answer_working_days: 1, invite_after_days: 5, photos: 3, copy_email: null },
  form_terms: { answer_working_days: 1, least_ms: 1_500, per_hour: 30, kept_days: 365, copy_email: null },
  mail: { sender_name: null, reply_to: null },
  security: { second_factor_hours: 12, session_days: 7, idle_minutes: 60, networks: [] },
};
