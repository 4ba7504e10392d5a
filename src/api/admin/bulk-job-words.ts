import { changeRows } from '#integrations/onec/changes/changes-words.ts';
import { packageUndoneUntil } from '#integrations/onec/exchange/forget.ts';
import { type PackageBrief, packagesOf } from '#integrations/onec/exchange/queries.ts';
import { staffJobTitle } from '#integrations/onec/staff-jobs/kinds.ts';
import { type StaffJob, staffJobsOf } from '#integrations/onec/staff-jobs/read.ts';
import type { BulkJob, BulkJobReach } from '#modules/bulk-jobs/list-bulk-jobs.ts';
import { type FileImport, fileImportsOf, importUndoneUntil } from '#modules/exchange/file-imports.ts';
import { type GoodsImport, goodsImportsOf, goodsUndoneUntil } from '#modules/exchange/goods-imports.ts';
import { type CouponBatch, couponBatchesOf } from '#modules/pricing/coupon-batch.ts';
import { listPricePlans, type PricePlan, planUndoneUntil } from '#modules/pricing/price-plans.ts';
import type { Db } from '#platform/database.ts';
import type { BulkJobKind } from '#shared/bulk-jobs.ts';
import { formatDay } from '#shared/dates.ts';
import { lowerFirst } from '#shared/lower-first.ts';
import { countOf, formatCount } from '#shared/plurals.ts';
import { upperFirst } from '#shared/upper-first.ts';

type Described = {
  name: string;
  /** What is being done, what came of it, or why nothing did. */
  words: string;
  progress: { done: number; total: number } | null;
  undone_until: Date | null;
};

/** A job that was forgotten between the reading of the list and of itself. */
const gone: Described = { name: 'Уже удалено', words: '', progress: null, undone_until: null };

/** Reads what these jobs are about: each kind from its own module, in one query. */
export async function describeBulkJobs(
  db: Db,
  jobs: BulkJob[],
  { columns, isCostShown }: Pick<BulkJobReach, 'columns' | 'isCostShown'>,
): Promise<(job: BulkJob) => Described> {
  const found = new Map<string, Described>();
  const kinds = Map.groupBy(jobs, ({ kind }) => kind);
  async function of<One extends { id: number }>(
    kind: BulkJobKind,
    read: (ids: number[]) => Promise<One[]>,
    describe: (one: One) => Described,
  ) {
    const ids = kinds.get(kind)?.map(({ id }) => id);
    if (ids) for (const one of await read(ids)) found.set(`${kind}:${one.id}`, describe(one));
  }
  await of('price-plans', (ids) => listPricePlans(db, { columns, isCostShown, ids }, ids.length), planOf);
  await of('goods-imports', (ids) => goodsImportsOf(db, ids), goodsOf);
  await of('file-imports', (ids) => fileImportsOf(db, ids), tableOf);
  await of('onec', (ids) => staffJobsOf(db, ids), onecJobOf);
  await of('onec-packages', (ids) => packagesOf(db, ids), packageOf);
  await of('coupon-batches', (ids) => couponBatchesOf(db, ids), batchOf);
  return ({ kind, id }) => found.get(`${kind}:${id}`) ?? gone;
}

const pricesOf = (count: number) => countOf(count, 'цена', 'цены', 'цен');
const rowsOf = (count: number) => countOf(count, 'строка', 'строки', 'строк');
const besides = (words: string, count: number) => (count > 0 ? `, ${words} ${formatCount(count)}` : '');

function planOf(plan: PricePlan): Described {
  const { state, counts, waiting, applied, skipped, stopped, undone, kept } = plan;
  const progress = {
    running: { done: applied + skipped, total: applied + skipped + waiting },
    undoing: { done: undone + kept, total: applied + undone + kept },
  };
  const words: Record<PricePlan['state'], string> = {
    rehearsed: `Изменилось бы: ${pricesOf(counts.change)}`,
    waiting: `Ждёт${startOf(plan)}: ${pricesOf(waiting)}`,
    running: 'Меняем цены',
    done: `Изменено: ${pricesOf(applied)}${besides('не тронуто', skipped)}`,
    stopped: stoppedAt('Изменено', { applied, passed: skipped + stopped, undone, kept }),
    undoing: 'Возвращаем цены',
    undone: `Возвращено: ${pricesOf(undone)}${besides('оставлено', kept)}`,
    cancelled: 'Отменён до начала',
  };
  return {
    name: plan.name,
    words: words[state],
    progress: state === 'running' || state === 'undoing' ? progress[state] : null,
    undone_until: applied > 0 ? planUndoneUntil(plan) : null,
  };
}

type Reached = {
  applied: number;
  /** Left alone, or not come to. */
  passed: number;
  undone: number;
  kept: number;
};

