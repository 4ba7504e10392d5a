import { useQuery } from '@tanstack/react-query';
import { request } from '../request.ts';
import { useSession } from '../session/session.ts';
import { changedNames, type Fields } from './merge-fields.ts';
import { type Clash, useEditing, type Version } from './use-editing.ts';
import { useSave } from './use-save.ts';

export type RecordForm<Body> = {
  body: Body | undefined;
  loadError: unknown;
  reload: () => void;
  /** The fields as the shop has them. */
  saved: Fields;
  /** The fields as the person sees them. */
  fields: Fields;
  set: (name: string, value: unknown) => void;
  /** Sets several fields at once. */
  fill: (fields: Fields) => void;
  changed: string[];
  /** What was typed before was brought back from this browser. */
  isRestored: boolean;
  /** `more`: what goes with the changed fields and is none of them. */
  save: (more?: Fields) => Promise<void>;
  /** What is changed waits as a draft, over the one of this version (null: over none), and the form forgets it. */
  saveAsDraft: (version: number | null) => Promise<void>;
  /** Forgets what was not saved. */
  undo: () => void;
  isBusy: boolean;
  /** Messages of fields by name. */
  errors: Record<string, string>;
  problem: string | null;
  /** Why the last save failed; null: it did not. */
  failure: unknown;
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
export function useRecord<Body>(path: string, pick: (body: Body) => object): RecordForm<Body> {
  const fieldsOf = (body: Body): Fields => ({ ...pick(body) });
  const { me } = useSession();
  const read = useQuery({
    queryKey: ['record', path],
    queryFn: async ({ signal }): Promise<Version<Body>> => {
      const { body, headers } = await request<Body>(path, { signal });
      return { body, etag: headers.get('ETag') ?? '' };
    },
    refetchOnWindowFocus: false,
  });
  const version = read.data;
  const form = useEditing(`${me.person.id} ${path}`, version, fieldsOf);
  const { save, saveAsDraft, isBusy, errors, problem, failure, savedAt, mend, forgetFailure } = useSave(
    path,
    fieldsOf,
    form,
  );
  const { editing, isRestored, clash, settle } = form;
  return {
    body: version?.body,
    loadError: read.error,
    reload: () => void read.refetch(),
    saved: editing?.base ?? {},
    fields: editing?.mine ?? (version ? fieldsOf(version.body) : {}),
    set: (name, value) => {
      if (form.setField(name, value)) mend(name);
    },
    fill: form.fill,
    changed: editing ? changedNames(editing.base, editing.mine) : [],
    isRestored,
    save,
    saveAsDraft,
    isBusy,
    errors,
    problem,
    failure,
    savedAt,
    clash,
    settle,
    undo: () => {
      form.undo();
      forgetFailure();
    },
  };
}
