/** The name of a town in six cases, as it stands in sentences of the shop. */
export type CityCases = Record<CityCase, string>;

export const cityCases = ['nominative', 'genitive', 'dative', 'accusative', 'instrumental', 'prepositional'] as const;
export type CityCase = (typeof cityCases)[number];

export const cityCaseWords: Record<CityCase, string> = {
  nominative: 'Именительный',
  genitive: 'Родительный',
  dative: 'Дательный',
  accusative: 'Винительный',
  instrumental: 'Творительный',
  prepositional: 'Предложный',
};

/** Endings after a stem in the order of `cityCases`, without the nominative. */
type Endings = readonly [genitive: string, dative: string, accusative: string, instrumental: string, prep: string];
type Forms = readonly [string, string, string, string, string, string];

/** Masculine in -ь; other towns in -ь are feminine, but for those of `masculineEnd`. */
const masculineSoft = new Set(['Гусь', 'Анадырь', 'Кинель', 'Невель', 'Никель', 'Кизель', 'Темь', 'Коряжмь', 'Лось']);
const masculineEnd = /(поль|вль|аль|иль|рь)$/;
const feminineSoft = new Set(['Тверь', 'Электросталь', 'Сибирь']);
/** Their vowel stays, though such words mostly lose it. */
const keepsVowel = new Set(['Владивосток', 'Восток', 'Исток', 'Поток']);
/** Genitives of towns whose name is a plural, where the ending does not tell. */
const pluralGenitives: Record<string, string> = {
  Мытищи: 'Мытищ',
  Люберцы: 'Люберец',
  Сланцы: 'Сланцев',
  Луки: 'Лук',
  Ессентуки: 'Ессентуков',
  Челны: 'Челнов',
  Апатиты: 'Апатитов',
  Великоуки: 'Великоук',
  Дубки: 'Дубков',
  Валуйки: 'Валуек',
};
const unchanged = new Set(['Сочи', 'Тбилиси', 'Баку', 'Осло', 'Токио', 'Усть', 'Санкт', 'Соль', 'Йошкар', 'Улан']);
/** Their ending is stressed, so it is -ом after a hissing letter and -ц. */
const stressedEnd = /(ец|Ключ|Иваныч)$/;
const isHissing = (letter: string) => /[жшчщ]/.test(letter);

/**
 * The cases of a Russian town by its nominative: endings, fleeting vowels, exceptions. A proposal for a person to look
 * at, not the truth.
 */
export function proposeCityCases(nominative: string): CityCases {
  const words = nominative.trim().split(/\s+/);
  const declined = words.map((word, at) => declineWord(word, at === words.length - 1 && words.length > 1));
  const forms = cityCases.map((_, at) => declined.map((form) => form[at]).join(' '));
  return Object.fromEntries(cityCases.map((name, at) => [name, forms[at] ?? ''])) as CityCases;
}

/** `isAfterAdjective`: the last of several words, which is a noun whatever it looks like. */
function declineWord(word: string, isNoun: boolean): Forms {
  const parts = word.split('-');
  // «Ростов-на-Дону»: only what stands before the preposition changes.
  const at = parts.findIndex((part) => part === 'на' || part === 'над' || part === 'под');
  if (at > 0) return join([declinePart(parts.slice(0, at).join('-'), isNoun), still(parts.slice(at).join('-'))], '-');
  const last = parts.at(-1) ?? '';
  const rest = parts.slice(0, -1);
  // «Каменск-Уральский»: a noun with its adjective; «Наро-Фоминск»: the first part stays.
  const isPair = isAdjective(last) && rest.length === 1;
  return join(
    [...rest.map((part) => (isPair ? declinePart(part, true) : still(part))), declinePart(last, isNoun)],
    '-',
  );
}

function declinePart(word: string, isNoun: boolean): Forms {
  if (unchanged.has(word) || !/[а-яё]$/i.test(word)) return still(word);
  const plural = pluralOf(word);
  if (plural) return plural;
  return (isNoun && /[аоеуюя]й$/.test(word) ? null : adjectiveOf(word)) ?? nounOf(word);
}

function isAdjective(word: string): boolean {
  return /(ый|ий|ой|ая|ое|ие|ые)$/.test(word);
}

function adjectiveOf(word: string): Forms | null {
  const stem = word.slice(0, -2);
  const before = stem.at(-1) ?? '';
  const isSoft = /(ий|яя|ее)$/.test(word) && !/[кгх]/.test(before);
  const i = isSoft || /[кгхжшчщ]/.test(before) ? 'и' : 'ы';
  const o = isSoft || (isHissing(before) && !word.endsWith('ой')) ? 'е' : 'о';
  if (/(ый|ий|ой)$/.test(word) && stem.length > 1)
    return of(word, stem, [`${o}го`, `${o}му`, word.slice(-2), `${i}м`, `${o}м`]);
  if (/(ое|ее)$/.test(word)) return of(word, stem, [`${o}го`, `${o}му`, word.slice(-2), `${i}м`, `${o}м`]);
  if (word.endsWith('ая')) return of(word, stem, [`${o}й`, `${o}й`, 'ую', `${o}й`, `${o}й`]);
  if (word.endsWith('яя')) return of(word, stem, ['ей', 'ей', 'юю', 'ей', 'ей']);
  return /(ые|ие)$/.test(word) ? of(word, stem, [`${i}х`, `${i}м`, word.slice(-2), `${i}ми`, `${i}х`]) : null;
}

