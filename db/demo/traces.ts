import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import { folded } from '#shared/folded.ts';
import { isDemoCard } from './cards.ts';
import { demoPeople, removePeople } from './people.ts';
import { couponsAt } from './promotion.ts';

/**
 * A coupon is the demo's by its code and the note beside it: another shop may come upon the same code. ё and е are one
 * letter in codes.
 */
const demoCoupons = couponsAt(new Date(0)).map(({ code, note }) => `${folded(code).toUpperCase()} ${note}`);
const couponWords = sql<string>`replace(code, 'Ё', 'Е') || ' ' || note`;

/**
 * What of the demo shop would give a stranger something in a real one: its people, coupons and cards, in Russian words.
 * Nothing found: [].
 */
export async function findDemoTraces(db: Db): Promise<string[]> {
  const { rows } = await sql<Record<'people' | 'coupons' | 'cards', string | null>>`
    select
      (select string_agg(value, ', ' order by value) from contacts
        where type = 'email' and confirmed_at is not null and value = any(${demoPeople.map(({ email }) => email)})) as people,
      (select string_agg(code, ', ' order by code) from coupons where ${couponWords} = any(${demoCoupons})) as coupons,
      (select string_agg(number, ', ' order by number) from cards where ${isDemoCard}) as cards`.execute(db);
  const { people, coupons, cards } = ensure(rows[0]);
  return [people && `люди ${people}`, coupons && `купоны ${coupons}`, cards && `карты ${cards}`].filter(
    (found) => found !== null,
  );
}

/**
 * Removes what `findDemoTraces` finds, with all that belongs to these people, and their firm. Goods, branches and
 * orders stay; a coupon that an order names has ended.
 */
export async function removeDemoTraces(db: Db): Promise<void> {
  await sql`delete from cards where ${isDemoCard}`.execute(db);
  const isNamed = sql`exists (select from orders o where o.coupon = coupons.code)`;
  await sql`
    update coupons set starts_at = null, ends_at = now(), note = 'Демонстрационный, отменён'
    where ${couponWords} = any(${demoCoupons}) and ${isNamed}`.execute(db);
  await sql`delete from coupons where ${couponWords} = any(${demoCoupons})`.execute(db);
  await removePeople(db);
}
