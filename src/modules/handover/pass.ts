import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { type SecretKeys, sign } from '#platform/secret-keys.ts';
import { isUuid } from '#shared/uuid.ts';

/** 132 bits of the signature: short enough for a QR code that a cheap scanner reads, far beyond guessing. */
const signatureLength = 22;

/** What the order's own QR code holds: the number, to find the order, and a signature, to prove the right to it. */
export function passToken(keys: SecretKeys, order: { id: string; number: number; pickup_code: string }): string {
  return `${order.number}-${signPass(keys, order.id, order.pickup_code)}`;
}

/** The same for a delegated pass; made again from its id whenever its owner wants to see the link. */
export function delegatedToken(keys: SecretKeys, pass: { id: string; code: string }): string {
  return `${pass.id}-${signPass(keys, pass.id, pass.code)}`;
}

/** Where a scanned code leads, on the host it was made for. */
export function passLink(origin: string, token: string): string {
  return `${origin}/qr/o/${token}/`;
}

export type Delegated = {
  id: string;
  name: string;
  code: string;
  created_at: Date;
  state: 'open' | 'used' | 'revoked';
};

export type Pass = { order_id: string; code: string; delegated: Delegated | null };

/**
 * The pass behind a scanned token; null for a token that nobody signed. A used or revoked delegated pass is still told
 * apart.
 */
export async function readPass(db: Db, keys: SecretKeys, token: string): Promise<Pass | null> {
  // A signature may hold hyphens itself, so the place of the one before it is counted, not looked for.
  const at = token.length - signatureLength - 1;
  const [subject, signature] = [token.slice(0, Math.max(at, 0)), token.slice(at + 1)];
  if (token[at] !== '-') return null;
  if (/^[1-9][0-9]{0,14}$/.test(subject)) {
    const order = await db
      .selectFrom('orders')
      .select(['id', 'pickup_code'])
      .where('number', '=', Number(subject))
      .executeTakeFirst();
    const isGood = order && isPassSigned(keys, order.id, order.pickup_code, signature);
    return isGood ? { order_id: order.id, code: order.pickup_code, delegated: null } : null;
  }
  if (!isUuid(subject)) return null;
  const row = await db.selectFrom('delegated_passes').selectAll().where('id', '=', subject).executeTakeFirst();
  if (!row || !isPassSigned(keys, row.id, row.code, signature)) return null;
  return { order_id: row.order_id, code: row.code, delegated: toDelegated(row) };
}

/** Passes the order's owner gave to others, newest first. */
export async function listDelegated(db: Db, order_id: string): Promise<Delegated[]> {
  const rows = await db
    .selectFrom('delegated_passes')
    .selectAll()
    .where('order_id', '=', order_id)
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map(toDelegated);
}

/** The order a number and a dictated code open at the desk, with the open delegated pass when it is that one's code. */
export async function findByCode(db: Db, number: number, code: string): Promise<Pass | null> {
  const { rows } = await sql<{ order_id: string; pass_id: string | null }>`
    select o.id as order_id, d.id as pass_id from orders o
    left join delegated_passes d on d.order_id = o.id and d.code = ${code} and d.revoked_at is null and d.used_at is null
    where o.number = ${number} and (o.pickup_code = ${code} or d.id is not null)`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const delegated = row.pass_id && (await listDelegated(db, row.order_id)).find(({ id }) => id === row.pass_id);
  return { order_id: row.order_id, code, delegated: delegated || null };
}

function toDelegated(row: {
  id: string;
  name: string;
  code: string;
  created_at: Date;
  revoked_at: Date | null;
  used_at: Date | null;
}): Delegated {
  const { id, name, code, created_at, revoked_at, used_at } = row;
  return { id, name, code, created_at, state: used_at ? 'used' : revoked_at ? 'revoked' : 'open' };
}

function signPass(keys: SecretKeys, id: string, code: string): string {
  return sign(keys, 'pickup pass', `${id} ${code}`).slice(0, signatureLength);
}

function isPassSigned(keys: SecretKeys, id: string, code: string, signature: string): boolean {
  const given = Buffer.from(signature);
  return keys.some((key) => {
    const made = Buffer.from(signPass([key], id, code));
    return made.length === given.length && timingSafeEqual(made, given);
  });
}
