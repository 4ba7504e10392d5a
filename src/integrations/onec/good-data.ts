import { beginning } from './beginning.ts';
import { type BoundedTexts, boundedTexts, type Fault, longest, most } from './bounded-texts.ts';
import { normaliseNumber } from './decimal.ts';
import { booleanOf, childOf, childrenOf, type Element, foldSpaces, textOf } from './element.ts';

/** What a good (Товар) or the descriptive part of an offer says. Texts as received, numbers normalised. */
export type GoodData = {
  name: string;
  article?: string;
  barcode?: string;
  /** 1C's own short code. */
  code?: string;
  unit?: { code: string; name: string };
  /** Пересчет: other units with so many base units in one. */
  conversions?: { unit: string; coefficient: string }[];
  groups?: string[];
  description?: string;
  html?: string;
  pictures?: string[];
  brand?: string;
  country?: string;
  properties?: [id: string, values: string[]][];
  characteristics?: [name: string, value: string][];
  vat?: string;
  /** Kilograms in one base unit. */
  weight?: string;
  /** Fields that are named and empty: an incremental package erases these, and leaves those it does not name. */
  emptied?: string[];
};

export function readGoodData(element: Element, faults: Fault[]): GoodData {
  const requisites = readRequisites(element);
  const texts = boundedTexts(faults);
  const { description, html } = readDescription(element, requisites);
  const weight = textOf(element, 'Вес') || (requisites.get('Вес') ?? '');
  const data = withoutEmpty({
    name: texts.shortened('Наименование', foldSpaces(textOf(element, 'Наименование')), longest.name),
    article: texts.whole('Артикул', foldSpaces(textOf(element, 'Артикул'))),
    barcode: texts.whole('Штрихкод', foldSpaces(textOf(element, 'Штрихкод') || textOf(element, 'ШтрихКод'))),
    code: texts.whole('Код', foldSpaces(textOf(element, 'Код') || (requisites.get('Код') ?? ''))),
    ...readUnits(element, texts),
    groups: texts.few(
      'Группы',
      [...new Set(childrenOf(childOf(element, 'Группы'), 'Ид').map(({ text }) => text.trim()))].filter(Boolean),
      most.groups,
    ),
    description: texts.shortened('Описание', description, longest.description),
    html: texts.whole('Описание', html, longest.description),
    pictures: readPictures(element, texts),
    brand: texts.whole('Изготовитель', readBrand(element)),
    country: texts.whole('Страна', foldSpaces(textOf(element, 'Страна'))),
    properties: readPropertyValues(element, texts),
    characteristics: texts.few(
      'ХарактеристикиТовара',
      childrenOf(childOf(element, 'ХарактеристикиТовара'), 'ХарактеристикаТовара')
        .map((row): [string, string] => {
          const name = foldSpaces(textOf(row, 'Наименование')) || 'Характеристика';
          const value = foldSpaces(textOf(row, 'Значение'));
          const kind = texts.shortened('название характеристики', name, longest.word);
          return [kind, texts.shortened(`характеристика «${beginning(kind, 40)}»`, value, longest.word)];
        })
        .filter(([, value]) => value),
      most.characteristics,
    ),
    vat: readVat(element),
    weight: normaliseNumber(weight) ?? '',
  });
  data.emptied = emptiedFields(element, requisites, data);
  return data;
}

function readPictures(element: Element, texts: BoundedTexts): string[] {
  const paths = element.children
    .filter(({ name }) => name === 'Картинка' || /^ДополнительнаяКартинка\d*$/.test(name))
    .map(({ text }) => text.trim().replaceAll('\\', '/'))
    .filter((path) => path && texts.whole('Картинка', path, longest.path));
  return texts.few('Картинка', paths, most.pictures);
}

/** Those named without a value stay with none: an incremental package erases them. */
function readPropertyValues(element: Element, texts: BoundedTexts): [string, string[]][] {
  const rows = childrenOf(childOf(element, 'ЗначенияСвойств'), 'ЗначенияСвойства')
    .map((property): [string, string[]] => {
      const id = textOf(property, 'Ид');
      const values = texts.few('ЗначенияСвойства', childrenOf(property, 'Значение'), most.groups);
      return [
        texts.whole('Ид свойства', id, longest.id),
        values
          .map(({ text }) => texts.shortened(`свойство «${beginning(id, 40)}»`, text.trim(), longest.value))
          .filter(Boolean),
      ];
    })
    .filter(([id]) => id);
  return texts.few('ЗначенияСвойств', rows, most.properties);
}

