import { filledParts } from '#modules/content/written-texts.ts';
import { readDraft, recordUnder } from '#modules/drafts/drafts.ts';
import type { DraftResource } from '#modules/drafts/kinds.ts';
import { publishDraft, recallDraft } from '#modules/drafts/publish-draft.ts';
import type { KindOfRow } from '../kinds.ts';

/**
 * Whatever text there is, under any name. Templates are full of what a text must not hold: those of SEO are read by
 * their own lint, emails filled.
 */
function saysOf(resource: DraftResource, patch: object): object {
  if (resource === 'seo_texts') return {};
  return Object.values(resource === 'email_texts' ? filledParts(patch) : patch);
}

/** Changed fields of published records; `id` is the number of the draft, which waits again when it is taken back. */
export function recordKind(resource: DraftResource): KindOfRow {
  return {
    async read(db, id, _now, isLocked) {
      const draft = await readDraft(db, Number(id), isLocked);
      if (!draft || draft.resource !== resource || draft.discarded_at) return null;
      const record = await recordUnder(db, draft, isLocked);
      if (!record) return null;
      return {
        title: record.title,
        department_id_1c: draft.department_id_1c,
        starts_at: null,
        ends_at: null,
        is_draft: draft.published_at === null,
        version: Object.fromEntries(Object.keys(draft.patch).map((name) => [name, record.fields[name] ?? null])),
        says: saysOf(resource, draft.patch),
        record_id: draft.record_id,
        has_own_moment: draft.publish_at !== null && draft.published_at === null,
      };
    },
    publish: (db, id, { by, now }) => publishDraft(db, Number(id), by, now),
    recall: (db, id, { now }) => recallDraft(db, Number(id), now),
  };
}
