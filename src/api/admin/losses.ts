import { z } from 'zod';
import { type Loss, listLosses, lossesByCause, lossSorts } from '#modules/reports/list-losses.ts';
import {
  type LossSubject,
  lastMeasures,
  listMeasures,
  removeMeasure,
  subjectKey,
  takeMeasure,
} from '#modules/reports/loss-measures.ts';
import { csvTable, xlsxTable } from '#platform/table-export.ts';
import { formatDay } from '#shared/dates.ts';
import { demandCauses, demandCauseWords } from '#shared/demand-causes.ts';
import { roubles } from '#shared/money.ts';
import { Ok, ok } from './answers.ts';
import { needOwnChoice } from './branch-rule.ts';
import { exportLimit, exportRows } from './export-rows.ts';
import { countedRows, listAnswer, listQuery, totalOf, windowOf } from './list.ts';
import { periodOf } from './report-days.ts';
import { adminExport, adminRead, adminWrite, NumberParam, rowsWords } from './route.ts';

const Cause = z.enum(demandCauses);

/** Kopecks and sales units. */
const LossRow = z.object({
  id: z.string(),
  cause: Cause,
  department_id_1c: z.string(),
  branch: z.string(),
  product_id: z.int().nullable(),
  idcode: z.string().nullable(),
  article: z.string().nullable(),
  name: z.string().nullable(),
  unit: z.string().nullable(),
  days: z.int(),
  times: z.int(),
  units: z.number(),
  sum: z.int(),
  last_day: z.string(),
  /** What was done about it last, and when. */
  measure: z.object({ day: z.string(), what: z.string() }).nullable(),
});

const Measure = z.object({
  id: z.int(),
  department_id_1c: z.string(),
  branch: z.string(),
  product_id: z.int().nullable(),
  words: z.string().nullable(),
  name: z.string().nullable(),
  what: z.string(),
  who: z.string(),
  day: z.string(),
  /** Kopecks, estimates: lost in the 14 days before it, and in those after it that have passed. */
  before: z.int(),
  after: z.int(),
  days_after: z.int(),
});

const MeasureInput = z
  .strictObject({
    department_id_1c: z.string().max(40),
    product_id: z.int().positive().nullable(),
    words: z.string().min(2).max(100).nullable(),
    what: z.string().trim().min(3, 'Напишите, что сделали, от 3 знаков').max(200, 'Не длиннее 200 знаков'),
  })
  .refine(({ product_id, words }) => (product_id === null) !== (words === null), 'Укажите товар или запрос');

const LossQuery = listQuery(
  {
    /** Days, both included; the last 28 when left out. */
    from: z.iso.date(),
    to: z.iso.date(),
    cause: z.array(Cause).max(demandCauses.length),
    q: z.string().max(200),
  },
  lossSorts,
);

