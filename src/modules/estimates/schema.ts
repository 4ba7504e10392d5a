/** How sure the shop is that a product is what a line means; the person has the last word. */
export const confidences = {
  exact: { words: 'По артикулу', about: 'Артикул, штрихкод или код товара совпал' },
  sure: { words: 'Точно', about: 'Всё написанное есть в товаре, и другого такого нет' },
  choice: { words: 'Есть выбор', about: 'Подходят несколько товаров: выберите нужный' },
  doubtful: { words: 'Проверьте', about: 'Совпало не всё, что написано' },
  none: { words: 'Не нашли', about: 'Уточните название или передайте строку менеджеру' },
} as const;

export type Confidence = keyof typeof confidences;

/** One line of an estimate as it was read: what is wanted and how much of it. */
export type ReadLine = {
  /** The line as it stood in the file. */
  text: string;
  name: string;
  /** A decimal number as written, comma or dot; null when the line names none. */
  amount: string | null;
  /** The unit as written: «меш», «м2»; null when there is none. */
  unit: string | null;
};

export const estimateLimits = {
  lines: 300,
  /** Of one line; the rest of it is cut. */
  lineCharacters: 300,
  textCharacters: 60_000,
  /** Products offered for one line. */
  candidates: 6,
} as const;

/** Kept for so long after the last change. */
export const estimateDays = 90;

export const estimateWords = {
  nothing: 'Приложите файл или вставьте список: по одной позиции в строке',
  noLines: 'В файле не нашлось ни одной позиции. Нужен список: название и количество, по одной позиции в строке',
  picture: 'Текст на картинках мы не распознаём. Пришлите список текстом или передайте файл менеджеру',
  oldWord: 'Файлы .doc не читаем. Сохраните его как .docx или .rtf либо передайте менеджеру',
  scan: 'В этом PDF нет текста: похоже, это скан. Пришлите список текстом или передайте файл менеджеру',
  tooMuch: 'Внутри файла слишком много данных для списка. Оставьте в нём только список или вставьте его текстом',
  unreadable: 'Файл повреждён или закрыт паролем. Сохраните его заново или вставьте список текстом',
} as const;
