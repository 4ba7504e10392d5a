import { storedDraft } from '../parts/stored-draft.ts';
import type { Fields } from './merge-fields.ts';

/** What was typed and not saved, with what the record was then. */
export type KeptDraft = { base: Fields; mine: Fields };

/** Of each person and record; null: nothing was typed. */
export function readDraft(key: string): KeptDraft | null {
  const stored = storedDraft(key);
  return stored && isDraft(stored) ? { base: stored.base, mine: stored.mine } : null;
}

function isDraft(value: object): value is KeptDraft {
  return 'base' in value && 'mine' in value;
}
