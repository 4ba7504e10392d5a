import { foldedCell } from '#shared/folded.ts';
import type { Got } from '../parts/got.ts';

export type Targets = Got<'/api/admin/file-maps'>;
export type FileMap = Targets['items'][number];
/** By heading: the field, and after a space its price column or store; '': the column is not needed. */
export type Chosen = Record<string, string>;

const goodsFields = [
  { value: 'idcode', label: 'Код товара' },
  { value: 'article', label: 'Артикул' },
  { value: 'barcode', label: 'Штрихкод' },
  { value: 'id_1c', label: 'Ид 1С' },
];

/** What a column may hold. */
export function choicesOf({ price_columns, stores }: Targets): { value: string; label: string }[] {
  return [
    ...goodsFields,
    ...price_columns.map(({ id, name }) => ({ value: `price ${id}`, label: `Цена: ${name}` })),
    ...price_columns.map(({ id, name }) => ({ value: `old_price ${id}`, label: `Старая цена: ${name}` })),
    ...stores.map(({ id, name }) => ({ value: `stock ${id}`, label: `Остаток: ${name}` })),
  ];
}

/** The remembered map whose headings all stand in the table; of several the one that knows most of them. */
export function fittingMap(maps: readonly FileMap[], headings: string[]): FileMap | undefined {
  const there = new Set(headings.map(foldedCell));
  return maps
    .filter(({ columns }) => columns.every(({ heading }) => there.has(foldedCell(heading))))
    .toSorted((a, b) => b.columns.length - a.columns.length)[0];
}

/** The columns of a map by the headings of this table. */
export function mapColumns({ columns }: FileMap, headings: string[]): Chosen {
  return Object.fromEntries(
    headings.flatMap((heading) => {
      const column = columns.find((other) => foldedCell(other.heading) === foldedCell(heading));
      if (!column) return [];
      return [[heading, column.target === null ? column.field : `${column.field} ${column.target}`]];
    }),
  );
}

export type ChosenColumn = { heading: string; field: string; target: string | null };

/** What was chosen, as a map remembers it: without the columns that are not needed. */
export function chosenColumns(chosen: Chosen, headings: string[]): ChosenColumn[] {
  return headings.flatMap((heading) => {
    const [field, target = null] = (chosen[heading] ?? '').split(' ');
    return field ? [{ heading, field, target }] : [];
  });
}

/** Columns that name goods, by what people call them; prices and stock are for a person to choose. */
export function guessed(headings: string[]): Chosen {
  const names: [RegExp, string][] = [
    [/^(код|код товара|idcode)$/, 'idcode'],
    [/^(артикул|арт\.?|article)$/, 'article'],
    [/^(штрихкод|штрих-код|ean|barcode)$/, 'barcode'],
    [/^(ид|ид 1с|guid|id)$/, 'id_1c'],
  ];
  return Object.fromEntries(
    headings.flatMap((heading) => {
      const found = names.find(([pattern]) => pattern.test(foldedCell(heading)));
      return found ? [[heading, found[1]]] : [];
    }),
  );
}
