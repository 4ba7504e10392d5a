import { ensure } from '#shared/ensure.ts';
import { noteRecords } from './changes/journal.ts';
import type { Connection } from './connection.ts';
import { shortSlug } from './short-slug.ts';

/** Brands by name, whatever its case; an unknown one is made. Names written in two ways by 1C stay one brand. */
export async function openBrands(client: Connection) {
  const { rows } = await client.query<{ id: number; name: string; slug: string }>('select id, name, slug from brands');
  const byName = new Map(rows.map(({ id, name }) => [name.toLowerCase(), id]));
  const slugs = new Set(rows.map(({ slug }) => slug));
  return {
    async idOf(name: string | null): Promise<number | null> {
      if (!name) return null;
      const known = byName.get(name.toLowerCase());
      if (known) return known;
      const base = shortSlug(name) || 'brend';
      let slug = base;
      for (let n = 2; slugs.has(slug); n++) slug = `${base}-${n}`;
      const { rows: made } = await client.query<{ id: number }>(
        'insert into brands (slug, name) values ($1, $2) returning id',
        [slug, name],
      );
      const { id } = ensure(made[0]);
      await noteRecords(client, [{ kind: 'brand', record: id, fields: { name: [null, name] } }]);
      slugs.add(slug);
      byName.set(name.toLowerCase(), id);
      return id;
    },
  };
}
