import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { readNotOwned, takingLine, withNotOwned } from '#modules/audit/not-owned.ts';
import { writeAudit } from '#modules/audit/write-audit.ts';
import { type Fields, pickFields } from '#modules/drafts/kinds.ts';
import type { Permission } from '#modules/staff/permissions.ts';
import { etagOf, holdRecord } from '#platform/record-version.ts';
import { Refusal } from '#platform/refusal.ts';
import { inRepeatedTransaction } from '#platform/repeated-transaction.ts';
import { refuseChanged } from './record-changed.ts';
import { type AdminRoute, type Asked, type Envelope, makeRoute } from './route.ts';

/** What a change of a record says of itself. */
export type RecordChange = {
  words: string;
  department_id_1c?: string | null;
  isAboutPerson?: boolean;
  /** What another program led until now and does not lead any more: kept in the line, so that `giveBack` gets it. */
  taken?: readonly string[];
};

export type RecordGiven<R extends z.ZodType, B extends z.ZodType> = {
  url: string;
  resource: string;
  /** What it is, in the accusative: «Сохранение товара». */
  summaries: { read: string; write: string };
  permissions: { read: Permission; write: Permission };
  params: z.ZodType<{ id: string | number }>;
  response: R;
  /** The fields that may be set, all optional. */
  body: B;
  isUndoable?: boolean;
  /** What the body holds besides the fields of a line that is taken back: they have stood in the record already. */
  whenTakenBack?: Partial<z.input<B>>;
  /** With a change that is taken back, what it had taken from another program goes back to it. */
  giveBack?: (asked: Asked<{ id: string | number }>, taken: string[]) => Promise<void>;
  /**
   * The record as it is shown, within the scope; null: there is none, for this person. `isLocked`: its row is held
   * until the end of the transaction.
   */
  read: (asked: Asked<{ id: string | number }>, isLocked: boolean) => Promise<z.input<R> | null>;
  /** The fields of the shown record that `body` sets, by the same names: the version of a record is made of them. */
  editable: (record: z.input<R>) => Fields;
  /** Calls the verb with the fields that changed. */
  change: (asked: Asked<{ id: string | number }, unknown, z.output<B>>, before: z.input<R>) => Promise<RecordChange>;
};

/** What is given for a record whose calls are made by more than one function. */
export function recordOf<R extends z.ZodType, B extends z.ZodType<Fields>, Resource extends string>(
  given: RecordGiven<R, B> & { resource: Resource },
): RecordGiven<R, B> & { resource: Resource } {
  return given;
}

/**
 * GET and PATCH of one record. GET answers with the version in `ETag`; PATCH wants it back in `If-Match`, locks,
 * compares, calls the verb and names the line of the audit log in `Audit-Line`. Throws no_if_match,
 * changed {current, etag, changed_by, changed_at, fields}.
 */
export function adminRecord<R extends z.ZodType, B extends z.ZodType<Fields>>(given: RecordGiven<R, B>): AdminRoute[] {
  const { url, resource, summaries, permissions, params, response, body, isUndoable = false } = given;
  type Known = Asked<{ id: string | number }, unknown, z.output<B>>;

  async function need(asked: Known, isLocked: boolean): Promise<z.input<R>> {
    const record = await given.read(asked, isLocked);
    if (record === null) throw new Refusal('not_found');
    return record;
  }

  /** In a transaction: the record before and after, and what changed. `notOwned`: what goes back with the change. */
  async function apply(asked: Known, before: z.input<R>, notOwned: string[] = []) {
    const change = await given.change(asked, before);
    if (notOwned.length > 0) await given.giveBack?.(asked, notOwned);
    const after = await need(asked, true);
    const [was, is] = [given.editable(before), given.editable(after)];
    const names = Object.keys(is).filter((name) => !isDeepStrictEqual(was[name], is[name]));
    return { change, after, before: pickFields(was, names), changed: pickFields(is, names) };
  }

  async function patch(asked: Asked, { ifMatch, author }: Envelope) {
    if (!ifMatch) throw new Refusal('no_if_match');
    return inRepeatedTransaction(asked.db, async (db) => {
      const known = { ...asked, db } as Known;
      await holdRecord(db, resource, known.params.id);
      const record = await need(known, true);
      const typed: Fields = known.body;
      await refuseChanged(db, { resource, id: known.params.id }, { ifMatch, current: given.editable(record), typed });
      const { change, after, before, changed } = await apply(known, record);
      const { words, department_id_1c = null, isAboutPerson = false, taken } = change;
      const etag = { ETag: etagOf(given.editable(after)) };
      if (Object.keys(changed).length === 0) return { status: 200, body: after, headers: etag };
      const line = await writeAudit(
        ...([db, author] as const),
        {
          ...{ resource, record_id: known.params.id, department_id_1c, words, isAboutPerson },
          ...takingLine({ before, after: changed }, taken),
        },
        null,
        asked.now,
      );
      return { status: 200, body: after, headers: { ...etag, 'Audit-Line': String(line) } };
    });
  }

  return [
    makeRoute({
      method: 'GET',
      url,
      summary: summaries.read,
      permission: permissions.read,
      limit: 'reads',
      schema: { params, response, status: 200 },
      async handle(asked) {
        const record = await need(asked as Known, false);
        return { status: 200, body: record, headers: { ETag: etagOf(given.editable(record)) } };
      },
    }),
    makeRoute({
      method: 'PATCH',
      url,
      summary: summaries.write,
      permission: permissions.write,
      limit: 'writes',
      schema: { params, body, response, status: 200 },
      handle: patch,
      ...(isUndoable && {
        undo: {
          resource,
          // Lines of other calls about the record, such as a move, hold fields that this one does not set.
          fits(before) {
            const { fields } = readNotOwned(before);
            const { data } = body.safeParse(fields);
            return data !== undefined && Object.keys(fields).every((name) => name in data);
          },
          async run(asked, record_id, stood) {
            if (record_id === null) throw new Refusal('not_undoable');
            const id = params.parse({ id: record_id });
            const { fields, notOwned } = readNotOwned(stood);
            const known = { ...asked, params: id, body: body.parse({ ...fields, ...given.whenTakenBack }) } as Known;
            await holdRecord(known.db, resource, record_id);
            const { change, before, changed } = await apply(known, await need(known, true), notOwned);
            const { department_id_1c = null, isAboutPerson = false, taken = [] } = change;
            return {
              ...{ department_id_1c, isAboutPerson },
              before: withNotOwned(before, notOwned && taken.filter((name) => !notOwned.includes(name))),
              after: withNotOwned(changed, notOwned),
            };
          },
        },
      }),
    }),
  ];
}