/** Which elements a field is read from; requisites begin with `=`. */
const sources: [field: keyof GoodData, ...names: string[]][] = [
  ['article', 'Артикул'],
  ['barcode', 'Штрихкод', 'ШтрихКод'],
  ['code', 'Код', '=Код'],
  ['groups', 'Группы'],
  ['description', 'Описание', '=ОписаниеВФорматеHTML'],
  ['pictures', 'Картинка'],
  ['brand', 'ТорговаяМарка', 'Изготовитель'],
  ['country', 'Страна'],
  ['characteristics', 'ХарактеристикиТовара'],
  ['vat', 'СтавкиНалогов'],
  ['weight', 'Вес', '=Вес'],
];
const fieldOf = new Map(sources.flatMap(([field, ...names]) => names.map((name) => [name, field])));

function emptiedFields(
  { children }: Element,
  requisites: ReadonlyMap<string, string>,
  data: GoodData,
): string[] | undefined {
  let emptied: Set<string> | undefined;
  const look = (name: string) => {
    const field = fieldOf.get(name);
    if (field === undefined || data[field] !== undefined) return;
    if (field === 'description' && data.html !== undefined) return;
    emptied ??= new Set();
    emptied.add(field);
    if (field === 'description') emptied.add('html');
  };
  for (const { name, text, children: own } of children) {
    if (own.length === 0 && text.trim() === '') look(name);
  }
  for (const [name, value] of requisites) if (value === '') look(`=${name}`);
  return emptied && [...emptied];
}

function readRequisites(element: Element): Map<string, string> {
  return new Map(
    childrenOf(childOf(element, 'ЗначенияРеквизитов'), 'ЗначениеРеквизита').map((row) => [
      textOf(row, 'Наименование'),
      textOf(row, 'Значение'),
    ]),
  );
}

/** ОписаниеВФорматеHTML as a requisite holds the text itself, or only `true` beside an Описание that is HTML. */
function readDescription(element: Element, requisites: Map<string, string>): { description: string; html: string } {
  const own = childOf(element, 'Описание');
  const description = own?.text.trim() ?? '';
  const html = requisites.get('ОписаниеВФорматеHTML') ?? '';
  const isFlag = /^(true|false|да|нет|[01])$/i.test(html);
  const isHtml = booleanOf(own?.attributes.ФорматHTML ?? (isFlag ? html : undefined)) === true;
  if (html && !isFlag) return { description: '', html };
  return isHtml ? { description: '', html: description } : { description, html: '' };
}

function readUnits(element: Element, texts: BoundedTexts): Pick<GoodData, 'unit' | 'conversions'> {
  const base = childOf(element, 'БазоваяЕдиница');
  if (!base) return {};
  const code = (base.attributes.Код ?? '').trim();
  const own = foldSpaces(base.text);
  const name =
    (base.attributes.НаименованиеКраткое ?? '').trim() ||
    (/^\d+$/.test(own) ? '' : own) ||
    (base.attributes.НаименованиеПолное ?? '').trim();
  const conversions = childrenOf(base, 'Пересчет').map((row) => ({
    unit: texts.whole('Единица', foldSpaces(textOf(row, 'Единица')), longest.unit),
    coefficient: normaliseNumber(textOf(row, 'Коэффициент')) ?? textOf(row, 'Коэффициент'),
  }));
  return {
    unit: {
      code: texts.whole('БазоваяЕдиница', code || (/^\d+$/.test(own) ? own : ''), longest.unit),
      name: texts.whole('БазоваяЕдиница', name, longest.unit),
    },
    ...(conversions.length > 0 && { conversions }),
  };
}

function readBrand(element: Element): string {
  for (const name of ['ТорговаяМарка', 'Изготовитель']) {
    const row = childOf(element, name);
    const text = foldSpaces(textOf(row, 'Наименование') || textOf(row, 'ОфициальноеНаименование') || (row?.text ?? ''));
    if (text) return text;
  }
  return '';
}

function readVat(element: Element): string {
  const rates = childrenOf(childOf(element, 'СтавкиНалогов'), 'СтавкаНалога');
  const vat = rates.find((rate) => /НДС/i.test(textOf(rate, 'Наименование'))) ?? rates[0];
  return foldSpaces(textOf(vat, 'Ставка'));
}

function withoutEmpty(data: Record<string, unknown>): GoodData {
  for (const key of Object.keys(data)) {
    const value = data[key];
    // Written as undefined, not deleted: JSON leaves it out alike, and the objects keep one shape.
    if (key !== 'name' && (value === '' || (Array.isArray(value) && value.length === 0))) data[key] = undefined;
  }
  return data as GoodData; // the caller lists GoodData's own fields
}
