import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Db } from '#platform/database.ts';
import { isInNetworks, networkList } from '#platform/networks.ts';
import { hashSecret } from '#platform/secret-keys.ts';
import { formatDateTime } from '#shared/dates.ts';
import { ensure } from '#shared/ensure.ts';
import { lateFileWords, unfinishedOrderFile } from '../sale/order-files.ts';
import { ExchangeFailure, type Meet } from './answer.ts';
import type { Node } from './nodes.ts';
import { isImported, lateWords, unfinishedPackage } from './packages.ts';
import { reportUnrequestedImport } from './report-unrequested-import.ts';

/** A session of 1C that has signed in, with its node. */
export type Session = {
  id: string;
  type: string;
  node: Pick<Node, 'id' | 'name' | 'encoding' | 'file_limit' | 'takes_zip'>;
  started_at: Date;
  version: string | null;
  batch: number;
  first_batch: number;
  /** All that has arrived. */
  files: number;
  bytes: number;
};

export const cookieName = 'onec_session';

/** Files wait to be imported, and 1C asks nothing: after so long it is taken for gone. */
export const goneSeconds = 60;
/** So often the time of the last call of 1C is written. */
const seenEveryMs = 5_000;
/** A session in which nothing is asked for so long ends. */
export const silentSeconds = 3_600;

/**
 * Begins a session of the node; the one before ends. While that one is at work (a package or a file of orders is being
 * taken, or files of goods wait and 1C asked something within a minute) it stays and the new one is refused: one
 * exchange at a time.
 */
export async function openSession(
  db: Db,
  node: Node,
  { type, address, now }: { type: string; address: string; now: Date },
): Promise<{ token: string; sessid: string }> {
  const token = randomBytes(24).toString('base64url');
  const sessid = randomBytes(16).toString('hex');
  await db.transaction().execute(async (db) => {
    await db.updateTable('onec_nodes').set({ signed_in_at: now }).where('id', '=', node.id).execute();
    const open = await db
      .selectFrom('onec_sessions')
      .select(['id', 'type', 'started_at', 'seen_at', 'batch'])
      .where('node_id', '=', node.id)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    const unfinishedFile = await unfinishedOrderFile(db, node.id);
    const unfinished = (await unfinishedPackage(db, node.id)) ?? unfinishedFile;
    const late = unfinished && ('kind' in unfinished ? lateWords(unfinished, now) : lateFileWords(unfinished, now));
    if (late) throw new ExchangeFailure(late);
    if (unfinished) throw new ExchangeFailure(atWorkWords(open?.started_at ?? unfinished.received_at));
    if (open) {
      if (await isSending(db, open, now)) throw new ExchangeFailure(atWorkWords(open.started_at));
      await endSession(db, open.id, 'replaced', now);
    }
    await db
      .insertInto('onec_sessions')
      .values({
        id: randomUUID(),
        node_id: node.id,
        type,
        token_hash: hashSecret(token),
        sessid_hash: hashSecret(sessid),
        address,
        started_at: now,
        seen_at: now,
      })
      .execute();
  });
  return { token, sessid };
}

function atWorkWords(started_at: Date): string {
  return `Идёт другой обмен, начат в ${formatDateTime(started_at).slice(-5)}. Повторите, когда он закончится; прерванный обмен освобождает место через минуту`;
}

type OpenSession = { id: string; type: string; seen_at: Date; batch: number };

/** Goods wait to be imported, and 1C asked something a moment ago. */
async function isSending(db: Db, session: OpenSession, now: Date): Promise<boolean> {
  return now.getTime() - session.seen_at.getTime() < goneSeconds * 1_000 && (await hasWaiting(db, session));
}

/** Goods have come whose import was not asked for. Files of other types are taken as they come. */
export async function hasWaiting(
  db: Db,
  { id, type, batch }: Pick<Session, 'id' | 'type' | 'batch'>,
): Promise<boolean> {
  if (type !== 'catalog') return false;
  const waiting = await db
    .selectFrom('onec_files')
    .select('name')
    .where('session_id', '=', id)
    .where('batch', '=', batch)
    .where(isImported())
    .limit(1)
    .executeTakeFirst();
  return waiting !== undefined;
}

/** `why`: what ended it; where goods have come whose import nobody asked for, that is noted instead. */
export async function endSession(
  db: Db,
  id: string,
  why: 'complete' | 'replaced' | 'silent',
  now: Date,
): Promise<void> {
  const open = await db
    .selectFrom('onec_sessions')
    .select(['id', 'type', 'batch', 'node_id'])
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!open) return;
  const ended_by = (await hasWaiting(db, open)) ? 'unasked' : why;
  await db.updateTable('onec_sessions').set({ ended_at: now, ended_by }).where('id', '=', id).execute();
  if (ended_by === 'unasked') await reportUnrequestedImport(db, open.node_id, now);
}

