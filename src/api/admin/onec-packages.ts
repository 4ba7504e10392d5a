import { z } from 'zod';
import { changeRows } from '#integrations/onec/changes/changes-words.ts';
import type { PackageChanges } from '#integrations/onec/changes/compare.ts';
import { approvePackage, refusePackage } from '#integrations/onec/changes/decide.ts';
import { findingWords, guardNames } from '#integrations/onec/changes/guards.ts';
import { keepRowsOut, listKeptOut, takeRowsIn } from '#integrations/onec/changes/kept-out.ts';
import { wordsInSight } from '#integrations/onec/changes/left-records.ts';
import type { RollbackResult } from '#integrations/onec/changes/rollback.ts';
import { listChanges, type RowKind, rowKinds, type Sight } from '#integrations/onec/changes/rows.ts';
import { packageUndoneUntil } from '#integrations/onec/exchange/forget.ts';
import { stopPackage } from '#integrations/onec/exchange/packages.ts';
import {
  countPackages,
  listPackages,
  namesOutOfSight,
  type PackageListed,
} from '#integrations/onec/exchange/queries.ts';
import { packageLine, staffJobTitle } from '#integrations/onec/staff-jobs/kinds.ts';
import { type StaffJob as FoundJob, readStaffJob } from '#integrations/onec/staff-jobs/read.ts';
import { stopStaffJob } from '#integrations/onec/staff-jobs/stop.ts';
import { type ImportSummary, type Refused, refusedWords } from '#integrations/onec/summary.ts';
import { ownBranches } from '#modules/staff/require-staff.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { csvTable, xlsxTable } from '#platform/table-export.ts';
import { countOf } from '#shared/plurals.ts';
import { upperFirst } from '#shared/upper-first.ts';
import { iso, Ok } from './answers.ts';
import { countedRows, listAnswer, listQuery, totalOf, windowOf } from './list.ts';
import { onecJobRoute } from './onec-shared.ts';
import { type AdminRoute, type Asked, adminExport, adminRead, adminWrite, NumberParam, rowsWords } from './route.ts';

const states = ['held', 'waiting', 'importing', 'imported', 'refused', 'failed', 'rehearsed', 'rolled_back'] as const;

const stateWords: Record<(typeof states)[number], string> = {
  held: 'Ждёт решения',
  waiting: 'В очереди',
  importing: 'Принимается',
  imported: 'Принят',
  refused: 'Не принят',
  failed: 'Сбой магазина',
  rehearsed: 'Только сравнён',
  rolled_back: 'Отменён',
};

const Listed = z.object({
  id: z.int(),
  node: z.string().nullable(),
  source: z.string(),
  state: z.enum(states),
  state_words: z.string(),
  received_at: z.string(),
  finished_at: z.string().nullable(),
  /** What is being done, or why it was not taken. */
  note: z.string(),
  /** «Новые товары 36, цены растут 4 318» */
  changes: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Who approved or refused it: a name, or «команда» of the terminal; null: nobody. */
  decided_by: z.string().nullable(),
  decided_at: z.string().nullable(),
  rolled_back_by: z.string().nullable(),
  rolled_back_at: z.string().nullable(),
});

const Counts = z.object({
  name: z.string(),
  read: z.int(),
  created: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  switched_off: z.int(),
  refused: z.int(),
});

const Rollback = z.object({
  goods: z.int(),
  created_off: z.int(),
  prices: z.int(),
  stock: z.int(),
  groups: z.int(),
  /** Records that stay as somebody left them since; `words` names at most 200 of them, of the person's branches. */
  left: z.int(),
  words: z.array(z.string()),
});

const Package = Listed.extend({
  kind: z.enum(['files', 'deactivate']),
  files: z.array(z.object({ name: z.string(), bytes: z.int() })),
  seconds: z.number().nullable(),
  guards: z.array(z.object({ guard: z.enum(guardNames), words: z.string() })),
  counts: z.array(Counts),
  kinds: z.array(z.object({ kind: z.enum(rowKinds), name: z.string(), count: z.int().nullable() })),
  refused: z.array(z.string()),
  refused_more: z.int(),
  notes: z.array(z.string()),
  kept_out: z.array(z.object({ row: z.string(), name: z.string() })),
  keeps_on: z.boolean(),
  /** Files and rows are kept for 14 days. */
  is_forgotten: z.boolean(),
  may_roll_back: z.boolean(),
  rollback: Rollback.nullable(),
});

