const latinKeys = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const russianKeys = 'ейцукенгшщзхъфывапролджэячсмитьбю';
const shifted = { '~': '`', '{': '[', '}': ']', ':': ';', '"': "'", '<': ',', '>': '.' };
const russianOf = (key: string) => russianKeys.charAt(latinKeys.indexOf(key));
const toRussianKeys = new Map([
  ...[...latinKeys].map((key) => [key, russianOf(key)] as const),
  ...Object.entries(shifted).map(([key, plain]) => [key, russianOf(plain)] as const),
]);
const toLatinKeys = new Map([...russianKeys].map((key, at) => [key, latinKeys.charAt(at)]));

/** The same keys in the other layout, lower case: «inerfnehrf» → «штукатурка», «лтфга» → «knauf». Not folded. */
export function inOtherLayout(text: string): string {
  const lower = text.normalize('NFC').toLowerCase();
  const isRussian = !/[a-z]/.test(lower);
  return replaceLetters(lower.replaceAll('ё', '`'), isRussian ? toLatinKeys : toRussianKeys);
}

const latinSounds: [string, string][] = [
  ['shch', 'щ'],
  ['sch', 'щ'],
  ['yo', 'е'],
  ['zh', 'ж'],
  ['kh', 'х'],
  ['ts', 'ц'],
  ['ch', 'ч'],
  ['sh', 'ш'],
  ['yu', 'ю'],
  ['ju', 'ю'],
  ['ya', 'я'],
  ['ja', 'я'],
  ...[...'abvgdezijklmnoprstufhcyqwx'].map((letter, at): [string, string] => [
    letter,
    'абвгдезийклмнопрстуфхцыквх'.charAt(at),
  ]),
];

/** «shtukaturka» → «штукатурка», letter by letter. Takes folded text. */
export function russianLetters(folded: string): string {
  let rest = folded;
  let result = '';
  while (rest) {
    const sound = latinSounds.find(([latin]) => rest.startsWith(latin));
    result += sound ? sound[1] : rest[0];
    rest = rest.slice(sound ? sound[0].length : 1);
  }
  return result;
}

const sounds = new Map(
  'а=a б=b в=v г=g д=d е=e ж=J з=z и=i й=i к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=h ц=C ч=H ш=S щ=S ъ= ы=i ь= э=e ю=u я=a'
    .split(' ')
    .map((pair): [string, string] => [pair.slice(0, 1), pair.slice(2)]),
);

/**
 * How a word sounds, whichever alphabet it is written in: «кнауф» and «knauf», «цересит» and «ceresit», «штукатурка»
 * and «shtukaturka» give the same key. Takes a folded word; no key for a word without letters.
 */
export function soundOf(word: string): string {
  let text = word;
  if (/[a-z]/.test(text)) {
    text = text
      .replace(/shch|sch|sh/g, 'S')
      .replace(/ch/g, 'H')
      .replace(/zh/g, 'J')
      .replace(/ts|tz|c(?=[eiy])/g, 'C')
      .replace(/ck|c|q/g, 'k')
      .replace(/kh/g, 'h')
      .replace(/ph/g, 'f')
      .replace(/yo|jo/g, 'e')
      .replace(/[yji](?=[ua])/g, '')
      .replace(/x/g, 'ks')
      .replace(/w/g, 'v')
      .replace(/[yj]/g, 'i');
  }
  let key = '';
  for (const letter of text) {
    const sound = sounds.get(letter) ?? letter;
    if (sound !== key.at(-1)) key += sound;
  }
  return key;
}

const toCyrillicTwins = new Map([...'abekmhopctxy'].map((letter, at) => [letter, 'авекмнорстху'.charAt(at)]));
const toLatinTwins = new Map([...toCyrillicTwins].map(([latin, cyrillic]) => [cyrillic, latin]));

/** Latin letters that look like Russian ones become Russian. */
export function cyrillicTwins(text: string): string {
  return replaceLetters(text, toCyrillicTwins);
}

/** Russian letters that look like Latin ones become Latin. */
export function latinTwins(text: string): string {
  return replaceLetters(text, toLatinTwins);
}

function replaceLetters(text: string, letters: ReadonlyMap<string, string>): string {
  let result = '';
  for (const letter of text) result += letters.get(letter) ?? letter;
  return result;
}
