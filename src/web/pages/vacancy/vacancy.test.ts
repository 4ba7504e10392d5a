import { expect, test } from 'vitest';
import { changeVacancy, closeVacancy, createVacancy } from '#modules/vacancies/change-vacancy.ts';
import type { VacancyInput } from '#modules/vacancies/schema.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { userAgents } from '#test/support/http.ts';
import { makeBranches } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const app = await testApp(db);

const dayMs = 86_400_000;
const aDayAgo = new Date(Date.now() - dayMs);

function post(given: Partial<VacancyInput> = {}): VacancyInput {
  return {
    department_id_1c: '00131',
    title: 'Продавец сухих смесей',
    field: 'sales',
    schedule: 'two_two',
    salary_from_kopecks: 5_200_000,
    salary_to_kopecks: 6_800_000,
    duties: '<p>Считать расход</p><script>alert(1)</script>',
    terms: '<ul><li>Смены по 11 часов</li></ul>',
    ...given,
  };
}

const seller = await createVacancy(db, post(), aDayAgo);
const driver = await createVacancy(
  db,
  post({ title: 'Водитель', field: 'delivery', schedule: 'five_two', salary_to_kopecks: null }),
  aDayAgo,
);
const pointKeeper = await createVacancy(
  db,
  post({ title: 'Сотрудник пункта выдачи', field: 'service', department_id_1c: '00132' }),
  aDayAgo,
);
const elsewhere = await createVacancy(db, post({ title: 'Кассир Череповца', department_id_1c: '00052' }), aDayAgo);

async function open(url: string, host = 'idd.localhost') {
  return app.inject({ url, headers: { host, 'user-agent': userAgents.desktop } });
}

function titles(html: string): string[] {
  return [...html.matchAll(/<h[34] class="vac__title"><a [^>]*>([^<]+)</g)].map(([, title]) => title ?? '');
}

function postings(html: string) {
  return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
    .map(([, text]) => JSON.parse(text ?? ''))
    .filter((data) => data['@type'] === 'JobPosting');
}

test('[S2-11] the list shows this city’s posts with salary, pickup points’ among them, others by the city filter', async () => {
  const own = await open('/vacancy/');
  expect(own.statusCode).toBe(200);
  expect(titles(own.body).sort()).toEqual(['Водитель', 'Продавец сухих смесей', 'Сотрудник пункта выдачи']);
  expect(own.body).toContain('от 52 000 до 68 000 ₽');
  expect(own.body).toContain('<link rel="canonical" href="http://idd.localhost/vacancy/"/>');
  const other = await open('/vacancy/?city=cherepovets');
  expect(titles(other.body)).toEqual(['Кассир Череповца']);
  // The people of that branch read the answers, so its posts live on its host.
  expect(other.body).toContain(`href="http://cherepovets.idd.localhost/vacancy/${elsewhere}/"`);
  expect(other.body).toContain('content="noindex,follow"');
  const all = (await open('/vacancy/?city=all')).body;
  expect(titles(all)).toHaveLength(4);
  expect(all.split('Кассир Череповца'), 'in its list and once in the data of the page').toHaveLength(3);
  // By towns, the own one first and open; the others are folded.
  expect(
    [...all.matchAll(/<details class="vacancies__town"( open="")?><summary><h3>([^<]+)</g)].map(([, open, town]) => [
      town,
      open !== undefined,
    ]),
  ).toEqual([
    ['Вологда', true],
    ['Череповец', false],
  ]);
});

