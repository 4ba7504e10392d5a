import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';
import { categoryUrl, isOwnPath, productUrl, withTrailingSlash } from '#shared/urls.ts';

export type RedirectTarget = { to_path: string } | { product_id: number } | { category_id: number };
export type NewRedirect = { from_path: string; department_id_1c?: string | null; status?: 301 | 302 } & RedirectTarget;

/** Further steps are not followed: a chain this long is a mistake. */
const longestChain = 10;

/** An address as the table keeps it: decoded, lower case, without query, with the trailing slash. */
export function redirectKey(path: string): string {
  const bare = path.split(/[?#]/, 1)[0] ?? '';
  let decoded = bare;
  try {
    decoded = decodeURI(bare);
  } catch {
    // A broken percent sign stays as it came: it is nobody's address.
  }
  return withTrailingSlash(decoded.normalize('NFC').toLowerCase());
}

/**
 * Where a path that has no page leads, at the end of the chain: a path of this host with the status of the first step;
 * null when nowhere. The branch's own rows stand before the common ones. The hit is counted.
 */
export async function findRedirect(
  db: Db,
  department_id_1c: string,
  path: string,
  now = new Date(),
): Promise<{ location: string; status: 301 | 302 } | null> {
  const first = await readStep(db, department_id_1c, redirectKey(path));
  if (!first) return null;
  let location = first.location;
  const seen = new Set([redirectKey(path)]);
  for (let step = 1; step < longestChain; step++) {
    const key = redirectKey(location);
    if (seen.has(key)) return null;
    seen.add(key);
    const next = await readStep(db, department_id_1c, key);
    if (!next) break;
    location = next.location;
  }
  await sql`update redirects set hits = hits + 1, last_hit_at = ${now} where id = ${first.id}`.execute(db);
  return { location, status: first.status };
}

/**
 * Sends an old address to a path, product or category; an earlier row of the same address and branch is replaced.
 * Returns its id. Throws bad_input for a foreign or strange address, and for one that would lead back to itself,
 * directly or by others.
 */
export async function setRedirect(db: Db, given: NewRedirect, now = new Date()): Promise<number> {
  const from_path = redirectKey(given.from_path);
  const { department_id_1c = null, status = 301 } = given;
  const to_path = 'to_path' in given ? given.to_path : null;
  if (!/^\/[^/\\\u0000-\u001f][^\\\u0000-\u001f]*$/.test(from_path) || (to_path !== null && !isOwnPath(to_path)))
    throw new Refusal('bad_input', { fields: ['from_path', 'to_path'] });
  const { rows } = await sql<{ id: number }>`
    insert into redirects (from_path, department_id_1c, to_path, product_id, category_id, status, changed_at)
    values (${from_path}, ${department_id_1c}, ${to_path}, ${'product_id' in given ? given.product_id : null},
      ${'category_id' in given ? given.category_id : null}, ${status}, ${now})
    on conflict (from_path, coalesce(department_id_1c, '')) do update set to_path = excluded.to_path,
      product_id = excluded.product_id, category_id = excluded.category_id, status = excluded.status, changed_at = excluded.changed_at
    returning id`.execute(db);
  if (await leadsBack(db, from_path, department_id_1c))
    throw new Refusal('bad_input', { fields: ['to_path'], loop: true });
  return ensure(rows[0]).id;
}

/** The address, common to all branches, has a page of its own again: it leads nowhere else. */
export async function endRedirect(db: Db, from_path: string): Promise<void> {
  await sql`delete from redirects where from_path = ${redirectKey(from_path)} and department_id_1c is null`.execute(db);
}

/** Throws not_found. */
export async function removeRedirect(db: Db, id: number): Promise<void> {
  const gone = await db.deleteFrom('redirects').where('id', '=', id).returning('id').executeTakeFirst();
  if (!gone) throw new Refusal('not_found');
}

type Step = { id: number; location: string; status: 301 | 302 };

async function readStep(db: Db, department_id_1c: string, from_path: string): Promise<Step | null> {
  const { rows } = await sql<{
    id: number;
    to_path: string | null;
    slug: string | null;
    code: string | null;
    status: 301 | 302;
  }>`
    select r.id, r.to_path, p.slug, c.code, r.status
    from redirects r left join products p on p.id = r.product_id left join categories c on c.id = r.category_id
    where r.from_path = ${from_path} and (r.department_id_1c is null or r.department_id_1c = ${department_id_1c})
    order by r.department_id_1c is null limit 1`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const location = row.to_path ?? (row.slug === null ? categoryUrl(ensure(row.code)) : productUrl(row.slug));
  return { id: row.id, location, status: row.status };
}

/**
 * Whether somebody who begins at this address comes to it again: in its own branch, or, for a common row, in any branch
 * that has rows.
 */
async function leadsBack(db: Db, from_path: string, department_id_1c: string | null): Promise<boolean> {
  const others = await db
    .selectFrom('redirects')
    .select('department_id_1c')
    .distinct()
    .where('department_id_1c', 'is not', null)
    .execute();
  const branches =
    department_id_1c === null ? ['', ...others.map((row) => ensure(row.department_id_1c))] : [department_id_1c];
  for (const branch of branches) {
    let key = from_path;
    const seen = new Set<string>();
    for (;;) {
      if (seen.has(key)) return true;
      seen.add(key);
      const step = await readStep(db, branch, key);
      if (!step) break;
      key = redirectKey(step.location);
    }
  }
  return false;
}