export const lossRoutes = [
  adminRead({
    url: '/api/admin/losses',
    summary: 'Потерянный спрос: что, где и почему не продали, с оценкой',
    permission: 'reports.money',
    query: LossQuery,
    response: listAnswer(LossRow).extend({
      totals: z.object({
        from: z.string(),
        to: z.string(),
        /** Of the whole filter. */
        sum: z.int(),
        /** By the filter without its causes. */
        causes: z.array(z.object({ cause: Cause, sum: z.int(), rows: z.int() })),
      }),
    }),
    async run({ db, scope, query, now }) {
      const days = periodOf(query.filter, now);
      const filter = { ...query.filter, ...days, branches: scope.branches };
      const [{ losses, count }, causes] = await Promise.all([
        listLosses(db, filter, { ...windowOf(query), sort: query.sort, count_to: countedRows }),
        lossesByCause(db, filter),
      ]);
      const measures = await lastMeasures(db, losses.map(subjectOf));
      const chosen = query.filter.cause?.length ? query.filter.cause : demandCauses;
      const sum = causes.filter(({ cause }) => chosen.includes(cause)).reduce((total, cause) => total + cause.sum, 0);
      return {
        items: losses.map((loss) => ({
          id: idOf(loss),
          ...loss,
          measure: measures.get(subjectKey(subjectOf(loss))) ?? null,
        })),
        ...totalOf(count),
        totals: { ...days, sum, causes },
      };
    },
  }),

  adminExport({
    url: '/api/admin/losses/export',
    summary: 'Потерянный спрос таблицей: xlsx или csv, не больше 10 000 строк',
    permission: 'reports.money',
    query: LossQuery.extend({ format: z.enum(['xlsx', 'csv']).default('xlsx') }),
    async run({ db, scope, query: { filter, sort, format }, now }) {
      const days = periodOf(filter, now);
      const window = { limit: exportLimit, offset: 0, sort, count_to: exportLimit };
      const { losses } = await listLosses(db, { ...filter, ...days, branches: scope.branches }, window);
      const rows = exportRows(losses, exportRow);
      const file = format === 'csv' ? csvTable(exportHead, rows) : await xlsxTable(exportHead, rows, exportWidths);
      const words = `${formatDay(days.from)} — ${formatDay(days.to)}`;
      return {
        file: { name: `Потерянный спрос ${words}.${file.extension}`, type: file.type, bytes: file.bytes },
        audit: {
          resource: 'losses',
          record_id: null,
          words: `Выгружен потерянный спрос за ${words}: ${rowsWords(rows.length)}`,
        },
      };
    },
  }),

  adminRead({
    url: '/api/admin/loss-measures',
    summary: 'Что сделали с потерями и что это дало за 14 дней',
    permission: 'reports.money',
    query: listQuery({}, ['day']),
    response: listAnswer(Measure),
    async run({ db, scope, query: { filter: _filter, sort: _sort, ids: _ids, ...page }, now }) {
      const { measures, count } = await listMeasures(db, scope.branches, windowOf(page), now);
      return { items: measures, ...totalOf(count) };
    },
  }),

  adminWrite({
    url: '/api/admin/loss-measures',
    summary: 'Отметить, что сделали с потерей: через 14 дней видно, что это дало',
    permission: 'reports.money',
    body: MeasureInput,
    status: 201,
    response: z.object({ id: z.int() }),
    async run({ db, staff, body: { what, ...subject }, now }) {
      await needOwnChoice(db, staff, subject.department_id_1c);
      const { id, name } = await takeMeasure(db, subject, { what, who: staff.full_name }, now);
      return {
        answer: { id },
        audit: {
          resource: 'losses',
          record_id: id,
          department_id_1c: subject.department_id_1c,
          words: `По потере «${name}» отмечено: ${what}`,
          after: { ...subject, what },
        },
        location: '/api/admin/loss-measures',
      };
    },
  }),

  adminWrite({
    url: '/api/admin/loss-measures/:id/remove',
    summary: 'Убрать отметку о том, что сделали с потерей',
    permission: 'reports.money',
    params: NumberParam,
    response: Ok,
    async run({ db, scope, params: { id } }) {
      const { name, ...before } = await removeMeasure(db, id, scope.branches);
      const { department_id_1c } = before;
      return {
        answer: ok,
        audit: {
          resource: 'losses',
          record_id: id,
          department_id_1c,
          words: `По потере ${name === null ? 'с забытыми словами' : `«${name}»`} отметка убрана`,
          before,
        },
      };
    },
  }),
];

function subjectOf({ department_id_1c, product_id, name }: Loss): LossSubject {
  return { department_id_1c, product_id, words: product_id === null ? name : null };
}

function idOf({ cause, department_id_1c, product_id, name }: Loss): string {
  return [cause, department_id_1c, product_id ?? name ?? ''].join('~');
}

const exportHead = [
  ...['Причина', 'Товар или запрос', 'Артикул', 'Код', 'Филиал', 'Дней', 'Раз', 'Единиц', 'Единица'],
  ...['Оценка, ₽', 'Последний день'],
];
const exportWidths = [26, 46, 16, 14, 20, 8, 8, 10, 9, 14, 14];

function exportRow(row: Loss) {
  return [
    ...[demandCauseWords[row.cause].label, row.name ?? 'Старые запросы', row.article ?? '', row.idcode ?? ''],
    ...[row.branch, row.days, row.times, row.cause === 'not_found' ? null : row.units, row.unit ?? ''],
    ...[roubles(row.sum), formatDay(row.last_day)],
  ];
}