const StaffJob = z.object({
  id: z.int(),
  /** «Откат пакета № 12» */
  name: z.string(),
  who: z.string(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  /** Of a rollback, or of the look before it. */
  package_id: z.int().nullable(),
  /** It only looks what a rollback would come to. */
  is_rehearsal: z.boolean(),
  state: z.enum(['waiting', 'running', 'done', 'refused', 'failed', 'stopped']),
  progress: z.string(),
  /** Why nothing was done; null: it was, or will be. */
  reason: z.string().nullable(),
  rollback: Rollback.nullable(),
  /** Of another mapping: how many goods it changed; null: of prices and stock, which are not counted. */
  goods: z.object({ created: z.int(), changed: z.int(), switched_off: z.int() }).nullable(),
});

const Row = z.object({
  row: z.string().nullable(),
  words: z.string(),
  /** What speaks against it: of goods that are switched off, their stock and orders. */
  note: z.string().nullable(),
  is_kept_out: z.boolean(),
});

export const onecPackageRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/onec-packages',
    summary: 'Пакеты из 1С: что пришло и что с этим стало',
    permission: 'exchange.read',
    query: listQuery({ state: z.array(z.enum(states)) }, ['id']),
    response: listAnswer(Listed).extend({ totals: z.record(z.string(), z.int()) }),
    async run({ db, query: { filter, sort: _sort, ids: _ids, ...page } }) {
      const { state } = filter;
      const [found, totals] = await Promise.all([listPackages(db, { state, ...windowOf(page) }), countPackages(db)]);
      const wanted: readonly (typeof states)[number][] = state ?? states;
      const rows = wanted.reduce((sum, one) => sum + (totals[one] ?? 0), 0);
      return { items: found.map(listed), ...totalOf(rows), totals };
    },
  }),

  adminRead({
    url: '/api/admin/onec-packages/:id',
    summary: 'Пакет из 1С: счётчики, предохранители, что изменится',
    permission: 'exchange.read',
    params: NumberParam,
    response: Package,
    async run(asked) {
      const { db } = asked;
      const { id } = asked.params;
      const found = await needPackage(db, id);
      const sight = sightOf(asked);
      const hidden = await namesOutOfSight(db, sight);
      const rollback = await rollbackInSight(db, found.rollback, sight);
      return { ...shown(found, hidden, sight), ...listed(found), rollback, kept_out: await listKeptOut(db, id) };
    },
  }),

  adminRead({
    url: '/api/admin/onec-packages/:id/rows',
    summary: 'Изменения пакета одного вида, словами',
    permission: 'exchange.read',
    params: NumberParam,
    query: z.strictObject({
      branch: z.string().max(40).optional(),
      kind: z.enum(rowKinds),
      after: z.coerce.number().int().min(0).max(100_000_000).default(0),
    }),
    response: z.object({ items: z.array(Row), next: z.string().nullable() }),
    async run(asked) {
      const { db } = asked;
      const { id } = asked.params;
      const { kind, after } = asked.query;
      await needPackage(db, id);
      const limit = 100;
      const items = await listChanges(db, id, { kind, limit, offset: after, ...sightOf(asked) });
      return { items, next: items.length < limit ? null : String(after + limit) };
    },
  }),

  adminExport({
    url: '/api/admin/onec-packages/:id/export',
    summary: 'Изменения пакета одного вида таблицей: xlsx или csv, не больше 10 000 записей',
    permission: 'exchange.read',
    params: NumberParam,
    query: z.strictObject({
      branch: z.string().max(40).optional(),
      kind: z.enum(rowKinds),
      format: z.enum(['xlsx', 'csv']).default('xlsx'),
    }),
    async run(asked) {
      const { db } = asked;
      const { id } = asked.params;
      const { kind, format } = asked.query;
      await needPackage(db, id);
      const found = await listChanges(db, id, { kind, limit: countedRows, offset: 0, ...sightOf(asked) });
      const rows = found.map(({ words, note, is_kept_out: isOut }) => [
        words,
        note ?? '',
        isOut ? 'не принимается' : '',
      ]);
      const head = [kindNames[kind], 'На складе и заказы', 'Решение'];
      const file = format === 'csv' ? csvTable(head, rows) : await xlsxTable(head, rows, [90, 40, 18]);
      return {
        file: { name: `Пакет ${id}, ${kindNames[kind]}.${file.extension}`, type: file.type, bytes: file.bytes },
        audit: packageLine(id, `выгружены изменения «${kindNames[kind]}»: ${rowsWords(rows.length)}`),
      };
    },
  }),

  adminWrite({
    url: '/api/admin/onec-packages/:id/keep-out',
    summary: 'Строки пакета, которые не принимаются, или снова принимаются',
    permission: 'exchange.decide',
    params: NumberParam,
    body: z.object({ rows: z.array(z.string().max(40)).min(1).max(10_000), is_out: z.boolean() }),
    response: Ok,
    async run({ db, params: { id }, body: { rows, is_out } }) {
      await (is_out ? keepRowsOut : takeRowsIn)(db, id, rows);
      const words = `${countOf(rows.length, 'строка', 'строки', 'строк')} ${is_out ? 'не принимается' : 'принимается'}`;
      return {
        answer: { ok: true as const },
        audit: { ...packageLine(id, words), after: { rows: rows.slice(0, 200) } },
      };
    },
  }),

  adminWrite({
    url: '/api/admin/onec-packages/:id/approve',
    summary: 'Принять пакет: целиком или без выключения',
    permission: 'exchange.decide',
    params: NumberParam,
    body: z.object({ keeps_on: z.boolean() }),
    needsKey: true,
    response: Ok,
    async run({ db, staff, params: { id }, body: { keeps_on }, now }) {
      await approvePackage(db, id, { who: staff.full_name, keeps_on, now });
      return {
        answer: { ok: true as const },
        audit: packageLine(id, keeps_on ? 'принят без выключения' : 'принят целиком'),
      };
    },
  }),

  adminWrite({
    url: '/api/admin/onec-packages/:id/refuse',
    summary: 'Отклонить пакет',
    permission: 'exchange.decide',
    params: NumberParam,
    body: z.object({
      reason: z.string().trim().min(3, 'Напишите причину: её прочтут в 1С').max(300, 'Максимум 300 символов'),
    }),
    response: Ok,
    async run({ db, staff, params: { id }, body: { reason } }) {
      await refusePackage(db, id, staff.full_name, reason);
      return { answer: { ok: true as const }, audit: packageLine(id, `отклонён: ${reason}`) };
    },
  }),

  adminWrite({
    url: '/api/admin/onec-packages/:id/cancel',
    summary: 'Остановка пакета, который ждёт или принимается',
    permission: 'exchange.decide',
    params: NumberParam,
    response: Ok,
    async run({ db, staff, now, params: { id } }) {
      await stopPackage(db, id, staff.full_name, now);
      return { answer: { ok: true as const }, audit: packageLine(id, 'остановлен, ничего не изменено') };
    },
  }),

  onecJobRoute({
    url: '/api/admin/onec-packages/:id/rollback-preview',
    summary: 'Что вернёт откат пакета и что останется; ничего не меняет',
    permission: 'exchange.rollback',
    kind: 'rollback_preview',
    params: NumberParam,
    about: ({ params: { id } }) => ({ package_id: id }),
  }),

  onecJobRoute({
    url: '/api/admin/onec-packages/:id/rollback',
    summary: 'Откат принятого пакета',
    permission: 'exchange.rollback',
    kind: 'rollback',
    params: NumberParam,
    about: ({ params: { id } }) => ({ package_id: id }),
  }),

  adminRead({
    url: '/api/admin/onec-jobs/:id',
    summary: 'Откат или пересчёт по сопоставлению: как далеко он и что вышло',
    permission: 'exchange.read',
    params: NumberParam,
    response: StaffJob,
    async run(asked) {
      const { db } = asked;
      const found = await needJob(db, asked.params.id);
      const { kind, about: _about, reason, created_at, finished_at, ...job } = found;
      return {
        ...job,
        rollback: await rollbackInSight(db, found.rollback, sightOf(asked)),
        name: staffJobTitle(found),
        is_rehearsal: kind === 'rollback_preview',
        created_at: created_at.toISOString(),
        finished_at: iso(finished_at),
        reason: reason && upperFirst(reason),
      };
    },
  }),

  adminWrite({
    url: '/api/admin/onec-jobs/:id/cancel',
    summary: 'Остановка отката или пересчёта по сопоставлению',
    permission: 'exchange.map',
    params: NumberParam,
    response: Ok,
    async run({ db, staff, may, params: { id } }) {
      const { package_id } = await needJob(db, id);
      if (package_id !== null && !may('exchange.rollback')) throw new Refusal('forbidden');
      return { answer: { ok: true as const }, audit: await stopStaffJob(db, id, staff.full_name) };
    },
  }),
];

