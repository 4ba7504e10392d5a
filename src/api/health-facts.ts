import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { stuckAfterMs } from '#modules/leads/queries.ts';
import { lateEmailMs } from '#modules/mail/mails.ts';
import type { Db } from '#platform/database.ts';
import { lastBackup } from '#platform/last-backup.ts';
import { outgoingHold } from '#platform/outgoing.ts';
import { countFailedJobs, countWaitingJobs, hasLivingWorker } from '#platform/queue.ts';
import { countLateTasks, hasTimetable } from '#platform/timetable.ts';
import { formatDateTime } from '#shared/dates.ts';
import { ensure } from '#shared/ensure.ts';
import { countOf, formatCount } from '#shared/plurals.ts';
import type { ApiContext } from './api.ts';
import { mostBehindSeconds } from './health.ts';

export const factTones = ['good', 'plain', 'warn', 'bad'] as const;

/** One thing the shop knows of its health, as its owner reads it. */
export type HealthFact = {
  id: string;
  name: string;
  /** `plain`: it is not set up, or there is nothing to judge. */
  tone: (typeof factTones)[number];
  words: string;
  /** What to do about it; null: nothing. */
  advice: string | null;
};

type Judged = Omit<HealthFact, 'id' | 'name'>;

/** Exchange, mail, CRM, receipts, jobs, pages, faults, disk, backup and the rest, each judged by what is known now. */
export async function readHealthFacts(context: ApiContext, now = new Date()): Promise<HealthFact[]> {
  const [counts, isHeld, exchange] = await Promise.all([
    readCounts(context, now),
    outgoingHold(context.db),
    readExchangeFact(context.db, now),
  ]);
  return [
    { id: 'onec', name: 'Обмен с 1С', ...exchange },
    { id: 'mail', name: 'Почта', ...mailFact(context, counts, isHeld !== null) },
    { id: 'crm', name: 'CRM', ...crmFact(context, counts) },
    { id: 'receipts', name: 'Чеки', ...receiptsFact(context, counts) },
    { id: 'jobs', name: 'Задания', ...(await jobsFact(context.db)) },
    { id: 'catalogue', name: 'Каталог в памяти', ...catalogueFact(context.ownState.catalogue()) },
    { id: 'pages', name: 'Время страниц', ...pagesFact(context.ownState.pageTimes()) },
    { id: 'faults', name: 'Сбои', ...faultsFact(context.ownState.faults()) },
    { id: 'disk', name: 'Место на диске', ...(await diskFact(context.config.DATA_DIR)) },
    { id: 'backup', name: 'Резервная копия', ...(await backupFact(context, now)) },
  ];
}

type Counts = {
  mails_waiting: number;
  mails_late: number;
  mail_sent_at: Date | null;
  leads_waiting: number;
  leads_stuck: number;
  lead_sent_at: Date | null;
  receipts_waiting: number;
  receipts_late: number;
  receipts_refused: number;
  receipt_at: Date | null;
};

/** A bank registers a receipt within minutes; an hour is a fault of somebody. */
const receiptLateMs = 3_600_000;

/** The last one that was sent is among so many that were written last. */
const newest = 100;

async function readCounts({ db }: ApiContext, now: Date): Promise<Counts> {
  const [late, stuck] = [lateEmailMs, stuckAfterMs].map((ms) => new Date(now.getTime() - ms));
  const receiptLate = new Date(now.getTime() - receiptLateMs);
  const { rows } = await sql<Counts>`
    select m.*,
      (select max(sent_at) from (
        select sent_at from mails where sent_at is not null order by created_at desc limit ${newest}) n) as mail_sent_at,
      l.*,
      (select max(sent_at) from leads where state = 'sent') as lead_sent_at,
      r.*,
      (select count(*)::int from receipts c join payments on payments.id = c.payment_id
        where c.state = 'canceled' and payments.state = 'succeeded' and c.kind <> 'return') as receipts_refused,
      (select max(changed_at) from (
        select changed_at from receipts where state = 'succeeded' order by created_at desc limit ${newest}) n) as receipt_at
    from (
      select count(*)::int as mails_waiting, (count(*) filter (where created_at < ${late}::timestamptz))::int as mails_late
      from mails where sent_at is null and kept_at is null) m
    cross join (
      select count(*)::int as leads_waiting,
        (count(*) filter (where state = 'refused' or created_at < ${stuck}::timestamptz))::int as leads_stuck
      from leads where state <> 'sent') l
    cross join (
      select count(*)::int as receipts_waiting,
        (count(*) filter (where created_at < ${receiptLate}::timestamptz))::int as receipts_late
      from receipts where state in ('new', 'pending')) r`.execute(db);
  return ensure(rows[0]);
}

/** 1C sends at least daily wherever it is set up; two days of silence are a question. */
const silentMs = 2 * 86_400_000;

type Exchange = { nodes: number; package_id: number | null; package_state: string | null; package_at: Date | null };

