import { type AuditAuthor, authorWithoutCall, writeAudit, writeAudits } from '#modules/audit/write-audit.ts';
import { fallNotAccepted } from '#modules/calendar/check-release.ts';
import { type DueRelease, dueReleases, type FailCause, failRelease } from '#modules/releases/fail-release.ts';
import { publishRelease } from '#modules/releases/publish-release.ts';
import { imageHostsOf } from '#platform/image-sources.ts';
import { Refusal } from '#platform/refusal.ts';
import { countOf } from '#shared/plurals.ts';
import { publishDueDrafts } from './publish-drafts.ts';
import type { JobContext, Task } from './tasks.ts';

/** Every minute: drafts and releases whose moment has come, each whole or not at all. */
export const publishReleases: Task = async (_payload, context) => {
  const { db, log } = context;
  await publishDueDrafts(db, log);
  for (const release of await dueReleases(db, new Date())) {
    try {
      const worse = await fallNotAccepted(db, release, new Date());
      if (worse) await fail(context, release, 'search', `Поиск станет отвечать хуже, чем согласовано. ${worse}`);
      else await publish(context, release);
    } catch (error) {
      if (!(error instanceof Refusal)) log.error({ err: error, release: release.id }, 'a release was not published');
      const why = error instanceof Refusal ? error.message : 'Ошибка магазина, подробности в его журнале';
      await fail(context, release, 'refused', why);
    }
  }
};

async function publish({ db, config }: JobContext, { id, name, author }: DueRelease): Promise<void> {
  const by = authorOf(author);
  const now = new Date();
  await db.transaction().execute(async (db) => {
    const { items, lines } = await publishRelease(db, id, 'по времени', { now, imageHosts: imageHostsOf(config) });
    await writeAudits(db, by, lines, now);
    const words = `Выпуск «${name}» опубликован по времени: ${countOf(items.length, 'запись', 'записи', 'записей')}`;
    await writeAudit(db, by, { resource: 'releases', record_id: id, words }, null, now);
  });
}

async function fail({ db }: JobContext, release: DueRelease, cause: FailCause, why: string): Promise<void> {
  const { id, name, author } = release;
  const now = new Date();
  await db.transaction().execute(async (db) => {
    if (!(await failRelease(db, id, cause, why, now))) return;
    const words = `Выпуск «${name}» не опубликован. ${why}`;
    await writeAudit(db, authorOf(author), { resource: 'releases', record_id: id, words }, null, now);
  });
}

function authorOf(author: string): AuditAuthor {
  return authorWithoutCall(`Выпуск, ${author}`, 'publish_releases');
}
