import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { landingUrl, productUrl, vacancyUrl } from '#shared/urls.ts';

/**
 * What a form is about: its words go to staff and into the lead, its page is where the visitor came from. `unit`: the
 * sales unit of a product.
 */
export type About = { about: string; title: string; url: string; unit: string | null };

type Row = { title: string; path: string };

/** By kind: how its id is written, and where it is read; a kind that is not here is about nothing. */
const kinds: Record<
  string,
  { id: RegExp; read: (id: string) => RawBuilder<Row & { unit?: string }>; url: (path: string) => string }
> = {
  product: {
    id: /^[1-9][0-9]{0,8}$/,
    read: (id) => sql<
      Row & { unit: string }
    >`select name || ', арт. ' || coalesce(article, idcode) as title, slug as path, unit from products
      where id = ${Number(id)} and switched_off_at is null`,
    url: productUrl,
  },
  /** A product, and the branch it is to be brought from: `12.00052`. */
  bring: {
    id: /^[1-9][0-9]{0,8}\.[0-9]{5}$/,
    read: (id) => {
      const [product = '', branch = ''] = id.split('.');
      return sql<Row & { unit: string }>`
        select p.name || ', арт. ' || coalesce(p.article, p.idcode) || ', привезти: ' || d.city as title, p.slug as path,
          p.unit
        from products p join departments d on d.id_1c = ${branch}
        where p.id = ${Number(product)} and p.switched_off_at is null
          and exists (select from branch_transfers t where t.from_id_1c = d.id_1c)`;
    },
    url: productUrl,
  },
  vacancy: {
    id: /^[1-9][0-9]{0,8}$/,
    read: (id) => sql<Row>`select v.title || ', ' || d.city || ', ' || d.address as title, v.id::text as path
      from vacancies v join departments d on d.id_1c = v.department_id_1c
      where v.id = ${Number(id)} and not v.is_draft and v.closed_at is null`,
    url: (id) => vacancyUrl(Number(id)),
  },
  /** A landing page and which of its two variants was seen: `slug.a`. */
  landing: {
    id: /^[a-z0-9-]{1,80}\.[ab]$/,
    read: (id) => sql<Row>`select name || ${id.endsWith('.b') ? ' (b)' : ''} as title, slug as path
      from landings where slug = ${id.slice(0, -2)}`,
    url: landingUrl,
  },
};

/** `kind:id` → what it is, or null: nothing of the kind is there, or it is none of `allowed`. */
export async function findAbout(db: Db, about: string, allowed?: string[]): Promise<About | null> {
  const [, kind = '', id = ''] = /^([a-z]+):(.{1,120})$/.exec(about) ?? [];
  const known = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (!known?.id.test(id) || (allowed && !allowed.includes(kind))) return null;
  const { rows } = await known.read(id).execute(db);
  const [row] = rows;
  return row ? { about, title: row.title, url: known.url(row.path), unit: row.unit ?? null } : null;
}