/** How the exchange with 1C is, by the last package that came. */
export async function readExchangeFact(db: Db, now: Date): Promise<Judged> {
  const { rows } = await sql<Exchange>`
    select (select count(*)::int from onec_nodes where is_on) as nodes,
      p.id::int as package_id, p.state as package_state, p.received_at as package_at
    from (values (1)) one (row) left join lateral (
      select id, state, received_at from onec_packages where state <> 'rehearsed' order by id desc limit 1) p on true`.execute(
    db,
  );
  return exchangeFact(ensure(rows[0]), now);
}

function exchangeFact({ nodes, package_id, package_state, package_at }: Exchange, now: Date): Judged {
  if (package_id === null || package_at === null) {
    if (nodes === 0) return plain('Не настроен: товары заводят сами или таблицами.');
    return warn('Узел заведён, но 1С ещё ничего не прислала.', 'Проверьте в 1С адрес, имя и пароль узла.');
  }
  const about = `Пакет № ${package_id} пришёл ${formatDateTime(package_at)}`;
  if (package_state === 'failed')
    return bad(`${about}: сбой магазина.`, 'Откройте пакет в «Обмене с 1С»: там причина. 1С пришлёт его ещё раз.');
  if (package_state === 'refused')
    return warn(`${about} и не принят.`, 'Откройте пакет в «Обмене с 1С»: там сказано, что исправить в 1С.');
  if (package_state === 'held') return warn(`${about} и ждёт решения.`, 'Примите или отклоните его в «Обмене с 1С».');
  if (nodes > 0 && now.getTime() - package_at.getTime() > silentMs)
    return warn(`${about}, с тех пор тишина.`, 'Проверьте, включён ли обмен по расписанию в 1С.');
  return good(`${about}.`);
}

function mailFact({ config }: ApiContext, counts: Counts, isHeld: boolean): Judged {
  const { mails_waiting: waiting, mails_late: late, mail_sent_at: sent } = counts;
  const words = `${sent ? `Последнее письмо ушло ${formatDateTime(sent)}` : 'Ещё ни одного письма не ушло'}, ждут: ${formatCount(waiting)}.`;
  if (config.SMTP_URL === undefined) {
    if (config.isDemonstration) return plain('Показательный магазин: письма никуда не уходят, они лежат в базе.');
    return bad(`Почта не подключена, ждут: ${formatCount(waiting)}.`, 'Задайте SMTP_URL и запустите магазин снова.');
  }
  if (isHeld)
    return warn(`Исходящие приостановлены. ${words}`, 'Отпустить: «Задания и здоровье», «Возобновить отправку».');
  if (late > 0) return bad(words, 'Причина у каждого письма: «Страницы и блоки», «Письма».');
  return good(words);
}

function crmFact({ partners }: ApiContext, counts: Counts): Judged {
  const { leads_waiting: waiting, leads_stuck: stuck, lead_sent_at: sent } = counts;
  if (!partners.crm) return plain('Не подключена: заявки остаются в «Обращениях».');
  const words = `${sent ? `Последняя заявка передана ${formatDateTime(sent)}` : 'Ещё ни одна заявка не передана'}, ждут: ${formatCount(waiting)}.`;
  if (stuck > 0) return bad(words, 'Причина у каждой заявки: «Обращения», «Заявки».');
  return good(words);
}

function receiptsFact({ partners }: ApiContext, counts: Counts): Judged {
  const { receipts_waiting: waiting, receipts_late: late, receipts_refused: refused, receipt_at: at } = counts;
  if (!partners.payments && at === null && waiting === 0) return plain('Оплаты на сайте нет, чеков тоже.');
  if (at === null && waiting === 0 && refused === 0) return plain('Чеков ещё не было.');
  const words = `${at ? `Последний чек пробит ${formatDateTime(at)}` : 'Ни один чек ещё не пробит'}, ждут: ${formatCount(waiting)}.`;
  if (refused > 0)
    return bad(`${words} Не пробито: ${formatCount(refused)}.`, 'Откройте «Платежи и чеки», «Чеки»: там причина.');
  if (late > 0)
    return warn(`${words} Дольше часа: ${formatCount(late)}.`, 'Спросите платёжную систему, работает ли касса.');
  return good(words);
}

async function jobsFact(db: Db): Promise<Judged> {
  const [isAnnounced, isAlive, failed, late, waiting] = await Promise.all([
    hasTimetable(db),
    hasLivingWorker(db),
    countFailedJobs(db),
    countLateTasks(db),
    countWaitingJobs(db),
  ]);
  if (isAnnounced && !isAlive)
    return bad('Обработчик заданий не запущен.', 'Запустите магазин снова, а если не помогло, смотрите его лог.');
  if (failed > 0)
    return bad(
      `Не получилось и больше не повторяется: ${formatCount(failed)}.`,
      'Причина у каждого задания: «Задания и здоровье», «Очередь».',
    );
  const stuck = late + waiting.count;
  if (stuck > 0)
    return warn(`Ждут дольше положенного: ${formatCount(stuck)}.`, 'Если не пройдёт за четверть часа, смотрите лог.');
  return isAnnounced ? good('Задания выполняются, очередь не стоит.') : plain('Обработчик ещё не запускали.');
}

