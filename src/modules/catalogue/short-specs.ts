import type { Attribute } from './categories.ts';
import { specText } from './specifications.ts';

/**
 * «30 кг», «Двойной облив», «Класс 2» in one line; a number that nothing measures and a rate are named: «Гнёзд: 3»,
 * «Размер: 9», «Расход 0,09 л/м²»; a rate of a layer with it: «Расход 8,5 кг/м² при 10 мм».
 */
export function specShortText(attribute: Attribute, value: unknown): string | null {
  const text = specText(attribute, value);
  if (text === null) return null;
  if (/^\d+(?:,\d+)?$/.test(text)) return `${attribute.name}:\u00a0${text}`;
  if (!/^расход/i.test(attribute.name)) return text.replace(/ (?=\d+$)/, '\u00a0');
  const layer = /(\d+(?:,\d+)?)[\s\u00a0]мм/.exec(attribute.name)?.[1];
  return `Расход\u00a0${text}${layer === undefined ? '' : ` при\u00a0${layer}\u00a0мм`}`;
}

/** «Чугун» after «Чугунная», «20 см» after «20 см»: all its words were said, maybe in another form. */
export function isRepeated(text: string, before: readonly string[]): boolean {
  const earlier = before.flatMap(wordsOf);
  return wordsOf(text).every((word) => earlier.some((other) => isSameWord(word, other)));
}

const wordsOf = (text: string) => text.toLowerCase().split(/[\s,;]+/);

/** Shorter words than that have too many others beginning like them. */
const leastStem = 4;

/** The shorter one without its ending begins the longer one: «сталь» and «стальная», «стекло» and «стеклянный». */
function isSameWord(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  const stem = short.replace(/[аеёийоуыьэюя]+$/, '');
  return stem.length >= leastStem && /^[а-яё-]+$/.test(short) && long.startsWith(stem);
}
