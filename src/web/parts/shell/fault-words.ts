export type ErrorWords = { heading: string; text: string; title: string };

/** What a browser says of a fault by itself; the words of all other errors come from the server (`error-words.ts`). */
export const fault: ErrorWords = {
  title: 'Ошибка на сайте',
  heading: 'Что-то сломалось',
  text: 'Это наша ошибка, и мы о ней уже знаем. Обновите страницу через минуту.',
};

/** What was asked for could not be done; the sentence beside says why. */
export const refused: ErrorWords = {
  title: 'Не получилось',
  heading: 'Не получилось',
  text: 'Вернитесь назад и попробуйте ещё раз.',
};
