import { factorOf, normaliseNumber } from '#shared/decimal.ts';
import { type BoundedTexts, beginning, boundedTexts, type Fault, longest, most } from './bounded-texts.ts';
import { booleanOf, childOf, childrenOf, type Element, foldSpaces, textOf } from './element.ts';

export type Good = {
  id: string;
  line: number;
  deleted: boolean;
  data: GoodData;
  /** Prices that stand at the good itself, without an offer. */
  prices: Offer['prices'];
  faults: Fault[];
};

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

export type PriceEntry = [price: string | null, coefficient: string, from: string, currency: string];

export type Offer = {
  id: string;
  line: number;
  /** null: nothing is said. */
  deleted: boolean | null;
  /** null: the block is about prices or rests only. */
  data: GoodData | null;
  prices: Record<string, PriceEntry[]> | null;
  /** By warehouse; '' is a total without warehouses. */
  rests: Record<string, string> | null;
  faults: Fault[];
};

const emptyGuid = /^0{8}-0{4}-0{4}-0{4}-0{12}$/;

/** `good#characteristic`, or `good` when the characteristic is empty. */
function offerId(id: string, characteristic = ''): string {
  const [good = '', own = ''] = id.split('#', 2).map((part) => part.trim());
  const variant = own || characteristic.trim();
  return variant && !emptyGuid.test(variant) ? `${good}#${variant}` : good;
}

export function readGood(element: Element): Good {
  const faults: Fault[] = [];
  return {
    id: offerId(textOf(element, 'Ид'), textOf(element, 'ИдХарактеристики')),
    line: element.line,
    deleted: isDeleted(element) === true,
    data: readGoodData(element, faults),
    prices: readPrices(element, faults),
    faults,
  };
}

export function readOffer(element: Element): Offer {
  const faults: Fault[] = [];
  const isDescribed = childOf(element, 'Наименование') || childOf(element, 'ХарактеристикиТовара');
  return {
    id: offerId(textOf(element, 'Ид'), textOf(element, 'ИдХарактеристики')),
    line: element.line,
    deleted: isDeleted(element),
    data: isDescribed ? readGoodData(element, faults) : null,
    prices: readPrices(element, faults),
    rests: readRests(element, faults),
    faults,
  };
}

/** Статус="Удален" (attribute, in old files a child) or ПометкаУдаления; null when neither is there. */
function isDeleted(element: Element): boolean | null {
  const status = (element.attributes.Статус ?? textOf(element, 'Статус')).trim();
  if (/^удал[её]н$/i.test(status)) return true;
  const mark = booleanOf(element.attributes.ПометкаУдаления ?? textOf(element, 'ПометкаУдаления'));
  return mark ?? (status ? false : null);
}

function readPrices(element: Element, faults: Fault[]): Offer['prices'] {
  const block = childOf(element, 'Цены');
  if (!block) return null;
  // Without a prototype: a price type may be called «constructor».
  const prices: Record<string, PriceEntry[]> = Object.create(null);
  for (const row of block.children) {
    if (row.name !== 'Цена') continue;
    const { type, written, coefficient, from, currency } = readPriceRow(row);
    const fault = (reason: string) => faults.push({ what: 'prices', key: beginning(type, longest.id), reason });
    if (!type || type.length > longest.id) {
      fault(type ? `Ид типа цены длиннее ${longest.id} знаков` : 'не указан тип цены');
      continue;
    }
    const number = normaliseNumber(written);
    if (written && number === null) fault(`цена «${beginning(written, 40)}» не число`);
    if (number?.startsWith('-')) fault(`цена ${number} меньше нуля`);
    // An empty price and 0 both mean «no price», never «free».
    const price = number === null || number === '0' || number.startsWith('-') ? null : number;
    const entry: PriceEntry = [price, positiveNumber(coefficient) ?? '1', positiveNumber(from) ?? '', currency];
    const entries = prices[type];
    if (entries) entries.push(entry);
    else prices[type] = [entry];
  }
  return prices;
}

/** What a price says, in one walk: a package holds millions of them. Of each the first. */
function readPriceRow({ children }: Element) {
  let type: string | undefined;
  let written: string | undefined;
  let coefficient: string | undefined;
  let from: string | undefined;
  let currency: string | undefined;
  for (const { name, text } of children) {
    if (name === 'ИдТипаЦены') type ??= text.trim();
    else if (name === 'ЦенаЗаЕдиницу') written ??= text.trim();
    else if (name === 'Коэффициент') coefficient ??= text.trim();
    else if (name === 'МинКоличество') from ??= text.trim();
    else if (name === 'Валюта') currency ??= text.trim();
  }
  return {
    type: type ?? '',
    written: written ?? '',
    coefficient: coefficient ?? '',
    from: from ?? '',
    currency: currency ?? '',
  };
}

function positiveNumber(text: string): string | null {
  const number = normaliseNumber(text);
  return number === null || number === '0' || number.startsWith('-') ? null : number;
}