async function needJob(db: Db, id: number): Promise<FoundJob> {
  const found = await readStaffJob(db, id);
  if (!found) throw new Refusal('not_found');
  return found;
}

async function needPackage(db: Db, id: number): Promise<PackageListed> {
  const [found] = await listPackages(db, { id, limit: 1 });
  if (!found) throw new Refusal('not_found');
  return found;
}

function listed(found: PackageListed): z.input<typeof Listed> {
  const { id, node, source, state, received_at, finished_at, decided_at, progress, summary, changes, kind } = found;
  const { decided_by, rolled_back_by, rollback } = found;
  return {
    id,
    node,
    state,
    state_words: stateWords[state],
    source: kind === 'deactivate' ? 'Выключение того, чего нет в обмене' : source,
    received_at: received_at.toISOString(),
    finished_at: iso(finished_at),
    decided_at: iso(decided_at),
    note: summary?.reason ?? (finished_at ? '' : progress),
    changes: changes ? changeRows(changes) : [],
    decided_by,
    rolled_back_by,
    rolled_back_at: rollback?.at ?? null,
  };
}

const kindNames: Record<RowKind, string> = {
  switched_off: 'Выключаются',
  prices: 'Цены',
  created: 'Появятся',
  fields: 'Изменятся',
  stock: 'Остатки',
  moved: 'Переходят в группы',
  switched_on: 'Включаются снова',
  groups: 'Группы',
};

