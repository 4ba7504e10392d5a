import { authorWithoutCall, writeAudit, writeAudits } from '#modules/audit/write-audit.ts';
import { dueReleases, failRelease } from '#modules/releases/fail-release.ts';
import { publishRelease } from '#modules/releases/publish-release.ts';
import { imageHostsOf } from '#platform/image-sources.ts';
import { Refusal } from '#platform/refusal.ts';
import { countOf } from '#shared/plurals.ts';
import { publishDueDrafts } from './publish-drafts.ts';
import type { Task } from './tasks.ts';

/** Every minute: drafts and releases whose moment has come, each whole or not at all. */
export const publishReleases: Task = async (_payload, { db, config, log }) => {
  await publishDueDrafts(db, log);
  const imageHosts = imageHostsOf(config);
  for (const { id, name, author } of await dueReleases(db, new Date())) {
    const by = authorWithoutCall(`Выпуск, ${author}`, 'publish_releases');
    const line = { resource: 'releases', record_id: id };
    const now = new Date();
    try {
      await db.transaction().execute(async (db) => {
        const { items, lines } = await publishRelease(db, id, 'по времени', { now, imageHosts });
        await writeAudits(db, by, lines, now);
        const count = countOf(items.length, 'запись', 'записи', 'записей');
        await writeAudit(db, by, { ...line, words: `Выпуск «${name}» опубликован по времени: ${count}` }, null, now);
      });
    } catch (error) {
      if (!(error instanceof Refusal)) log.error({ err: error, release: id }, 'a release was not published');
      const why = error instanceof Refusal ? error.message : 'Ошибка магазина, подробности в его журнале';
      await db.transaction().execute(async (db) => {
        if (await failRelease(db, id, why, now))
          await writeAudit(db, by, { ...line, words: `Выпуск «${name}» не опубликован. ${why}` }, null, now);
      });
    }
  }
};
