import { useState } from 'react';
import { storeDraft } from '../parts/stored-draft.ts';
import { useVerb } from '../parts/use-verb.ts';
import { useSession } from '../session/session.ts';
import { errorsLeft } from './errors-left.ts';
import { readDraft } from './kept-draft.ts';
import { changedNames, type Fields } from './merge-fields.ts';

export type NewRecord = {
  isNew: true;
  fields: Fields;
  set: (name: string, value: unknown) => void;
  isChanged: boolean;
  /** Messages of fields by name. */
  errors: Record<string, string>;
  problem: string | null;
  isBusy: boolean;
  create: () => void;
  /** Forgets what was typed. */
  reset: () => void;
};

/**
 * A record that is not there yet, in a form: what is typed is kept in this browser until it is made by POST of `path`.
 * `initial`: what the fields hold at first.
 */
export function useNewRecord<Answer>(path: string, initial: Fields, onMade: (answer: Answer) => void): NewRecord {
  const { me } = useSession();
  const key = `${me.person.id} new ${path}`;
  const [fields, setFields] = useState<Fields>(() => ({ ...initial, ...readDraft(key)?.mine }));
  const verb = useVerb<Answer>((answer) => {
    storeDraft(key, null);
    onMade(answer);
  });
  const [mended, setMended] = useState<string[]>([]);
  const isAtFields = Object.keys(verb.fields).length > 0;
  const errors = errorsLeft(verb.fields, mended);
  const isMended = isAtFields && Object.keys(errors).length === 0;
  return {
    isNew: true,
    fields,
    set: (name, value) => {
      const mine = { ...fields, [name]: value };
      setFields(mine);
      setMended((before) => (before.includes(name) ? before : [...before, name]));
      storeDraft(key, { base: initial, mine });
    },
    isChanged: changedNames(initial, fields).length > 0,
    errors,
    problem: isMended ? null : isAtFields ? 'Исправьте отмеченные поля' : verb.problem,
    isBusy: verb.isBusy,
    create: () => {
      setMended([]);
      verb.run(path, fields);
    },
    reset: () => {
      setFields(initial);
      storeDraft(key, null);
      verb.reset();
    },
  };
}
