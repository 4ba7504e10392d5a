import { z } from 'zod';
import { changePrices, mostCells, restorePrices, saveTiers } from '#modules/catalogue/change-prices.ts';
import { namePriceAuthor } from '#modules/catalogue/price-author.ts';
import { pinPrice, releasePin } from '#modules/catalogue/price-pins.ts';
import { lockPrices, type PriceKey } from '#modules/catalogue/save-prices.ts';
import {
  listPriceColumns,
  type PriceColumn,
  type PriceNow,
  priceHistory,
  priceSheet,
  pricesOf,
  tiersOf,
} from '#modules/catalogue/staff-prices.ts';
import { goodsScope, missingParts } from '#modules/catalogue/staff-products.ts';
import { branchOfGoods } from '#modules/departments/branch-of-goods.ts';
import type { Db } from '#platform/database.ts';
import { enqueue } from '#platform/queue.ts';
import { Refusal } from '#platform/refusal.ts';
import { formatDate, formatDay } from '#shared/dates.ts';
import { formatPrice } from '#shared/money.ts';
import { plural } from '#shared/plurals.ts';
import { Ok, ok } from './answers.ts';
import { needOwnColumns, whyNotColumns } from './branch-rule.ts';
import { keyedAnswer, keyedQuery, readByKey, recordNumbers, totalOf } from './list.ts';
import { refuseUnseen } from './record-changed.ts';
import { type Asked, adminRead, adminWrite, NumberParam } from './route.ts';

const Kopecks = z.int('Целое число копеек').min(0, 'Не меньше 0').max(2_147_483_647, 'Слишком большая цена');
const Tier = z.object({ from_count: z.int().min(2, 'От двух').max(99_999), price: Kopecks.min(1, 'Больше 0') });
const Tiers = z.array(Tier).max(10, 'Не больше 10 ступеней');
const Column = z.string().max(40);
const Purpose = z.enum(['retail', 'b2b', 'cost']);

/** Kopecks per sales unit. */
const SheetRow = z.object({
  id: z.int(),
  idcode: z.string(),
  name: z.string(),
  article: z.string().nullable(),
  image: z.string().nullable(),
  unit: z.string(),
  is_from_1c: z.boolean(),
  category: z.string().nullable(),
  cells: z.array(
    z.object({
      price_column: z.string(),
      price: z.int().nullable(),
      old_price: z.int().nullable(),
      is_pinned: z.boolean(),
      tiers: z.array(Tier),
    }),
  ),
});

const Key = z.object({ price_column: z.string(), product_id: z.int() });

/** What a line of the audit log keeps of prices from a count on before they were changed. */
const TiersBefore = z.strictObject({ price_column: Column, tiers: z.array(Tier) });

/** What a line of the audit log keeps of cells of the sheet before they were changed. */
const SheetBefore = z.object({
  cells: z.array(Key.extend({ price: z.int().nullable(), old_price: z.int().nullable() })),
  not_pinned: z.array(Key),
});

/** The pin of a price that was seen; another one by now is refused. */
const SeenPin = z.object({ is_pinned: z.boolean(), pinned_until: z.iso.datetime().nullable() });

/** Which columns the person sees, and whether they may write one. */
async function columnsOf({ db, scope, may }: Pick<Asked, 'db' | 'scope' | 'may'>) {
  return listPriceColumns(db, scope.branches, may('prices.cost'));
}

/** A column that the person sees and may change. Throws not_found, and what `needOwnColumns` does. */
async function columnToChange(asked: Asked, price_column: string): Promise<PriceColumn> {
  const column = (await columnsOf(asked)).find((one) => one.price_column === price_column);
  if (!column) throw new Refusal('not_found');
  await needOwnCells(asked, [column]);
  return column;
}

/** The columns, each with why it is not this person's to change. */
async function withReasons({ db, staff }: Asked, columns: PriceColumn[]) {
  const codes = columns.map(({ price_column }) => price_column);
  const closed = await whyNotColumns(db, staff, codes);
  return columns.map((column) => ({ ...column, why_not: closed.get(column.price_column) ?? null }));
}

function needOwnCells({ db, staff }: Asked, cells: { price_column: string }[]): Promise<void> {
  return needOwnColumns(
    db,
    staff,
    cells.map(({ price_column }) => price_column),
  );
}

