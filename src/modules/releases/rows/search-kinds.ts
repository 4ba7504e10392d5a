import { getPin, lockPin, setPinDraft } from '#modules/search/pins.ts';
import { getSearchRule, lockSearchRule, type SearchRuleKind, setRuleDraft } from '#modules/search/rules.ts';
import type { KindOfDraft } from '../kinds.ts';

const noTerm = { starts_at: null, ends_at: null };

/** Synonyms, redirects of queries, stop words. What people type is no text of the shop, so it says nothing. */
export function searchRuleKind(kind: SearchRuleKind): KindOfDraft {
  return {
    async read(db, id, _now, isLocked) {
      if (isLocked) await lockSearchRule(db, kind, Number(id));
      const rule = await getSearchRule(db, kind, Number(id), null);
      if (!rule) return null;
      const { words, means, is_both, is_draft, department_id_1c } = rule;
      const title = means === null ? words : `${words} → ${means}`;
      return { ...noTerm, title, department_id_1c, is_draft, version: { words, means, is_both }, says: {} };
    },
    publish: (db, id) => setRuleDraft(db, kind, Number(id), false),
    recall: (db, id) => setRuleDraft(db, kind, Number(id), true),
  };
}

/** A product at a place of its own in the answer to a query. */
export const pinKind: KindOfDraft = {
  async read(db, id, _now, isLocked) {
    if (isLocked) await lockPin(db, Number(id));
    const pin = await getPin(db, Number(id), null);
    if (!pin) return null;
    const { words, product, product_id, position, starts_at, ends_at, is_draft, department_id_1c } = pin;
    return {
      title: `${words}: ${product}`,
      department_id_1c,
      starts_at,
      ends_at,
      is_draft,
      version: { words, product_id, position, starts_at, ends_at },
      says: {},
    };
  },
  publish: (db, id) => setPinDraft(db, Number(id), false),
  recall: (db, id) => setPinDraft(db, Number(id), true),
};