/** `isWhole`: all rows are shown; else those of prices and stock are fewer than the package has, and not counted. */
function countsOfKinds(
  { goods, prices, stock, groups }: PackageChanges,
  isWhole: boolean,
): Record<RowKind, number | null> {
  const ofBranches = (count: number) => (isWhole || count === 0 ? count : null);
  const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, one) => all + one, 0);
  return {
    switched_off: goods.switched_off,
    prices: ofBranches(prices.appeared + prices.gone + sum(prices.up) + sum(prices.down)),
    created: goods.created,
    // What changes in a good may be its group alone: how many these are is not counted.
    fields: goods.changed === 0 ? 0 : null,
    stock: ofBranches(stock.changed),
    moved: goods.moved,
    switched_on: goods.switched_on,
    groups: sum(groups),
  };
}

/** The branches where the person works, whichever is chosen now: a package is one for the whole shop. */
function sightOf({ staff, may }: Pick<Asked, 'staff' | 'may'>): Sight {
  return { isCostShown: may('prices.cost'), branches: ownBranches(staff) };
}

async function rollbackInSight(db: Db, rollback: RollbackResult | null, sight: Sight) {
  return rollback && { ...rollback, words: await wordsInSight(db, rollback.words, sight) };
}

/** `hidden`: names of price types and warehouses whose refused rows are left out: they name prices and stock. */
function shown(found: PackageListed, hidden: readonly string[], { branches }: Sight) {
  const { kind, contents, guards, summary, changes, keeps_on, changes_forgotten_at, state } = found;
  const kinds = changes && countsOfKinds(changes, branches === null);
  const left = summary ? leftOut(summary, hidden) : [];
  return {
    kind,
    files: contents,
    keeps_on,
    is_forgotten: changes_forgotten_at !== null,
    seconds: summary?.seconds ?? null,
    guards: state === 'held' ? (guards ?? []).map((one) => ({ guard: one.guard, words: findingWords(one) })) : [],
    counts: summary && summary.result !== 'refused' ? countsOf(summary) : [],
    kinds: kinds
      ? (Object.keys(kindNames) as RowKind[])
          .map((kind) => ({ kind, name: kindNames[kind], count: kinds[kind] }))
          .filter(({ count }) => count !== 0)
      : [],
    refused: left.flatMap(({ name, refused }) => refused.map((one) => `${name}: ${refusedWords(one)}`)).slice(0, 500),
    refused_more: left.reduce((sum, { refused_more = 0 }) => sum + refused_more, 0),
    notes: summary?.notes ?? [],
    may_roll_back: packageUndoneUntil(found) !== null,
  };
}

function countsOf({ groups, goods, offers, prices, stocks }: ImportSummary): z.input<typeof Counts>[] {
  const kinds = { Группы: groups, Товары: goods, Предложения: offers, Цены: prices, Остатки: stocks };
  return Object.entries(kinds).map(([name, { read, created, changed, unchanged, switched_off, ...left }]) => ({
    name,
    read,
    created,
    changed,
    unchanged,
    switched_off,
    refused: left.refused.length + (left.refused_more ?? 0),
  }));
}

function leftOut({ groups, goods, offers, prices, stocks, fields }: ImportSummary, hidden: readonly string[]) {
  const isShown = ({ name }: Refused) => !hidden.some((type) => name === type || name?.endsWith(`: ${type}`));
  const kinds = { Группы: groups, Товары: goods, Предложения: offers, Цены: prices, Остатки: stocks, Поля: fields };
  return Object.entries(kinds).map(([name, { refused, refused_more }]) => ({
    name,
    refused: refused.filter(isShown),
    refused_more,
  }));
}
