import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';

/** The newest email to this address, as kept before it is sent. */
export async function lastEmail(db: Db, to: string): Promise<{ subject: string; text: string; html: string }> {
  const { rows } = await sql<{ subject: string; text: string; html: string }>`
    select subject, text, html from mails where to_address = ${to} order by id desc limit 1`.execute(db);
  if (!rows[0]) throw new Error(`No email to ${to}`);
  return rows[0];
}

export async function countEmails(db: Db, to: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int from mails where to_address = ${to}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The six digits of the newest email to this address. */
export async function lastCode(db: Db, to: string): Promise<string> {
  const code = /^Код: (\d{6})$/m.exec((await lastEmail(db, to)).text)?.[1];
  if (!code) throw new Error(`The last email to ${to} holds no code`);
  return code;
}

/** Path and query of the newest email's link whose path begins so. */
export async function lastLink(db: Db, to: string, path: string): Promise<string> {
  const links = (await lastEmail(db, to)).text.match(/https?:\/\/\S+/g) ?? [];
  const found = links.map((link) => new URL(link)).find(({ pathname }) => pathname.startsWith(path));
  if (!found) throw new Error(`The last email to ${to} holds no link to ${path}`);
  return found.pathname + found.search;
}

/** Another code than this one. */
export function wrongCode(code: string): string {
  return code === '000000' ? '111111' : '000000';
}
