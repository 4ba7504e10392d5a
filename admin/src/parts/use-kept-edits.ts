import { useEffect } from 'react';
import { readDraft } from '../record/kept-draft.ts';
import { useSession } from '../session/session.ts';
import { useEdits } from './sheet-edits.ts';
import { storeDraft } from './stored-draft.ts';

/**
 * What is typed into a sheet, kept in this browser until it is saved. `of` names the sheet: another name is another
 * component, by its `key`.
 */
export function useKeptEdits(of: string) {
  const draftKey = `${useSession().me.person.id} ${of}`;
  const typed = useEdits(() => new Map(Object.entries((readDraft(draftKey)?.mine ?? {}) as Record<string, string>)));
  const { edits } = typed;
  useEffect(() => {
    storeDraft(draftKey, edits.size > 0 ? { base: {}, mine: Object.fromEntries(edits) } : null);
  }, [draftKey, edits]);
  return typed;
}
