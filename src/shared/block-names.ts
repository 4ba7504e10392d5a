/** What each kind of block of a landing page or an article is called in the back office. */
export const blockNames = {
  html: 'Текст',
  hero: 'Крупная картинка',
  products: 'Товары',
  list: 'Подборка из каталога',
  calculator: 'Калькулятор',
  timer: 'Обратный отсчёт',
  form: 'Форма',
  faq: 'Вопросы и ответы',
  map: 'Карта пунктов',
  video: 'Видео',
  reviews: 'Отзывы',
} as const;
