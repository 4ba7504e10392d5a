import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { draftArticle, saveTopic, scheduleArticle } from '#modules/blog/change-article.ts';
import { publishLanding, saveLanding, writeLandingPage } from '#modules/landings/change-landing.ts';
import { createVacancy } from '#modules/vacancies/change-vacancy.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches } from '#test/support/shop.ts';
import { checkTexts } from './check-texts.ts';
import { createPageVersion, publishPageVersion } from './pages.ts';
import { countTextFindings, type FindingKind, listTextFindings } from './text-findings.ts';

const { db } = await testDatabase();
await makeBranches(db);
const now = new Date('2026-11-26T12:00:00Z');

async function found(branches: string[] | null = null, kind?: FindingKind[]) {
  const { findings } = await listTextFindings(db, { branches, kind }, { limit: 100, offset: 0 });
  return findings.map(({ kind, name, problems }) => [
    `${kind} ${name}`,
    ...problems.map(({ place, words }) => `${place}: ${words}`),
  ]);
}

async function page(slug: string, html: string, department_id_1c: string | null = null) {
  const { id } = await createPageVersion(db, { slug, title: `О ${slug}`, html, department_id_1c });
  await publishPageVersion(db, id, {}, now);
}

test('every kind of text is read, with the place where something is wrong; drafts and what is over are not', async () => {
  await page('hranenie', '<p>Заберите в Вологде.</p><p>Храним 3-5 дней.</p>');
  await createPageVersion(db, { slug: 'hranenie', title: 'Черновик', html: '<p>Черновик 3-5</p>' });
  await page('dostavka', '<p>Едем из Вологда.</p>', '00052');
  const block = { type: 'html', html: '<h2>Размеры</h2><p>Плита 600х600.</p>' } as const;
  await saveTopic(db, { slug: 'remont', name: 'Ремонт' });
  const by = { topic: 'remont', author: 'Редакция' };
  const article = { slug: 'kley', title: 'Какой клей', lead: 'Коротко: undefined.', blocks: [block], ...by };
  const id = await draftArticle(db, { ...article, department_id_1c: null }, now);
  await draftArticle(db, { ...article, slug: 'kley-2', title: 'Черновик', department_id_1c: null }, now);
  await scheduleArticle(db, id, now, now);
  await saveLanding(db, { slug: 'zima', name: 'Зима' });
  await writeLandingPage(db, 'zima', {
    title: 'Зима',
    description: '',
    blocks: [{ type: 'html', html: '<p>С %s</p>' }],
  });
  await publishLanding(db, 'zima', now);
  await createVacancy(db, {
    ...{ title: 'Кладовщик', department_id_1c: '00131', field: 'warehouse', schedule: 'two_two' },
    ...{ salary_from_kopecks: 6_000_000, duties: '<p>Собирать {заказы}.</p>', terms: '<p>Два через два.</p>' },
  });
  await sql`insert into seo_texts (kind, title) values ('home', 'Один на всех')`.execute(db);

  expect(await countTextFindings(db, null), 'nothing was checked yet').toBeNull();
  expect(await checkTexts(db, now)).toBe(6);
  expect(await found()).toEqual([
    ['seo Главная', 'Заголовок в поиске (title): Одинаков во всех филиалах: добавьте город'],
    [
      'article Какой клей',
      'Вступление: осталась заготовка: «undefined»',
      'Текст: между размерами ставим ×: «Плита 600х600.»',
    ],
    ['landing Зима', 'Текст: осталась заготовка: «%s»'],
    ['page О dostavka', 'Текст: падеж: нужно «Вологды»: «из Вологда»'],
    ['page О hranenie', 'Текст: между числами ставим –: «Храним 3-5 дней.»'],
    ['vacancy Кладовщик', 'Обязанности: осталась заготовка: «{заказы}»'],
  ]);
  // A branch sees what is common and its own.
  expect((await found(['00131'], ['page', 'vacancy'])).map(([name]) => name)).toEqual([
    ...['page О hranenie', 'vacancy Кладовщик'],
  ]);
  expect(await countTextFindings(db, ['00131'])).toEqual({ count: 5, checked_at: now });
});

test('the next check takes the place of the last one, also when it finds nothing', async () => {
  await sql`delete from vacancies`.execute(db);
  await sql`delete from seo_texts`.execute(db);
  await page('hranenie', '<p>Храним три дня.</p>');
  const later = new Date('2026-11-27T12:00:00Z');
  expect(await checkTexts(db, later)).toBe(3);
  expect((await found()).map(([name]) => name)).toEqual(['article Какой клей', 'landing Зима', 'page О dostavka']);
  const { check } = await listTextFindings(db, { branches: null }, { limit: 1, offset: 0 });
  expect(check).toMatchObject({ checked_at: later, left_out: 0 });
  for (const table of ['articles', 'landings', 'pages'] as const) await db.deleteFrom(table).execute();
  expect(await checkTexts(db, later)).toBe(0);
  expect(await countTextFindings(db, null)).toEqual({ count: 0, checked_at: later });
});

test('one bad habit fills neither the screen nor the table', async () => {
  await page('mnogo', Array.from({ length: 60 }, (_, n) => `<p>Строка ${n}: храним 3-5 дней.</p>`).join(''));
  for (let n = 0; n < 1_005; n++) await page(`pusto-${n}`, '<p>Храним 3-5 дней.</p>');
  await checkTexts(db, now);
  const { findings, counts, check } = await listTextFindings(db, { branches: null }, { limit: 5, offset: 0 });
  expect(counts).toEqual([{ kind: 'page', count: 1_000 }]);
  expect(check?.left_out).toBe(6);
  const many = findings.find(({ record_id }) => record_id === 'mnogo')!;
  expect(many.problems).toHaveLength(21);
  expect(many.problems.at(-1)).toEqual({ place: 'Ещё', words: 'таких замечаний: 40' });
});