const catalogueSlowSeconds = 30;

function catalogueFact(state: ReturnType<ApiContext['ownState']['catalogue']>): Judged {
  if (!state) return plain('Этот процесс читает товары из базы.');
  if (!state.isLoaded) return bad('Ещё читается: списки товаров не отвечают.', 'Подождите минуту, затем смотрите лог.');
  const behind = Math.max(0, Math.round(state.behindSeconds));
  const words = `${countOf(state.products, 'товар', 'товара', 'товаров')}, ${megabytes(state.bytes)}, сверен с базой ${countOf(behind, 'секунду', 'секунды', 'секунд')} назад.`;
  if (behind > mostBehindSeconds) return bad(words, 'Покупатели видят старые цены и остатки: причина в логе магазина.');
  if (behind > catalogueSlowSeconds) return warn(words, 'Если не догонит за пять минут, смотрите лог магазина.');
  return good(words);
}

/** A rendered page within half a second feels at once; beyond 1.5 s people leave. */
const slowPageMs = 500;
const worstPageMs = 1_500;
/** Fewer pages than that say nothing of the rest. */
const fewPages = 20;

function pagesFact(seen: ReturnType<ApiContext['ownState']['pageTimes']>): Judged {
  if (!seen || seen.count < fewPages)
    return plain(`Пока мало открытых страниц: ${formatCount(seen?.count ?? 0)} из ${fewPages} нужных.`);
  const { count, p75_ms } = seen;
  const ms = Math.max(1, Math.round(p75_ms));
  const words = `Три четверти из ${countOf(count, 'последней страницы', 'последних страниц', 'последних страниц')} собраны за ${formatCount(ms)} мс и быстрее; готовые из кеша не считаются.`;
  const advice = 'Посмотрите, занят ли процессор и отвечает ли база: показатели в /metrics.';
  if (ms > worstPageMs) return bad(words, advice);
  if (ms > slowPageMs) return warn(words, advice);
  return good(words);
}

/** One may be chance; so many are not. */
const manyFaults = 10;

function faultsFact(count: number): Judged {
  if (count === 0) return good('Сбоев за последние полчаса нет.');
  const words = `За последние полчаса магазин не ответил из-за сбоя: ${countOf(count, 'раз', 'раза', 'раз')}.`;
  const advice = 'Причина и номер запроса каждого стоят в логе магазина.';
  return count < manyFaults ? warn(words, advice) : bad(words, advice);
}

const gigabyte = 1_073_741_824;

async function diskFact(folder: string): Promise<Judged> {
  const disk = await statfs(folder).catch(() => null);
  if (!disk) return bad('Папка данных не читается.', 'Проверьте DATA_DIR и подключён ли диск.');
  const free = disk.bavail * disk.bsize;
  const share = disk.blocks === 0 ? 0 : disk.bavail / disk.blocks;
  const words = `В папке данных свободно ${gigabytes(free)} из ${gigabytes(disk.blocks * disk.bsize)}, ${Math.floor(share * 100)} %.`;
  if (free < gigabyte || share < 0.03)
    return bad(words, 'Освободите место сейчас: на полном диске заказы не сохранятся.');
  if (free < 5 * gigabyte || share < 0.1) return warn(words, 'Освободите место или перенесите старые копии.');
  return good(words);
}

const dayMs = 86_400_000;

const ownServer = 'Если база на своём сервере PostgreSQL, проверьте, что её копирует он.';

async function backupFact({ db, config }: ApiContext, now: Date): Promise<Judged> {
  const last = await lastBackup(db);
  const advice = 'Делайте копию каждую ночь и на другой диск: npm run shop -- backup ПАПКА.';
  if (!last) {
    if (config.isDemonstration) return plain('Показательный магазин: копий ещё не делали.');
    return warn('Командой магазина копий не делали, о других магазин не знает.', `${advice} ${ownServer}`);
  }
  const days = Math.floor((now.getTime() - new Date(last.made_at).getTime()) / dayMs);
  const age = days < 1 ? 'меньше суток назад' : `${countOf(days, 'день', 'дня', 'дней')} назад`;
  const words = `${formatDateTime(last.made_at)}, ${age}: база ${megabytes(last.bytes)}, ${countOf(last.files, 'файл', 'файла', 'файлов')}.`;
  if (days >= 7) return bad(words, advice);
  if (days >= 2) return warn(words, advice);
  return good(words);
}

function megabytes(bytes: number): string {
  return `${formatCount(Math.max(1, Math.round(bytes / 1_048_576)))} МБ`;
}

function gigabytes(bytes: number): string {
  return `${formatCount(Math.round(bytes / gigabyte))} ГБ`;
}

const good = (words: string): Judged => ({ tone: 'good', words, advice: null });
const plain = (words: string): Judged => ({ tone: 'plain', words, advice: null });
const warn = (words: string, advice: string): Judged => ({ tone: 'warn', words, advice });
const bad = (words: string, advice: string): Judged => ({ tone: 'bad', words, advice });