export const priceRoutes = [
  adminRead({
    url: '/api/admin/price-columns',
    summary: 'Колонки цен',
    permission: 'prices.read',
    response: z.object({
      /** `why_not`: why its prices are not this person's to change; null: they are, who may change prices. */
      items: z.array(
        z.object({ price_column: z.string(), name: z.string(), purpose: Purpose, why_not: z.string().nullable() }),
      ),
    }),
    run: async (asked) => ({ items: await withReasons(asked, await columnsOf(asked)) }),
  }),

  adminRead({
    url: '/api/admin/prices',
    summary: 'Лист цен',
    permission: 'prices.read',
    query: keyedQuery(
      {
        q: z.string().max(200),
        category_id: z.int().positive(),
        brand_id: z.array(z.int().positive()).max(200),
        without: z.array(z.enum(missingParts)),
        in_stock: z.boolean(),
        is_on: z.boolean(),
        columns: z.array(Column).max(50),
      },
      ['name'],
    ),
    response: keyedAnswer(SheetRow),
    async run(asked) {
      const { db, scope, query } = asked;
      const { columns: wanted, ...filter } = query.filter;
      const known = (await columnsOf(asked)).map(({ price_column }) => price_column);
      const columns = wanted ? known.filter((column) => wanted.includes(column)) : known;
      const ids = recordNumbers(query.ids);
      const scoped = await goodsScope(db, scope.branches);
      const { rows, count, next } = await readByKey(query, (window) =>
        priceSheet(db, scoped, { ...filter, ...(ids && { ids }) }, columns, window),
      );
      return { items: rows.map(({ key: _, ...row }) => row), ...totalOf(count), next };
    },
  }),

  adminWrite({
    url: '/api/admin/prices/cells',
    summary: 'Правка цен в листе',
    permission: 'prices.write',
    needsKey: true,
    body: z.object({
      cells: z
        .array(
          z.object({
            product_id: z.int().positive().max(2_147_483_647),
            price_column: Column,
            price: Kopecks.nullable(),
            old_price: Kopecks.min(1, 'Больше 0 ₽').nullable().optional(),
            /** The price that was seen; another one by now is refused. */
            was: z.int().nullable().optional(),
            /** The same of the price that was crossed out. */
            was_old: z.int().nullable().optional(),
            /** The person was asked about a great change. */
            is_sure: z.boolean().optional(),
          }),
        )
        .min(1)
        .max(mostCells, 'Больше 500 цен сразу меняют заданием'),
    }),
    response: z.object({ changed: z.int(), before: z.array(z.looseObject({})) }),
    async run(asked) {
      const { db, staff, body } = asked;
      const known = new Map((await columnsOf(asked)).map((column) => [column.price_column, column]));
      if (body.cells.some(({ price_column }) => !known.has(price_column))) throw new Refusal('not_found');
      const keys = new Set(body.cells.map(({ price_column, product_id }) => `${price_column} ${product_id}`));
      if (keys.size < body.cells.length) throw new Refusal('bad_input', {}, 'Одна цена названа дважды');
      await needOwnCells(asked, body.cells);
      await namePriceAuthor(db, staff.full_name);
      const { before, after, pinned, problems } = await changePrices(db, body.cells);
      if (problems.length > 0)
        throw new Refusal('bad_input', {
          fields: Object.fromEntries(problems.map(({ row, words }) => [`cells.${row}.price`, words])),
          problems,
        });
      const changed = after.filter(
        (row, at) => row.price !== before[at]?.price || row.old_price !== before[at]?.old_price,
      );
      return {
        answer: { changed: changed.length, before },
        audit: {
          resource: 'prices',
          record_id: changed.length === 1 ? (changed[0]?.product_id ?? null) : null,
          department_id_1c: await branchOfCells(db, body.cells),
          words: await sentenceOf(db, before, after),
          before: { cells: before, not_pinned: pinned },
          after: { cells: after, not_pinned: [] },
        },
      };
    },
    undo: {
      resource: 'prices',
      fits: (before) => SheetBefore.safeParse(before).success || TiersBefore.safeParse(before).success,
      async run(asked, record_id, fields) {
        const tiers = TiersBefore.safeParse(fields);
        if (tiers.success) return restoreTiers(asked, Number(record_id), tiers.data);
        const before = SheetBefore.parse(fields);
        const known = new Set((await columnsOf(asked)).map(({ price_column }) => price_column));
        if (before.cells.some(({ price_column }) => !known.has(price_column))) throw new Refusal('not_found');
        await needOwnCells(asked, before.cells);
        await namePriceAuthor(asked.db, asked.staff.full_name);
        const department_id_1c = await branchOfCells(asked.db, before.cells);
        return { department_id_1c, ...(await restorePrices(asked.db, before)) };
      },
    },
  }),

  adminWrite({
    url: '/api/admin/prices/:id/tiers',
    summary: 'Цены от количества',
    permission: 'prices.write',
    method: 'PUT',
    params: NumberParam,
    body: z.object({
      price_column: Column,
      tiers: Tiers,
      /** Those that were seen; other ones by now are refused. */
      was: Tiers,
    }),
    response: z.object({ tiers: z.array(Tier) }),
    async run(asked) {
      const { db, params, body } = asked;
      const column = await columnToChange(asked, body.price_column);
      if (column.purpose === 'cost') throw new Refusal('not_found');
      const name = await nameOf(db, params.id);
      const key = { price_column: body.price_column, product_id: params.id };
      const { before, after: tiers } = await saveTiers(db, key, body.tiers, body.was);
      return {
        answer: { tiers },
        audit: {
          resource: 'prices',
          record_id: params.id,
          department_id_1c: await branchOfCells(db, [column]),
          words: `«${name}», ${column.name}: цен от количества ${tiers.length}`,
          before: { price_column: body.price_column, tiers: before },
          after: { price_column: body.price_column, tiers },
        },
      };
    },
  }),

  adminWrite({
    method: 'PUT',
    url: '/api/admin/prices/:id/pin',
    summary: 'Закрепление цены: до конца дня или без срока 1С её не меняет',
    permission: 'prices.write',
    params: NumberParam,
    body: z.object({ price_column: Column, until: z.iso.date('Назовите день').nullable(), seen: SeenPin }),
    response: Ok,
    async run(asked) {
      const { db, params, body, now } = asked;
      const column = await columnToChange(asked, body.price_column);
      const { name, is_from_1c } = await productOf(db, params.id);
      if (!is_from_1c) throw new Refusal('bad_input', {}, 'Товар не из 1С: его цены и так ведёт магазин');
      const before = await pinNow(db, { product_id: params.id, price_column: body.price_column });
      if (!before) throw new Refusal('bad_input', {}, 'Цены в этой колонке нет: закреплять нечего');
      refuseUnseen(body.seen, before, `Пока вы смотрели, закрепление изменили: ${pinWords(before)}`);
      const until = endOfPin(body.until, now);
      await pinPrice(db, { product_id: params.id, price_column: body.price_column, price: undefined, until });
      const { price_column } = body;
      return {
        answer: ok,
        audit: {
          resource: 'prices',
          record_id: params.id,
          department_id_1c: await branchOfCells(db, [column]),
          words: `«${name}», ${column.name}: цену ведёт магазин ${body.until ? `до ${formatDay(body.until)}` : 'без срока'}`,
          before: { price_column, ...before },
          after: { price_column, is_pinned: true, pinned_until: until },
        },
      };
    },
  }),

  adminWrite({
    url: '/api/admin/prices/:id/unpin',
    summary: 'Возврат цены в ведение 1С',
    permission: 'prices.write',
    params: NumberParam,
    body: z.object({ price_column: Column, seen: SeenPin }),
    response: Ok,
    async run(asked) {
      const { db, params, body } = asked;
      const column = await columnToChange(asked, body.price_column);
      const name = await nameOf(db, params.id);
      const key = { product_id: params.id, price_column: body.price_column };
      const before = await pinNow(db, key);
      if (!before?.is_pinned) throw new Refusal('bad_input', {}, 'Эта цена не закреплена');
      refuseUnseen(body.seen, before, `Пока вы смотрели, закрепление изменили: ${pinWords(before)}`);
      await releasePin(db, key);
      await enqueue(db, 'derive_released', {});
      return {
        answer: ok,
        audit: {
          resource: 'prices',
          record_id: params.id,
          department_id_1c: await branchOfCells(db, [column]),
          words: `«${name}», ${column.name}: цену снова ведёт 1С`,
          before: { price_column: body.price_column, ...before },
          after: { price_column: body.price_column, is_pinned: false },
        },
      };
    },
  }),

  adminRead({
    url: '/api/admin/prices/:id/history',
    summary: 'Цены товара: от количества и история',
    permission: 'prices.read',
    params: NumberParam,
    response: z.object({
      items: z.array(
        z.object({
          price_column: z.string(),
          column_name: z.string(),
          changed_at: z.string(),
          /** Before that; null: it had none, or «по запросу». */
          was: z.int().nullable(),
          price: z.int().nullable(),
          /** A person or a program; null: nobody noted it. */
          who: z.string().nullable(),
        }),
      ),
      columns: z.array(
        z.object({
          price_column: z.string(),
          name: z.string(),
          purpose: Purpose,
          why_not: z.string().nullable(),
          tiers: z.array(Tier),
          price: z.int().nullable(),
          old_price: z.int().nullable(),
          is_pinned: z.boolean(),
          /** The last moment of the pin; null: it has no end, or there is none. */
          pinned_until: z.string().nullable(),
        }),
      ),
      /** 1C may say its prices: they can be pinned. */
      is_from_1c: z.boolean(),
      /** Of the last 30 days. */
      lowest: z.array(z.object({ price_column: z.string(), price: z.int() })),
    }),
    async run(asked) {
      const { db, params } = asked;
      const { is_from_1c } = await productOf(db, params.id);
      const columns = await columnsOf(asked);
      const codes = columns.map(({ price_column }) => price_column);
      const [{ changes, lowest }, tiers, prices] = await Promise.all([
        priceHistory(db, params.id, codes, 500),
        tiersOf(db, params.id, codes),
        pricesOf(db, params.id, codes),
      ]);
      return {
        items: changes.map((row) => ({ ...row, changed_at: row.changed_at.toISOString() })),
        columns: (await withReasons(asked, columns)).map((column) => {
          const { pinned_until, ...price } = prices.get(column.price_column) ?? noPrice;
          return {
            ...column,
            ...price,
            pinned_until: pinned_until?.toISOString() ?? null,
            tiers: tiers.get(column.price_column) ?? [],
          };
        }),
        is_from_1c,
        lowest,
      };
    },
  }),
];

