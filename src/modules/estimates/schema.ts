import type { FormRules } from '#shared/form-rules.ts';

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

/** What a list of materials may come in: the texts of S5-07, and tables as accountants save them. */
export const listTypes = ['txt', 'csv', 'xlsx', 'docx', 'rtf', 'pdf'] as const;

/** A list as a file, else as text. */
export const estimateForm = {
  file: {
    label: 'Файл со списком',
    type: 'files',
    max: 1,
    endings: listTypes,
    // Taken by other forms of the shop, but there is no text in them that we could read.
    refusedEndings: {
      png: estimateWords.picture,
      jpg: estimateWords.picture,
      jpeg: estimateWords.picture,
      doc: estimateWords.oldWord,
    },
    hint: 'TXT, CSV, XLSX, DOCX, RTF или PDF с текстом, до 5\u00a0МБ',
  },
  text: {
    label: 'Или список текстом',
    required: true,
    empty: estimateWords.nothing,
    max: estimateLimits.textCharacters,
    when: (_values, { file = [] }) => file.length === 0,
    lines: 7,
    placeholder: 'Штукатурка гипсовая 30 кг — 14 меш.\nПрофиль ПП 60х27 3 м — 45 шт.\nЛаминат 33 класс дуб — 24 м2',
    hint: 'По одной позиции в строке: название или артикул и сколько нужно. Столбцы из Excel можно вставить как\u00a0есть.',
  },
} as const satisfies FormRules;
