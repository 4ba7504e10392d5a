import { sql } from 'kysely';
import { changeArticle, publishArticle, saveTopic } from '#modules/blog/change-article.ts';
import type { ArticleInput } from '#modules/blog/schema.ts';
import type { BlockInput } from '#modules/content/blocks-schema.ts';
import { describeDepartment } from '#modules/departments/details.ts';
import { replaceOutline } from '#modules/departments/outline.ts';
import { closeVacancy, createVacancy } from '#modules/vacancies/change-vacancy.ts';
import type { Db } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import { articles, type DemoBlock, editors, topics } from './articles.ts';
import { branches } from './branches.ts';
import { departmentDetails } from './department-details.ts';
import { type NeededCount, neededCounts } from './needed-counts.ts';
import { branchOutlines, outlineSource } from './outlines.ts';
import { storedPath } from './pictures.ts';
import { vacanciesAt } from './vacancies.ts';

const dayMs = 86_400_000;

/**
 * How to find each shop and point, what lies around them, open posts of every branch and the articles of the blog.
 * Stands on departments and the catalogue.
 */
export async function loadEditorial(db: Db, now: Date): Promise<void> {
  for (const { id_1c, ...details } of departmentDetails()) await describeDepartment(db, id_1c, details, now);
  for (const { id_1c, lines } of branchOutlines())
    await replaceOutline(db, id_1c, { source: outlineSource, lines }, now);
  for (const { published_at, closed_at, ...vacancy } of vacanciesAt(now)) {
    const id = await createVacancy(db, vacancy, published_at);
    if (closed_at) await closeVacancy(db, id, closed_at);
  }
  for (const topic of topics) await saveTopic(db, topic);
  for (const {
    published,
    updated,
    former,
    things: _,
    season,
    department_id_1c: city,
    blocks,
    ...article
  } of articles) {
    const published_at = new Date(now.getTime() - published * dayMs);
    const whole: ArticleInput = {
      ...article,
      author: editors,
      season: season ?? null,
      picture: storedPath({ name: `blog-${article.slug}` }),
      department_id_1c: city ? ensure(branches.find((branch) => branch.city === city)).id_1c : null,
      blocks: await withGoods(db, blocks),
    };
    const id = await publishArticle(db, { ...whole, slug: former ?? article.slug }, published_at, published_at);
    if (former || updated)
      await changeArticle(
        db,
        id,
        whole,
        { isUpdate: updated !== undefined },
        new Date(now.getTime() - (updated ?? published - 1) * dayMs),
      );
  }
}

/** Categories become the codes of goods that the main branch has; a block that finds none is left out. */
async function withGoods(db: Db, blocks: DemoBlock[]): Promise<BlockInput[]> {
  const found: BlockInput[] = [];
  for (const block of blocks) {
    if (block.type === 'goods_of') {
      const needs: string[][] = [];
      const counts: NeededCount[] = [];
      for (const { category, specs, need } of block.picks ?? []) {
        const found = await popularIn(db, category, 1, specs);
        needs.push(found);
        counts.push(...(await neededCounts(db, found, need)));
      }
      for (const [category, most] of Object.entries(block.categories)) {
        const other = block.instead?.[category];
        const found = [
          ...(await popularIn(db, category, most, block.specs?.[category])),
          ...(other ? await popularIn(db, other, 1) : []),
        ];
        needs.push(found);
        counts.push(...(await neededCounts(db, found, block.needs?.[category])));
      }
      const idcodes = needs.flat();
      // Goods of one category do one work: who buys everything takes one of them.
      const alternatives = needs.filter((codes) => codes.length > 1);
      if (idcodes.length > 0)
        found.push({
          type: 'products',
          title: block.title,
          text: block.text ?? '',
          idcodes,
          alternatives,
          counts,
          counts_for: counts.length > 0 ? block.counts_for : '',
        });
    } else if (block.type === 'calculator_of') {
      const { category, ...shown } = block;
      const [idcode] = await popularIn(db, category, 1);
      if (idcode) found.push({ ...shown, type: 'calculator', idcode });
    } else found.push(block);
  }
  return found;
}

async function popularIn(
  db: Db,
  category: string,
  count: number,
  specs: Record<string, number> = {},
): Promise<string[]> {
  const { rows } = await sql<{ idcode: string }>`
    select idcode from (
      select distinct on (p.model_id) p.idcode, p.popularity from products p
      join product_categories pc on pc.product_id = p.id and pc.is_main
      join categories c on c.id = pc.category_id
      join departments d on d.is_main
      join stock s on s.store = d.store and s.product_id = p.id and s.on_hand - s.reserved >= p.min_count
      join prices on prices.price_column = d.base_price and prices.product_id = p.id and prices.price is not null
      where c.code = ${category} and p.switched_off_at is null and p.specs @> ${JSON.stringify(specs)}::jsonb
      order by p.model_id, p.popularity desc
    ) found order by popularity desc, idcode limit ${count}`.execute(db);
  return rows.map(({ idcode }) => idcode);
}
