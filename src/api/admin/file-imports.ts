import { z } from 'zod';
import { listPriceColumns } from '#modules/catalogue/staff-prices.ts';
import { exportGoods } from '#modules/exchange/export-goods.ts';
import {
  canUndoImport,
  checkFileImport,
  listFileImports,
  readImportRows,
  undoFileImport,
} from '#modules/exchange/file-imports.ts';
import { fileFields, listFileMaps, readFileMap, saveFileMap } from '#modules/exchange/file-maps.ts';
import { importTable } from '#modules/exchange/import-table.ts';
import { nameTargets } from '#modules/exchange/name-targets.ts';
import { lookAtTable, readTable } from '#modules/exchange/read-table.ts';
import { holdRecord } from '#platform/record-version.ts';
import { csvTable, xlsxTable } from '#platform/table-export.ts';
import { countOf } from '#shared/plurals.ts';
import { refuseUnseen } from './record-changed.ts';
import { type AdminRoute, adminAction, adminExport, adminRead, adminWrite, NumberParam, rowsWords } from './route.ts';

const MapName = z.string().trim().min(1, 'Назовите сопоставление').max(60, 'Не длиннее 60 знаков');

/** What stands in the columns of a table. */
const FileMap = z.strictObject({
  name: MapName,
  columns: z
    .array(
      z.strictObject({
        heading: z.string().trim().min(1).max(200),
        field: z.enum(fileFields),
        /** Of a price or of stock: the price column or store. */
        target: z.string().max(40).nullable(),
      }),
    )
    .min(2, 'Выберите хотя бы два столбца: чем назван товар и что о нём сказано')
    .max(60, 'Не больше 60 столбцов'),
  /** sales: of what the shop sells by; base: of what 1C counts in. */
  unit: z.enum(['sales', 'base']).default('sales'),
  moved_percent: z.int().min(1).max(1_000).default(30),
  moved_share: z.int().min(0).max(100).default(5),
});

const Counts = { changed: z.int(), unchanged: z.int(), refused: z.int() };
const Summary = z.object({
  rows: z.int(),
  prices: z.object({ ...Counts, moved: z.int(), zero: z.int() }),
  stock: z.object({ ...Counts, emptied: z.int() }),
  guards: z.array(z.string()),
});
const Target = z.object({ id: z.string(), name: z.string() });

const mostImports = 100;
const mostRows = 2_000;

/** Multipart calls: they are read where forms with files are. */
export const fileImportUploads: AdminRoute[] = [
  adminAction({
    url: '/api/admin/file-imports/headings',
    summary: 'Заголовки таблицы и её первые строки',
    permission: 'catalogue.import',
    body: z.object({ file: z.file('Выберите файл') }),
    response: z.object({ headings: z.array(z.string()), rows: z.array(z.array(z.string())) }),
    run: async ({ body: { file } }) => lookAtTable(file.name, Buffer.from(await file.arrayBuffer())),
  }),
  adminWrite({
    url: '/api/admin/file-imports',
    summary: 'Таблица цен и остатков: репетиция или приём',
    permission: 'catalogue.import',
    needsKey: true,
    body: z
      .object({
        file: z.file('Выберите файл'),
        map: MapName,
        /** rehearse: nothing is written; apply: all of it is, a person has looked at it. */
        mode: z.enum(['rehearse', 'apply']),
        /** Of the rehearsal that was looked at. */
        hash: z.string().max(64).optional(),
      })
      .refine(({ mode, hash }) => mode === 'rehearse' || hash !== undefined, {
        path: ['hash'],
        message: 'Сначала проверьте таблицу: будет видно, что она изменит',
      }),
    status: 201,
    response: z.object({
      id: z.int(),
      state: z.enum(['rehearsed', 'held', 'applied']),
      summary: Summary,
      /** What is named when it is taken. */
      hash: z.string(),
    }),
    async run({ db, staff, may, body: { file, map: name, mode, hash } }) {
      const map = await readFileMap(db, name, may('prices.cost'));
      const source = file.name.slice(0, 200);
      const rows = await readTable(file.name, Buffer.from(await file.arrayBuffer()), map.columns);
      const isRehearsal = mode === 'rehearse';
      const importing = {
        map,
        source,
        author: staff.full_name,
        isRehearsal,
        isApproved: !isRehearsal,
        ...(!isRehearsal && hash !== undefined && { rehearsed: hash }),
      };
      const imported = await importTable(db, rows, importing);
      const { prices, stock } = imported.summary;
      const what = `цен ${prices.changed}, остатков ${stock.changed}`;
      return {
        answer: imported,
        audit: {
          resource: 'file_imports',
          record_id: imported.id,
          words: isRehearsal
            ? `Таблица «${source}» проверена: изменились бы ${what}`
            : `Принята таблица «${source}»: изменено ${what}`,
        },
      };
    },
  }),
];

