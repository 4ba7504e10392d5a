import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { hashPassword, isPassword, refuseWeakPassword } from '#modules/accounts/passwords.ts';
import { setNodeFields } from '#modules/catalogue/field-owners.ts';
import type { Db } from '#platform/database.ts';
import { networkList } from '#platform/networks.ts';
import { enqueue } from '#platform/queue.ts';
import { Refusal } from '#platform/refusal.ts';
import { hashSecret } from '#platform/secret-keys.ts';
import type { OwnedField } from '#shared/product-fields.ts';
import { setStockExcludesReserves } from '../reserves.ts';
import type { NodeEncoding } from './answer.ts';

/** A base of 1C that feeds the shop (узел обмена). */
export type Node = {
  id: number;
  name: string;
  login: string;
  password_hash: string | null;
  networks: string;
  encoding: NodeEncoding;
  file_limit: number;
  takes_zip: boolean;
  is_on: boolean;
  /** The stock that it sends is already without what it holds for orders that it took. */
  stock_excludes_reserves: boolean;
  /** The day of a payment without a sum says that all of it has come; else people look how much. */
  day_pays_whole: boolean;
};

/** ONEC_LOGIN and ONEC_PASSWORD; null: not given. */
export type DefaultNode = { login: string; password: string } | null;

const leastPasswordLength = 12;

const columns = [
  ...(['id', 'name', 'login', 'password_hash', 'networks', 'encoding', 'file_limit'] as const),
  ...(['takes_zip', 'is_on', 'stock_excludes_reserves', 'day_pays_whole'] as const),
];

/** Reads the two settings of the default node. */
export function defaultNodeOf(settings: { ONEC_LOGIN?: string; ONEC_PASSWORD?: string }): DefaultNode {
  const { ONEC_LOGIN: login, ONEC_PASSWORD: password } = settings;
  return login && password ? { login, password } : null;
}

export async function hasNodes(db: Db): Promise<boolean> {
  const node = await db.selectFrom('onec_nodes').select('id').limit(1).executeTakeFirst();
  return node !== undefined;
}

/**
 * The node with this login and password, or null. The default node is a row from its first sign-in on; its password
 * stays in the settings alone.
 */
export async function nodeBySignIn(
  db: Db,
  login: string,
  password: string,
  defaultNode: DefaultNode,
): Promise<Node | null> {
  const isDefault = defaultNode?.login === login;
  const stored = isDefault ? undefined : await findNode(db, login);
  const isRight = await isPassword(password, stored?.password_hash ?? null);
  if (isDefault) return isSame(password, defaultNode.password) ? settleDefaultNode(db, login) : null;
  return isRight && stored ? stored : null;
}

/** This base ends its exchanges with `deactivate`. */
export async function noteDeactivate(db: Db, node_id: number, now: Date): Promise<void> {
  await db.updateTable('onec_nodes').set({ deactivates_at: now }).where('id', '=', node_id).execute();
}

function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(hashSecret(given.normalize('NFKC')), hashSecret(expected.normalize('NFKC')));
}

async function findNode(db: Db, login: string): Promise<Node | undefined> {
  const row = await db.selectFrom('onec_nodes').select(columns).where('login', '=', login).executeTakeFirst();
  return row as Node | undefined; // the database holds the words of `encoding`
}

/** The number of the node with this user name. Throws bad_input {fields.node}: there is none. */
export async function nodeId(db: Db, login: string): Promise<number> {
  const node = await findNode(db, login);
  if (!node) throw new Refusal('bad_input', { fields: { node: `Узла обмена ${login} нет` } });
  return node.id;
}

/** The row of ONEC_LOGIN, made or given its new login. A node of the same login becomes the default one. */
async function settleDefaultNode(db: Db, login: string): Promise<Node> {
  const known = await findNode(db, login);
  if (known) return known;
  const row = await db
    .insertInto('onec_nodes')
    .values({ name: 'Основной', login, is_default: true })
    .onConflict((conflict) => conflict.column('is_default').where('is_default', '=', true).doUpdateSet({ login }))
    .returning(columns)
    .executeTakeFirstOrThrow();
  return row as Node;
}

