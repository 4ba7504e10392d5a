/** Prepositions, conjunctions, particles; signs and words with a point before the name or number they belong to. */
const short =
  /^[«„(—]*(?:[абвикосуя№§×÷]|во|да|до|за|из|ко|на|н[еио]|о[бт]|по|со|[вм]ы|(?:[а-яё]|ул|пр|кв|пер|пл|пос|наб|им|стр|корп|тел)\.)$/i;
/** A dash, a sign between numbers, a particle. */
const behind = /^(?:—|[×÷]$|(?:же?|ли|бы?)(?![а-яё-]))/;
/** Behind a number: «₽», «%», «кг», «мешков», «ноября», three digits more. Long words and «до» may begin a line. */
const counted = /^(?:[₽%°×÷]|(?!до$)[a-zа-яё²³]{1,7}(?![a-zа-яё-])|\d{3}(?!\d))/i;
/** Before a house: «ул. Мира, 9». */
const street = /(?:(?:ул|пр|ш|пер|пл|пос|наб)\.\s[^.,:;()]{1,40}|шоссе),$/;

/**
 * A Russian text as it is set: no line ends in a word of one or two letters or before a dash, a number stays with its
 * unit, initials and shortened words with what they belong to. Only spaces change, into no-break ones, so a text set
 * twice is set once. Not for what is copied, searched for or sent on. Every page loads it: it is short on purpose.
 */
export function unbroken(text: string): string {
  return text.replace(/(\S{0,40}) (?=(\S*))/g, (all, word: string, next: string, at: number) =>
    short.test(word) ||
    behind.test(next) ||
    (/\d$/.test(word) && counted.test(next)) ||
    (/^\d/.test(next) && street.test(text.slice(Math.max(0, at - 60), at) + word))
      ? `${word}\u00a0`
      : all,
  );
}
