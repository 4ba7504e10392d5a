import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import { countOf } from '#shared/plurals.ts';
import type { Counts, ImportSummary } from '../summary.ts';
import { type Answer, ExchangeFailure, failure, progress, success } from './answer.ts';
import type { ExchangeCall, Mode } from './call.ts';
import { cleanFileName } from './file-names.ts';
import { noteDeactivate } from './nodes.ts';
import {
  heldWords,
  lateWords,
  makePackage,
  type PackageView,
  packageById,
  packageOfBatch,
  reviveStale,
  whyNotDeactivate,
} from './packages.ts';
import { hasWaiting, type Session } from './sessions.ts';
import { waitUntil } from './wait-until.ts';

/** 1C is answered within so long, whether or not the import is over. */
const waitMs = 4_000;

/**
 * `import`: what was sent since the last import becomes one package, whatever its files are called: only together are
 * they complete. `progress` until the worker has imported it, then what came of it; for the other files of the package
 * the same is said at once.
 */
export const importFile: Mode = async (call) => {
  const name = cleanFileName(call.query.filename ?? '');
  const known = await packageOf(call, name);
  const done = await waitFor(call.db, known);
  if (!isFinished(done)) return progress(progressWords(done, call.now));
  if (done.state === 'imported' && !(await wasSent(call, name)))
    throw new ExchangeFailure(`Файла «${name}» нет ни среди присланных, ни в архиве`);
  return answerOf(done);
};

/**
 * `deactivate`: goods and offers that the exchange did not list since `timestamp` are switched off, where it came with
 * full files. Not so where a package of it was not taken, or files wait whose import was not asked for: what those list
 * is known to nobody.
 */
export const deactivate: Mode = async (call) => {
  const { db, session, query, now } = call;
  const since = Number(query.timestamp);
  if (!/^\d{9,10}$/.test(query.timestamp ?? '') || since * 1_000 > now.getTime())
    throw new ExchangeFailure('Отметка времени (timestamp) не та, что была дана при входе');
  if (since < Math.floor(session.started_at.getTime() / 1_000))
    throw new ExchangeFailure('Отметка времени (timestamp) старше этого обмена: начните обмен заново');
  await noteDeactivate(db, session.node.id, now);
  const last = await packageOfBatch(db, session.id, session.batch - 1);
  const isAskedAgain = last?.kind === 'deactivate' && !(await hasWaiting(db, session));
  if (!isAskedAgain) await refuseAfterUntaken(db, session);
  const known = isAskedAgain ? last : await newPackage(call, 'deactivate');
  const done = await waitFor(db, known);
  return isFinished(done) ? answerOf(done) : progress(progressWords(done, now));
};

/** What a package lists that was refused, stopped, or failed stands nowhere: it would be switched off as absent. */
async function refuseAfterUntaken(db: Db, { id: session_id, first_batch, batch }: Session): Promise<void> {
  const why = await whyNotDeactivate(db, { session_id, first_batch, batch });
  if (why) throw new ExchangeFailure(why);
}

/** The package with this file: one that is made of what waits, or an earlier one since `init`. */
async function packageOf(call: ExchangeCall, name: string): Promise<PackageView> {
  const { db, session } = call;
  const [batch] = await batchesOf(call, name);
  // A file of a zip is known by its name once that is unpacked, and the next zip may hold another of the same name.
  if (batch === session.batch || (await hasZip(call))) return newPackage(call, 'files');
  if (batch !== undefined) return ensure(await packageOfBatch(db, session.id, batch));
  const last = await packageOfBatch(db, session.id, session.batch - 1);
  if (last && session.batch > session.first_batch) return last;
  throw new ExchangeFailure(`Файл «${name}» не получен: сначала его передаёт mode=file`);
}

/**
 * What belongs to an exchange of which a package waits for the owner is not taken without that: goods that it alone
 * lists would be switched off.
 */
