import { advertisingConsent, email, personalDataConsent } from '#shared/form-fields.ts';
import type { FieldSchema, FormRules } from '#shared/form-rules.ts';

/** What may be subscribed to. Emails about orders, payments and safety are no subscription: they always come. */
export const subscriptionTopics = {
  actions: { words: 'Акции и скидки', about: 'Подборка скидок и новинок вашего города' },
  price_drops: {
    words: 'Снижение цены',
    about: 'Товары, за ценой которых вы следите',
  },
  back_in_stock: {
    words: 'Снова в наличии',
    about: 'Товары, которых вы ждёте',
  },
} as const;

export type SubscriptionTopic = keyof typeof subscriptionTopics;

export const topics = Object.keys(subscriptionTopics) as SubscriptionTopic[];

export const frequencies = {
  at_once: 'Сразу',
  daily: 'Не чаще раза в день',
  weekly: 'Раз в неделю',
} as const;

export type Frequency = keyof typeof frequencies;

export function isTopic(text: string): text is SubscriptionTopic {
  return Object.hasOwn(subscriptionTopics, text);
}

/** The sentences S5-08 fixes. */
export const subscriptionEmailMessages = {
  required: 'Email обязательно для заполнения',
  format: 'Не верный формат',
} as const;

const subscriptionEmail = {
  ...email,
  label: 'Почта',
  empty: subscriptionEmailMessages.required,
  wrong: subscriptionEmailMessages.format,
} satisfies FieldSchema;

/** The footer's form and its page; the address alone where consents were asked elsewhere. */
export const newsEmail = { email: subscriptionEmail } satisfies FormRules;

export const newsForm = {
  ...newsEmail,
  consent_personal_data: personalDataConsent,
  consent_advertising: { ...advertisingConsent, required: true },
} satisfies FormRules;

/** What stands before the first email that advertises (38-ФЗ, art. 18). */
export const advertisingForm = { consent_advertising: newsForm.consent_advertising } satisfies FormRules;

/** What one product can be watched for. */
export type AlertTopic = Exclude<SubscriptionTopic, 'actions'>;

export function isAlertTopic(text: string): text is AlertTopic {
  return text === 'price_drops' || text === 'back_in_stock';
}

const frequency = {
  label: 'Частота писем',
  required: true,
  choices: frequencies,
  empty: 'Выберите из списка',
  wrong: 'Выберите из списка',
} satisfies FieldSchema;

/** What is asked of whoever wants an alert on a product. */
export const alertForm = {
  email: subscriptionEmail,
  frequency,
  consent_personal_data: personalDataConsent,
} satisfies FormRules;

/**
 * What one address of the personal area receives. Only news advertise: whoever asks for alerts on a price or a return
 * agrees to nothing more (decision 205), and nobody agrees twice. News are the first of the topics in the form.
 */
export function topicsForm(hasConsent: boolean): FormRules<'topic' | 'frequency' | 'consent_advertising'> {
  return {
    topic: { label: 'Что присылать', type: 'checkbox' },
    frequency: { ...frequency, label: 'Частота писем' },
    ...(!hasConsent && {
      consent_advertising: { ...advertisingForm.consent_advertising, when: ({ topic }) => topic === 'actions' },
    }),
  };
}

/** S4-15. */
export const subscribedWords = 'Подписка успешно оформлена!';
