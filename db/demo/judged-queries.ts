import { sql } from 'kysely';
import { addJudgedQuery, mostJudgements } from '#modules/search/judged-queries.ts';
import type { Db } from '#platform/database.ts';

/** Query → the category whose goods answer it, and words that stand in their names. */
const rules = `
клей для плитки > kley-dlya-plitki
шпаклевка для швов > shpatlevki-dlya-shvov
штукатурка короед > dekorativnye-shtukaturki ~ короед
затирка для плитки > zatirki
гипсокартон 12,5 мм > gipsokarton ~ 12,5 мм
гипрок > gipsokarton
пена монтажная > montazhnaya-pena
подложка под ламинат > podlozhka-pod-laminat
перфоратор мастак > perforatory ~ мастак
болгарка > shlifmashiny ~ углов
дюбель-гвоздь 6 × 40 > dyubel-gvozdi ~ 6 × 40
гирлянда занавес > svetovye-zanavesy
верхушка на ёлку > verhushki-na-elku
`;

/**
 * Queries of the demo shop whose right answers are known. One whose category is too large to be marked whole in a shop
 * of this size is left out: it would be judged by a part of its goods.
 */
export async function loadJudgedQueries(db: Db): Promise<void> {
  for (const rule of rules.trim().split('\n')) {
    const [words = '', where = ''] = rule.split(' > ');
    const [code = '', part = ''] = where.split(' ~ ');
    const { rows } = await sql<{ product_id: number; grade: 3 }>`
      with recursive own as (
        select id from categories where code = ${code}
        union all
        select c.id from categories c join own on c.parent_id = own.id
      )
      select p.id as product_id, 3 as grade from products p
      where p.switched_off_at is null and strpos(lower(replace(p.name, chr(160), ' ')), ${part}) > 0
        and exists (select from product_categories pc join own on own.id = pc.category_id where pc.product_id = p.id)
      order by p.id limit ${mostJudgements + 1}`.execute(db);
    if (rows.length > 0 && rows.length <= mostJudgements) await addJudgedQuery(db, { words, goods: rows });
  }
}
