import { unbroken } from '../src/shared/unbroken.ts';

/** Shorter texts of a page stand in one line. */
const shortest = 60;

/**
 * Where a line of a shown text may end and must not (`src/shared/unbroken.ts` says where): rule and the words around.
 * Empty for a text that is set.
 */
export function tornIn(text: string): { rule: string; words: string }[] {
  const set = unbroken(text);
  return [...text].flatMap((sign, at) =>
    sign === ' ' && set[at] === '\u00a0'
      ? [{ rule: ruleOf(text.slice(0, at), text.slice(at + 1)), words: text.slice(Math.max(0, at - 20), at + 20) }]
      : [],
  );
}

function ruleOf(before: string, after: string): string {
  if (after.startsWith('—')) return 'тире в начале строки';
  if (/[\d×÷]$/.test(before)) return 'число оторвано от единицы';
  return /[.№§,]$/.test(before) ? 'сокращение оторвано' : 'короткое слово в конце строки';
}

/**
 * The same of every text of a page that may be longer than a line; lists of choice, drawings, scripts and what is only
 * read out (`.sr`) are none.
 */
export function tornInPage(html: string): { rule: string; words: string }[] {
  const shown = html
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<(script|style|svg|title|option|textarea|code|noscript|template)\b[\s\S]*?<\/\1>/g, '<>')
    .replace(/<(span|div)(?: [^>]*)? class="sr"[^>]*>[^<]*<\/\1>/g, '<>');
  return shown
    .split(/<[^>]*>/)
    .map((text) =>
      text
        .replaceAll('&nbsp;', '\u00a0')
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&')
        .replace(/[\n\t ]+/g, ' ')
        .trim(),
    )
    .filter((text) => text.length >= shortest && /[а-яё]/i.test(text))
    .flatMap(tornIn);
}
