import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type AuditEntry, type AuditReader, getAuditEntry, listAudit } from '#modules/audit/list-audit.ts';
import { type AuditAuthor, isShortened, writeAudit } from '#modules/audit/write-audit.ts';
import { Refusal } from '#platform/refusal.ts';
import { inRepeatedTransaction } from '#platform/repeated-transaction.ts';
import { Ok, ok } from './answers.ts';
import { endlessAnswer, endlessQuery } from './list.ts';
import { type AdminRoute, type Asked, adminRead, makeRoute, NumberParam } from './route.ts';

const Entry = z.object({
  id: z.int(),
  at: z.string(),
  staff_user_id: z.string().nullable(),
  who: z.string(),
  resource: z.string(),
  record_id: z.string().nullable(),
  department_id_1c: z.string().nullable(),
  words: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  verb: z.string(),
  address: z.string().nullable(),
  request_id: z.string().nullable(),
  undo_of: z.int().nullable(),
  undone_by: z.int().nullable(),
  /** The person who reads may take it back, as long as the record still holds what it wrote. */
  can_be_undone: z.boolean(),
});

/** The audit log: all of it for who may read it, one's own lines for everybody; and taking a line back. */
export function auditRoutes(routes: readonly AdminRoute[]): AdminRoute[] {
  /** The call whose change a line is and that takes it back; several may be about one kind of record. */
  const undoOf = ({ resource, before }: AuditEntry) =>
    routes.find(({ undo }) => undo?.resource === resource && before && undo.fits?.(before) !== false);

  const list = adminRead({
    url: '/api/admin/audit',
    summary: 'Журнал изменений',
    permission: null,
    query: endlessQuery({
      staff_user_id: z.uuid(),
      resource: z.union([z.string().max(60), z.array(z.string().max(60)).min(1).max(10)]),
      record_id: z.string().max(200),
      from: z.coerce.date(),
      to: z.coerce.date(),
      q: z.string().max(200),
    }),
    response: endlessAnswer(Entry),
    async run({ db, staff, scope, may, query: { filter, after, per_page } }) {
      const reader = readerOf({ staff, scope });
      const isAll = may('audit.read');
      const entries = await listAudit(
        db,
        reader,
        { ...filter, ...(!isAll && { staff_user_id: staff.user_id }) },
        { after: after ?? null, limit: per_page + 1 },
      );
      const shown = entries.slice(0, per_page);
      return {
        items: shown.map((entry) => present(entry, canUndo(entry, may))),
        next: entries.length > per_page ? String(shown.at(-1)?.id) : null,
      };
    },
  });

  function canUndo(entry: AuditEntry, may: (permission: NonNullable<AdminRoute['permission']>) => boolean): boolean {
    const route = undoOf(entry);
    const { before, after } = entry;
    // What was removed or made has one of the two alone.
    const isWhole = !!before && !!after && !isShortened(before) && !isShortened(after);
    return !!route?.permission && may(route.permission) && isWhole && entry.undone_by === null;
  }

  const undo = makeRoute({
    method: 'POST',
    url: '/api/admin/audit/:id/undo',
    summary: 'Отмена изменения из журнала',
    permission: null,
    limit: 'writes',
    schema: { params: NumberParam, response: Ok, status: 200 },
    async handle(asked, { author }) {
      const { id } = NumberParam.parse(asked.params);
      return inRepeatedTransaction(asked.db, async (db) => {
        const entry = await getAuditEntry(db, readerOf(asked), id);
        if (!entry) throw new Refusal('not_found');
        const route = undoOf(entry);
        if (!route?.undo || !entry.before || entry.undone_by !== null) throw new Refusal('not_undoable');
        if (!route.permission || !asked.may(route.permission)) throw new Refusal('forbidden');
        const undone = await route.undo.run({ ...asked, db }, entry.record_id, entry.before);
        const { before } = undone;
        // The transaction takes it back again: somebody changed the fields since.
        if (!isDeepStrictEqual(asStored(before), entry.after)) throw new Refusal('not_undoable');
        await writeAudit(
          db,
          authorOf(author, route),
          {
            resource: entry.resource,
            record_id: entry.record_id,
            ...undone,
            words: `Отменено: ${entry.words}`,
          },
          entry.id,
          asked.now,
        );
        return { status: 200, body: ok };
      });
    },
  });

  return [list, undo];
}

function readerOf({ staff, scope }: Pick<Asked, 'staff' | 'scope'>): AuditReader {
  return { staff_user_id: staff.user_id, branches: scope.branches, isLimited: staff.departments.length > 0 };
}

function authorOf(author: AuditAuthor, { permission }: AdminRoute): AuditAuthor {
  return { ...author, permission };
}

/** As it comes out of a jsonb column. */
function asStored(fields: object): unknown {
  return JSON.parse(JSON.stringify(fields));
}

function present({ at, before, after, ...entry }: AuditEntry, can_be_undone: boolean): z.input<typeof Entry> {
  return {
    ...entry,
    at: at.toISOString(),
    before: before as Record<string, unknown> | null,
    after: after as Record<string, unknown> | null,
    can_be_undone,
  };
}
