/** What is consented to; the key is stored, the words are shown. */
export const consentPurposeWords = {
  personal_data: 'Обработка персональных данных',
  advertising: 'Рекламные сообщения',
} as const;

/** Where a consent was given, after «Дано», by the form's name; forms of the site have names of their own. */
export const consentPlaceWords: Record<string, string> = {
  signup: 'при регистрации',
  profile: 'в профиле',
  subscribe: 'на странице подписок',
};