/** Throws bad_input {fields.password}: 12 characters at least, and none that is tried first. */
export async function refuseWeakNodePassword(login: string, password: string): Promise<void> {
  if (password.length < leastPasswordLength || password.toLowerCase().includes(login.toLowerCase())) {
    const words = `Пароль узла обмена: не короче 12 знаков и не содержит имени пользователя`;
    throw new Refusal('bad_input', { fields: { password: words } });
  }
  await refuseWeakPassword(password, [login]);
}

export type NewNode = {
  name: string;
  login: string;
  password: string;
  networks?: string;
  encoding?: NodeEncoding;
  file_limit?: number;
  takes_zip?: boolean;
  stock_excludes_reserves?: boolean;
  day_pays_whole?: boolean;
};

/**
 * Makes a node; of its password only an argon2id hash is kept. Throws bad_input with the field that does not do. Call
 * in a transaction.
 */
export async function createNode(db: Db, { password, ...node }: NewNode): Promise<{ id: number }> {
  await refuseWeakNodePassword(node.login, password);
  checkNode(node);
  const password_hash = await hashPassword(password);
  await lockNames(db);
  await refuseTakenName(db, null, node.name);
  const made = await db
    .insertInto('onec_nodes')
    .values({ ...node, password_hash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) throw new Refusal('bad_input', { fields: { login: 'Узел с таким именем пользователя уже есть' } });
  return made;
}

/** `own_fields`: those of all its goods that the shop leads, and no others. */
export type NodeChange = Partial<Omit<NewNode, 'login'>> & { is_on?: boolean; own_fields?: OwnedField[] };

/**
 * Changes what is named. A new password, or a node switched off, ends its session. Throws not_found, bad_input, and
 * exchange_busy where stock is to be counted otherwise while a package writes it. Call in a transaction.
 */
export async function changeNode(
  db: Db,
  login: string,
  { password, stock_excludes_reserves: excludes, own_fields, ...change }: NodeChange,
): Promise<void> {
  await lockNames(db);
  const node = await findNode(db, login);
  if (!node) throw new Refusal('not_found');
  checkNode(change);
  if (password !== undefined) await refuseWeakNodePassword(login, password);
  const password_hash = password === undefined ? node.password_hash : await hashPassword(password);
  if (change.name !== undefined) await refuseTakenName(db, node.id, change.name);
  if (excludes !== undefined && excludes !== node.stock_excludes_reserves)
    await setStockExcludesReserves(db, node.id, excludes);
  if (own_fields && (await setNodeFields(db, node.id, own_fields))) await enqueue(db, 'derive_released', {});
  await db
    .updateTable('onec_nodes')
    .set({ ...change, password_hash })
    .where('id', '=', node.id)
    .execute();
  if (password === undefined && change.is_on !== false) return;
  await db
    .updateTable('onec_sessions')
    .set({ ended_at: new Date(), ended_by: 'replaced' })
    .where('node_id', '=', node.id)
    .where('ended_at', 'is', null)
    .execute();
}

/** Two people who give the same name at the same moment: the second finds it taken. */
async function lockNames(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('idd-shop 1C nodes'))`.execute(db);
}

/** `id`: of the node that may have it; null: none. */
async function refuseTakenName(db: Db, id: number | null, name: string): Promise<void> {
  const other = await db.selectFrom('onec_nodes').select('id').where('name', '=', name).executeTakeFirst();
  if (other && other.id !== id) throw new Refusal('bad_input', { fields: { name: 'Узел с таким названием уже есть' } });
}

function checkNode({ name, login, networks, file_limit }: Partial<NewNode>): void {
  const fields: Record<string, string> = {};
  if (name !== undefined && !/^.{1,100}$/u.test(name)) fields.name = 'Название узла: от 1 до 100 знаков';
  // Basic divides login and password by the first colon.
  if (login !== undefined && !/^[^\s:]{1,100}$/u.test(login))
    fields.login = 'Имя пользователя: до 100 знаков, без пробелов и двоеточия';
  if (networks !== undefined && networkList(networks) === null)
    fields.networks = 'Адреса и сети через запятую: 203.0.113.7, 198.51.100.0/24';
  if (file_limit !== undefined && !(file_limit >= 102_400 && file_limit <= 33_554_432))
    fields.file_limit = 'Размер части файла: от 100 КБ (102400 байт) до 32 МБ (33554432 байта)';
  if (Object.keys(fields).length > 0) throw new Refusal('bad_input', { fields });
}
