import { expect, test } from 'vitest';
import { offersOf } from '#modules/catalogue/offers.ts';
import { listDepartments, priceContextOf } from '#modules/departments/queries.ts';
import { demoDatabase } from '#test/support/demo-database.ts';
import { judgedLines } from '#test/support/estimate-lines.ts';
import { matchedRows } from './make-estimate.ts';
import { matchLines } from './match-lines.ts';
import { readLines } from './read-lines.ts';
import { countOfAmount } from './unit-family.ts';

const { db } = await demoDatabase();
const vologda = (await listDepartments(db)).find((department) => department.id_1c === '00131')!;
const priceContext = priceContextOf(vologda);
const names = new Map(
  (await db.selectFrom('products').select(['id', 'name']).execute()).map((row) => [row.id, row.name]),
);

test('[S2-26] forty typed lines on the demo shop: the first product fits, a sure mark is never wrong, the right one is offered', async () => {
  const lines = readLines(judgedLines.map(({ line }) => line).join('\n'));
  expect(lines).toHaveLength(40);
  const matches = await matchLines(
    db,
    priceContext,
    lines.map((line) => line.name),
  );
  const fits = (at: number, id: number | undefined) =>
    id !== undefined && (judgedLines[at]!.fits?.every((pattern) => pattern.test(names.get(id)!)) ?? false);
  const kept = judgedLines.flatMap(({ fits }, at) => (fits ? [at] : []));
  const first = kept.filter((at) => fits(at, matches[at]!.candidates[0]));
  const offered = kept.filter((at) => matches[at]!.candidates.some((id) => fits(at, id)));
  const believed = matches.flatMap(({ confidence }, at) =>
    confidence === 'exact' || confidence === 'sure' ? [at] : [],
  );
  const trusted = matches.flatMap(({ confidence }, at) =>
    confidence !== 'doubtful' && confidence !== 'none' ? [at] : [],
  );
  const missed = kept.filter((at) => !first.includes(at));
  console.info(
    `Смета из 40 строк: первый товар верен в ${first.length} из ${kept.length}, верный предложен в ${offered.length}, «точно» и «по артикулу» ${believed.length}, «есть выбор» ${trusted.length - believed.length}; мимо: ${missed.map((at) => `${judgedLines[at]!.line} → ${names.get(matches[at]!.candidates[0] ?? 0)}`).join(' | ')}`,
  );
  expect(believed.filter((at) => !fits(at, matches[at]!.candidates[0]))).toEqual([]);
  expect(trusted.filter((at) => !fits(at, matches[at]!.candidates[0])).map((at) => judgedLines[at]!.line)).toEqual([]);
  // What the shop does not keep is never put forward as found.
  for (const [at, { fits, line }] of judgedLines.entries())
    if (!fits) expect(['doubtful', 'none'], line).toContain(matches[at]!.confidence);
  expect(first.length).toBeGreaterThanOrEqual(37);
  expect(offered.length).toBeGreaterThanOrEqual(37);
});

test('[S2-26] amounts become sales units of the product', async () => {
  const lines = readLines(judgedLines.map(({ line }) => line).join('\n'));
  const matches = await matchLines(
    db,
    priceContext,
    lines.map((line) => line.name),
  );
  const offers = await offersOf(
    db,
    priceContext,
    matches.flatMap(({ candidates }) => candidates.slice(0, 1)),
  );
  const counted = judgedLines.flatMap(({ count, line }, at) => {
    const offer = offers.get(matches[at]!.candidates[0] ?? 0);
    return count === undefined || !offer
      ? []
      : [[line, countOfAmount(lines[at]!.amount, lines[at]!.unit, offer).count, count]];
  });
  for (const [line, got, count] of counted) expect(got, `${line}`).toBe(count);
  expect(counted.length).toBeGreaterThan(25);
});

test('[S2-26] what is only made for the thing is never chosen for it, and nothing that must be looked at is ticked', async () => {
  const lines = readLines('Унитаз компакт 1 шт\nУтеплитель 50 мм 30 м2\nГипсокартон для потолка 12,5 30 м3');
  const rows = await matchedRows(db, priceContext, lines);
  for (const row of rows) {
    expect(row.is_taken, row.name).toBe(false);
    expect(names.get(row.product_id ?? 0) ?? '', row.name).not.toMatch(/^(Гель|Клей)/);
  }
});

test('[S2-26] a synonym of the branch proposes what is meant, to be looked at; of kinds that differ the usual one comes first', async () => {
  const lines = readLines('Утеплитель 50 мм 30 м2\nГКЛ 12,5 мм 40 листов\nГКЛВ 12,5 мм 10 листов');
  const rows = await matchedRows(db, priceContext, lines);
  const first = rows.map(({ product_id }) => names.get(product_id ?? 0) ?? '');
  expect(first).toEqual([
    expect.stringMatching(/^(?:Минеральная вата|Экструзионный пенополистирол)/),
    expect.stringMatching(/^Гипсокартон обычный/),
    expect.stringMatching(/^Гипсокартон влагостойкий/),
  ]);
  expect(rows.map(({ confidence }) => confidence)).toEqual(['doubtful', 'choice', 'choice']);
});
