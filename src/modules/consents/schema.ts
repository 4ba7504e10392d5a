/** What is consented to; the key is stored, the words are shown. */
export const consentPurposeWords = {
  personal_data: 'Обработка персональных данных',
  advertising: 'Рекламные сообщения',
} as const;

/** Where a consent was given, after «Дано»; forms of the site have names of their own. */
export const consentPlaceWords = {
  order: 'при оформлении заказа',
  signup: 'при регистрации',
  profile: 'в профиле',
  subscribe: 'на странице подписок',
  subscription: 'при подписке на новости',
  alert: 'при подписке на товар',
  support: 'в обращении',
  question: 'в вопросе о товаре',
  review: 'в отзыве о товаре',
} as const;

/** A place of the shop itself, as it is stored. */
export type ConsentPlace = keyof typeof consentPlaceWords;
