import { ensure } from './ensure.ts';
import { plural } from './plurals.ts';
import { upperFirst } from './upper-first.ts';

const units = {
  he: ['', 'один', 'два', 'три', 'четыре', 'пять', 'шесть', 'семь', 'восемь', 'девять'],
  she: ['', 'одна', 'две', 'три', 'четыре', 'пять', 'шесть', 'семь', 'восемь', 'девять'],
} as const;
const teens = [
  'десять',
  'одиннадцать',
  'двенадцать',
  'тринадцать',
  'четырнадцать',
  'пятнадцать',
  'шестнадцать',
  'семнадцать',
  'восемнадцать',
  'девятнадцать',
];
const tens = [
  '',
  '',
  'двадцать',
  'тридцать',
  'сорок',
  'пятьдесят',
  'шестьдесят',
  'семьдесят',
  'восемьдесят',
  'девяносто',
];
const hundreds = [
  '',
  'сто',
  'двести',
  'триста',
  'четыреста',
  'пятьсот',
  'шестьсот',
  'семьсот',
  'восемьсот',
  'девятьсот',
];

/** Powers of a thousand above the units: gender of the word and its three forms. */
const ranks = [
  { gender: 'he', forms: ['рубль', 'рубля', 'рублей'] },
  { gender: 'she', forms: ['тысяча', 'тысячи', 'тысяч'] },
  { gender: 'he', forms: ['миллион', 'миллиона', 'миллионов'] },
  { gender: 'he', forms: ['миллиард', 'миллиарда', 'миллиардов'] },
  { gender: 'he', forms: ['триллион', 'триллиона', 'триллионов'] },
] as const;

/** Kopecks → «Две тысячи сто один рубль 05 копеек», as a printed document says a sum. */
export function amountInWords(kopecks: number): string {
  if (!Number.isSafeInteger(kopecks) || kopecks < 0) throw new RangeError('Сумма прописью — целые копейки от нуля');
  const roubles = Math.floor(kopecks / 100);
  const words = roubles === 0 ? ['ноль'] : [];
  for (let rank = ranks.length - 1; rank >= 0; rank--) {
    const part = Math.floor(roubles / 1000 ** rank) % 1000;
    const { gender, forms } = ensure(ranks[rank]);
    words.push(...threeDigits(part, gender));
    if (part > 0 || rank === 0) words.push(plural(part, forms[0], forms[1], forms[2]));
  }
  const text = words.join(' ');
  const rest = kopecks % 100;
  const kopeckWord = plural(rest, 'копейка', 'копейки', 'копеек');
  return `${upperFirst(text)} ${String(rest).padStart(2, '0')} ${kopeckWord}`;
}

function threeDigits(number: number, gender: 'he' | 'she'): string[] {
  const rest = number % 100;
  const last =
    rest >= 10 && rest < 20
      ? [ensure(teens[rest - 10])]
      : [ensure(tens[Math.floor(rest / 10)]), ensure(units[gender][rest % 10])];
  return [ensure(hundreds[Math.floor(number / 100)]), ...last].filter((word) => word !== '');
}