const noPrice: PriceNow = { price: null, old_price: null, is_pinned: false, pinned_until: null };

async function nameOf(db: Db, id: number): Promise<string> {
  return (await productOf(db, id)).name;
}

async function productOf(db: Db, id: number): Promise<{ name: string; is_from_1c: boolean }> {
  const product = await db.selectFrom('products').select(['name', 'id_1c']).where('id', '=', id).executeTakeFirst();
  if (!product) throw new Refusal('not_found');
  return { name: product.name, is_from_1c: product.id_1c !== null };
}

/** Whether a price is pinned and until when, held for this transaction; null: there is no such price. */
async function pinNow(db: Db, key: PriceKey): Promise<z.output<typeof SeenPin> | null> {
  await lockPrices(db, [key]);
  const price = (await pricesOf(db, key.product_id, [key.price_column])).get(key.price_column);
  if (!price) return null;
  return { is_pinned: price.is_pinned, pinned_until: price.pinned_until?.toISOString() ?? null };
}

function pinWords({ is_pinned, pinned_until }: z.output<typeof SeenPin>): string {
  if (!is_pinned) return 'теперь цену ведёт 1С';
  return `теперь цену ведёт магазин ${pinned_until ? `до ${formatDate(pinned_until)}` : 'без срока'}`;
}

