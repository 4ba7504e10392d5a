import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { RequestError, request } from '../request.ts';
import { errorsLeft } from './errors-left.ts';
import { changedNames, type Fields, mergeFields } from './merge-fields.ts';
import type { Editing, useEditing, Version } from './use-editing.ts';

/**
 * Sends what is changed in a record. When another person saved it meanwhile, that is merged and sent once more; where
 * both changed the same, the person is asked.
 */
export function useSave<Body>(
  path: string,
  pick: (body: Body) => Fields,
  { editing, edit, typedSince, setRestored, setClash }: ReturnType<typeof useEditing<Body>>,
) {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const { setFailure, setMended, ...refusal } = useRefusal();

  /** `put`: hands over what is changed and takes it out of the form. */
  async function send(now: Editing, put: (now: Editing) => Promise<void>, mayMerge: boolean): Promise<void> {
    try {
      await put(now);
      setRestored(false);
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'record' });
    } catch (error) {
      if (!(error instanceof RequestError) || error.code !== 'changed') throw error;
      const theirs = error.details.current as Fields;
      const { merged, clashes } = mergeFields(now.base, now.mine, theirs);
      const next = { base: theirs, mine: { ...merged, ...typedSince(now.mine) }, etag: String(error.details.etag) };
      edit(next);
      if (clashes.length === 0 && mayMerge) return send(next, put, false);
      const { changed_by: who, changed_at: at } = error.details;
      setClash({ names: clashes, base: now.base, theirs, who: textOrNull(who), at: textOrNull(at) });
    }
  }

  async function putSaved(now: Editing, more: Fields): Promise<void> {
    const { body, etag } = await patchChanges<Body>(path, now, more);
    const base = pick(body);
    edit({ base, mine: { ...base, ...typedSince(now.mine) }, etag });
    queries.setQueryData<Version<Body>>(['record', path], { body, etag });
    setSavedAt(new Date());
  }

  async function hand(put: (now: Editing) => Promise<void>): Promise<void> {
    if (!editing || isBusy || changedNames(editing.base, editing.mine).length === 0) return;
    setBusy(true);
    setFailure(null);
    setMended([]);
    try {
      await send(editing, put, true);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  const save = (more: Fields = {}) => hand((now) => putSaved(now, more));
  const saveAsDraft = (version: number | null) =>
    hand(async (now) => {
      const fields = changesOf(now);
      await request(`${path}/draft`, { method: 'PUT', body: { fields, version, etag: now.etag } });
      edit({ ...now, mine: { ...now.base, ...typedSince(now.mine) } });
    });

  return {
    save,
    saveAsDraft,
    isBusy,
    savedAt,
    errors: refusal.errors,
    problem: refusal.problem,
    failure: refusal.failure,
    /** What the server said of this field may be mended. */
    mend: (name: string) => setMended((before) => (before.includes(name) ? before : [...before, name])),
    forgetFailure: () => setFailure(null),
  };
}

/** Why the last save failed; what the server said of fields counts until these are changed. */
function useRefusal() {
  const [failure, setFailure] = useState<unknown>(null);
  const [mended, setMended] = useState<string[]>([]);
  const refusedFields = failure instanceof RequestError ? failure.fields : {};
  const isAtFields = Object.keys(refusedFields).length > 0;
  const errors = errorsLeft(refusedFields, mended);
  const isMended = isAtFields && Object.keys(errors).length === 0;
  return { failure, setFailure, setMended, errors, problem: isMended ? null : problemOf(failure, isAtFields) };
}

/** Only changed fields go, with the version they were read in. */
async function patchChanges<Body>(path: string, now: Editing, more: Fields): Promise<Version<Body>> {
  const { body, headers } = await request<Body>(path, {
    method: 'PATCH',
    body: { ...changesOf(now), ...more },
    headers: { 'If-Match': now.etag },
  });
  return { body, etag: headers.get('ETag') ?? '' };
}

function changesOf({ base, mine }: Editing): Fields {
  return Object.fromEntries(changedNames(base, mine).map((name) => [name, mine[name]]));
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
