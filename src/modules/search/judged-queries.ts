import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { countOf } from '#shared/plurals.ts';
import type { Grade } from './ndcg.ts';
import { phraseOf } from './rule-input.ts';

/** A product that answers a query; variants of one model count as one answer, with the best grade among them. */
export type Judgement = { product_id: number; grade: Grade };

export type JudgedProduct = Judgement & {
  model_id: number;
  name: string;
  image: string | null;
  /** The product is not switched off. */
  is_on: boolean;
};

export type JudgedQuery = { id: number; words: string; goods: JudgedProduct[] };

/**
 * So many queries are searched for twice before a rule is saved: at the 500 to 2,100 searches a second of
 * docs/performance.md over 100,000 goods that takes 0.3 to 1.2 s.
 */
export const mostQueries = 300;
export const mostJudgements = 30;

/**
 * Adds a query whose right answers are known, or will be marked later. Throws bad_input: the query is there already, or
 * there are too many; no such product.
 */
export async function addJudgedQuery(
  db: Db,
  input: { words: string; goods: readonly Judgement[] },
): Promise<{ id: number }> {
  const words = phraseOf(input.words, 'words');
  // Two who add at once take turns, so that the bound holds.
  await sql`select pg_advisory_xact_lock(hashtextextended('judged queries', 0))`.execute(db);
  const { count } = await db
    .selectFrom('judged_queries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) >= mostQueries) {
    const bound = countOf(mostQueries, 'запроса', 'запросов', 'запросов');
    throw new Refusal('bad_input', { fields: { words: `Больше ${bound} не проверить. Удалите лишние` } });
  }
  const added = await db
    .insertInto('judged_queries')
    .values({ words })
    .onConflict((conflict) => conflict.column('words').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) throw new Refusal('bad_input', { fields: { words: 'Такой запрос уже проверяется' } });
  await writeJudgements(db, added.id, input.goods);
  return added;
}

/** Replaces what answers the query. Throws not_found, bad_input at `goods`. Call in a transaction. */
export async function changeJudgements(db: Db, id: number, goods: readonly Judgement[]): Promise<void> {
  const query = await db
    .updateTable('judged_queries')
    .set({ changed_at: sql`now()` })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (!query) throw new Refusal('not_found');
  await db.deleteFrom('judged_goods').where('query_id', '=', id).execute();
  await writeJudgements(db, id, goods);
}

async function writeJudgements(db: Db, query_id: number, goods: readonly Judgement[]): Promise<void> {
  if (goods.length > mostJudgements) {
    const bound = countOf(mostJudgements, 'товара', 'товаров', 'товаров');
    throw new Refusal('bad_input', { fields: { goods: `Не больше ${bound} на запрос` } });
  }
  if (goods.length === 0) return;
  if (new Set(goods.map(({ product_id }) => product_id)).size < goods.length)
    throw new Refusal('bad_input', { fields: { goods: 'Один товар отмечен дважды' } });
  const { rows } = await sql`
    insert into judged_goods (query_id, product_id, grade)
    select ${query_id}, p.id, g.grade
    from jsonb_to_recordset(${JSON.stringify(goods)}::jsonb) g(product_id int, grade smallint)
    join products p on p.id = g.product_id
    returning product_id`.execute(db);
  if (rows.length < goods.length) throw new Refusal('bad_input', { fields: { goods: 'Такого товара нет' } });
}

/** Throws not_found. */
export async function removeJudgedQuery(db: Db, id: number): Promise<void> {
  const gone = await db.deleteFrom('judged_queries').where('id', '=', id).returning('id').executeTakeFirst();
  if (!gone) throw new Refusal('not_found');
}

/** All judged queries by words, or the one of this id; of each the goods that answer it, the best first. */
export async function listJudgedQueries(db: Db, id: number | null = null): Promise<JudgedQuery[]> {
  const { rows } = await sql<JudgedQuery>`
    select q.id, q.words, coalesce(
      jsonb_agg(jsonb_build_object('product_id', g.product_id, 'grade', g.grade, 'model_id', p.model_id,
        'name', p.name, 'image', p.images[1], 'is_on', p.switched_off_at is null)
        order by g.grade desc, g.product_id) filter (where g.product_id is not null), '[]') as goods
    from judged_queries q
    left join judged_goods g on g.query_id = q.id
    left join products p on p.id = g.product_id
    where q.id = coalesce(${id}, q.id)
    group by q.id order by q.words`.execute(db);
  return rows;
}
