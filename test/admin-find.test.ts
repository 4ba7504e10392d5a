import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { StaffRole } from '#modules/accounts/signed-in.ts';
import { createPageVersion } from '#modules/content/pages.ts';
import { permissions } from '#modules/staff/permissions.ts';
import { openTicket } from '#modules/support/open-ticket.ts';
import { commands } from '../admin/src/shell/commands.ts';
import { branches, call, makeAdminCast } from './admin/cast.ts';
import { testDatabase } from './support/database.ts';

const { db } = await testDatabase();
const cast = await makeAdminCast(db);
const ask = async (role: StaffRole, url: string) =>
  (await call(cast, cast.headers[role], { method: 'GET', url })).json();
const listed = async (role: StaffRole, path: string, filter: object) =>
  (await ask(role, `/api/admin/${path}?filter=${encodeURIComponent(JSON.stringify(filter))}`)).items;
const found = async (role: StaffRole, q: string): Promise<{ kind: string; title: string; to: string }[]> =>
  (await ask(role, `/api/admin/search?q=${encodeURIComponent(q)}`)).items;

const aTicket = (name: string, branch: string) =>
  db
    .transaction()
    .execute((db) =>
      openTicket(
        db,
        { user_id: null, department_id_1c: branch, origin: 'http://idd.localhost' },
        { theme: 'delivery', name, email: 'zoya.k@pochta.example', text: 'Где мой заказ?' },
      ),
    );

test('a request is found by its number, the name and the email in whatever state it is', async () => {
  const { id, number } = await aTicket('Зоя Кленова', branches.own);
  await aTicket('Пётр Дубов', branches.own);
  await db.updateTable('tickets').set({ state: 'closed' }).where('id', '=', id).execute();
  for (const q of [String(number), 'зоя', 'Zoya.k@'])
    expect(await listed('support', 'tickets', { q }), q).toContainEqual(expect.objectContaining({ number }));
  expect(await listed('support', 'tickets', { q: 'зоя' })).toHaveLength(1);
  for (const q of ['кленова', '%', '_оя', '999999999'])
    expect(await listed('support', 'tickets', { q }), q).toEqual([]);
});

test('a lead is found by its number, the end of the phone and the beginning of the name', async () => {
  const origin_id = crypto.randomUUID();
  const now = new Date();
  await db
    .insertInto('leads')
    .values({
      origin_id,
      form: 'callback',
      title: 'Обратный звонок',
      name: 'Анна Смирнова',
      phone: '+79210007788',
      department_id_1c: branches.own,
      created_at: now,
      next_try_at: now,
    })
    .execute();
  const [{ number }] = await listed('support', 'leads', { q: 'анна' });
  for (const q of [String(number), '7788', '8 (921) 000-77-88'])
    expect(await listed('support', 'leads', { q }), q).toMatchObject([{ id: origin_id }]);
  expect(await listed('support', 'leads', { q: 'смирнова' })).toEqual([]);
});

test('the search of every screen finds requests and pages, each for whoever may open it', async () => {
  const { id, number } = await aTicket('Игорь Сосна', branches.own);
  await db.transaction().execute((db) =>
    createPageVersion(db, {
      slug: 'hranenie-zakazov',
      department_id_1c: null,
      title: 'Хранение заказов',
      html: '<p>Храним заказ три дня.</p>',
    }),
  );
  expect(await found('support', String(number))).toContainEqual(
    expect.objectContaining({ kind: 'ticket', to: `/requests/tickets?q=${number}&id=${id}` }),
  );
  expect((await found('content', String(number))).filter(({ kind }) => kind === 'ticket')).toEqual([]);
  expect(await found('content', 'хранение')).toMatchObject([{ kind: 'page', to: '/content/pages/hranenie-zakazov' }]);
  expect(await found('support', 'хранение')).toEqual([]);
});

/** `forms/:code` as an expression. */
const pathPattern = (path: string) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`);

test('a command leads to a screen that is there and asks for a permission that is known', () => {
  const folder = join(import.meta.dirname, '../admin/src');
  const paths = globSync('*/*.tsx', { cwd: folder }).flatMap((file) => {
    const section = file.split('/')[0] ?? '';
    return [...readFileSync(join(folder, file), 'utf8').matchAll(/<Route\s+path="([^"]+)"/g)].map(([, path = '']) => ({
      section,
      path,
    }));
  });
  const below: Record<string, string[]> = {
    catalogue: ['catalogue', 'assortment'],
    calendar: ['calendar', 'releases'],
  };
  for (const { label, to, permission } of commands) {
    expect.soft(permissions, label).toHaveProperty([permission]);
    const [, section = '', ...rest] = to.split('?')[0]?.split('/') ?? [];
    if (rest.length === 0 || section === 'requests') continue;
    const patterns = paths.filter((one) => (below[section] ?? [section]).includes(one.section)).map(({ path }) => path);
    const isKnown = patterns.some((pattern) => pathPattern(pattern).test(rest.join('/')));
    expect.soft(isKnown, label).toBe(true);
  }
});

test('letters about orders have templates of their own, which name the order and nothing that is not known', async () => {
  const url = '/api/admin/reply-templates/orders';
  const save = async (templates: string[]) => {
    const { headers } = await call(cast, cast.headers.owner, { method: 'GET', url });
    return call(cast, cast.headers.owner, {
      method: 'PATCH',
      url,
      body: { templates },
      headers: { 'if-match': String(headers.etag) },
    });
  };
  expect((await save(['Ждём вас, {имя}'])).json().error.fields.templates).toMatch(/^Шаблон 1: Нет поля \{имя\}/);
  expect((await save(['Заказ {заказ} на {сумма} ждёт вас: {пункт}.'])).json().templates).toHaveLength(1);
  const { items } = await ask('orders', '/api/admin/reply-templates');
  expect(items.at(-1)).toMatchObject({ id: 'orders', templates: ['Заказ {заказ} на {сумма} ждёт вас: {пункт}.'] });
});
