import { sql } from 'kysely';
import { composeEmail, type EmailMessage, shopLines } from '#modules/mail/email.ts';
import { storeMail } from '#modules/mail/mails.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import type { Db } from '#platform/database.ts';
import { commonOrInBranches } from '#platform/in-branches.ts';
import { type CalendarRow, type CalendarSpan, mostCalendarRows } from '#shared/calendar-row.ts';
import { formatDateTime } from '#shared/dates.ts';
import type { Draft } from './drafts.ts';

const zone = 'Europe/Moscow';

export type DueDraft = Pick<Draft, 'id' | 'title' | 'author' | 'resource' | 'record_id' | 'department_id_1c'>;

/** Drafts whose moment has come, the earliest first. */
export async function dueDrafts(db: Db, now: Date): Promise<DueDraft[]> {
  const { rows } = await sql<DueDraft>`
    select id, title, author, resource, record_id, department_id_1c from drafts
    where published_at is null and discarded_at is null and failure is null and publish_at <= ${now}
    order by publish_at, id`.execute(db);
  return rows;
}

/** Whether the moment of a draft that still waits has come. */
export function isDue({ published_at, discarded_at, failure, publish_at }: Draft, now: Date): boolean {
  return !published_at && !discarded_at && failure === null && publish_at !== null && publish_at <= now;
}

/** Drafts that are published by themselves within the span, as records with a day. */
export async function calendarDrafts(db: Db, { from, to, branches }: CalendarSpan): Promise<CalendarRow[]> {
  const { rows } = await sql<CalendarRow>`
    select d.resource || '/' || d.record_id as id, d.title,
      case when d.department_id_1c is not null then array[d.department_id_1c] end as branches,
      d.publish_at as starts_at, null::timestamptz as ends_at, false as is_draft
    from drafts d
    where d.published_at is null and d.discarded_at is null and d.failure is null
      and d.publish_at >= ${from} and d.publish_at < ${to} and ${commonOrInBranches('d', branches)}
    order by d.publish_at, d.id limit ${mostCalendarRows}`.execute(db);
  return rows;
}

/**
 * A draft that could not be published at its moment waits for a person; the owner is written why. False: it is due no
 * more. Call in a transaction.
 */
export async function failDraft(db: Db, id: number, why: string, now: Date): Promise<boolean> {
  const failed = await db
    .updateTable('drafts')
    .set(({ eb }) => ({ failure: why.slice(0, 2_000), version: eb('version', '+', 1), changed_at: now }))
    .where('id', '=', id)
    .where('published_at', 'is', null)
    .where('discarded_at', 'is', null)
    .where('publish_at', '<=', now)
    .returning(['title', 'author', 'publish_at'])
    .executeTakeFirst();
  if (!failed) return false;
  const { email } = await readSetting(db, 'company');
  if (email) {
    const { title, author, publish_at } = failed;
    const message = failedDraftEmail({ title, author, at: publish_at ?? now, why });
    await storeMail(db, `draft ${id} failed ${now.toISOString()}`, email, message);
  }
  return true;
}

/** How many wait for a person. */
export async function countFailedDrafts(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from drafts
    where failure is not null and published_at is null and discarded_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}

type Failed = { title: string; author: string; at: Date; why: string };

export function failedDraftEmail({ title, author, at, why }: Failed): EmailMessage {
  return composeEmail(
    `Черновик «${title}» не опубликован`,
    'Черновик не опубликован',
    [
      {
        kind: 'text',
        text: 'Пришло время черновика, но магазин его опубликовать не смог. Покупатели видят запись такой, какой она была.',
      },
      {
        kind: 'facts',
        rows: [
          { name: 'Запись', value: title },
          { name: 'Кто набрал', value: author },
          { name: 'Время', value: formatDateTime(at, zone) },
          { name: 'Почему', value: why },
        ],
      },
      {
        kind: 'text',
        text: 'Откройте запись в кабинете сотрудника: черновик ждёт на её странице. Исправьте его и опубликуйте кнопкой или назначьте новое время.',
      },
    ],
    shopLines,
  );
}
