import { beginning } from './beginning.ts';
import { type Fault, longest } from './bounded-texts.ts';
import { normaliseNumber } from './decimal.ts';
import { booleanOf, childOf, childrenOf, type Element, foldSpaces, textOf } from './element.ts';
import { type GoodData, readGoodData } from './good-data.ts';

export type Good = {
  id: string;
  line: number;
  deleted: boolean;
  data: GoodData;
  /** Prices that stand at the good itself, without an offer. */
  prices: Offer['prices'];
  faults: Fault[];
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

export type Group = { id: string; name: string; parent: Group | null; deleted: boolean; line: number };
export type Property = {
  id: string;
  name: string;
  type: 'text' | 'number' | 'enum' | 'boolean';
  values: [valueId: string, value: string][];
  line: number;
};
export type PriceType = { id: string; name: string; currency: string };
export type Warehouse = { id: string; name: string; address: string };
export type Unit = { code: string; name: string };

const emptyGuid = /^0{8}-0{4}-0{4}-0{4}-0{12}$/;

/** `good#characteristic`, or `good` when the characteristic is empty. */
export function offerId(id: string, characteristic = ''): string {
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

/** `dictionary`: the values of its Справочник, read apart. */
export function readProperty(element: Element, dictionary: Property['values']): Property {
  const written = textOf(element, 'ТипЗначений') || textOf(element, 'ТипыЗначений');
  const hasVariants = dictionary.length > 0 || childrenOf(childOf(element, 'ВариантыЗначений'), 'Значение').length > 0;
  return {
    id: textOf(element, 'Ид'),
    name: foldSpaces(textOf(element, 'Наименование')),
    type: /^числ/i.test(written)
      ? 'number'
      : /^(булево|логическ|boolean)/i.test(written)
        ? 'boolean'
        : hasVariants || /^справочник/i.test(written)
          ? 'enum'
          : 'text',
    values: dictionary
      .map(([id, value]): [string, string] => [id, foldSpaces(value)])
      .filter(([id, value]) => id && value),
    line: element.line,
  };
}

export function readPriceType(element: Element): PriceType {
  return {
    id: textOf(element, 'Ид'),
    name: foldSpaces(textOf(element, 'Наименование')),
    currency: foldSpaces(textOf(element, 'Валюта')),
  };
}

export function readWarehouse(element: Element): Warehouse {
  const address = childOf(element, 'Адрес');
  return {
    id: textOf(element, 'Ид'),
    name: foldSpaces(textOf(element, 'Наименование')),
    address: foldSpaces(textOf(address, 'Представление') || (address?.text ?? '')),
  };
}

export function readUnit(element: Element): Unit {
  return {
    code: textOf(element, 'Код') || textOf(element, 'Ид'),
    name: foldSpaces(textOf(element, 'НаименованиеКраткое') || textOf(element, 'НаименованиеПолное')),
  };
}
