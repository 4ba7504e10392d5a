import { fieldProblem } from '#shared/form-rules.ts';

/** What may be subscribed to. Letters about orders, payments and safety are no subscription: they always come. */
export const subscriptionTopics = {
  actions: { words: 'Акции и скидки', about: 'Подборка скидок и новинок вашего города' },
  price_drops: { words: 'Снижение цены', about: 'Товары, за ценой которых вы попросили следить' },
  back_in_stock: { words: 'Снова в наличии', about: 'Товары, о поступлении которых вы попросили сообщить' },
} as const;

export type SubscriptionTopic = keyof typeof subscriptionTopics;

export const topics = Object.keys(subscriptionTopics) as SubscriptionTopic[];

export const frequencies = {
  at_once: 'Сразу, как что-то произойдёт',
  daily: 'Не чаще раза в день',
  weekly: 'Раз в неделю',
} as const;

export type Frequency = keyof typeof frequencies;

export function isTopic(text: string): text is SubscriptionTopic {
  return Object.hasOwn(subscriptionTopics, text);
}

export function isFrequency(text: string): text is Frequency {
  return Object.hasOwn(frequencies, text);
}

/** S5-08: what is wrong with the address of the footer's form, in the browser and on the server; null: nothing. */
export function subscriptionEmailProblem(typed: string): string | null {
  if (typed.trim() === '') return subscriptionEmailMessages.required;
  const problem = fieldProblem(typed, { type: 'email', max: longestEmail }, 'Email');
  return problem && subscriptionEmailMessages.format;
}

/** The sentences S5-08 fixes. */
export const subscriptionEmailMessages = {
  required: 'Email обязательно для заполнения',
  format: 'Не верный формат',
} as const;

const longestEmail = 254;

/** What one product can be watched for. */
export type AlertTopic = Exclude<SubscriptionTopic, 'actions'>;

export function isAlertTopic(text: string): text is AlertTopic {
  return text === 'price_drops' || text === 'back_in_stock';
}

/** What is wrong with the form of an alert. */
export function alertProblems({
  email,
  frequency,
  consent_personal_data,
}: {
  email: string;
  frequency: string;
  consent_personal_data: boolean;
}): Record<string, string> {
  const problem = subscriptionEmailProblem(email);
  return {
    ...(problem && { email: problem }),
    ...(!isFrequency(frequency) && { frequency: 'Выберите из списка' }),
    ...(!consent_personal_data && { consent_personal_data: 'Обязательно для выбора' }),
  };
}

/** S4-15. */
export const subscribedWords = 'Подписка успешно оформлена!';

/** The ticks under a form that subscribes: to keep the address, and to write to it. */
export const consentFields = ['consent_personal_data', 'consent_advertising'] as const;
