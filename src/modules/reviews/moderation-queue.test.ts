import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { listForStaff, listQuestionsForStaff } from './queries.ts';

const { db } = await testDatabase();
await makeBranches(db);

test('[2.13] what waits for a decision stands by the moment it was promised for, not by when it came', async () => {
  const { id: product_id } = await makeProduct(db);
  for (const [came, due] of [
    ['2026-11-20', '2026-11-27'],
    ['2026-11-21', '2026-11-25'],
    ['2026-11-22', '2026-11-26'],
  ] as const) {
    await sql`
      insert into reviews (product_id, department_id_1c, author_name, rating, text, is_demo, created_at, due_at)
      values (${product_id}, '00131', 'Анна', 5, 'Держит хорошо', true, ${came}::date, ${due}::date)`.execute(db);
    await sql`
      insert into product_questions (product_id, department_id_1c, author_name, text, is_demo, state, created_at, due_at)
      values (${product_id}, '00131', 'Анна', 'Сколько сохнет?', true, 'new', ${came}::date, ${due}::date)`.execute(db);
  }
  const promised = (rows: { due_at: Date | null }[]) => rows.map(({ due_at }) => due_at?.toLocaleDateString('sv-SE'));
  const asked = { product_id, limit: 10 };
  for (const rows of [await listForStaff(db, asked), await listQuestionsForStaff(db, asked)])
    expect(promised(rows)).toEqual(['2026-11-25', '2026-11-26', '2026-11-27']);
});
