import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { networkOf, networkRange } from '#platform/networks.ts';
import { hashSecret } from '#platform/secret-keys.ts';
import { daysBefore } from '#shared/dates.ts';
import type { Requester } from '../requester.ts';

const browserDays = 180;
const addressDays = 30;

/**
 * How well this account knows the requester: 'browser …' a browser that has signed in before, 'address …' a network
 * (`networkOf`) that has lately, else 'stranger'. Limits are counted per knowledge, so that strangers who use up theirs
 * leave the owner's untouched. One statement with the same work whether or not the account exists (`user_id` null).
 */
export async function knowledgeOf(db: Db, user_id: string | null, requester: Requester, now: Date): Promise<string> {
  const browser = requester.browser ? hashSecret(requester.browser) : null;
  const { rows } = await sql<{ is_browser: boolean | null; is_address: boolean | null }>`
    select bool_or(browser = ${browser}::bytea) as is_browser,
      bool_or(address <<= ${networkRange(requester.address)}::inet and used_at > ${daysBefore(now, addressDays)}) as is_address
    from sessions
    where user_id = ${user_id}::uuid and created_at > ${daysBefore(now, browserDays)}
      and why is distinct from 'not_me' and why is distinct from 'token_reused'`.execute(db);
  if (browser && rows[0]?.is_browser) return `browser ${browser.toString('base64url')}`;
  return rows[0]?.is_address ? `address ${networkOf(requester.address)}` : 'stranger';
}