type Asked = {
  token: string | undefined;
  sessid: string | undefined;
  type: string;
  address: string;
  now: Date;
};

/**
 * The open session of a cookie; 1C is noted as seen now. `sessid`: what the address carries; old modules leave it
 * out. `address`: who asks; a cookie that was carried off opens nothing from another network. Throws ExchangeFailure
 * when there is none.
 */
export async function continueSession(
  db: Db,
  { token, sessid, type, address, now }: Asked,
  meet: Meet,
): Promise<Session> {
  if (!token) throw new ExchangeFailure('Нет cookie сеанса: обмен начинается с mode=checkauth');
  const row = await db
    .selectFrom('onec_sessions as s')
    .innerJoin('onec_nodes as n', 'n.id', 's.node_id')
    .where('s.token_hash', '=', hashSecret(token))
    .select([
      ...(['s.id', 's.type', 's.sessid_hash', 's.started_at', 's.seen_at', 's.version', 's.batch'] as const),
      ...(['s.first_batch', 's.files', 's.bytes', 's.ended_by', 'n.id as node_id', 'n.name', 'n.is_on'] as const),
      ...(['n.encoding', 'n.file_limit', 'n.takes_zip', 'n.networks'] as const),
    ])
    .executeTakeFirst();
  if (!row) throw new ExchangeFailure('Сеанс обмена не найден: начните обмен заново');
  const {
    node_id,
    name,
    encoding: stored,
    file_limit,
    takes_zip,
    is_on,
    ended_by,
    seen_at,
    sessid_hash,
    networks,
    ...session
  } = row;
  const encoding = stored as Node['encoding'];
  meet({ encoding, name });
  if (sessid !== undefined && !timingSafeEqual(hashSecret(sessid), sessid_hash))
    throw new ExchangeFailure('Ключ сеанса (sessid) не подходит: начните обмен заново');
  if (!is_on) throw new ExchangeFailure(offWords(name));
  refuseForeignNetwork({ name, networks }, address);
  const isSilent = now.getTime() - seen_at.getTime() >= silentSeconds * 1_000;
  if (ended_by || isSilent) throw new ExchangeFailure(endedWords[ended_by ?? 'silent'] ?? '');
  if (row.type !== type) throw new ExchangeFailure(`Сеанс начат для type=${row.type}, а запрос — для type=${type}`);
  // Of a file in hundreds of parts each would wait for one write more.
  if (now.getTime() - seen_at.getTime() >= seenEveryMs)
    await db.updateTable('onec_sessions').set({ seen_at: now }).where('id', '=', row.id).execute();
  return { ...session, node: { id: node_id, name, encoding, file_limit, takes_zip } };
}

/** `networks`: those that the owner allows the node, '' any. Throws ExchangeFailure. */
export function refuseForeignNetwork({ name, networks }: Pick<Node, 'name' | 'networks'>, address: string): void {
  if (networks === '') return;
  const allowed = networkList(networks);
  if (!allowed || !isInNetworks(allowed, address))
    throw new ExchangeFailure(`С адреса ${address} узлу «${name}» обмен не разрешён`);
}

export function offWords(node: string): string {
  return `Узел обмена «${node}» выключен в магазине`;
}

const endedWords: Record<string, string> = {
  complete: 'Сеанс обмена уже завершён: начните обмен заново',
  replaced: 'Сеанс обмена прерван: с тем же именем начат другой обмен или изменён узел',
  unasked:
    'Сеанс обмена прерван: с тем же именем начат другой обмен или от 1С ничего не было слышно, а принять файлы она не попросила. Начните обмен заново',
  silent: `Сеанс обмена окончен: от 1С ничего не было слышно дольше ${silentSeconds / 60} минут. Начните обмен заново`,
};

/**
 * `init`: what was sent before and is not imported is forgotten, pictures too. Returns the session's new first batch.
 */
export async function beginBatch(db: Db, { id }: Session, version: string | null): Promise<number> {
  const row = await db
    .updateTable('onec_sessions')
    .set(({ eb }) => ({ batch: eb('batch', '+', 1), first_batch: eb('batch', '+', 1), version }))
    .where('id', '=', id)
    .returning('first_batch')
    .executeTakeFirst();
  return ensure(row).first_batch;
}

/** Ends sessions in which nothing was asked for an hour. */
export async function endSilentSessions(db: Db, now = new Date()): Promise<void> {
  const silent = await db
    .selectFrom('onec_sessions')
    .select('id')
    .where('ended_at', 'is', null)
    .where('seen_at', '<', new Date(now.getTime() - silentSeconds * 1_000))
    .execute();
  for (const { id } of silent) await db.transaction().execute((db) => endSession(db, id, 'silent', now));
}
