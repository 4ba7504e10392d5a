import { beginning } from './beginning.ts';
import { longest } from './bounded-texts.ts';
import type { PriceType, Property, Unit, Warehouse } from './entities.ts';
import type { Staged } from './staging.ts';
import { type ImportSummary, refuse } from './summary.ts';

/**
 * Takes declared properties, price types, warehouses and units into `staged`, the last of each id. Ids that fit no
 * index are left out, long names shortened; both are named in the summary.
 */
export function boundDeclarations(staged: Staged, summary: ImportSummary, file: string) {
  const left = (id: string, name: string, reason: string, line?: number) =>
    refuse(summary.fields, {
      ...{ id: beginning(id, longest.id), name: beginning(name, longest.word), file, reason },
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
      if (isTaken('вид цены', type)) staged.priceTypes.set(type.id, shortened('вид цены', type));
    },
    warehouse(warehouse: Warehouse): void {
      if (isTaken('склад', warehouse)) staged.warehouses.set(warehouse.id, shortened('склад', warehouse));
    },
    unit({ code, name }: Unit): void {
      if (!code) return;
      if (code.length > longest.unit || name.length > longest.unit) {
        left(code, name, `единица измерения длиннее ${longest.unit} знаков, не принята`);
      } else staged.units.set(code, { code, name });
    },
  };
}