async function newPackage({ db, session, now }: ExchangeCall, kind: PackageView['kind']): Promise<PackageView> {
  const held = await db
    .selectFrom('onec_packages')
    .select('id')
    .where('session_id', '=', session.id)
    .where('state', '=', 'held')
    .where('batch', '<', session.batch)
    .executeTakeFirst();
  if (held) throw new ExchangeFailure(heldWords(held.id));
  return makePackage(db, session, kind, now);
}

/** The batches since `init` that have the file, the latest first. */
async function batchesOf({ db, session }: ExchangeCall, name: string): Promise<number[]> {
  const rows = await db
    .selectFrom('onec_files')
    .select('batch')
    .where('session_id', '=', session.id)
    .where('batch', '>=', session.first_batch)
    .where('name', '=', name)
    .orderBy('batch', 'desc')
    .execute();
  return rows.map(({ batch }) => batch);
}

/** Archives may put all files into a folder more, or one less, than 1C's call does. */
async function wasSent({ db, session }: ExchangeCall, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('onec_files')
    .select('name')
    .where('session_id', '=', session.id)
    .where('batch', '>=', session.first_batch)
    .where(sql<boolean>`name = ${name} or right(name, length(${name}) + 1) = '/' || ${name}
      or right(${name}, length(name) + 1) = '/' || name`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function hasZip({ db, session }: ExchangeCall): Promise<boolean> {
  const row = await db
    .selectFrom('onec_files')
    .select('name')
    .where('session_id', '=', session.id)
    .where('batch', '=', session.batch)
    .where('name', 'ilike', '%.zip')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function waitFor(db: Db, known: PackageView): Promise<PackageView> {
  const read = async () => ensure(await packageById(db, known.id));
  const seen = await waitUntil(known, { read, isOver: isFinished, longestMs: waitMs });
  if (!isFinished(seen)) await reviveStale(db, new Date());
  return seen;
}

function isFinished({ state }: PackageView): boolean {
  return state !== 'waiting' && state !== 'importing';
}

function progressWords(known: PackageView, now: Date): string {
  const { id, state, progress } = known;
  if (state === 'importing') return `Пакет № ${id}: ${progress}`;
  return lateWords(known, now) ?? `Пакет № ${id} ждёт своей очереди`;
}

function answerOf({ id, state, summary }: PackageView): Answer {
  const result = ensure(summary);
  if (state === 'imported') return success(`Пакет № ${id} принят`, ...countLines(result));
  return failure(state === 'held' ? `Пакет № ${id} ${result.reason}` : `Пакет № ${id} не принят. ${result.reason}`);
}

/** What came of a package, in lines for 1C's log. */
export function countLines(summary: ImportSummary): string[] {
  const { groups, goods, offers, prices, stocks, fields, notes } = summary;
  const named: [string, Counts][] = [
    ['Группы', groups],
    ['Товары', goods],
    ['Предложения', offers],
    ['Цены', prices],
    ['Остатки', stocks],
  ];
  const lines = named
    .filter(([, { read, switched_off }]) => read + switched_off > 0)
    .map(([name, counts]) => `${name}: ${countWords(counts)}`);
  const left = named.reduce((sum, [, counts]) => sum + leftOf(counts), 0) + leftOf(fields);
  if (left > 0) lines.push(`Не принято: ${countOf(left, 'запись', 'записи', 'записей')}, причины — в магазине`);
  return [...lines, ...notes.slice(0, 5)];
}

function countWords({ read, created, changed, unchanged, switched_off }: Counts): string {
  const parts = [`получено ${read}`];
  if (created > 0) parts.push(`новых ${created}`);
  if (changed > 0) parts.push(`изменено ${changed}`);
  if (unchanged > 0) parts.push(`без изменений ${unchanged}`);
  if (switched_off > 0) parts.push(`выключено ${switched_off}`);
  return parts.join(', ');
}

function leftOf({ refused, refused_more = 0 }: { refused: unknown[]; refused_more?: number }): number {
  return refused.length + refused_more;
}