/** The end of a day by the clock of Moscow, as the command has it; null: for ever. Throws bad_input for a past day. */
function endOfPin(day: string | null, now: Date): Date | null {
  if (day === null) return null;
  const end = new Date(`${day}T23:59:59.999+03:00`);
  if (end <= now) throw new Refusal('bad_input', { fields: { until: 'Этот день уже прошёл' } });
  return end;
}

async function restoreTiers(asked: Asked, product_id: number, { price_column, tiers }: z.output<typeof TiersBefore>) {
  const { db } = asked;
  const column = await columnToChange(asked, price_column);
  await nameOf(db, product_id);
  const { before, after } = await saveTiers(db, { price_column, product_id }, tiers);
  return {
    department_id_1c: await branchOfCells(db, [column]),
    before: { price_column, tiers: before },
    after: { price_column, tiers: after },
  };
}

async function branchOfCells(db: Db, cells: { price_column: string }[]): Promise<string | null> {
  return branchOfGoods(db, { price_columns: [...new Set(cells.map(({ price_column }) => price_column))] });
}

type Priced = { product_id: number; price: number | null; old_price: number | null }[];

async function sentenceOf(db: Db, before: Priced, after: Priced): Promise<string> {
  const [was, will] = [before[0], after[0]];
  if (after.length > 1 || !was || !will)
    return `Изменено ${after.length} ${plural(after.length, 'цена', 'цены', 'цен')} в листе`;
  const words = (price: number | null) => (price === null ? '«по запросу»' : formatPrice(price));
  const name = await nameOf(db, will.product_id);
  const crossed = (old_price: number | null) => (old_price === null ? 'нет' : formatPrice(old_price));
  return was.price === will.price
    ? `Зачёркнутая цена «${name}»: ${crossed(was.old_price)} → ${crossed(will.old_price)}`
    : `Цена «${name}»: ${words(was.price)} → ${words(will.price)}`;
}
