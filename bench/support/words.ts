/**
 * Whole numbers from 0 up to 2^32, the same for the same parts: the chances of made goods do not depend on the order
 * they are made in.
 */
export function chanceOf(...parts: number[]): number {
  let hash = 0x9e3779b9;
  for (const part of parts) {
    hash = Math.imul(hash ^ part, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35);
    hash ^= hash >>> 13;
  }
  return hash >>> 0;
}

const syllables =
  'ва ве ви ло ле ли ра ре ри та те ти но на ни со са си ро ру мо ма ми до да ди за зе зо ка ко ки ту лу гра дра сте тра вья сло пла'.split(
    ' ',
  );
const endings = 'рон лар вит тек мир дан лис рия нор вент стар линия град вель тон марк сон лада ника'.split(' ');
const words = syllables.length ** 3 * endings.length;

/**
 * The n-th invented word, with a capital: a million of them and more, all different; neighbours have little in common.
 */
export function inventedWord(n: number): string {
  // A prime step: it has no divisor in common with the number of words, so nothing repeats.
  let rest = (n * 786_433) % words;
  let word = '';
  for (const list of [syllables, syllables, syllables, endings]) {
    word += list[rest % list.length];
    rest = Math.floor(rest / list.length);
  }
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const letters = 'АБВГДКЛМНПРСТУФ';

/** What makers print on the box: «КМ-2417». */
export function modelCode(chance: number): string {
  const [first, second] = [letters[chance % 15], letters[(chance >>> 4) % 15]];
  return `${first}${second}-${100 + ((chance >>> 8) % 9_900)}`;
}
