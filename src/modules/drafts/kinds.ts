import type { Permission } from '#modules/staff/permissions.ts';
import type { Db } from '#platform/database.ts';
import { keysOf } from '#shared/keys-of.ts';

/**
 * Published records whose changed fields may wait in a draft, by the names of their calls, and who may change them, now
 * or later.
 */
export const draftResources = {
  products: 'catalogue.write',
  categories: 'catalogue.write',
  brands: 'catalogue.write',
  attributes: 'catalogue.write',
  branches: 'branches.write',
  settings: 'settings.write',
  email_texts: 'content.publish',
  seo_texts: 'seo.write',
} as const satisfies Record<string, Permission>;
export type DraftResource = keyof typeof draftResources;

export const everyDraftResource = keysOf(draftResources);

export type DraftKey = { resource: DraftResource; record_id: string };
export type Fields = Record<string, unknown>;

/** Those of the fields that are named; null for one that is not there. */
export function pickFields(fields: Fields, names: string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
}

/** A published record as an editor of it sees it. */
export type EditedRecord = {
  title: string;
  /** null: common to all branches. */
  department_id_1c: string | null;
  /** Those that may wait in a draft, by the names that `change` takes. */
  fields: Fields;
};

/** `words`: the sentence of the audit log; `taken`: what 1C led until now and does not lead any more. */
export type ChangeMade = { words: string; taken?: string[] };

/** How records of one resource are read and changed: by the verbs that change them at once. */
export type RecordOfDrafts = {
  /** null: there is none. `isLocked`: its row is held until the end of the transaction. */
  read: (db: Db, record_id: string, isLocked: boolean) => Promise<EditedRecord | null>;
  /**
   * Of a record that the caller holds. `stoodBefore`: these fields have stood in it, and what a person had to confirm
   * is not asked again. Throws what the verb throws.
   */
  change: (db: Db, record_id: string, patch: Fields, now: Date, stoodBefore?: boolean) => Promise<ChangeMade>;
  /** What a change that is taken back had taken from 1C goes back to it. */
  giveBack?: (db: Db, record_id: string, taken: string[]) => Promise<void>;
  /** Files that a patch names: they must not be cleared away while it waits. */
  files: (patch: Fields) => string[];
};
