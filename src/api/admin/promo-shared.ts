import { z } from 'zod';
import type { AuditLine } from '#modules/audit/write-audit.ts';
import { type DatedState, datedStates } from '#modules/content/staff-dated.ts';
import { pickFields } from '#modules/drafts/kinds.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Asked } from './route.ts';

/** «срок, минимум»: what was changed, named once each. */
export function changedWords(change: object, words: Record<string, string>): string {
  return [...new Set(Object.keys(change).map((name) => words[name] ?? name))].join(', ');
}

/** What lists of slides and wobblers are filtered by. */
export const datedFilter = {
  q: z.string().max(200),
  state: z.array(z.enum(datedStates)),
  reach: z.array(z.enum(['branch', 'common'])),
};

type DatedRecord = { id: number; state: DatedState; department_id_1c?: string | null };

/** How records of one kind that are shown between two dates are taken off before their end. */
type TakingOff<Row> = {
  resource: AuditLine['resource'];
  /** Throws not_found, and a refusal of what is not the person's own; `isLocked`: held until the transaction ends. */
  need: (isLocked: boolean) => Promise<Row>;
  end: (db: Asked['db'], id: number, now: Date) => Promise<void>;
  fieldsOf: (row: Row) => Record<string, unknown>;
  /** Of the audit log. */
  wordsOf: (row: Row) => string;
  /** Why one that is over already is refused. */
  over: string;
};

/** Ends the showing now. Returns the record as it is then, with the line of the audit log. */
export async function takeOff<Row extends DatedRecord>(
  { db, now }: Pick<Asked, 'db' | 'now'>,
  { resource, need, end, fieldsOf, wordsOf, over }: TakingOff<Row>,
): Promise<{ ended: Row; audit: AuditLine }> {
  const row = await need(true);
  if (row.state === 'ended') throw new Refusal('bad_input', {}, over);
  await end(db, row.id, now);
  const ended = await need(false);
  const [was, is] = [fieldsOf(row), fieldsOf(ended)];
  const names = ['starts_at', 'ends_at'].filter((name) => was[name] !== is[name]);
  const { id, department_id_1c = null } = row;
  const changes = { before: pickFields(was, names), after: pickFields(is, names) };
  return { ended, audit: { resource, record_id: id, department_id_1c, words: wordsOf(row), ...changes } };
}
