import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { ApiContext } from '#api/api.ts';
import { type AuditAuthor, type AuditLine, writeAudit } from '#modules/audit/write-audit.ts';
import { findAnswer, type KeyedAnswer, noteAnswer } from '#modules/staff/admin-keys.ts';
import { type Permission, reachOf } from '#modules/staff/permissions.ts';
import type { StaffMember } from '#modules/staff/require-staff.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { inRepeatedTransaction } from '#platform/repeated-transaction.ts';
import { countOf } from '#shared/plurals.ts';
import { isUuid } from '#shared/uuid.ts';

/** Which rows the person may see and change now: part of every query, never looked at after reading. */
export type Scope = {
  /** id_1c of branches: the one that was chosen, or all where the person works; null: all of the shop. */
  branches: string[] | null;
  /** Active orders of the points of these branches alone. */
  isOwnPointsOnly: boolean;
};

/** The rows that the person may see by this permission, in the branches chosen now. */
export function scopeBy({ scope, staff }: Pick<Asked, 'scope' | 'staff'>, permission: Permission): Scope {
  return { branches: scope.branches, isOwnPointsOnly: reachOf(staff, permission) === 'points' };
}

/** What a call of the back office works with. `db` is the transaction of a change. */
export type Asked<Params = unknown, Query = unknown, Body = unknown> = {
  db: Db;
  context: ApiContext;
  staff: StaffMember;
  scope: Scope;
  may: (permission: Permission) => boolean;
  /** scheme://host[:port] of the main branch, for links in emails. */
  origin: string;
  /** The network address of who asks. */
  address: string;
  params: Params;
  query: Query;
  body: Body;
  now: Date;
};

export type AdminAnswer = { status: number; body: unknown; headers?: Record<string, string> };

/** What the entry point hands over besides. */
export type Envelope = { ifMatch: string | undefined; key: string | undefined; author: AuditAuthor };

/**
 * A call of the back office: `adminRead`, `adminWrite` and `adminRecord` alone make one, so that none has no
 * permission, and none that writes has no line in the audit log.
 */
export type AdminRoute = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** With `:id`, as the router has it. */
  readonly url: string;
  readonly summary: string;
  /** null: any member of staff. */
  readonly permission: Permission | null;
  readonly limit: 'reads' | 'writes' | 'exports';
  readonly schema: {
    params?: z.ZodType | undefined;
    querystring?: z.ZodType | undefined;
    body?: z.ZodType | undefined;
    response: z.ZodType;
    status: number;
  };
  readonly handle: (asked: Asked, envelope: Envelope) => Promise<AdminAnswer>;
  /** Takes a line of the audit log back: sets the fields to what they were. Of records whose changes can be undone. */
  readonly undo?: Undo;
  /** Its answer goes on until somebody ends it: nobody is to ask for its head alone. */
  readonly isEndless?: true;
  /** A repeated request, known by its key, must not do its work twice; `isShownOnce`: it is refused. */
  readonly needsKey?: boolean;
  readonly isShownOnce?: boolean;
  readonly [made]: true;
};

/** `fits`: of a resource whose lines are not all of this call, which can be taken back by what stood before. */
export type Undo = {
  resource: string;
  fits?: (before: object) => boolean;
  run: (asked: Asked, record_id: string | null, fields: object) => Promise<UndoneChange>;
};

/** `before` and `after`: the fields that were set back. */
export type UndoneChange = Pick<AuditLine, 'isAboutPerson'> & {
  department_id_1c: string | null;
  before: object;
  after: object;
};

const made = Symbol('made by a constructor of this file');

type Common<P extends z.ZodType, R extends z.ZodType> = {
  url: string;
  summary: string;
  permission: Permission | null;
  params?: P;
  response: R;
};

type ReadGiven<P extends z.ZodType, Q extends z.ZodType, R extends z.ZodType> = Common<P, R> & {
  query?: Q;
  run: (asked: Asked<z.output<P>, z.output<Q>, undefined>) => Promise<z.input<R>>;
};

/** A call that changes nothing. */
export function adminRead<
  P extends z.ZodType = z.ZodUnknown,
  Q extends z.ZodType = z.ZodUnknown,
  R extends z.ZodType = z.ZodUnknown,
>({ url, summary, permission, params, query, response, run }: ReadGiven<P, Q, R>): AdminRoute {
  return {
    method: 'GET',
    url,
    summary,
    permission,
    limit: 'reads',
    [made]: true,
    schema: { params, querystring: query, response, status: 200 },
    handle: async (asked) => ({ status: 200, body: await run(asked as Parameters<typeof run>[0]) }),
  };
}

/** A file for the browser: `name` is what a saved one is called; shown in place unless it `isSaved`. */
export type AnsweredFile = { name: string; type: string; bytes: Buffer; isSaved?: boolean };

type FileGiven<P extends z.ZodType, Q extends z.ZodType> = Omit<ReadGiven<P, Q, z.ZodUnknown>, 'response' | 'run'> & {
  run: (asked: Asked<z.output<P>, z.output<Q>, undefined>) => Promise<AnsweredFile>;
};

