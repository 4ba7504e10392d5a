import { authorWithoutCall, writeAudit } from '#modules/audit/write-audit.ts';
import { readDraft } from '#modules/drafts/drafts.ts';
import { dueDrafts, failDraft, isDue } from '#modules/drafts/due-drafts.ts';
import { publishDraft } from '#modules/drafts/publish-draft.ts';
import { refusalWords } from '#modules/releases/publish-release.ts';
import type { Db } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import { Refusal } from '#platform/refusal.ts';

/** Drafts whose moment has come: each by itself, so that one that is refused stops no other. */
export async function publishDueDrafts(db: Db, log: Log): Promise<void> {
  for (const { id, title, author, resource, record_id, department_id_1c } of await dueDrafts(db, new Date())) {
    const by = authorWithoutCall(`Черновик, ${author}`, 'publish_releases');
    const now = new Date();
    try {
      await db.transaction().execute(async (db) => {
        const draft = await readDraft(db, id, true);
        // Somebody has published it, put it off or discarded it since it was found due.
        if (!draft || !isDue(draft, now)) return;
        await writeAudit(db, by, await publishDraft(db, id, 'по времени', now), null, now);
      });
    } catch (error) {
      if (!(error instanceof Refusal)) log.error({ err: error, draft: id }, 'a draft was not published');
      const why = error instanceof Refusal ? refusalWords(error) : 'Ошибка магазина, подробности в его журнале';
      const words = `Черновик «${title}» не опубликован по времени. ${why}`;
      await db.transaction().execute(async (db) => {
        if (await failDraft(db, id, why, now))
          await writeAudit(db, by, { resource: `${resource}_drafts`, record_id, department_id_1c, words }, null, now);
      });
    }
  }
}
