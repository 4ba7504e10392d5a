import { z } from 'zod';
import { goodsScope, staffProductSorts } from '#modules/catalogue/staff-products.ts';
import {
  cancelGoodsImport,
  canUndoGoods,
  confirmGoodsImport,
  type GoodsImport,
  goodsImportRows,
  goodsImportStates,
  goodsRowKinds,
  listGoodsImports,
  lookAtGoodsTable,
  readGoodsImport,
  startGoodsImport,
  undoGoodsImport,
} from '#modules/exchange/goods-imports.ts';
import { readGoodsSheet, sheetLimits } from '#modules/exchange/goods-sheet.ts';
import { exportGoodsTable } from '#modules/exchange/goods-table-export.ts';
import { countOf } from '#shared/plurals.ts';
import { listQuery, recordNumbers } from './list.ts';
import { productFilter } from './products.ts';
import { type AdminRoute, adminAction, adminExport, adminRead, adminWrite, NumberParam, rowsWords } from './route.ts';

const Column = z.object({ heading: z.string(), field: z.string() });

const Import = z.object({
  id: z.int(),
  source: z.string(),
  state: z.enum(goodsImportStates),
  /** Why it could not be read. */
  problem: z.string().nullable(),
  /** null until it has been read. `owned`: cells that 1C keeps. */
  counts: z
    .object({
      rows: z.int(),
      create: z.int(),
      change: z.int(),
      same: z.int(),
      skipped: z.int(),
      refused: z.int(),
      owned: z.int(),
    })
    .nullable(),
  author: z.string(),
  created_at: z.string(),
  done_at: z.string().nullable(),
  undone_at: z.string().nullable(),
  waiting: z.int(),
  applied: z.int(),
  left: z.int(),
  /** It was stopped before it came to them. */
  stopped: z.int(),
  undone: z.int(),
  kept: z.int(),
  can_be_undone: z.boolean(),
});

const mostImports = 50;
const mostColumns = 300;

/** A field of a form: JSON with what stands in the columns. */
const Columns = z
  .string()
  .max(200_000)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'Столбцы не читаются' });
      return z.NEVER;
    }
  })
  .pipe(
    z
      .array(z.strictObject({ heading: z.string().trim().max(200), field: z.string().max(120) }))
      .min(1, 'В таблице нет столбцов')
      .max(mostColumns, `Не больше ${mostColumns} столбцов`),
  );

/** Multipart calls: they are read where forms with files are. */
export const goodsImportUploads: AdminRoute[] = [
  adminAction({
    url: '/api/admin/goods-imports/headings',
    summary: 'Заголовки таблицы товаров и то, чему они соответствуют',
    permission: 'catalogue.import',
    body: z.object({ file: z.file('Выберите файл') }),
    response: z.object({
      headings: z.array(z.string()),
      rows: z.array(z.array(z.string())),
      columns: z.array(Column),
      choices: z.array(z.object({ field: z.string(), label: z.string() })),
    }),
    run: async ({ db, body: { file } }) => lookAtGoodsTable(db, file.name, Buffer.from(await file.arrayBuffer())),
  }),
  adminWrite({
    url: '/api/admin/goods-imports',
    summary: 'Таблица товаров на проверку',
    permission: 'catalogue.import',
    needsKey: true,
    body: z.object({ file: z.file('Выберите файл'), columns: Columns }),
    status: 202,
    response: z.object({ id: z.int() }),
    async run({ db, staff, now, body: { file, columns } }) {
      const source = file.name.slice(0, 200);
      const bytes = Buffer.from(await file.arrayBuffer());
      const { id } = await startGoodsImport(db, { source, bytes, columns, author: staff }, now);
      return {
        answer: { id },
        audit: { resource: 'goods_imports', record_id: id, words: `Таблица товаров «${source}» прислана на проверку` },
        location: `/api/admin/goods-imports/${id}`,
      };
    },
  }),
];