/** How far a job was, or its undoing, when somebody ended it: «Изменено 1 500 из 4 000». `words`: what it does. */
function stoppedAt(words: string, { applied, passed, undone, kept }: Reached): string {
  const isUndoing = undone + kept > 0;
  const [done, all] = isUndoing ? [undone, applied + undone + kept] : [applied, applied + passed];
  return `${isUndoing ? 'Возвращено' : words} ${formatCount(done)} из ${formatCount(all)}`;
}

function startOf({ starts_on, starts_minute }: PricePlan): string {
  if (starts_on === null || starts_minute === null) return '';
  const time = [Math.floor(starts_minute / 60), starts_minute % 60].map((part) => String(part).padStart(2, '0'));
  return ` ${formatDay(starts_on)}, ${time.join(':')}`;
}

function goodsOf(table: GoodsImport): Described {
  const { source, state, counts, problem, waiting, applied, left, stopped, undone, kept } = table;
  const total = applied + waiting + left + undone + kept;
  const progress = { running: { done: applied + left, total }, undoing: { done: undone + kept, total } };
  const words: Record<GoodsImport['state'], string> = {
    reading: 'Читаем таблицу',
    failed: problem ?? 'Таблица не прочитана',
    rehearsed: counts ? `Новых ${formatCount(counts.create)}, изменений ${formatCount(counts.change)}` : '',
    running: 'Записываем',
    done: `Записано: ${rowsOf(applied)}${besides('не тронуто', left)}${besides('не принято', counts?.refused ?? 0)}`,
    stopped: counts
      ? stoppedAt('Записано', { applied, passed: left + stopped, undone, kept })
      : 'Таблицу не прочитали, ничего не изменено',
    undoing: 'Возвращаем',
    undone: `Возвращено: ${rowsOf(undone)}${besides('оставлено', kept)}`,
  };
  return {
    name: source,
    words: words[state],
    progress: state === 'running' || state === 'undoing' ? progress[state] : null,
    undone_until: applied > 0 ? goodsUndoneUntil(table) : null,
  };
}

function tableOf(table: FileImport): Described {
  const { source, state, undone_at, summary } = table;
  const { prices, stock, guards } = summary;
  const what = `цен ${formatCount(prices.changed)}, остатков ${formatCount(stock.changed)}`;
  const refused = besides('не принято', prices.refused + stock.refused);
  const words = {
    rehearsed: `Изменилось бы: ${what}${refused}`,
    held: upperFirst(guards.join('; ')),
    applied: `${undone_at ? 'Цены возвращены; было изменено' : 'Изменено'}: ${what}${refused}`,
  };
  return {
    name: source,
    words: words[state],
    progress: null,
    undone_until: prices.changed > 0 ? importUndoneUntil(table) : null,
  };
}

function onecJobOf(job: StaffJob): Described {
  const { state, progress, reason, rollback, goods } = job;
  const words = {
    waiting: 'Ждёт очереди',
    running: progress,
    done: '',
    refused: reason ?? '',
    failed: reason ?? '',
    stopped: `${reason}; ничего не изменено`,
  };
  return {
    name: staffJobTitle(job),
    words: upperFirst(state === 'done' ? doneWords({ rollback, goods }) : words[state]),
    progress: null,
    undone_until: null,
  };
}

function doneWords({ rollback, goods }: Pick<StaffJob, 'rollback' | 'goods'>): string {
  if (rollback) {
    const { goods: products, prices, stock, groups, left } = rollback;
    const back = { товары: products, цены: prices, остатки: stock, группы: groups };
    const parts = Object.entries(back).filter(([, count]) => count > 0);
    const words = parts.map(([name, count]) => `${name} ${formatCount(count)}`).join(', ');
    return `${words || 'возвращать нечего'}${besides('останется как есть', left)}`;
  }
  if (!goods) return 'цены и остатки пересчитаны';
  const { created, changed, switched_off } = goods;
  return `изменено: ${countOf(created + changed + switched_off, 'товар', 'товара', 'товаров')}`;
}

function packageOf(one: PackageBrief): Described {
  const { id, kind, source, state, progress, changes, finished_at, reason } = one;
  const rows = (changes ? changeRows(changes) : []).filter(({ name }) => !name.startsWith('—'));
  const changed = rows.map(({ name, value }) => lowerFirst(`${name} ${value}`)).join(', ');
  const isWritten = state === 'imported' || state === 'held' || state === 'rehearsed' || state === 'rolled_back';
  const words = finished_at ? (isWritten && changed) || reason || 'ничего не изменил' : progress;
  return {
    name: kind === 'deactivate' ? `Пакет № ${id}: выключение того, чего нет в обмене` : `Пакет № ${id}: ${source}`,
    words: upperFirst(words),
    progress: null,
    undone_until: packageUndoneUntil(one),
  };
}

function batchOf({ id, prefix, count }: CouponBatch): Described {
  return {
    name: `Партия ${id}${prefix && ` «${prefix}»`}`,
    words: `Выпущено: ${countOf(count, 'код', 'кода', 'кодов')}`,
    progress: null,
    undone_until: null,
  };
}
