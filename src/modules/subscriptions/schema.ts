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
