import { readDescriptions } from '#modules/catalogue/read-descriptions.ts';
import { paragraphsOf } from '#modules/catalogue/staff-product.ts';
import type { Cell } from '#platform/table-export.ts';
import { normaliseNumber } from '#shared/decimal.ts';
import { countOf } from '#shared/plurals.ts';
import { type OwnedField, ownedBy } from '#shared/product-fields.ts';
import { type NamedGoods, readAnalogues } from './named-goods.ts';
import type { TableProduct } from './read-goods.ts';
import { namedSo, pathSeparator, type ShopWords, type TableAttribute } from './words-of-shop.ts';

/** Whether a cell empties its field: «[пусто]», which the shop writes itself, or «-». An empty cell changes nothing. */
export function isClear(typed: string): boolean {
  return typed === '[пусто]' || typed === '-';
}

/** A spreadsheet holds no more characters in a cell. */
export const longestCell = 32_767;

export type CellValue = { value: unknown } | { problem: string };

/** A column of a table of goods: how a product stands in it, and how a cell is read. */
export type GoodsColumn = {
  /** A name of `plainColumns`, or specs.CODE. */
  field: string;
  heading: string;
  /** In a spreadsheet, characters. */
  width: number;
  /** The field of the product that it sets (`ProductChange`, specs.CODE); null: it names the product, or only tells. */
  sets: string | null;
  /** Whose field it is when the product comes from 1C; unit: 1C's always; null: the shop's. */
  owner: OwnedField | 'unit' | null;
  cellOf: (product: TableProduct) => Cell;
  /** A filled cell → the value of the field. `product` null: a new one; `named`: goods that cells name by codes. */
  read: (typed: string, product: TableProduct | null, named: NamedGoods) => CellValue;
  /** What the field is after it was emptied; left out: it may not be empty. */
  cleared?: unknown;
};

type PlainColumn = Omit<GoodsColumn, 'heading' | 'width' | 'owner'> & { names: [string, ...string[]]; width?: number };

const asText = (typed: string): CellValue => ({ value: typed });
const refuseChange = (): CellValue => ({ problem: 'этот столбец не меняют таблицей' });

/** Headings that a column is known by, those of a YML feed too; the first is the one it is given out with. */
function plainColumns(words: ShopWords): PlainColumn[] {
  return [...codeColumns, ...namedColumns(words), ...valueColumns];
}

const codeColumns: PlainColumn[] = [
  {
    field: 'idcode',
    names: ['Код', 'Код товара'],
    sets: null,
    read: asText,
    cellOf: ({ idcode }) => idcode,
  },
  {
    field: 'id_1c',
    names: ['Ид 1С', 'Ид', 'GUID'],
    sets: null,
    read: asText,
    width: 38,
    cellOf: ({ id_1c }) => id_1c,
  },
  {
    field: 'article',
    names: ['Артикул', 'vendorCode'],
    sets: 'article',
    cleared: null,
    cellOf: ({ article }) => article,
    read: (typed, product) => readCode(typed, product?.article),
  },
  {
    field: 'barcode',
    names: ['Штрихкод', 'Штрих-код', 'EAN', 'barcode'],
    sets: 'barcode',
    cleared: null,
    cellOf: ({ barcode }) => barcode,
    read: (typed, product) => readCode(typed, product?.barcode),
  },
];

