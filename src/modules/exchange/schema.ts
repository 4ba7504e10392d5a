import { z } from 'zod';
import { storableText } from '#shared/clean-text.ts';

export const exchangeLimits = {
  /** Of one call. */
  rows: 1_000,
  bytes: 1_000_000,
  callsPerMinute: 120,
  /** How long an answer is kept under its Idempotency-Key. */
  keyHours: 24,
};

const Word = z.string().trim().min(1).max(200).overwrite(storableText);
const Decimal = z
  .union([z.number(), z.string().max(40).overwrite(storableText)])
  .meta({ description: 'Число или строка: 489.9, "489,90", "1 234.5"' });

/** By exactly one of these a row names its product. */
const goodsKeys = {
  id_1c: Word.optional().meta({ description: 'Ид товара в 1С, с характеристикой — через #' }),
  idcode: Word.optional().meta({ description: 'Код товара на сайте' }),
  article: Word.optional().meta({ description: 'Артикул; подходит, когда он у одного товара' }),
  barcode: Word.optional().meta({ description: 'Штрихкод; подходит, когда он у одного товара' }),
};
export const goodsKinds = ['id_1c', 'idcode', 'article', 'barcode'] as const;
export type GoodsKind = (typeof goodsKinds)[number];

/** What prices and quantities are of: the unit the shop sells by, or the base unit in which 1C counts. */
const Unit = z.enum(['sales', 'base']).default('sales').meta({
  description: 'Чего: sales — того, чем товар продают (мешок), base — того, чем его учитывает 1С (килограмм)',
});

export const PriceInput = z.object({
  ...goodsKeys,
  price_column: Word.optional().meta({ description: 'Колонка цен; можно указать один раз на весь запрос' }),
  price: Decimal.nullable().meta({ description: 'Цена в рублях; null снимает цену: «по запросу»' }),
  old_price: Decimal.nullable().optional().meta({ description: 'Старая цена; не указана — остаётся прежней' }),
});
export type PriceInput = z.output<typeof PriceInput>;

export const StockInput = z.object({
  ...goodsKeys,
  store: Word.optional().meta({ description: 'Склад; можно указать один раз на весь запрос' }),
  quantity: Decimal.meta({ description: 'Сколько лежит на складе вместе с отложенным под заказы' }),
});
export type StockInput = z.output<typeof StockInput>;

export const PricesCall = z.object({
  price_column: Word.optional(),
  unit: Unit,
  rows: z.array(PriceInput).min(1).max(exchangeLimits.rows),
});
export type PricesCall = z.output<typeof PricesCall>;

export const StockCall = z.object({
  store: Word.optional(),
  unit: Unit,
  rows: z.array(StockInput).min(1).max(exchangeLimits.rows),
});
export type StockCall = z.output<typeof StockCall>;

export const RowAnswer = z.object({
  row: z.int().meta({ description: 'Номер строки запроса, с единицы' }),
  status: z.enum(['accepted', 'unchanged', 'refused']),
  reason: z.string().optional(),
});
export type RowAnswer = z.output<typeof RowAnswer>;

export const CallAnswer = z.object({
  accepted: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  rows: z.array(RowAnswer),
});
export type CallAnswer = z.output<typeof CallAnswer>;

/** The order of the rows, with how many fared how. */
export function answerOf(rows: RowAnswer[]): CallAnswer {
  const count = (status: RowAnswer['status']) => rows.filter((row) => row.status === status).length;
  return { accepted: count('accepted'), unchanged: count('unchanged'), refused: count('refused'), rows };
}