/** Goods by the owner's tables, both ways. */
export const goodsImportRoutes: AdminRoute[] = [
  adminExport({
    url: '/api/admin/goods-table',
    summary: 'Товары по отбору со всеми полями: CSV или XLSX',
    permission: 'catalogue.import',
    query: listQuery(productFilter, staffProductSorts)
      .pick({ branch: true, filter: true })
      .extend({ as: z.enum(['csv', 'xlsx']).default('xlsx') }),
    async run({ db, scope, now, query: { filter, as } }) {
      const { file, count } = await exportGoodsTable(db, await goodsScope(db, scope.branches), filter, as);
      const { bytes, type, extension } = file;
      return {
        file: { name: `tovary-${now.toISOString().slice(0, 10)}.${extension}`, type, bytes },
        audit: {
          resource: 'products',
          record_id: null,
          words: `Выгружены товары со всеми полями: ${rowsWords(count)}`,
        },
      };
    },
  }),
  adminRead({
    url: '/api/admin/goods-sheet',
    summary: 'Товары по отбору листом: ячейки, как в таблице товаров',
    permission: 'catalogue.import',
    query: listQuery(productFilter, staffProductSorts)
      .pick({ branch: true, filter: true, sort: true, ids: true })
      .extend({
        /** Rows before the first. */
        offset: z.coerce
          .number()
          .int()
          .min(0)
          .max(sheetLimits.goods - 1)
          .default(0),
        /** By commas; none: the usual ones. */
        fields: z
          .string()
          .max(8_000)
          .default('')
          .transform((text) => text.split(',').filter(Boolean))
          .refine((fields) => fields.length <= sheetLimits.columns, `Не больше ${sheetLimits.columns} столбцов`),
      }),
    response: z.object({
      columns: z.array(Column),
      choices: z.array(Column),
      rows: z.array(
        z.object({
          id: z.int(),
          idcode: z.string(),
          name: z.string(),
          cells: z.array(z.string()),
          /** Fields of these columns that 1C keeps. */
          locked: z.array(z.string()),
        }),
      ),
      /** Goods that pass the filter; `more`: beyond those that a sheet holds. */
      total: z.int(),
      more: z.boolean(),
    }),
    async run({ db, scope, query: { filter, sort, ids, offset, fields } }) {
      const known = recordNumbers(ids);
      const { count, ...sheet } = await readGoodsSheet(
        db,
        await goodsScope(db, scope.branches),
        { ...filter, ...(known && { ids: known }) },
        { sort, offset, fields },
      );
      return { ...sheet, total: Math.min(count, sheetLimits.goods), more: count > sheetLimits.goods };
    },
  }),
  adminRead({
    url: '/api/admin/goods-imports',
    summary: 'Таблицы товаров, которые проверяли и принимали',
    permission: 'catalogue.import',
    response: z.object({ items: z.array(Import), total: z.int() }),
    async run({ db, now }) {
      const imports = await listGoodsImports(db, mostImports);
      return { items: imports.map((one) => present(one, now)), total: imports.length };
    },
  }),
  adminRead({
    url: '/api/admin/goods-imports/:id',
    summary: 'Таблица товаров: что изменит или изменила',
    permission: 'catalogue.import',
    params: NumberParam,
    response: Import,
    run: async ({ db, params: { id }, now }) => present(await readGoodsImport(db, id), now),
  }),
  adminRead({
    url: '/api/admin/goods-imports/:id/rows',
    summary: 'Строки таблицы товаров: было, станет, почему нет',
    permission: 'catalogue.import',
    params: NumberParam,
    query: z.strictObject({
      branch: z.string().max(40).optional(),
      /** left: what was confirmed and not done. */
      kind: z.enum([...goodsRowKinds, 'left']).optional(),
      /** The number of the last row that is shown. */
      after: z.coerce.number().int().min(0).max(2_000_000).default(0),
    }),
    response: z.object({
      items: z.array(
        z.object({
          row: z.int(),
          product_id: z.int().nullable(),
          name: z.string(),
          kind: z.enum(goodsRowKinds),
          cells: z.array(
            z.object({ heading: z.string(), from: z.string(), to: z.string(), problem: z.string().optional() }),
          ),
          state: z.enum(['waiting', 'applied', 'left', 'stopped', 'undone', 'kept']).nullable(),
          problem: z.string().nullable(),
        }),
      ),
      next: z.string().nullable(),
    }),
    async run({ db, params: { id }, query: { kind, after } }) {
      const limit = 100;
      const rows = await goodsImportRows(db, id, { kind, after, limit: limit + 1 });
      const items = rows.slice(0, limit);
      return { items, next: rows.length > limit ? String(items.at(-1)?.row) : null };
    },
  }),
  adminWrite({
    url: '/api/admin/goods-imports/:id/confirm',
    summary: 'Приём проверенной таблицы товаров',
    permission: 'catalogue.import',
    needsKey: true,
    params: NumberParam,
    response: Import,
    async run({ db, params: { id }, now }) {
      const rows = await confirmGoodsImport(db, id, now);
      const one = await readGoodsImport(db, id);
      return {
        answer: present(one, now),
        audit: {
          resource: 'goods_imports',
          record_id: id,
          words: `Таблица товаров «${one.source}» принята: ${rowsWords(rows)}`,
        },
      };
    },
  }),
  adminWrite({
    url: '/api/admin/goods-imports/:id/cancel',
    summary: 'Остановка таблицы товаров: чтения, записи или возврата',
    permission: 'catalogue.import',
    params: NumberParam,
    response: Import,
    async run({ db, params: { id }, now }) {
      await cancelGoodsImport(db, id, now);
      const one = await readGoodsImport(db, id);
      return {
        answer: present(one, now),
        audit: {
          resource: 'goods_imports',
          record_id: id,
          words: `Таблица товаров «${one.source}» остановлена: ${stoppedWords(one)}`,
        },
      };
    },
  }),
  adminWrite({
    url: '/api/admin/goods-imports/:id/undo',
    summary: 'Возврат того, что изменила таблица товаров',
    permission: 'catalogue.import',
    needsKey: true,
    params: NumberParam,
    response: Import,
    async run({ db, params: { id }, now }) {
      await undoGoodsImport(db, id, now);
      const one = await readGoodsImport(db, id);
      return {
        answer: present(one, now),
        audit: {
          resource: 'goods_imports',
          record_id: id,
          words: `Таблица товаров «${one.source}» возвращается: ${rowsWords(one.applied)}`,
        },
      };
    },
  }),
];

function stoppedWords({ counts, applied, left, stopped, undone, kept }: GoodsImport): string {
  if (counts === null) return 'не прочитана';
  const isUndoing = undone + kept > 0;
  const done = isUndoing ? `возвращено ${undone}` : `записано ${applied}`;
  const all = isUndoing ? applied + undone + kept : applied + left + stopped;
  return `${done} из ${countOf(all, 'строки', 'строк', 'строк')}`;
}

function present(one: GoodsImport, now: Date): z.input<typeof Import> {
  return {
    ...one,
    created_at: one.created_at.toISOString(),
    done_at: one.done_at?.toISOString() ?? null,
    undone_at: one.undone_at?.toISOString() ?? null,
    can_be_undone: canUndoGoods(one, now),
  };
}
