/** Short names of the units (ОКЕИ, OK 015-94) that shops of building goods use. */
const names = new Map(
  Object.entries({
    '003': 'мм',
    '004': 'см',
    '006': 'м',
    '008': 'км',
    '018': 'пог. м',
    '051': 'см²',
    '053': 'дм²',
    '055': 'м²',
    '111': 'мл',
    '112': 'л',
    '113': 'м³',
    '163': 'г',
    '166': 'кг',
    '168': 'т',
    '616': 'боб.',
    '625': 'лист',
    '657': 'изд.',
    '704': 'набор',
    '715': 'пара',
    '728': 'пачка',
    '736': 'рул.',
    '778': 'упак.',
    '796': 'шт.',
    '798': 'тыс. шт.',
    '812': 'ящ.',
    '839': 'компл.',
    '868': 'бут.',
    '872': 'флак.',
    '876': 'усл. ед.',
  }),
);

const codes = new Map([...names].map(([code, name]) => [name, code]));

/** 'шт.' → '796'; undefined: a unit without a code of its own. */
export function okeiCodeOf(name: string): string | undefined {
  return codes.get(sameUnit(name) ?? name);
}

/** Kilograms in one unit, where the unit is a weight. As a decimal text. */
const kilograms = new Map(
  Object.entries({ '163': '0.001', '166': '1', '168': '1000', г: '0.001', кг: '1', т: '1000' }),
);

/** Codes come padded («796 », «6»); '' when the text is no code. */
export function okeiCode(text: string): string {
  const code = text.trim();
  return /^\d{1,4}$/.test(code) ? code.padStart(3, '0') : '';
}

/** «796 » → 'шт.', by 1C's own list first; a unit without a known code keeps the name 1C gave it. */
export function unitName(code: string, given: string, own: ReadonlyMap<string, string>): string {
  const okei = okeiCode(code);
  const word = given.trim();
  return names.get(okei) ?? sameUnit(word) ?? (word || own.get(code.trim()) || own.get(okei) || 'шт.');
}

export function kilogramsOf(code: string, name: string): string | null {
  return kilograms.get(okeiCode(code)) ?? kilograms.get(name) ?? null;
}

/** One spelling for the commonest words. */
const common = new Map(
  Object.entries({
    шт: 'шт.',
    штука: 'шт.',
    pce: 'шт.',
    кг: 'кг',
    kgm: 'кг',
    м: 'м',
    mtr: 'м',
    м2: 'м²',
    'м²': 'м²',
    м3: 'м³',
    'м³': 'м³',
    л: 'л',
    уп: 'упак.',
    упак: 'упак.',
    рул: 'рул.',
    рулон: 'рул.',
    компл: 'компл.',
    меш: 'меш.',
    мешок: 'меш.',
    пог: 'пог. м',
    погм: 'пог. м',
  }),
);

/** «шт» and «Шт.» are «шт.». */
function sameUnit(word: string): string | undefined {
  return common.get(word.toLowerCase().replace(/[.\s]/g, ''));
}