function pluralOf(word: string): Forms | null {
  if (!/[ыи]$/.test(word)) return null;
  const stem = word.slice(0, -1);
  const before = stem.at(-1) ?? '';
  const isSoft = word.endsWith('и') && !/[кгхжшчщ]/.test(before);
  const a = isSoft ? 'я' : 'а';
  const genitive = pluralGenitives[word] ?? pluralGenitive(word, stem);
  return [word, genitive, `${stem}${a}м`, word, `${stem}${a}ми`, `${stem}${a}х`];
}

function pluralGenitive(word: string, stem: string): string {
  if (word.endsWith('ники')) return `${stem}ов`;
  if (/[жшчщ]и$/.test(word)) return `${stem}ей`;
  if (/[^аеёиоуыэюя]ки$/.test(word)) return `${stem.slice(0, -1)}${/[жшчщ]к$/.test(stem) ? 'е' : 'о'}к`;
  return stem;
}

function nounOf(word: string): Forms {
  const stem = word.slice(0, -1);
  const before = stem.at(-1) ?? '';
  const last = word.at(-1) ?? '';
  if (last === 'а')
    return of(word, stem, [
      /[кгхжшчщ]/.test(before) ? 'и' : 'ы',
      ...(['е', 'у', /[жшчщц]/.test(before) ? 'ей' : 'ой', 'е'] as const),
    ]);
  if (last === 'я') {
    const e = before === 'и' ? 'и' : 'е';
    return of(word, stem, ['и', e, 'ю', 'ей', e]);
  }
  if (last === 'о') return of(word, stem, ['а', 'у', 'о', 'ом', 'е']);
  if (word.endsWith('ье')) return of(word, stem, ['я', 'ю', 'е', 'ем', 'е']);
  if (last === 'ь') return softOf(word, stem);
  if (last === 'й') return of(word, stem, ['я', 'ю', 'й', 'ем', 'е']);
  if (/[еуюэиы]/.test(last)) return still(word);
  return hardOf(word);
}

function softOf(word: string, stem: string): Forms {
  const isMasculine = masculineSoft.has(word) || (masculineEnd.test(word) && !feminineSoft.has(word));
  return of(word, stem, isMasculine ? ['я', 'ю', 'ь', 'ем', 'е'] : ['и', 'и', 'ь', 'ью', 'и']);
}

function hardOf(word: string): Forms {
  const stem = withoutFleetingVowel(word);
  const om = /[жшчщц]$/.test(word) && !stressedEnd.test(word) ? 'ем' : 'ом';
  return [word, `${stem}а`, `${stem}у`, word, `${stem}${om}`, `${stem}е`];
}

/** «Череповец» → «Череповц», «Елец» → «Ельц», «Городок» → «Городк», «Орёл» → «Орл». */
function withoutFleetingVowel(word: string): string {
  if (word === 'Орёл' || word === 'Орел') return 'Орл';
  if (/.{2}ец$/.test(word) || word === 'Елец')
    return word.replace(/ец$/, /[лн]ец$/.test(word) && word === 'Елец' ? 'ьц' : 'ц');
  if (/[^аеёиоуыэюя](ок|ёк)$/.test(word) && word.length > 4 && !keepsVowel.has(word))
    return word.replace(/[оё]к$/, 'к');
  return word;
}

function of(word: string, stem: string, endings: Endings): Forms {
  const [genitive, dative, accusative, instrumental, prep] = endings;
  return [word, stem + genitive, stem + dative, stem + accusative, stem + instrumental, stem + prep];
}

function still(word: string): Forms {
  return [word, word, word, word, word, word];
}

function join(forms: Forms[], by: string): Forms {
  const at = (index: number) => forms.map((form) => form[index]).join(by);
  return [at(0), at(1), at(2), at(3), at(4), at(5)];
}

/**
 * What is doubtful about the cases of a town, by case: empty, Latin letters, another number of words, no stem in common
 * with the nominative, an accusative of a masculine word that differs, a prepositional that is the dative. `city`: how
 * the branch'''s town is written, which the nominative must be.
 */
export function cityCaseProblems(cases: CityCases, city: string): Partial<CityCases> {
  const problems: Partial<CityCases> = {};
  const nominative = cases.nominative.trim();
  const wanted = proposeCityCases(nominative);
  const words = nominative.split(/\s+/);
  for (const key of cityCases) {
    const form = cases[key].trim();
    const formWords = form.split(/\s+/);
    if (form === '') problems[key] = 'Заполните';
    else if (/[a-z]/i.test(form)) problems[key] = 'Латинские буквы';
    else if (formWords.length !== words.length) problems[key] = 'Другое число слов';
    else if (!formWords.every((word, at) => hasStem(word, words[at] ?? '')))
      problems[key] = 'Не похоже на именительный';
  }
  if (!problems.nominative && nominative !== city.trim()) problems.nominative = 'Отличается от города';
  const isMasculine = wanted.accusative === wanted.nominative && wanted.genitive !== wanted.nominative;
  if (isMasculine && !problems.accusative && cases.accusative.trim() !== nominative)
    problems.accusative = `Совпадает с именительным: «${nominative}»`;
  const isApart = wanted.prepositional !== wanted.dative;
  if (isApart && !problems.prepositional && cases.prepositional.trim() === cases.dative.trim())
    problems.prepositional = `Совпал с дательным. Ожидаем «${wanted.prepositional}»`;
  return problems;
}

/** Three letters in common, or all but the last of a shorter word. */
function hasStem(form: string, nominative: string): boolean {
  const length = Math.min(3, Math.max(1, nominative.length - 2));
  return form.slice(0, length).toLowerCase() === nominative.slice(0, length).toLowerCase();
}
