import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';

/** A product of a set as staff see it; null where the shop has no such product any more. */
export type StaffSetLine = {
  idcode: string;
  count: number;
  product_id: number | null;
  name: string | null;
  image: string | null;
  is_on: boolean;
};

export type StaffReadySet = {
  slug: string;
  name: string;
  text: string;
  position: number;
  changed_at: Date;
  goods: StaffSetLine[];
};

const columns = sql`s.slug, s.name, s.text, s.position, s.changed_at, (
  select coalesce(json_agg(json_build_object('idcode', g.idcode, 'count', g.count, 'product_id', p.id, 'name', p.name,
    'image', p.images[1], 'is_on', p.id is not null and p.switched_off_at is null) order by g.position), '[]')
  from ready_set_goods g left join products p on p.idcode = g.idcode where g.set_slug = s.slug) as goods`;

/** Every set in the order of the page. */
export async function listStaffReadySets(db: Db): Promise<StaffReadySet[]> {
  const { rows } = await sql<StaffReadySet>`select ${columns} from ready_sets s order by s.position, s.slug`.execute(
    db,
  );
  return rows;
}

/** One of them; null: there is none. `isLocked`: held until the end of the transaction. */
export async function readStaffReadySet(db: Db, slug: string, isLocked = false): Promise<StaffReadySet | null> {
  if (isLocked) await sql`select from ready_sets where slug = ${slug} for update`.execute(db);
  const { rows } = await sql<StaffReadySet>`select ${columns} from ready_sets s where s.slug = ${slug}`.execute(db);
  return rows[0] ?? null;
}