/** A file to look at or to take away; changes nothing. */
export function adminFile<P extends z.ZodType = z.ZodUnknown, Q extends z.ZodType = z.ZodUnknown>(
  given: FileGiven<P, Q>,
): AdminRoute {
  const { url, summary, permission, params, query, run } = given;
  return {
    method: 'GET',
    url,
    summary,
    permission,
    limit: 'reads',
    [made]: true,
    schema: { params, querystring: query, response: z.unknown(), status: 200 },
    handle: async (asked) => fileAnswer(await run(asked as Parameters<typeof run>[0])),
  };
}

function fileAnswer({ name, type, bytes, isSaved = false }: AnsweredFile): AdminAnswer {
  const kind = isSaved ? 'attachment' : 'inline';
  return {
    status: 200,
    body: bytes,
    headers: {
      'Content-Type': type,
      'Content-Disposition': `${kind}; filename*=UTF-8''${encodeURIComponent(name)}`,
      'Cache-Control': 'no-store',
    },
  };
}

type StreamGiven<P extends z.ZodType, Q extends z.ZodType> = Omit<ReadGiven<P, Q, z.ZodUnknown>, 'response' | 'run'> & {
  run: (asked: Asked<z.output<P>, z.output<Q>, undefined>) => Readable;
};

/** Server-sent events for as long as the browser listens; changes nothing. No proxy may gather or rewrite them. */
export function adminStream<P extends z.ZodType = z.ZodUnknown, Q extends z.ZodType = z.ZodUnknown>(
  given: StreamGiven<P, Q>,
): AdminRoute {
  const { url, summary, permission, params, query, run } = given;
  return {
    method: 'GET',
    url,
    summary,
    permission,
    limit: 'reads',
    [made]: true,
    isEndless: true,
    schema: { params, querystring: query, response: z.unknown(), status: 200 },
    handle: async (asked) => ({
      status: 200,
      body: run(asked as Parameters<typeof run>[0]),
      headers: {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store, no-transform',
        'X-Accel-Buffering': 'no',
      },
    }),
  };
}

type ExportGiven<P extends z.ZodType, Q extends z.ZodType> = Omit<FileGiven<P, Q>, 'permission' | 'run'> & {
  permission: Permission;
  run: (
    asked: Asked<z.output<P>, z.output<Q>, undefined>,
  ) => Promise<{ file: Omit<AnsweredFile, 'isSaved'>; audit: AuditLine }>;
  /** It is shown in the browser, as a paper to print is, not saved. */
  isShown?: boolean;
};

/** A list taken away as a file: nothing of the shop changes, and the audit log says who took what, of how many rows. */
export function adminExport<P extends z.ZodType = z.ZodUnknown, Q extends z.ZodType = z.ZodUnknown>(
  given: ExportGiven<P, Q>,
): AdminRoute {
  const { url, summary, permission, params, query, run, isShown = false } = given;
  return {
    method: 'GET',
    url,
    summary,
    permission,
    limit: 'exports',
    [made]: true,
    schema: { params, querystring: query, response: z.unknown(), status: 200 },
    async handle(asked, { author }) {
      const { file, audit } = await run(asked as Parameters<typeof run>[0]);
      await writeAudit(asked.db, author, audit, null, asked.now);
      return fileAnswer({ ...file, isSaved: !isShown });
    },
  };
}

/** How many rows a file has, for its line of the audit log. */
export function rowsWords(count: number): string {
  return countOf(count, 'строка', 'строки', 'строк');
}

type AskGiven<P extends z.ZodType, B extends z.ZodType, R extends z.ZodType> = Common<P, R> & {
  body: B;
  run: (asked: Asked<z.output<P>, unknown, z.output<B>>) => Promise<z.input<R>>;
};

/** A question too long for an address: what something would come to. Its transaction is read only. */
export function adminAsk<
  P extends z.ZodType = z.ZodUnknown,
  B extends z.ZodType = z.ZodUnknown,
  R extends z.ZodType = z.ZodUnknown,
>({ run, ...given }: AskGiven<P, B, R>): AdminRoute {
  return adminAction<P, B, R>({
    ...given,
    run: (asked) =>
      asked.db
        .transaction()
        .setAccessMode('read only')
        .execute((db) => run({ ...asked, db })),
  });
}

/**
 * A call that is no reading by its form and changes nothing that a log could name: tries of codes at the counter, a
 * look into a file. It needs no transaction of its own.
 */
export function adminAction<
  P extends z.ZodType = z.ZodUnknown,
  B extends z.ZodType = z.ZodUnknown,
  R extends z.ZodType = z.ZodUnknown,
>({ url, summary, permission, params, body, response, run }: AskGiven<P, B, R>): AdminRoute {
  return {
    method: 'POST',
    url,
    summary,
    permission,
    limit: 'reads',
    [made]: true,
    schema: { params, body, response, status: 200 },
    handle: async (asked) => ({ status: 200, body: await run(asked as Parameters<typeof run>[0]) }),
  };
}

export type Written<Answer> = {
  answer: Answer;
  audit: AuditLine;
  /** Where what was created is found. */
  location?: string;
};

