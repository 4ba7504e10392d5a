import { sql } from 'kysely';
import { customersOf, ordersOf } from '#modules/orders/branch-scope.ts';
import type { Db } from '#platform/database.ts';
import { takeLimit, tooMany } from '#platform/limits.ts';
import { Refusal } from '#platform/refusal.ts';
import { folded } from '#shared/folded.ts';
import { hiddenEmail, hiddenPhone } from '#shared/hidden-contact.ts';
import { phoneDigits } from '#shared/phone.ts';
import { customerSearchForm } from './schema.ts';

/** A customer as staff sees them before acting: enough to know them by, no way to reach them. */
export type FoundCustomer = {
  user_id: string;
  full_name: string;
  /** Hidden: 'a•••@pochta.example'. */
  email: string | null;
  phone: string | null;
  company: string | null;
  last_order: { number: number; created_at: Date } | null;
};

const shown = 5;
const looks = { max: 120, windowSeconds: 3_600 } as const;

/**
 * Customers of these branches (id_1c; null: of all) by phone, email, order number or words of the name (each from its
 * beginning); `hasMore`: more than five, name them closer. Staff are never found. Throws bad_input when too little was
 * typed, too_many after 120 searches in an hour. Not inside a transaction.
 */
export async function findCustomers(
  db: Db,
  staff: { user_id: string },
  typed: string,
  branches: string[] | null,
): Promise<{ customers: FoundCustomer[]; hasMore: boolean }> {
  const words = typed.trim();
  const condition = conditionFor(words);
  if (!condition) throw new Refusal('bad_input', { fields: { q: customerSearchForm.q.empty } });
  const wait = await takeLimit(db, 'customer_search', staff.user_id, looks.max, looks.windowSeconds);
  if (wait > 0) throw tooMany(wait);
  const { rows } = await sql<FoundCustomer>`
    select u.id as user_id, u.full_name, c.name as company,
      (select value from contacts where user_id = u.id and type = 'email' order by confirmed_at nulls last, id limit 1) as email,
      (select value from contacts where user_id = u.id and type = 'phone' order by confirmed_at nulls last, id limit 1) as phone,
      (select json_build_object('number', o.number, 'created_at', o.created_at)
        from orders o where o.user_id = u.id and ${ordersOf(branches)} order by o.created_at desc limit 1) as last_order
    from users u left join companies c on c.id = u.company_id
    where u.deleted_at is null and u.id <> ${staff.user_id}::uuid and ${customersOf(branches)}
      and not exists (select from staff s where s.user_id = u.id and s.dismissed_at is null) and ${condition}
    order by u.full_name, u.id limit ${shown + 1}`.execute(db);
  const customers = rows.slice(0, shown).map((row) => ({
    ...row,
    email: row.email && hiddenEmail(row.email),
    phone: row.phone && hiddenPhone(row.phone),
    last_order: row.last_order && { ...row.last_order, created_at: new Date(row.last_order.created_at) },
  }));
  return { customers, hasMore: rows.length > shown };
}

function conditionFor(typed: string) {
  if (typed.length > 200) return null;
  if (typed.includes('@'))
    return sql`u.id in (select user_id from contacts where type = 'email' and value = ${typed.toLowerCase()})`;
  const digits = phoneDigits(typed);
  if (/^[\d\s()+\-\u00a0]+$/.test(typed)) {
    const isNumber = digits.length < 10;
    // A phone may be typed without its first digit; what is shorter is the number of an order.
    if (!isNumber)
      return sql`u.id in (select user_id from contacts where type = 'phone' and value = ${`+${digits.length === 10 ? `7${digits}` : digits}`})`;
    const number = Number(typed.replace(/\D/g, ''));
    return number > 0 ? sql`u.id in (select user_id from orders where number = ${number})` : null;
  }
  const names =
    folded(typed)
      .match(/[\p{L}\d]+/gu)
      ?.filter((name) => name.length >= 2) ?? [];
  if (names.join('').length < 3) return null;
  const query = names.map((name) => `'${name}':*`).join(' & ');
  return sql`to_tsvector('simple', translate(lower(u.full_name), 'ё', 'е')) @@ to_tsquery('simple', ${query})`;
}
