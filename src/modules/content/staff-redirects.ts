import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { commonOrInBranches } from '#platform/in-branches.ts';
import { orderByThenId, type Sort } from '#platform/order-by.ts';
import { holdRecord } from '#platform/record-version.ts';
import { Refusal } from '#platform/refusal.ts';
import { categoryUrl, isOwnPath, productUrl } from '#shared/urls.ts';
import { forgetMissingPath } from './missing-paths.ts';
import { problemOfStep, readRedirectGraph } from './redirect-graph.ts';
import { redirectKey, setRedirect } from './redirects.ts';

export type StaffRedirect = {
  id: number;
  from_path: string;
  /** Where it leads now; of a product or a category by its present name. */
  to_path: string;
  /** What its target is: a path stays, a product and a category keep up with their names. */
  target: 'path' | 'product' | 'category';
  department_id_1c: string | null;
  status: 301 | 302;
  hits: number;
  last_hit_at: Date | null;
  changed_at: Date;
};

export const redirectSorts = ['hits', 'last_hit_at', 'from_path', 'changed_at'] as const;
export type RedirectSort = Sort<(typeof redirectSorts)[number]>;

export type RedirectInput = {
  from_path: string;
  to_path: string;
  department_id_1c?: string | null | undefined;
  status?: 301 | 302 | undefined;
};

/**
 * Sends an old address to a path. What was counted of it as missing is forgotten. Throws bad_input: the address leads
 * somewhere already in this branch, it is a strange one, a loop, a chain.
 */
export async function addRedirect(db: Db, input: RedirectInput, now = new Date()): Promise<number> {
  const { from } = readPaths(input);
  const branch = input.department_id_1c ?? null;
  await holdRecord(db, 'redirects', `${branch ?? ''} ${from}`);
  const [known] = await rowsWhere(
    db,
    sql`r.from_path = ${from} and r.department_id_1c is not distinct from ${branch}::text`,
    [],
    { limit: 1, offset: 0 },
  );
  if (known)
    throw new Refusal('bad_input', {
      fields: { from_path: `Отсюда уже ведёт на ${known.to_path}. Измените прежнее перенаправление` },
    });
  return saveRedirect(db, input, now);
}

/**
 * Where a redirect leads from now on; while that stays, a product and a category keep their name. Throws not_found, and
 * bad_input: a strange address, a loop, a chain.
 */
export async function changeRedirect(
  db: Db,
  id: number,
  { to_path, status }: { to_path: string; status: 301 | 302 },
  now = new Date(),
): Promise<void> {
  const before = await getRedirect(db, id, null);
  if (!before) throw new Refusal('not_found');
  if (to_path !== before.to_path) {
    await saveRedirect(db, { ...before, to_path, status }, now);
    return;
  }
  await db.updateTable('redirects').set({ status, changed_at: now }).where('id', '=', id).execute();
}

/**
 * Sends an old address to a path; an earlier row of the same address and branch is replaced. What was counted of it as
 * missing is forgotten. Throws bad_input: a strange address, a loop, a chain.
 */
async function saveRedirect(db: Db, input: RedirectInput, now = new Date()): Promise<number> {
  const { department_id_1c = null, status = 301 } = input;
  const { from, to } = readPaths(input);
  const problem = problemOfStep(await readRedirectGraph(db), {
    from,
    to: redirectKey(to),
    branch: department_id_1c ?? '',
  });
  if (problem) throw new Refusal('bad_input', { fields: { to_path: problem } }, problem);
  const id = await setRedirect(db, { from_path: from, to_path: to, department_id_1c, status }, now);
  await forgetMissingPath(db, from, department_id_1c);
  return id;
}

/** Many at once, whose loops and chains were judged before; rows of the same address and branch are replaced. */
export async function saveRedirects(
  db: Db,
  rows: { from_path: string; to_path: string; department_id_1c: string | null; status: 301 | 302 }[],
  now = new Date(),
): Promise<void> {
  await sql`
    insert into redirects (from_path, department_id_1c, to_path, status, changed_at)
    select r.from_path, r.department_id_1c, r.to_path, r.status, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      r(from_path text, to_path text, department_id_1c text, status smallint)
    on conflict (from_path, coalesce(department_id_1c, '')) do update set to_path = excluded.to_path, product_id = null,
      category_id = null, status = excluded.status, changed_at = excluded.changed_at`.execute(db);
  for (const { from_path, department_id_1c } of rows) await forgetMissingPath(db, from_path, department_id_1c);
}