type WriteGiven<P extends z.ZodType, B extends z.ZodType, R extends z.ZodType> = Common<P, R> & {
  permission: Permission;
  method?: 'POST' | 'PUT' | 'DELETE';
  body?: B;
  status?: 200 | 201 | 202;
  /** It creates, pays, refunds, sends or starts something: a repeated request must not do it twice. */
  needsKey?: boolean;
  /** The answer holds what is shown once and stored nowhere: a repeated request is refused, not answered again. */
  isShownOnce?: boolean;
  /** What it answers with is taken away as a file: counts apart from other writes. */
  isExport?: boolean;
  /** Calls one verb, in the transaction that `asked.db` is; `author`: for lines that a job writes later. */
  run: (asked: Asked<z.output<P>, unknown, z.output<B>>, author: AuditAuthor) => Promise<Written<z.input<R>>>;
  undo?: Undo;
};

/**
 * A call that changes something: verb, line of the audit log and stored answer in one transaction. A package of 1C that
 * writes the same rows meanwhile, in another order, does not fail it.
 */
export function adminWrite<
  P extends z.ZodType = z.ZodUnknown,
  B extends z.ZodType = z.ZodUnknown,
  R extends z.ZodType = z.ZodUnknown,
>(given: WriteGiven<P, B, R>): AdminRoute {
  const { method = 'POST', url, summary, permission, params, body, response, status = 200 } = given;
  const { needsKey = false, isShownOnce = false, isExport = false } = given;
  return {
    method,
    url,
    summary,
    permission,
    limit: isExport ? 'exports' : 'writes',
    needsKey,
    isShownOnce,
    [made]: true,
    ...(given.undo && { undo: given.undo }),
    schema: { params, body, response, status },
    async handle(asked, { key, author }) {
      if (needsKey && !(key && isUuid(key))) throw new Refusal('no_request_key');
      const keyOfRequest = needsKey ? key : undefined;
      return inRepeatedTransaction(asked.db, async (db) => {
        const asks = keyOfRequest && (await contentOf(asked, author));
        const done = keyOfRequest && (await findAnswer(db, asked.staff.user_id, keyOfRequest, asks));
        if (done && isShownOnce) throw new Refusal('shown_once');
        if (done) return done;
        const { answer, audit, location } = await given.run(
          { ...asked, db } as Parameters<typeof given.run>[0],
          author,
        );
        const line = await writeAudit(db, author, audit, null, asked.now);
        const keyed: KeyedAnswer = { status, body: answer };
        const kept = isShownOnce ? { status, body: null } : keyed;
        if (keyOfRequest) await noteAnswer(db, asked.staff.user_id, keyOfRequest, kept);
        return { ...keyed, headers: { 'Audit-Line': String(line), ...(location && { Location: location }) } };
      });
    },
  };
}

/** Writes the line of the audit log in the transaction that `db` is. */
export type Note = (db: Db, line: AuditLine) => Promise<unknown>;

type ApartGiven<P extends z.ZodType, B extends z.ZodType, R extends z.ZodType> = Common<P, R> & {
  permission: Permission;
  method?: 'POST' | 'PUT';
  body?: B;
  /** Calls one verb, which writes its line by `note` in its own transaction. */
  run: (asked: Asked<z.output<P>, unknown, z.output<B>>, note: Note) => Promise<z.input<R>>;
};

/**
 * A change whose verb has a connection and a transaction of its own, as the removal of the demonstration has: the
 * line of the audit log is written there. A repeated request must be refused, or change nothing.
 */
export function adminWriteApart<
  P extends z.ZodType = z.ZodUnknown,
  B extends z.ZodType = z.ZodUnknown,
  R extends z.ZodType = z.ZodUnknown,
>({ method = 'POST', url, summary, permission, params, body, response, run }: ApartGiven<P, B, R>): AdminRoute {
  return {
    method,
    url,
    summary,
    permission,
    limit: 'writes',
    [made]: true,
    schema: { params, body, response, status: 200 },
    async handle(asked, { author }) {
      let lines = 0;
      const note: Note = async (db, line) => {
        await writeAudit(db, author, line, null, asked.now);
        lines += 1;
      };
      const answer = await run(asked as Parameters<typeof run>[0], note);
      if (lines === 0) throw new Error(`${method} ${url} wrote no line of the audit log`);
      return { status: 200, body: answer };
    },
  };
}

/** What a request asks for: with another call, body or file the same key is another request. */
async function contentOf({ params, body }: Asked, { verb }: AuditAuthor): Promise<unknown> {
  const fields = Object.entries(body ?? {}).map(async ([name, value]) => [
    name,
    value instanceof File ? await digestOf(value) : value,
  ]);
  return [verb, params, await Promise.all(fields)];
}

async function digestOf(file: File): Promise<string> {
  return createHash('sha256')
    .update(new Uint8Array(await file.arrayBuffer()))
    .digest('base64');
}

/** For `made` of `record.ts`. */
export function makeRoute(route: Omit<AdminRoute, typeof made>): AdminRoute {
  return { ...route, [made]: true };
}

export const IdParam = z.object({ id: z.string().max(80) });
export const NumberParam = z.object({ id: z.coerce.number().int().positive() });
