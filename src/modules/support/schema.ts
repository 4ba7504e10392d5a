import { fieldMessages } from '#shared/field-messages.ts';
import { type FormRules, formProblems } from '#shared/form-rules.ts';
import { toE164 } from '#shared/phone.ts';

/** What people write about; the key is stored, the words are shown. */
export const ticketThemes = {
  order: 'Вопрос по заказу',
  payment: 'Оплата и чеки',
  delivery: 'Доставка и самовывоз',
  return: 'Возврат, обмен, брак',
  product: 'Вопрос о товаре',
  documents: 'Документы для организации',
  site: 'Ошибка на сайте',
  personal_data: 'Персональные данные',
  other: 'Другое',
} as const;

export type TicketTheme = keyof typeof ticketThemes;

export const ticketStateWords = { open: 'Ждёт ответа', answered: 'Есть ответ', closed: 'Закрыто' } as const;

export type TicketState = keyof typeof ticketStateWords;

export function isTicketTheme(text: string): text is TicketTheme {
  return Object.hasOwn(ticketThemes, text);
}

export const longestMessage = 4_000;

/** A new request as a form sends it (S3-13); `phone` and `text` may be empty. */
export type TicketFields = { theme: string; name: string; email: string; phone?: string; text?: string };

const rules: FormRules<'theme' | 'name' | 'email' | 'text'> = {
  theme: { label: 'Причина обращения', required: true },
  name: { label: 'ФИО', required: true, min: 2, max: 120 },
  email: { label: 'Email', type: 'email', required: true, max: 254 },
  text: { label: 'Сообщение', max: longestMessage },
};

/** The sentences S5-09 fixes. */
export const ticketMessages = {
  theme: 'Причина обращения обязательна для заполнения',
  name: 'Фио обязательно для заполнения',
  email: 'Некорректный email',
} as const;

/** S5-09: broken fields with the words the requirements fix; the same in the browser and on the server. */
export function ticketProblems(fields: TicketFields): Partial<Record<keyof TicketFields, string>> {
  const problems: Partial<Record<keyof TicketFields, string>> = formProblems(fields, rules);
  if (!isTicketTheme(fields.theme)) problems.theme = ticketMessages.theme;
  if (fields.name.trim() === '') problems.name = ticketMessages.name;
  if (problems.email) problems.email = ticketMessages.email;
  if (fields.phone && toE164(fields.phone) === null) problems.phone = fieldMessages.phone;
  return problems;
}

/** A file of a message; its bytes are kept under `id` (S5-07). */
export type KeptFile = { id: string; name: string; type: string; size: number };

/** The area of the private files. */
export const ticketFilesArea = 'tickets';

/** What the footer's dialog (S4-16) and its page send. */
export type SupportRequest = {
  theme: string;
  name: string;
  email: string;
  phone: string;
  text: string;
  consent_personal_data: boolean;
};

/** What is wrong with the footer's form: S5-09 and its tick. */
export function supportProblems(request: SupportRequest): Record<string, string> {
  return {
    ...ticketProblems(request),
    ...(!request.consent_personal_data && { consent_personal_data: fieldMessages.unchosen }),
  };
}
