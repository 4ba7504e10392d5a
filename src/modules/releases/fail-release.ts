import { sql } from 'kysely';
import { composeEmail, type EmailMessage, shopLines } from '#modules/mail/email.ts';
import { storeMail } from '#modules/mail/mails.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import type { Db } from '#platform/database.ts';
import { formatDateTime } from '#shared/dates.ts';

const zone = 'Europe/Moscow';

/** Releases whose moment has come. */
export async function dueReleases(db: Db, now: Date): Promise<{ id: number; name: string; author: string }[]> {
  const { rows } = await sql<{ id: number; name: string; author: string }>`
    select id, name, author from releases where state = 'planned' and publish_at <= ${now}
    order by publish_at, id`.execute(db);
  return rows;
}

/**
 * A release that could not be published at its moment waits for a person; the owner is written why. False: it is
 * planned no more. Call in a transaction.
 */
export async function failRelease(db: Db, id: number, why: string, now: Date): Promise<boolean> {
  const failed = await db
    .updateTable('releases')
    .set({ state: 'failed', failure: why.slice(0, 2_000), changed_at: now })
    .where('id', '=', id)
    .where('state', '=', 'planned')
    .returning(['name', 'publish_at'])
    .executeTakeFirst();
  if (!failed) return false;
  const { email } = await readSetting(db, 'company');
  if (email) {
    const message = failedReleaseEmail({ name: failed.name, at: failed.publish_at ?? now, why });
    await storeMail(db, `release ${id} failed ${now.toISOString()}`, email, message);
  }
  return true;
}

/** How many wait for a person. */
export async function countFailedReleases(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from releases where state = 'failed'`.execute(db);
  return rows[0]?.count ?? 0;
}

export function failedReleaseEmail({ name, at, why }: { name: string; at: Date; why: string }): EmailMessage {
  return composeEmail(
    `Выпуск «${name}» не опубликован`,
    'Выпуск не опубликован',
    [
      {
        kind: 'text',
        text: 'Пришло время выпуска, но одну из записей магазин опубликовать не смог. Поэтому не опубликована ни одна: покупатели видят прежний магазин.',
      },
      {
        kind: 'facts',
        rows: [
          { name: 'Выпуск', value: name },
          { name: 'Время', value: formatDateTime(at, zone) },
          { name: 'Почему', value: why },
        ],
      },
      {
        kind: 'text',
        text: 'Исправьте запись в кабинете сотрудника, раздел «Календарь», вкладка «Выпуски», и опубликуйте выпуск кнопкой или назначьте новое время.',
      },
    ],
    shopLines,
  );
}