/** Whose cells name something of the shop. */
function namedColumns(words: ShopWords): PlainColumn[] {
  return [
    {
      field: 'name',
      names: ['Название', 'Наименование', 'name'],
      sets: 'name',
      width: 50,
      cellOf: ({ name }) => name,
      read: asText,
    },
    {
      field: 'brand',
      names: ['Бренд', 'Марка', 'vendor'],
      sets: 'brand_id',
      cleared: null,
      width: 20,
      cellOf: ({ brand }) => brand,
      read: (typed) => named(namedSo(words.brands, typed), `бренда «${typed}» нет: заведите его в «Брендах»`),
    },
    {
      field: 'category',
      names: ['Раздел', 'Категория', 'categoryId'],
      sets: 'category_ids',
      width: 40,
      cellOf: ({ category_ids: [main] }) => (main === undefined ? null : (words.pathOf.get(main) ?? null)),
      read: (typed, product) => readCategory(typed, product, words),
    },
    {
      field: 'unit',
      names: ['Единица', 'Ед. изм.'],
      sets: 'unit',
      cellOf: ({ unit }) => unit,
      read: (typed) => {
        const unit = namedSo(words.units, typed);
        return unit === null ? { problem: `единицы «${typed}» в магазине нет` } : { value: unit };
      },
    },
  ];
}

const valueColumns: PlainColumn[] = [
  {
    field: 'weight',
    names: ['Вес, г', 'weight, г'],
    sets: 'weight_grams',
    cleared: null,
    cellOf: ({ weight_grams }) => weight_grams,
    read: readWhole,
  },
  {
    field: 'vat',
    names: ['НДС, %', 'НДС'],
    sets: 'vat_rate',
    cellOf: ({ vat_rate }) => vat_rate,
    read: (typed) => readWhole(typed.replace(/\s*%$/, '')),
  },
  {
    field: 'description',
    names: ['Описание', 'description'],
    sets: 'description_html',
    width: 60,
    cleared: '',
    cellOf: ({ description_html }) => description_html,
    // As it will be kept: what the shop leaves out of a markup is no change when the table comes again.
    read: (typed) => {
      const { description, description_html } = readDescriptions({ html: typed });
      if (description === '') return { problem: 'в описании нет текста' };
      return { value: description_html ?? paragraphsOf(description) };
    },
  },
  {
    field: 'is_on',
    names: ['На сайте'],
    sets: 'is_on',
    cellOf: ({ is_on }) => (is_on ? 'да' : 'нет'),
    read: readYes,
  },
  {
    field: 'analogues',
    names: ['Аналоги'],
    sets: 'analogue_ids',
    cleared: [],
    width: 24,
    cellOf: ({ analogue_codes }) => analogue_codes.join(', '),
    read: readAnalogues,
  },
  {
    field: 'images',
    names: ['Изображения'],
    sets: null,
    read: refuseChange,
    width: 40,
    cellOf: ({ images }) => images.join(', '),
  },
];

/** All columns: those of every product, then one for each attribute. */
export function goodsColumns(words: ShopWords): GoodsColumn[] {
  const plain = plainColumns(words).map(({ names: [heading], width = 16, ...column }) => ({
    ...column,
    heading,
    width,
    owner: ownerOf(column.sets),
  }));
  const headings = Map.groupBy(words.attributes, headingOf);
  const taken = new Set(plainColumns(words).flatMap(({ names }) => names));
  return [
    ...plain,
    ...words.attributes.map((attribute): GoodsColumn => {
      const heading = headingOf(attribute);
      const isAlone = headings.get(heading)?.length === 1 && !taken.has(heading);
      return {
        field: `specs.${attribute.code}`,
        heading: isAlone ? heading : `${heading} (${attribute.code})`,
        width: 16,
        sets: `specs.${attribute.code}`,
        owner: 'specs',
        cellOf: ({ specs }) => specCell(specs[attribute.code]),
        read: (typed) => readSpec(typed, attribute, words),
        cleared: '',
      };
    }),
  ];
}

function ownerOf(sets: string | null): GoodsColumn['owner'] {
  return sets === 'unit' ? 'unit' : ownedBy(sets ?? '');
}

/** Other headings by which a column is known, as people call them. */
export function otherHeadings(words: ShopWords): { heading: string; field: string }[] {
  return plainColumns(words).flatMap(({ names, field }) => names.map((heading) => ({ heading, field })));
}

function headingOf({ name, unit }: TableAttribute): string {
  return unit ? `${name}, ${unit}` : name;
}