/** Prices and stock by the owner's tables, both ways. */
export const fileImportRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/file-maps',
    summary: 'Сопоставления столбцов и то, чему они могут соответствовать',
    permission: 'catalogue.import',
    response: z.object({
      items: z.array(FileMap.extend({ name: z.string() })),
      price_columns: z.array(Target),
      stores: z.array(Target),
    }),
    async run({ db, may }) {
      const isCostShown = may('prices.cost');
      return { items: await listFileMaps(db, isCostShown), ...(await nameTargets(db, isCostShown)) };
    },
  }),
  adminWrite({
    method: 'PUT',
    url: '/api/admin/file-maps',
    summary: 'Сопоставление столбцов таблицы',
    permission: 'catalogue.import',
    /** `seen`: the map of this name that was seen, which another may have replaced since; null: there was none. */
    body: FileMap.extend({ seen: FileMap.nullable() }),
    response: FileMap,
    async run({ db, may, body: { seen, ...map } }) {
      const isCostShown = may('prices.cost');
      await holdRecord(db, 'file_maps', map.name);
      const current = (await listFileMaps(db, isCostShown)).find(({ name }) => name === map.name) ?? null;
      const words = `Пока вы смотрели, сопоставление «${map.name}» сохранил другой человек`;
      refuseUnseen(seen, current, `${words}. Повторите, чтобы записать своё, или дайте ему другое имя`);
      await saveFileMap(db, map, isCostShown);
      return {
        answer: map,
        audit: {
          resource: 'file_maps',
          record_id: map.name,
          before: current,
          after: map,
          words: `Сохранено сопоставление столбцов «${map.name}»`,
        },
      };
    },
  }),
  adminRead({
    url: '/api/admin/file-imports',
    summary: 'Таблицы, которые проверяли и принимали',
    permission: 'catalogue.import',
    response: z.object({
      items: z.array(
        z.object({
          id: z.int(),
          map_name: z.string(),
          source: z.string(),
          /** '': nobody knows any more. */
          author: z.string(),
          at: z.string(),
          state: z.enum(['rehearsed', 'held', 'applied']),
          summary: Summary,
          undone_at: z.string().nullable(),
          can_be_undone: z.boolean(),
        }),
      ),
      total: z.int(),
    }),
    async run({ db, may, now }) {
      const imports = await listFileImports(db, mostImports, may('prices.cost'));
      return {
        items: imports.map((one) => ({
          ...one,
          at: one.at.toISOString(),
          undone_at: one.undone_at?.toISOString() ?? null,
          can_be_undone: canUndoImport(one, now),
        })),
        total: imports.length,
      };
    },
  }),
  adminRead({
    url: '/api/admin/file-imports/:id/rows',
    summary: 'Что стало со строками таблицы',
    permission: 'catalogue.import',
    params: NumberParam,
    response: z.object({
      items: z.array(z.object({ row: z.int(), is_refused: z.boolean(), words: z.string() })),
      /** There are more than are shown. */
      more: z.boolean(),
    }),
    async run({ db, may, params: { id } }) {
      await checkFileImport(db, id, may('prices.cost'));
      const rows = await readImportRows(db, id, mostRows + 1);
      return { items: rows.slice(0, mostRows), more: rows.length > mostRows };
    },
  }),
  adminWrite({
    url: '/api/admin/file-imports/:id/undo',
    summary: 'Возврат цен, которые изменила таблица',
    permission: 'catalogue.import',
    params: NumberParam,
    response: z.object({ restored: z.int(), changed_since: z.int() }),
    async run({ db, may, params: { id }, now }) {
      await checkFileImport(db, id, may('prices.cost'));
      const { source, restored, changed_since } = await undoFileImport(db, id, now);
      const left = changed_since > 0 ? `, ещё ${changed_since} с тех пор изменили` : '';
      return {
        answer: { restored, changed_since },
        audit: {
          resource: 'file_imports',
          record_id: id,
          words: `Возвращены цены таблицы «${source}»: ${countOf(restored, 'цена', 'цены', 'цен')}${left}`,
        },
      };
    },
  }),
  adminExport({
    url: '/api/admin/goods-export',
    summary: 'Товары с ценами и остатками: CSV или XLSX',
    permission: 'catalogue.import',
    query: z.strictObject({ branch: z.string().max(40).optional(), as: z.enum(['csv', 'xlsx']).default('csv') }),
    async run({ db, scope, may, query, now }) {
      const [columns, { stores }] = await Promise.all([
        listPriceColumns(db, scope.branches, may('prices.cost')),
        nameTargets(db, may('prices.cost')),
      ]);
      const { head, rows } = await exportGoods(
        db,
        columns.map(({ price_column: id, name }) => ({ id, name })),
        stores,
      );
      const { bytes, type, extension } =
        query.as === 'xlsx'
          ? await xlsxTable(
              head,
              rows,
              head.map((_, at) => (at === 3 ? 50 : 16)),
            )
          : csvTable(head, rows);
      return {
        file: { name: `goods-${now.toISOString().slice(0, 10)}.${extension}`, type, bytes },
        audit: {
          resource: 'products',
          record_id: null,
          words: `Выгружены товары с ценами и остатками: ${rowsWords(rows.length)}`,
        },
      };
    },
  }),
];
