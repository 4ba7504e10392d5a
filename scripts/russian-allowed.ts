/** An exception: in these files, from these rules, for texts with these words; what is not given does not narrow it. */
type Allowed = { files?: string[]; rules?: string[]; words?: string[]; why: string };

export const allowed: Allowed[] = [
  { files: ['src/shared/russian-words.ts', 'src/shared/russian-rules.ts'], why: 'the words that the rules look for' },
  {
    words: [
      'Вы успешно вошли на сайт',
      'Выберите ближайший к Вам магазин',
      'Если Вы из другого региона',
      'Сухие смеси, елочные игрушки',
      'Не валидная строка даты',
      'Email обязательно для заполнения',
      'Данный email уже подписан на уведомления',
      'Некорректный email',
      'Подписка успешно оформлена!',
    ],
    why: 'the specification gives these words (S2-35, S2-28, S2-41, S4-15, S5-03, S5-09, S8-07)',
  },
  {
    files: ['src/shared/field-messages.ts', 'src/modules/settings/schema.ts'],
    rules: ['число без формы слова'],
    why: 'S5-06 gives «Минимум {n} символов» for any number',
  },
  { words: ['npm run shop -- '], rules: ['дефис', 'прямые кавычки'], why: 'a command as it is typed' },
  { words: ['--name "'], why: 'a command as it is typed' },
  { words: ['пользователь:пароль@сервер:порт'], why: 'an address as it is written' },
  {
    files: ['src/commands/fortune.ts'],
    words: ['тпечаток', 'ОТПЕЧАТОК'],
    why: 'whoever runs the wheel reads the words of its proof',
  },
  { words: ['билет:ваше слово'], why: 'a text that is hashed as it stands' },
  { words: ['1 пара;2 пары;5 пар'], why: 'an argument as it is typed' },
  { words: ['60х27'], why: 'a list as builders type it' },
  {
    files: ['src/integrations/onec/'],
    words: ['ОписаниеВФорматеHTML', 'Пересчет', 'Отменен', 'Проведен', 'Желаемая дата', 'Cтатусы'],
    why: 'names of the CommerceML format',
  },
  {
    files: ['src/integrations/onec/'],
    rules: ['число без формы слова'],
    why: 'bounds of an import are constants, the form fits each',
  },
  { files: ['src/modules/text-index/'], why: 'endings and patterns of words, no sentences' },
  { files: ['db/demo/search-rules.ts'], why: 'what visitors type into the search, as they type it' },
  {
    files: [
      'src/modules/catalogue/card.ts',
      'src/modules/catalogue/units.ts',
      'src/commands/units.ts',
      'src/api/ecm/search.ts',
    ],
    words: ['диниц продажи', 'диницу продажи'],
    why: 'the glossary’s word, in the descriptions of calls and of a command',
  },
];