function named(found: { id: number } | null, problem: string): CellValue {
  return found ? { value: found.id } : { problem };
}

/** An article or a barcode: what a spreadsheet makes of digits is refused, it is another code. */
function readCode(typed: string, now: string | null | undefined): CellValue {
  if (/^\d[.,]\d+E\+\d+$/i.test(typed))
    return { problem: `таблица превратила код в число ${typed}: сделайте столбец текстовым` };
  if (now && now !== typed && /^0+/.test(now) && now.replace(/^0+/, '') === typed)
    return { problem: `таблица потеряла нули в начале: в магазине «${now}»` };
  return { value: typed };
}

function readCategory(typed: string, product: TableProduct | null, words: ShopWords): CellValue {
  const category = namedSo(words.categories, typed.split(/\s*\/\s*/).join(pathSeparator));
  if (category) {
    const [, ...others] = product?.category_ids ?? [];
    return { value: [category.id, ...others.filter((id) => id !== category.id)] };
  }
  const alike = [...words.pathOf.values()].filter((path) => path.toLowerCase().endsWith(typed.toLowerCase()));
  const hint = alike.length > 0 ? `, есть: ${alike.slice(0, 3).join('; ')}` : ': заведите его в «Категориях»';
  return { problem: `раздела «${typed}» нет${hint}` };
}

function readWhole(typed: string): CellValue {
  const number = normaliseNumber(typed);
  if (number === null || !/^-?\d{1,9}$/.test(number)) return { problem: `«${typed}» — не целое число` };
  return { value: Number(number) };
}

function readYes(typed: string): CellValue {
  const answer = { да: true, нет: false }[typed.toLowerCase()];
  return answer === undefined ? { problem: `«${typed}»: напишите «да» или «нет»` } : { value: answer };
}

function specCell(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 'да' : 'нет';
  return typeof value === 'number' ? value : String(value);
}

function readSpec(typed: string, attribute: TableAttribute, words: ShopWords): CellValue {
  if (attribute.type === 'boolean') return readYes(typed);
  if (attribute.type === 'number') {
    const number = normaliseNumber(typed);
    return number === null ? { problem: `«${typed}» — не число` } : { value: Number(number) };
  }
  const known = words.values.get(attribute.code);
  if (attribute.type === 'text' || !known) return { value: typed };
  const whole = namedSo(known, typed);
  const parts = whole === null ? typed.split(', ').map((part) => ({ part, value: namedSo(known, part) })) : [];
  const unknown = parts.find(({ value }) => value === null);
  if (unknown) {
    const some = [...known.exact.keys()].slice(0, 5).join('; ');
    return { problem: `значения «${unknown.part}» у свойства нет (есть ${some}…): сначала укажите его у товара` };
  }
  return { value: whole ?? parts.map(({ value }) => value).join(', ') };
}

/** Signs that no spreadsheet holds. */
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/**
 * The text of a cell, as it is given out and as it is compared: line breaks and runs of spaces are one space, a text
 * that no spreadsheet would hold is shown by its length.
 */
export function shownCell(cell: Cell): Cell {
  if (typeof cell !== 'string') return cell;
  const text = cell.replace(controls, '').replace(/\s+/g, ' ').trim();
  if (text === '') return null;
  if (text.length <= longestCell) return text;
  return `[в магазине ${countOf(text.length, 'знак', 'знака', 'знаков')}]`;
}

/** A cell as a reader of tables hands it over. */
export function typedCell(cell: Cell): string {
  const shown = shownCell(cell);
  if (typeof shown !== 'number') return shown ?? '';
  return Number.isSafeInteger(shown) ? String(shown) : String(Number(shown.toPrecision(12))).replace('.', ',');
}

/** The cell of a table that came: without the sign that keeps a formula from being one. */
export function readCell(typed: string): string {
  return typed
    .replace(/^'(?=\s*[=+\-@])/, '')
    .replace(/\s+/g, ' ')
    .trim();
}
