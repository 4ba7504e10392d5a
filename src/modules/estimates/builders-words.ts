/** What builders write for short → the words that stand in names. Only what has one meaning in the trade. */
const shorts = new Map(
  Object.entries({
    гклв: 'гипсокартон влагостойкий',
    гкло: 'гипсокартон огнестойкий',
    гкл: 'гипсокартон',
    осп: 'osb',
    осб: 'osb',
    эппс: 'экструзионный пенополистирол',
    пеноплекс: 'экструзионный пенополистирол',
    ушм: 'шлифмашина угловая',
    болгарка: 'шлифмашина угловая',
    минвата: 'минеральная вата',
    ппр: 'полипропиленовая',
    шуруповерт: 'дрель-шуруповерт',
    шпаклевка: 'шпатлевка',
    шпаклевки: 'шпатлевка',
    автомат: 'выключатель автоматический',
    автоматы: 'выключатель автоматический',
    эл: 'электрический',
    влагост: 'влагостойкий',
    потол: 'потолочный',
  }),
);

/** A folded name with its abbreviations written out. */
export function expandShort(name: string): string {
  return name.replace(/\p{L}+/gu, (word) => shorts.get(word) ?? word);
}

/** A kind that is meant when none is named: «обычный» among «влагостойкий» and «огнестойкий». */
export function isUsualKind(name: string): boolean {
  return /(?<!\p{L})(?:обычн|стандартн|универсальн)\p{Ll}/u.test(name);
}
