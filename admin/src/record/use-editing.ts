import { useEffect, useRef, useState } from 'react';
import { storeDraft } from '../parts/stored-draft.ts';
import { readDraft } from './kept-draft.ts';
import { changedNames, type Fields, isSame, mergeFields } from './merge-fields.ts';

/** Another person saved the record meanwhile, and these fields were changed by both. */
export type Clash = { names: string[]; base: Fields; theirs: Fields; who: string | null; at: string | null };

/** A record as it was read or saved. */
export type Version<Body> = { body: Body; etag: string };

/** Where the fields stand that a person edits; `base`: as they were read. */
export type Editing = { base: Fields; mine: Fields; etag: string };

/**
 * The fields of a record while a person edits them. It begins with the version that was read and with what is kept in
 * this browser under `draftKey`, and begins again with every version that is read later.
 */
export function useEditing<Body>(draftKey: string, version: Version<Body> | undefined, pick: (body: Body) => Fields) {
  const [editing, setEditing] = useState<Editing | null>(null);
  // What is typed while a save is on its way must not be lost when it comes back.
  const latest = useRef<Editing | null>(null);
  const [isRestored, setRestored] = useState(false);
  const [clash, setClash] = useState<Clash | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a version that was read begins the editing again, once
  useEffect(() => {
    if (!version || version.etag === editing?.etag) return;
    const base = pick(version.body);
    const kept = editing ?? readDraft(draftKey);
    if (!kept || changedNames(kept.base, kept.mine).length === 0) {
      show({ base, mine: base, etag: version.etag });
      return;
    }
    const { merged, clashes } = mergeFields(kept.base, kept.mine, base);
    show({ base, mine: merged, etag: version.etag });
    setRestored(!editing && changedNames(base, merged).length > 0);
    if (clashes.length > 0) setClash({ names: clashes, base: kept.base, theirs: base, who: null, at: null });
  }, [version]);

  function show(next: Editing): void {
    latest.current = next;
    setEditing(next);
  }

  function edit(next: Editing): void {
    show(next);
    storeDraft(draftKey, changedNames(next.base, next.mine).length > 0 ? next : null);
  }

  return {
    editing,
    isRestored,
    setRestored,
    clash,
    setClash,
    edit,
    /** Fields that were changed after these had been sent. */
    typedSince: (sent: Fields) => typedSince(sent, latest.current?.mine),
    /** Whether it makes a difference. */
    setField: (name: string, value: unknown): boolean => {
      if (!editing || isSame(editing.mine[name], value)) return false;
      edit({ ...editing, mine: { ...editing.mine, [name]: value } });
      return true;
    },
    /** Several at once, as somebody has prepared them. */
    fill: (fields: Fields) => {
      if (editing) edit({ ...editing, mine: { ...editing.mine, ...fields } });
    },
    undo: () => {
      if (editing) edit({ ...editing, mine: editing.base });
      setRestored(false);
    },
    settle: (isMine: Record<string, boolean>) => {
      if (editing && clash) {
        const taken = clash.names.filter((name) => !isMine[name]).map((name) => [name, clash.theirs[name]]);
        edit({ ...editing, mine: { ...editing.mine, ...Object.fromEntries(taken) } });
      }
      setClash(null);
    },
  };
}

function typedSince(sent: Fields, mine: Fields | undefined): Fields {
  if (!mine) return {};
  return Object.fromEntries(changedNames(sent, mine).map((name) => [name, mine[name]]));
}