test('[S2-11] filters are links with exact counts; a value that would show nothing is no link', async () => {
  const { body } = await open('/vacancy/?field=sales');
  expect(titles(body)).toEqual(['Продавец сухих смесей']);
  const group = (name: string) => body.split(`>${name}</h2>`)[1]?.split('</ul>')[0] ?? '';
  expect(group('Направление')).toMatch(/href="\/vacancy\/\?field=delivery"[^>]*>Доставка<span class="n">1</);
  expect(group('Направление')).toMatch(/<span class="vacancies__off">Склад<span class="n">0</);
  expect(group('Направление')).toMatch(/aria-current="true"[^>]*>Торговый зал/);
  // The other groups count within the chosen one.
  expect(group('График')).toMatch(/field=sales&amp;schedule=two_two"[^>]*>2\/2<span class="n">1</);
  expect(group('График')).toMatch(/<span class="vacancies__off">5\/2</);
  expect(group('Город')).toMatch(/city=all&amp;field=sales"[^>]*>Все города<span class="n">2</);
  const none = await open('/vacancy/?schedule=flexible');
  expect(none.body).toContain('Таких вакансий сейчас нет.');
  expect(none.body).toContain('href="/vacancy/?city=all"');
});

test('[S2-11] a post shows duties and terms without scripts, its place and salary, and says the same as JobPosting', async () => {
  const { statusCode, body } = await open(`/vacancy/${seller}/`);
  expect(statusCode).toBe(200);
  expect(body).toContain('<p>Считать расход</p>');
  expect(body).toContain('<li>Смены по 11 часов</li>');
  expect(body).not.toContain('alert(1)');
  expect(body).toContain('Вологда, ул. Гончарная, 2');
  const [data] = postings(body);
  expect(data).toMatchObject({
    title: 'Продавец сухих смесей',
    employmentType: 'FULL_TIME',
    datePosted: aDayAgo.toISOString(),
    baseSalary: { currency: 'RUB', value: { minValue: 52_000, maxValue: 68_000, unitText: 'MONTH' } },
    jobLocation: { address: { addressLocality: 'Вологда', streetAddress: 'ул. Гончарная, 2' } },
  });
  expect(data.description).not.toContain('script');
  // Others of this city stand first, the same work elsewhere after them.
  const similar = titles(body);
  expect(similar.slice(0, 2).sort()).toEqual(['Водитель', 'Сотрудник пункта выдачи']);
  expect(similar.slice(2)).toEqual(['Кассир Череповца']);
  const [one] = postings((await open(`/vacancy/${driver}/`)).body);
  expect(one.baseSalary.value).toEqual({ '@type': 'QuantitativeValue', minValue: 52_000, unitText: 'MONTH' });
  expect((await open(`/vacancy/${pointKeeper}/`)).body).toContain('Вологда, Окружное шоссе, 13');
});

test('[S2-11] a post opened on another branch’s host moves to its own; an unknown one is not found', async () => {
  const answer = await open(`/vacancy/${seller}/`, 'cherepovets.idd.localhost');
  expect([answer.statusCode, answer.headers.location]).toEqual([301, `http://idd.localhost/vacancy/${seller}/`]);
  for (const id of ['999999', '0', 'x', '1e3', `${seller}x`, '9'.repeat(30)])
    expect([id, (await open(`/vacancy/${id}/`)).statusCode]).toEqual([id, 404]);
});

test('[S2-11] a closed post says so, is not indexed and stands in no list; so does one whose term is over', async () => {
  const taken = await createVacancy(db, post({ title: 'Уже занята' }), aDayAgo);
  const late = await createVacancy(
    db,
    post({ title: 'Срок прошёл', valid_until: new Date(Date.now() - 1_000) }),
    aDayAgo,
  );
  await closeVacancy(db, taken);
  for (const id of [taken, late]) {
    const { statusCode, body } = await open(`/vacancy/${id}/`);
    expect(statusCode).toBe(200);
    expect(body).toContain('Вакансия закрыта');
    expect(body).toContain('content="noindex,follow"');
    expect(body).not.toContain('rel="canonical"');
    expect(postings(body)).toEqual([]);
  }
  expect(titles((await open('/vacancy/?city=all&field=sales')).body)).toEqual(
    expect.not.arrayContaining(['Уже занята', 'Срок прошёл']),
  );
});

test('a changed post keeps its date of publishing; what cannot be shown is refused with words', async () => {
  const id = await createVacancy(db, post(), aDayAgo);
  await changeVacancy(db, id, post({ title: 'Старший продавец' }));
  const row = await db.selectFrom('vacancies').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect([row.title, row.published_at]).toEqual(['Старший продавец', aDayAgo]);
  expect(row.changed_at.getTime()).toBeGreaterThan(aDayAgo.getTime());
  await closeVacancy(db, id);
  const unpaid = post({ salary_from_kopecks: null, salary_to_kopecks: null });
  await expect(createVacancy(db, unpaid)).rejects.toMatchObject({ code: 'bad_input', message: /зарплату/ });
  await expect(createVacancy(db, post({ salary_to_kopecks: 1 }))).rejects.toMatchObject({ code: 'bad_input' });
  await expect(createVacancy(db, post({ department_id_1c: '99999' }))).rejects.toMatchObject({
    code: 'unknown_department',
  });
  await expect(changeVacancy(db, 999_999, post())).rejects.toMatchObject({ code: 'not_found' });
  await expect(closeVacancy(db, 999_999)).rejects.toMatchObject({ code: 'not_found' });
});
