import { expect, test } from 'vitest';
import { listDepartments, priceContextOf } from '#modules/departments/queries.ts';
import { demoDatabase } from '#test/support/demo-database.ts';
import best from '../bench/relevance/best.json' with { type: 'json' };
import { judge, readGoods } from '../bench/relevance/judge.ts';
import { changesFrom, measure, tableOf } from '../bench/relevance/measure.ts';
import { queries } from '../bench/relevance/queries.ts';

const { db } = await demoDatabase();
const main = (await listDepartments(db)).find((department) => department.is_main)!;
const priceContext = priceContextOf(main);

test('[S7-30] the relevance set holds 300 different queries or more, and each about goods names some that the demo shop sells', async () => {
  const goods = await readGoods(db, priceContext.price_column);
  const judged = Object.values(queries).flat();
  expect(new Set(judged.map(([text]) => text)).size).toBe(judged.length);
  expect(judged.length).toBeGreaterThanOrEqual(300);
  const unanswered = judged.filter(([, judgement]) => {
    const expected = judge(judgement, goods);
    return expected.kind === 'goods' && ![...expected.grades.values()].includes(3);
  });
  expect(unanswered).toEqual([]);
});

test('[S7-30] nDCG@10, recall, empty answers and right first answers stand at their best values, kind by kind', async () => {
  const { worse, better } = changesFrom(best, tableOf(await measure(db, priceContext)));
  if (better.length > 0)
    console.info(
      `Search has become better. Raise the best values: npm run bench -- relevance --save\n  ${better.join('\n  ')}`,
    );
  expect(worse).toEqual([]);
});
