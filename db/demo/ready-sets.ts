import { sql } from 'kysely';
import { createReadySet } from '#modules/landings/save-ready-set.ts';
import type { Db } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';

/**
 * `balls`: sets of six by the size of a ball in centimetres. A large tree has half of them of 8 cm, a third of 6 cm and
 * the rest of 10 cm, as the article on balls says. A garland of at least so many metres.
 */
type Wanted = {
  slug: string;
  name: string;
  text: string;
  category: string;
  height: number;
  balls: readonly { size: number; packs: number }[];
  garland: { metres: number; count: number };
  hasTop: boolean;
  /** One of each besides: how its name begins. */
  also?: readonly { category: string; name: string }[];
};

const wanted: Wanted[] = [
  {
    slug: 'elka-nebolshaya',
    name: 'Настольная ёлка 45 см',
    category: 'nastolnye-elochki',
    height: 45,
    balls: [{ size: 6, packs: 1 }],
    garland: { metres: 3, count: 1 },
    hasTop: false,
    also: [
      { category: 'snezhinki-i-podveski', name: 'Снежинка' },
      { category: 'novogodniy-stol', name: 'Свечи' },
    ],
    text: 'Для комода, подоконника или рабочего стола: шесть небольших шаров, короткая гирлянда, снежинка и свечи.',
  },
  {
    slug: 'elka-150',
    name: 'Ёлка 150 см',
    category: 'iskusstvennye-eli',
    height: 150,
    balls: [
      { size: 8, packs: 2 },
      { size: 6, packs: 2 },
      { size: 10, packs: 1 },
    ],
    garland: { metres: 5, count: 2 },
    hasTop: true,
    text: 'Для небольшой комнаты: 30 шаров трёх размеров, две гирлянды и верхушка.',
  },
  {
    slug: 'elka-180',
    name: 'Ёлка 180 см',
    category: 'iskusstvennye-eli',
    height: 180,
    balls: [
      { size: 8, packs: 3 },
      { size: 6, packs: 2 },
      { size: 10, packs: 1 },
    ],
    garland: { metres: 10, count: 1 },
    hasTop: true,
    text: 'Для гостиной с обычным потолком: 36 шаров трёх размеров, гирлянда и верхушка.',
  },
  {
    slug: 'elka-210',
    name: 'Ёлка 210 см',
    category: 'iskusstvennye-eli',
    height: 210,
    balls: [
      { size: 8, packs: 4 },
      { size: 6, packs: 2 },
      { size: 10, packs: 1 },
    ],
    garland: { metres: 10, count: 2 },
    hasTop: true,
    text: 'Для просторной комнаты: 42 шара трёх размеров, две гирлянды и верхушка.',
  },
];

/**
 * «Готовая ёлка» of real goods that the main branch has enough of: a tree, balls in sixes of sizes that suit it, a
 * garland of its length and a top. In a small demonstration a garland for outdoors serves where none for indoors does.
 */
export async function loadReadySets(db: Db, now: Date): Promise<void> {
  const garlands = ['girlyandy-dlya-doma', 'ulichnye-girlyandy'];
  const find = async (categories: string[], least: number, more = sql`true`, first = sql`p.popularity desc`) => {
    const { rows } = await sql<{ idcode: string }>`
      with recursive tree as (
        select id from categories where code = any(${categories})
        union all select c.id from categories c join tree t on c.parent_id = t.id)
      select p.idcode from products p
      join product_categories pc on pc.product_id = p.id and pc.is_main and pc.category_id in (select id from tree)
      join stock s on s.product_id = p.id and s.store = 'store12' and s.on_hand - s.reserved >= ${least}
      where p.switched_off_at is null and p.min_count = 1 and ${more}
      order by ${first}, p.popularity desc, p.id limit 1`.execute(db);
    return rows[0]?.idcode;
  };
  for (const [position, { category, height, balls, garland, hasTop, also = [], ...set }] of wanted.entries()) {
    const length = sql`(p.specs ->> 'dlina')::numeric`;
    const sixes = balls.map(async ({ size, packs }) => {
      const ofSize = sql`p.specs ->> 'predmetov' = '6' and p.specs ->> 'diametr_cm' = ${String(size)}`;
      return [await find(['elochnye-shary'], packs, ofSize), packs] as const;
    });
    const others = also.map(async ({ category, name }) => {
      return [await find([category], 1, sql`starts_with(p.name, ${name})`), 1] as const;
    });
    const goods = [
      // The set has a garland of its own.
      [await find([category], 1, sql`(p.specs ->> 'vysota')::numeric = ${height}`, sql`p.name ilike '%гирлянд%'`), 1],
      ...(await Promise.all(sixes)),
      [
        await find(
          garlands,
          garland.count,
          sql`${length} >= ${garland.metres}`,
          sql`${length}, (p.specs ->> 'dlya_ulicy')::boolean`,
        ),
        garland.count,
      ],
      ...(hasTop ? [[await find(['verhushki-na-elku'], 1), 1] as const] : []),
      ...(await Promise.all(others)),
    ] as const;
    if (goods.some(([idcode]) => idcode === undefined)) continue;
    const known = goods.map(([idcode, count]) => ({ idcode: ensure(idcode), count }));
    await createReadySet(db, { ...set, position, is_on: true, goods: known }, now);
  }
}
