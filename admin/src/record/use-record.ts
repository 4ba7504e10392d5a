import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { RequestError, request } from '../request.ts';
import { useSession } from '../session/session.ts';
import { errorsLeft } from './errors-left.ts';
import { keepDraft, readDraft } from './kept-draft.ts';
import { changedNames, type Fields, isSame, mergeFields } from './merge-fields.ts';

/** Another person saved the record meanwhile, and these fields were changed by both. */
export type Clash = { names: string[]; base: Fields; theirs: Fields; who: string | null; at: string | null };

type Version<Body> = { body: Body; etag: string };

/** Where the fields stand that a person edits; `base`: as they were read. */
type Editing = { base: Fields; mine: Fields; etag: string };

export type RecordForm<Body> = {
  body: Body | undefined;
  loadError: unknown;
  reload: () => void;
  /** The fields as the person sees them. */
  fields: Fields;
  set: (name: string, value: unknown) => void;
  changed: string[];
  /** What was typed before was brought back from this browser. */
  isRestored: boolean;
  save: () => Promise<void>;
  /** Forgets what was not saved. */
  undo: () => void;
  isBusy: boolean;
  /** Messages of fields by name. */
  errors: Record<string, string>;
  problem: string | null;
  savedAt: Date | null;
  clash: Clash | null;
  /** Takes one's own value, or the other person's, for each field in which both differ. */
  settle: (isMine: Record<string, boolean>) => void;
};

/**
 * A record of /api/admin that is edited in a form: only changed fields are sent, with the version they were read in;
 * what another person saved meanwhile is merged, and asked about where both changed the same; what is not saved is kept
 * in this browser. `pick`: the fields the server takes, out of what it shows.
 */
export function useRecord<Body>(path: string, pick: (body: Body) => Fields): RecordForm<Body> {
  const { me } = useSession();
  const queries = useQueryClient();
  const draftKey = `${me.person.id} ${path}`;
  const read = useQuery({
    queryKey: ['record', path],
    queryFn: async ({ signal }): Promise<Version<Body>> => {
      const { body, headers } = await request<Body>(path, { signal });
      return { body, etag: headers.get('ETag') ?? '' };
    },
    refetchOnWindowFocus: false,
  });
  const [editing, setEditing] = useState<Editing | null>(null);
  // What is typed while a save is on its way must not be lost when it comes back.
  const latest = useRef<Editing | null>(null);
  const [isRestored, setRestored] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  /** Changed since the server refused: what it said of them may be mended. */
  const [mended, setMended] = useState<string[]>([]);
  const [clash, setClash] = useState<Clash | null>(null);
  const [savedAt, setSavedAt] = useState<Date | null>(null);

  const version = read.data;
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
    keepDraft(draftKey, changedNames(next.base, next.mine).length > 0 ? next : null);
  }

  async function send(now: Editing, mayMerge: boolean): Promise<void> {
    const names = changedNames(now.base, now.mine);
    try {
      const { body, headers } = await request<Body>(path, {
        method: 'PATCH',
        body: Object.fromEntries(names.map((name) => [name, now.mine[name]])),
        headers: { 'If-Match': now.etag },
      });
      const etag = headers.get('ETag') ?? '';
      const base = pick(body);
      edit({ base, mine: { ...base, ...typedSince(now.mine, latest.current?.mine) }, etag });
      queries.setQueryData<Version<Body>>(['record', path], { body, etag });
      setSavedAt(new Date());
      setRestored(false);
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'record' });
    } catch (error) {
      if (!(error instanceof RequestError) || error.code !== 'changed') throw error;
      const theirs = error.details.current as Fields;
      const { merged, clashes } = mergeFields(now.base, now.mine, theirs);
      const typed = typedSince(now.mine, latest.current?.mine);
      const next = { base: theirs, mine: { ...merged, ...typed }, etag: String(error.details.etag) };
      edit(next);
      if (clashes.length === 0 && mayMerge) return send(next, false);
      const { changed_by: who, changed_at: at } = error.details;
      setClash({ names: clashes, base: now.base, theirs, who: textOrNull(who), at: textOrNull(at) });
    }
  }

  async function save(): Promise<void> {
    if (!editing || isBusy || changedNames(editing.base, editing.mine).length === 0) return;
    setBusy(true);
    setFailure(null);
    setMended([]);
    try {
      await send(editing, true);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  const said = failure instanceof RequestError ? failure.fields : {};
  const isAtFields = Object.keys(said).length > 0;
  const errors = errorsLeft(said, mended);
  const isMended = isAtFields && Object.keys(errors).length === 0;
  return {
    body: version?.body,
    loadError: read.error,
    reload: () => void read.refetch(),
    fields: editing?.mine ?? (version ? pick(version.body) : {}),
    set: (name, value) => {
      if (!editing || isSame(editing.mine[name], value)) return;
      edit({ ...editing, mine: { ...editing.mine, [name]: value } });
      setMended((before) => (before.includes(name) ? before : [...before, name]));
    },
    changed: editing ? changedNames(editing.base, editing.mine) : [],
    ...{ isRestored, save, isBusy, errors, savedAt, clash },
    undo: () => {
      if (editing) edit({ ...editing, mine: editing.base });
      setRestored(false);
      setFailure(null);
    },
    problem: isMended ? null : problemOf(failure, isAtFields),
    settle: (isMine) => {
      if (editing && clash) {
        const taken = clash.names.filter((name) => !isMine[name]).map((name) => [name, clash.theirs[name]]);
        edit({ ...editing, mine: { ...editing.mine, ...Object.fromEntries(taken) } });
      }
      setClash(null);
    },
  };
}

/** Fields that were changed after these had been sent. */
function typedSince(sent: Fields, mine: Fields | undefined): Fields {
  if (!mine) return {};
  return Object.fromEntries(changedNames(sent, mine).map((name) => [name, mine[name]]));
}

function problemOf(failure: unknown, isAtFields: boolean): string | null {
  if (failure === null) return null;
  if (!(failure instanceof RequestError)) return 'Не получилось сохранить. Повторите';
  if (failure.status === 0) return 'Нет связи. Изменения сохранены в этом браузере';
  return isAtFields ? 'Исправьте отмеченные поля' : failure.message;
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
