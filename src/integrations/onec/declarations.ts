import { beginning, longest } from './bounded-texts.ts';
import { booleanOf, childOf, childrenOf, type Element, foldSpaces, textOf } from './element.ts';
import { FileRefusal } from './file-refusal.ts';
import type { Staged } from './staging.ts';
import { type ImportSummary, refuse } from './summary.ts';

export type Group = { id: string; name: string; parent: Group | null; deleted: boolean; line: number };
export type Property = {
  id: string;
  name: string;
  type: 'text' | 'number' | 'enum' | 'boolean';
  values: [valueId: string, value: string][];
  line: number;
};
/** `is_net`: its prices are without VAT, as 1C says. */
export type PriceType = { id: string; name: string; currency: string; is_net: boolean };
export type Warehouse = { id: string; name: string; address: string };
export type Unit = { code: string; name: string };

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
    is_net: childrenOf(element, 'Налог').some((tax) => booleanOf(textOf(tax, 'УчтеноВСумме')) === false),
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

/** Of a package: all of them are in memory while it is taken. */
const mostDeclared = { properties: 100_000, priceTypes: 5_000, warehouses: 5_000, units: 5_000 };
const declaredWords = {
  properties: 'свойств',
  priceTypes: 'видов цен',
  warehouses: 'складов',
  units: 'единиц измерения',
};

/** Throws FileRefusal where a package has more of a kind than a shop could ever show. */
export function refuseTooMany(kind: keyof typeof mostDeclared, count: number, file: string): void {
  if (count > mostDeclared[kind])
    throw new FileRefusal(file, null, `больше ${mostDeclared[kind]} ${declaredWords[kind]} в одном пакете`);
}

/**
 * Takes declared properties, price types, warehouses and units into `staged`, the last of each id. Ids that fit no
 * index are left out, long names shortened; both are named in the summary.
 */
export function boundDeclarations(staged: Staged, summary: ImportSummary, file: string) {
  const left = (id: string, name: string, reason: string, line?: number) =>
    refuse(summary.fields, {
      id: beginning(id, longest.id),
      name: beginning(name, longest.word),
      file,
      reason,
      ...(line !== undefined && { line }),
    });
  const isTaken = (what: string, { id, name }: { id: string; name: string }, line?: number): boolean => {
    if (id.length > longest.id) left(id, name, `${what}: Ид длиннее ${longest.id} знаков, не принято`, line);
    return id !== '' && id.length <= longest.id;
  };
  const shortened = <T extends { id: string; name: string }>(what: string, row: T, line?: number): T => {
    if (row.name.length <= longest.word) return row;
    left(row.id, row.name, `${what}: наименование длиннее ${longest.word} знаков, взято начало`, line);
    return { ...row, name: `${beginning(row.name, longest.word - 1)}…` };
  };
  return {
    property(property: Property): void {
      if (!isTaken('свойство', property, property.line)) return;
      const { id, name, line } = property;
      const values = property.values.filter(([valueId]) => valueId.length <= longest.id);
      const gone = property.values.length - values.length;
      if (gone > 0) {
        left(id, name, `значения справочника с Ид длиннее ${longest.id} знаков (${gone}) не приняты`, line);
      }
      refuseTooMany('properties', staged.properties.size + 1, file);
      staged.properties.set(id, {
        ...shortened('свойство', property, line),
        values: values.map(([valueId, value]) => {
          if (value.length <= longest.value) return [valueId, value];
          left(id, name, `значение справочника ${valueId} длиннее ${longest.value} знаков, взято начало`, line);
          return [valueId, `${beginning(value, longest.value - 1)}…`];
        }),
      });
    },
    priceType(type: PriceType): void {
      if (!isTaken('вид цены', type)) return;
      refuseTooMany('priceTypes', staged.priceTypes.size + 1, file);
      staged.priceTypes.set(type.id, shortened('вид цены', type));
    },
    warehouse(warehouse: Warehouse): void {
      if (!isTaken('склад', warehouse)) return;
      refuseTooMany('warehouses', staged.warehouses.size + 1, file);
      staged.warehouses.set(warehouse.id, shortened('склад', warehouse));
    },
    unit({ code, name }: Unit): void {
      if (!code) return;
      if (code.length > longest.unit || name.length > longest.unit) {
        left(code, name, `единица измерения длиннее ${longest.unit} знаков, не принята`);
        return;
      }
      refuseTooMany('units', staged.units.size + 1, file);
      staged.units.set(code, { code, name });
    },
  };
}
