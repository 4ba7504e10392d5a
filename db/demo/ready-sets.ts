import { sql } from 'kysely';
import { createReadySet } from '#modules/landings/save-ready-set.ts';
import type { Db } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';

type Wanted = {
  slug: string;
  name: string;
  text: string;
  category: string;
  height: number;
  packs: number;
  garlands: number;
};

const wanted: Wanted[] = [
  {
    slug: 'elka-nebolshaya',
    name: 'Небольшая ёлка',
    category: 'nastolnye-elochki',
    height: 0,
    packs: 1,
    garlands: 1,
    text: 'Для комода, подоконника или рабочего стола.',
  },
  {
    slug: 'elka-180',
    name: 'Ёлка 180 см',
    category: 'iskusstvennye-eli',
    height: 180,
    packs: 6,
    garlands: 1,
    text: 'Гостиная с обычным потолком: 36 шаров и гирлянда.',
  },
  {
    slug: 'elka-210',
    name: 'Ёлка 210 см',
    category: 'iskusstvennye-eli',
    height: 210,
    packs: 7,
    garlands: 2,
    text: 'Для просторной комнаты: 42 шара и две гирлянды.',
  },
];

/**
 * «Готовая ёлка» of real goods that the main branch has enough of: a tree, balls in sixes, a long garland and a top.
 */
export async function loadReadySets(db: Db, now: Date): Promise<void> {
  const find = async (categories: string[], least: number, more = sql`true`) => {
    const { rows } = await sql<{ idcode: string }>`
      with recursive tree as (
        select id from categories where code = any(${categories})
        union all select c.id from categories c join tree t on c.parent_id = t.id)
      select p.idcode from products p
      join product_categories pc on pc.product_id = p.id and pc.is_main and pc.category_id in (select id from tree)
      join stock s on s.product_id = p.id and s.store = 'store12' and s.on_hand - s.reserved >= ${least}
      where p.switched_off_at is null and p.min_count = 1 and ${more} order by p.popularity desc, p.id limit 1`.execute(
      db,
    );
    return rows[0]?.idcode;
  };
  for (const [position, { category, height, packs, garlands, ...set }] of wanted.entries()) {
    const isTall = height > 0;
    const goods = [
      [await find([category], 1, isTall ? sql`(p.specs ->> 'vysota')::numeric = ${height}` : sql`true`), 1],
      [await find(['elochnye-shary'], packs, sql`p.specs ->> 'predmetov' = '6'`), packs],
      [
        await find(['girlyandy-dlya-doma'], garlands, sql`(p.specs ->> 'dlina')::numeric >= ${isTall ? 10 : 3}`),
        garlands,
      ],
      ...(isTall ? [[await find(['verhushki-na-elku'], 1), 1] as const] : []),
    ] as const;
    if (goods.some(([idcode]) => idcode === undefined)) continue;
    const known = goods.map(([idcode, count]) => ({ idcode: ensure(idcode), count }));
    await createReadySet(db, { ...set, position, is_on: true, goods: known }, now);
  }
}
