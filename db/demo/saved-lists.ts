import { sql } from 'kysely';
import { saveList } from '#modules/saved-lists/save-list.ts';
import type { Db } from '#platform/database.ts';
import { slugOf } from '#shared/transliterate.ts';

/** Whose list, its name, and the categories it holds the favourite product of, with its sales units. */
const wanted: [email: string, name: string, goods: [category: string, count: number][]][] = [
  [
    'anna@pochta.example',
    'Ванная',
    [
      ['Клей для плитки', 6],
      ['Обмазочная гидроизоляция', 2],
      ['Плитка для ванной', 9],
      ['Цементные затирки', 2],
      ['Силиконовые герметики', 1],
    ],
  ],
  [
    'anna@pochta.example',
    'Дача',
    [
      ['Антисептики', 2],
      ['Кисти', 2],
      ['Уплотнители', 3],
    ],
  ],
  [
    'sergey@dvor.example',
    'Подъезды, косметический ремонт',
    [
      ['Гипсовые штукатурки', 40],
      ['Финишные шпатлёвки', 24],
      ['Моющиеся краски', 12],
      ['Валики', 6],
    ],
  ],
];

/** Lists of the demo people, of goods that are on sale; a category that is not in this shop is left out. */
export async function loadSavedLists(db: Db, now: Date): Promise<void> {
  for (const [email, name, goods] of wanted) {
    const { rows: people } = await sql<{ user_id: string }>`
      select user_id from contacts where type = 'email' and value = ${email} and confirmed_at is not null`.execute(db);
    const { rows } = await sql<{ product_id: number; count: number }>`
      select favourite.id as product_id,
        greatest(ceil(given.count::numeric / favourite.step) * favourite.step, favourite.min_count)::int as count
      from unnest(${goods.map(([category]) => slugOf(category))}::text[], ${goods.map(([, count]) => count)}::int[])
        with ordinality as given (code, count, at)
      join categories c on c.code = given.code
      cross join lateral (
        select p.id, p.step, p.min_count from products p
        join product_categories pc on pc.product_id = p.id and pc.is_main and pc.category_id = c.id
        where p.switched_off_at is null order by p.popularity desc, p.id limit 1
      ) favourite
      order by given.at`.execute(db);
    const [person] = people;
    if (person && rows.length > 0) await saveList(db, person.user_id, { name, goods: rows, replaces: true }, now);
  }
}