/** Both addresses as they are kept. A whole address of a page is read by its path. Throws bad_input at its field. */
export function readPaths({ from_path, to_path }: Pick<RedirectInput, 'from_path' | 'to_path'>): {
  from: string;
  to: string;
} {
  const from = redirectKey(pathIn(from_path));
  if (!/^\/[^/\\\u0000-\u001f][^\\\u0000-\u001f]{0,499}$/.test(from))
    throw new Refusal('bad_input', {
      fields: { from_path: 'Нужен адрес страницы: /old/page/. Главную не перенаправить' },
    });
  const to = pathIn(to_path);
  if (!isOwnPath(to))
    throw new Refusal('bad_input', { fields: { to_path: 'Нужен адрес страницы этого магазина: /delivery/' } });
  return { from, to };
}

/** What people paste from a browser begins with the host. */
function pathIn(typed: string): string {
  return typed.trim().replace(/^https?:\/\/[^/]+(?=\/)/i, '');
}

/**
 * A redirect, if it is common or of one of these branches (null: of any). `isLocked`: held until the end of the
 * transaction.
 */
export async function getRedirect(
  db: Db,
  id: number,
  branches: string[] | null,
  isLocked = false,
): Promise<StaffRedirect | undefined> {
  if (isLocked) await sql`select from redirects where id = ${id} for update`.execute(db);
  const [row] = await rowsWhere(db, sql`r.id = ${id} and ${commonOrInBranches('r', branches)}`, [], {
    limit: 1,
    offset: 0,
  });
  return row;
}

/** A page of redirects, common and of these branches (null: of all); `q`: stands in one of the addresses. */
export async function listRedirects(
  db: Db,
  { branches, q = '' }: { branches: string[] | null; q?: string | undefined },
  page: { sort: RedirectSort[]; limit: number; offset: number; count_to: number },
): Promise<{ redirects: StaffRedirect[]; count: number }> {
  const where = sql`${commonOrInBranches('r', branches)} and (strpos(r.from_path, lower(${q}::text)) > 0
    or strpos(lower(coalesce(r.to_path, '')), lower(${q}::text)) > 0)`;
  const [redirects, counts] = await Promise.all([
    rowsWhere(db, where, page.sort, page),
    sql<{ count: number }>`
      select count(*)::int as count from (select from redirects r where ${where} limit ${page.count_to + 1}) counted`.execute(
      db,
    ),
  ]);
  return { redirects, count: counts.rows[0]?.count ?? 0 };
}

type Row = Omit<StaffRedirect, 'to_path' | 'target'> & {
  to_path: string | null;
  slug: string | null;
  code: string | null;
};

async function rowsWhere(
  db: Db,
  where: RawBuilder<unknown>,
  sort: RedirectSort[],
  { limit, offset }: { limit: number; offset: number },
): Promise<StaffRedirect[]> {
  const { rows } = await sql<Row>`
    select r.id, r.from_path, r.to_path, p.slug, c.code, r.department_id_1c, r.status, least(r.hits, 2147483647)::int as hits, r.last_hit_at,
      r.changed_at
    from redirects r left join products p on p.id = r.product_id left join categories c on c.id = r.category_id
    where ${where} order by ${orderOf(sort)} limit ${limit} offset ${offset}`.execute(db);
  return rows.map(({ to_path, slug, code, ...row }) => ({
    ...row,
    to_path: to_path ?? (slug === null ? categoryUrl(code ?? '') : productUrl(slug)),
    target: to_path === null ? (slug === null ? 'category' : 'product') : 'path',
  }));
}

function orderOf(sort: RedirectSort[]): RawBuilder<unknown> {
  const columns = {
    hits: sql`r.hits`,
    last_hit_at: sql`r.last_hit_at`,
    from_path: sql`r.from_path`,
    changed_at: sql`r.changed_at`,
  };
  return orderByThenId(sort, columns, 'hits', sql`r.id`, { areNullsLast: true });
}