/** Per warehouse when warehouses are named, else the total; null when the offer says nothing of quantity. */
function readRests(element: Element, faults: Fault[]): Offer['rests'] {
  const rests: Record<string, string> = Object.create(null);
  let total = textOf(element, 'Количество');
  const take = (warehouse: string, written: string) => {
    const number = normaliseNumber(written);
    if (written === '') return;
    if (number === null || Math.abs(Number(number)) > 1e9) {
      faults.push({ what: 'stocks', key: warehouse, reason: `остаток «${beginning(written, 40)}» не число` });
    } else rests[warehouse] = number;
  };
  const takeWarehouse = (row: Element) => {
    const warehouse = (row.attributes.ИдСклада ?? textOf(row, 'Ид')).trim() || textOf(row, 'ИдСклада');
    const quantity =
      row.attributes.КоличествоНаСкладе ?? (textOf(row, 'Количество') || textOf(row, 'КоличествоНаСкладе'));
    if (warehouse.length > longest.id) {
      const reason = `Ид склада длиннее ${longest.id} знаков`;
      faults.push({ what: 'stocks', key: beginning(warehouse, longest.id), reason });
    } else if (warehouse) take(warehouse, quantity.trim());
  };
  for (const child of element.children) {
    if (child.name === 'Склад') takeWarehouse(child);
    if (child.name === 'Склады') {
      if (child.attributes.ИдСклада !== undefined) takeWarehouse(child);
      childrenOf(child, 'Склад').forEach(takeWarehouse);
    }
    if (child.name === 'Остатки') {
      for (const rest of childrenOf(child, 'Остаток')) {
        childrenOf(rest, 'Склад').forEach(takeWarehouse);
        if (!childOf(rest, 'Склад')) total ||= textOf(rest, 'Количество');
      }
    }
  }
  if (Object.keys(rests).length === 0) take('', total);
  return Object.keys(rests).length === 0 ? null : rests;
}

function readGoodData(element: Element, faults: Fault[]): GoodData {
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
    properties: texts.few(
      'ЗначенияСвойств',
      [...readPropertyValues(element, texts), ...readRequisiteValues(element, texts)],
      most.properties,
    ),
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
  return childrenOf(childOf(element, 'ЗначенияСвойств'), 'ЗначенияСвойства')
    .map((property): [string, string[]] => {
      const id = textOf(property, 'Ид');
      return [
        texts.whole('Ид свойства', id, longest.id),
        readValues(childrenOf(property, 'Значение'), `свойство «${beginning(id, 40)}»`, texts),
      ];
    })
    .filter(([id]) => id);
}

function readValues(rows: Element[], what: string, texts: BoundedTexts): string[] {
  return texts
    .few(what, rows, most.groups)
    .map(({ text }) => texts.shortened(what, text.trim(), longest.value))
    .filter(Boolean);
}

/** What a requisite's id among properties begins with: requisites have names alone. */
export const requisiteMark = '=';

/** 1C's own bookkeeping, of which a buyer learns nothing. */
const bookkeeping = new Set(['=ТипНоменклатуры', '=Файл', '=ОписаниеФайла']);

/**
 * Requisites as properties that no classifier declares: they are shown when the owner says so. Without those that are
 * read into fields of their own.
 */
function readRequisiteValues(element: Element, texts: BoundedTexts): [string, string[]][] {
  const rows = childrenOf(childOf(element, 'ЗначенияРеквизитов'), 'ЗначениеРеквизита');
  const byName = Map.groupBy(rows, (row) => foldSpaces(textOf(row, 'Наименование')));
  return [...byName].flatMap(([name, named]): [string, string[]][] => {
    const id = texts.whole('название реквизита', requisiteMark + name, longest.id);
    if (name === '' || id === '' || fieldOf.has(id) || bookkeeping.has(id)) return [];
    const values = named.flatMap((row) => childrenOf(row, 'Значение'));
    return [[id, readValues(values, `реквизит «${beginning(name, 40)}»`, texts)]];
  });
}

/** Which elements a field is read from; requisites begin with `requisiteMark`. */
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
  for (const [name, value] of requisites) if (value === '') look(requisiteMark + name);
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

/** Why a good cannot be taken; null when it can. A wrong factor would sell a bag at the price of a kilogram. */
export function goodFault(good: GoodData): string | null {
  if (!good.name) return 'нет наименования';
  for (const { coefficient } of good.conversions ?? []) {
    if (coefficient === '') continue;
    const number = normaliseNumber(coefficient);
    if (number === null || !factorOf(number)) return `коэффициент пересчёта единицы «${coefficient}» недопустим`;
  }
  return null;
}

/** Why this id of a good, an offer or a group cannot be kept; null when it can. `limit`: its characters. */
export function idFault(id: string, limit = longest.id): string | null {
  if (!id) return 'нет Ид';
  return id.length > limit ? `Ид длиннее ${limit} знаков` : null;
}
