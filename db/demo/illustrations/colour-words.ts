/**
 * The colours that names speak of, by the beginning of their words; the first that fits is meant, so «светло-серая»
 * stands before «серая», and «тёмный орех» is brown.
 */
const words: [RegExp, string][] = [
  [/бел(?:ая|ый|ое|ые|ой|ён)|снеж/i, '#f1efe8'],
  [/светло-сер/i, '#c9c6be'],
  [/(?<![а-яё])сер(?:ая|ый|ое|ые)/i, '#a9a69e'],
  [/графит|антрацит|чёрн/i, '#4a4a48'],
  [/беж|слонов/i, '#dccbab'],
  [/шоколад|коричн|орех/i, '#6b4630'],
  [/терракот|кирпичн/i, '#b9694a'],
  [/венге/i, '#4d3a2c'],
  [/сосна|янтар/i, '#d9a55a'],
  [/(?<![а-яё])тик(?![а-яё])/i, '#a8662f'],
  [/(?<![а-яё])дуб(?![а-яё]{3})/i, '#b5854a'],
  [/вишн/i, '#7a2433'],
  [/палисандр/i, '#6b2d22'],
  [/красн/i, '#b3261e'],
  [/син(?:яя|ий|ее|ие)/i, '#2b5d8f'],
  [/голуб/i, '#8fb7c9'],
  [/зеленоват/i, '#8fae86'],
  [/зелен|зелён/i, '#3f7d4c'],
  [/жёлт/i, '#e2b52a'],
  [/оранж/i, '#e0782b'],
  [/розов/i, '#e0a9a4'],
  [/прозрачн|бесцветн/i, '#e3eaea'],
];

/** The colour that the words name, null where they name none. */
export const colourIn = (text: string): string | null => words.find(([word]) => word.test(text))?.[1] ?? null;
