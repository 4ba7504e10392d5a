import { sql } from 'kysely';
import { composeEmail, type EmailMessage, shopLines } from '#modules/mail/email.ts';
import { storeMail } from '#modules/mail/mails.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import type { Db } from '#platform/database.ts';
import { formatDateTime } from '#shared/dates.ts';
import type { Release } from './releases.ts';

const zone = 'Europe/Moscow';

export type DueRelease = Pick<Release, 'id' | 'name' | 'author' | 'accepted_falls'>;

/** Releases whose moment has come. */
export async function dueReleases(db: Db, now: Date): Promise<DueRelease[]> {
  const { rows } = await sql<DueRelease>`
    select id, name, author, accepted_falls from releases where state = 'planned' and publish_at <= ${now}
    order by publish_at, id`.execute(db);
  return rows;
}

/** What kept a release back: a record that is refused, or the search, which would answer worse than was accepted. */
export type FailCause = 'refused' | 'search';

/**
 * A release that could not be published at its moment waits for a person; the owner and whoever set the moment are
 * written why. False: it is planned no more. Call in a transaction.
 */
export async function failRelease(db: Db, id: number, cause: FailCause, why: string, now: Date): Promise<boolean> {
  const failed = await db
    .updateTable('releases')
    .set({ state: 'failed', failure: why.slice(0, 2_000), changed_at: now })
    .where('id', '=', id)
    .where('state', '=', 'planned')
    .returning(['name', 'publish_at', 'dated_by_user_id'])
    .executeTakeFirst();
  if (!failed) return false;
  const { email: owner } = await readSetting(db, 'company');
  const message = failedReleaseEmail({ name: failed.name, at: failed.publish_at ?? now, cause, why });
  const to = new Set([owner, await emailOfStaff(db, failed.dated_by_user_id)]);
  for (const email of to)
    if (email) await storeMail(db, `release ${id} failed ${now.toISOString()} ${email}`, email, message);
  return true;
}

/** null: whoever it was does not work here any more. */
async function emailOfStaff(db: Db, user_id: string | null): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`
    select c.value as email from staff s join contacts c on c.user_id = s.user_id
    where s.user_id = ${user_id}::uuid and s.dismissed_at is null and c.type = 'email' and c.confirmed_at is not null
    order by c.id limit 1`.execute(db);
  return rows[0]?.email ?? null;
}

/** How many wait for a person. */
export async function countFailedReleases(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from releases where state = 'failed'`.execute(db);
  return rows[0]?.count ?? 0;
}

type Failed = { name: string; at: Date; cause: FailCause; why: string };

const causeWords: Record<FailCause, { what: string; next: string }> = {
  refused: {
    what: 'Пришло время выпуска, но одну из записей магазин опубликовать не смог. Поэтому не опубликована ни одна: покупатели видят прежний магазин.',
    next: 'Исправьте запись в кабинете сотрудника, раздел «Календарь», вкладка «Выпуски», и опубликуйте выпуск кнопкой или назначьте новое время.',
  },
  search: {
    what: 'Пришло время выпуска, но с его правилами поиск стал бы отвечать хуже, чем на это согласились. Поэтому не опубликовано ничего: покупатели видят прежний магазин.',
    next: 'Откройте выпуск в кабинете сотрудника, раздел «Календарь», вкладка «Выпуски»: исправьте правила поиска или всё равно опубликуйте выпуск кнопкой.',
  },
};

export function failedReleaseEmail({ name, at, cause, why }: Failed): EmailMessage {
  const { what, next } = causeWords[cause];
  return composeEmail(
    `Выпуск «${name}» не опубликован`,
    'Выпуск не опубликован',
    [
      { kind: 'text', text: what },
      {
        kind: 'facts',
        rows: [
          { name: 'Выпуск', value: name },
          { name: 'Время', value: formatDateTime(at, zone) },
          { name: 'Почему', value: why },
        ],
      },
      { kind: 'text', text: next },
    ],
    shopLines,
  );
}
