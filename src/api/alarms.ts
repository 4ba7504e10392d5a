import { sql } from 'kysely';
import { countFailedDrafts } from '#modules/drafts/due-drafts.ts';
import { countFeedFaults } from '#modules/feeds/feed-looks.ts';
import { countLeads } from '#modules/leads/queries.ts';
import { countUnsent } from '#modules/mail/mails.ts';
import { unusualReservations } from '#modules/orders/unusual-reservations.ts';
import { countFailedReleases } from '#modules/releases/fail-release.ts';
import type { Db } from '#platform/database.ts';
import { filesFault, filesFolder } from '#platform/files-mark.ts';
import { outgoingHold } from '#platform/outgoing.ts';
import { countFailedJobs, countWaitingJobs, hasLivingWorker } from '#platform/queue.ts';
import { countLateTasks, hasTimetable } from '#platform/timetable.ts';
import type { ApiContext } from './api.ts';

/** What somebody should look at, in the order of /metrics, and how people read it. */
export const alarmWords = {
  refused_mails: 'Письма, которые не приняла почта',
  short_orders: 'Заказы, на которые не хватает товара',
  refused_refunds: 'Возвраты, которые отклонил банк',
  refused_receipts: 'Чеки с ошибкой',
  strange_payments: 'Непонятные уведомления о платежах',
  stuck_leads: 'Заявки, которые не переданы в CRM',
  failed_jobs: 'Задания, которые больше не повторяются',
  failed_releases: 'Выпуски, которые не опубликовались',
  failed_drafts: 'Черновики, которые не опубликовались',
  broken_feeds: 'Карты сайта и выгрузки с ошибкой',
  unpaid_stock: 'Товары, которые держат неоплаченные заказы',
  untrusted_forwarding: 'Запросы через неизвестный прокси',
  waiting_jobs: 'Задания, за которые никто не берётся',
  no_worker: 'Обработчик заданий не запущен',
  late_tasks: 'Задания по расписанию, которых нет дольше положенного',
  unsent_mails: 'Письма, которые долго не уходят',
  outgoing_held: 'Исходящие приостановлены: письма, заявки и платежи ждут',
  wrong_files: 'Папка файлов от другой базы данных',
} as const;

export type Alarm = keyof typeof alarmWords;

/**
 * How many of each there are. `forwarded`: requests of the last hour that an unknown machine passed on to this process.
 */
export async function readAlarms(
  { db, config, partners }: Pick<ApiContext, 'db' | 'config' | 'partners'>,
  forwarded: number,
): Promise<Record<Alarm, number>> {
  const counts = await countRows(db);
  return {
    ...counts,
    // Without a CRM every lead waits here on purpose.
    stuck_leads: partners.crm ? (await countLeads(db)).stuck : 0,
    failed_jobs: await countFailedJobs(db),
    failed_releases: await countFailedReleases(db),
    failed_drafts: await countFailedDrafts(db),
    broken_feeds: await countFeedFaults(db),
    unpaid_stock: (await unusualReservations(db)).length,
    untrusted_forwarding: forwarded,
    waiting_jobs: (await countWaitingJobs(db)).count,
    no_worker: (await hasTimetable(db)) && !(await hasLivingWorker(db)) ? 1 : 0,
    late_tasks: await countLateTasks(db),
    unsent_mails: (await countUnsent(db)).count,
    outgoing_held: (await outgoingHold(db)) ? 1 : 0,
    wrong_files: (await filesFault(db, filesFolder(config.DATA_DIR))) ? 1 : 0,
  };
}

type Counts = Record<
  'refused_mails' | 'short_orders' | 'refused_refunds' | 'refused_receipts' | 'strange_payments',
  number
>;

async function countRows(db: Db): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select (select count(*)::int from mails where failed_at is not null and sent_at is null and kept_at is null) as refused_mails,
      (select count(*)::int from orders where short_since is not null and state not in ('completed', 'cancelled')) as short_orders,
      (select count(*)::int from refunds r where r.state = 'canceled' and not exists (
        select from refunds later where later.payment_id = r.payment_id and later.state <> 'canceled'
          and later.created_at > r.created_at)) as refused_refunds,
      (select count(*)::int from receipts r join payments p on p.id = r.payment_id
        where r.state = 'canceled' and p.state = 'succeeded' and r.kind <> 'return') as refused_receipts,
      (select count(*)::int from payment_events
        where problem is not null and received_at > now() - interval '7 days') as strange_payments`.execute(db);
  return rows[0] ?? { refused_mails: 0, short_orders: 0, refused_refunds: 0, refused_receipts: 0, strange_payments: 0 };
}
