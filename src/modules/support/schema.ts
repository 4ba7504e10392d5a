import { email, personalDataConsent, personName, phone } from '#shared/form-fields.ts';
import type { FieldValues, FormRules } from '#shared/form-rules.ts';
import { maskSupportPhone } from '#shared/phone-mask.ts';

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

/** What of these may be about one order: only then is it asked which (the same list hides the field in forms.css). */
const orderThemes = ['order', 'payment', 'delivery', 'return', 'documents'];

export function asksOrder({ theme }: FieldValues): boolean {
  return orderThemes.includes(String(theme));
}

export const ticketStateWords = { open: 'Ждёт ответа', answered: 'Есть ответ', closed: 'Закрыто' } as const;

export type TicketState = keyof typeof ticketStateWords;

export function isTicketTheme(text: string): text is TicketTheme {
  return Object.hasOwn(ticketThemes, text);
}

const longestMessage = 4_000;

/** The sentences S5-09 fixes. */
export const ticketMessages = {
  theme: 'Причина обращения обязательна для заполнения',
  name: 'Фио обязательно для заполнения',
  email: 'Некорректный email',
} as const;

/** A new request (S3-13); phone and text may be empty. */
export const ticketForm = {
  theme: {
    label: 'Причина обращения',
    required: true,
    choices: ticketThemes,
    empty: ticketMessages.theme,
    wrong: ticketMessages.theme,
  },
  name: { ...personName, empty: ticketMessages.name },
  email: { ...email, label: 'Почта', empty: ticketMessages.email, wrong: ticketMessages.email },
  phone: { ...phone, required: false, mask: maskSupportPhone, placeholder: '+7 (___) ___-__-__' },
  text: { label: 'Сообщение', max: longestMessage, lines: 4 },
} satisfies FormRules;

/** By the rules of S5-07. */
const ticketFiles = { label: 'Фото или файлы', type: 'files', hint: 'Фото товара, чек' } as const;

/** What the footer's dialog (S4-16) and its page send: S5-09 and a tick. */
export const supportForm = { ...ticketForm, consent_personal_data: personalDataConsent } satisfies FormRules;

/**
 * What the page of its own asks: the order too; a guest's is shown by its number alone. Words are asked for as in the
 * personal area: the dialog alone may go without (S3-13).
 */
export const supportPageForm = {
  theme: supportForm.theme,
  order_number: {
    label: 'Номер заказа, если вопрос о нём',
    max: 40,
    autoComplete: 'off',
    inputMode: 'numeric',
    when: asksOrder,
  },
  name: supportForm.name,
  email: supportForm.email,
  phone: supportForm.phone,
  text: {
    ...supportForm.text,
    required: true,
    lines: 6,
    hint: 'Напишите, что случилось и чего ждёте, — ответим сразу по делу',
  },
  files: ticketFiles,
  consent_personal_data: supportForm.consent_personal_data,
} satisfies FormRules;

/** A request of the personal area: who asks is known, and nobody has to guess what about. */
export const ownTicketForm = {
  theme: ticketForm.theme,
  order_id: { label: 'Заказ', when: asksOrder },
  text: { ...ticketForm.text, required: true, lines: 6 },
  files: ticketFiles,
  name: ticketForm.name,
  /** One of the person's own, maybe masked. */
  email: { label: 'Куда прислать ответ', required: true, empty: ticketMessages.email },
} satisfies FormRules;

/** A further message: words or files. */
export const messageForm = {
  text: {
    ...ticketForm.text,
    label: 'Ваше сообщение',
    required: true,
    when: ({ text }, { files }) => Boolean(text || !files?.length),
  },
  files: ownTicketForm.files,
} satisfies FormRules;

/** A file of a message; its bytes are kept under `id` (S5-07). */
export type StoredFile = { id: string; name: string; type: string; size: number };

/** The area of the private files. */
export const ticketFilesArea = 'tickets';
