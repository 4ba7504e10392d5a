/** A row of the table `units`. */
export type UnitRow = {
  name: string;
  short: string;
  parts: number;
  is_counted_short: boolean;
  one: string | null;
  two: string | null;
  five: string | null;
  accusative: string | null;
  genitive: string | null;
  genitive_many: string | null;
};

const rules = new Intl.PluralRules('ru');

/**
 * The rule of units said once more, by the platform's own plural rules and in floating point, so that it shares nothing
 * with `src/shared/unit-words.ts`.
 */
export function unitRules(rows: UnitRow[]) {
  const byName = new Map(rows.map((row) => [row.name, row]));
  const rowOf = (name: string): UnitRow => byName.get(name) ?? { ...noForms, name, short: shortOf(name) };
  const inWords = rows.filter(({ is_counted_short, one }) => !is_counted_short && one !== null);
  const words = new Map<string, { row: UnitRow; form: string }[]>();
  for (const row of inWords)
    for (const form of ['one', 'two', 'five', 'accusative', 'genitive', 'genitive_many'] as const) {
      const word = row[form];
      if (word) words.set(word, [...(words.get(word) ?? []), { row, form }]);
    }
  const counted = new RegExp(
    `(?:(?<before>[а-яё]+)[ \\u00a0])?(?<![\\d,.–-])(?<number>\\d+(?:[ \\u00a0]\\d{3})*(?:,\\d+)?)[ \\u00a0](?<word>${[...words.keys()].join('|')})(?![\\p{L}.])`,
    'giu',
  );

  return {
    rowOf,
    /** «4,7», «1 234,5» with plain spaces. */
    number(count: number, name: string): string {
      return spaced((count / rowOf(name).parts).toLocaleString('ru-RU', { maximumFractionDigits: 3 }));
    },
    /** «4,7 м», «20 пар». */
    amount(count: number, name: string): string {
      const row = rowOf(name);
      const shown = count / row.parts;
      const words = { one: row.one, few: row.two, many: row.five, other: row.two, zero: row.five, two: row.two };
      const word = row.is_counted_short ? row.short : (words[rules.select(shown)] ?? row.short);
      return `${this.number(count, name)} ${word}`;
    },
    /** «за пару», «за метр». */
    per(name: string): string {
      const { accusative, short } = rowOf(name);
      return `за ${accusative ?? short}`;
    },
    /** What of a text is no Russian: a sales unit nobody buys by, a number with a wrong form of the unit behind it. */
    problems(text: string): string[] {
      const plain = spaced(text);
      const wrong = [...plain.matchAll(/за 1 0,1|\d 0,(?:1|5|01) (?:м|кг|т)(?![\p{L}])|за 1 \p{L}+/giu)].map(
        ([found]) => found,
      );
      for (const { 0: found, groups } of plain.matchAll(counted)) {
        const { before = '', number = '', word = '' } = groups ?? {};
        const value = Number(number.replaceAll(' ', '').replace(',', '.'));
        // A year is no number of years.
        if (word.startsWith('год') && value > 1_900) continue;
        const kind = rules.select(value);
        const isGenitive = /^(от|до|из|больше|более|меньше|менее|не|около|кратно|после|свыше)$/i.test(before);
        const allowed = kind === 'one' ? ['one', 'accusative'] : kind === 'many' ? ['five'] : ['two'];
        if (isGenitive) allowed.push(kind === 'one' ? 'genitive' : 'genitive_many');
        if (!words.get(word.toLowerCase())?.some(({ form }) => allowed.includes(form))) wrong.push(found);
      }
      return wrong;
    },
  };
}

export type UnitRules = ReturnType<typeof unitRules>;

const noForms = {
  parts: 1,
  is_counted_short: true,
  one: null,
  two: null,
  five: null,
  accusative: null,
  genitive: null,
  genitive_many: null,
};

/** An abbreviation and a symbol stand for themselves, a word that nobody can inflect stands in brackets. */
function shortOf(name: string): string {
  return name.endsWith('.') || name.length <= 3 ? name : `ед. (${name})`;
}

/** Every space is a plain one. */
export function spaced(text: string): string {
  return text.replace(/[\s\u00a0\u202f]+/g, ' ');
}
