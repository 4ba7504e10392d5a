import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { openPost } from '#integrations/mail/client.ts';
import { composeEmail, drawEmail, shopLines } from '#modules/mail/email.ts';
import { sendMail, storeMail } from '#modules/mail/mails.ts';
import { logoForEmail } from '#modules/settings/logo-file.ts';
import { readSettings } from '#modules/settings/read-setting.ts';
import { saveSetting } from '#modules/settings/save-setting.ts';
import { type SettingKey, unsetSettings } from '#modules/settings/schema.ts';
import { openTicket } from '#modules/support/open-ticket.ts';
import { keepUpload } from '#modules/uploads/uploads.ts';
import { filesFolder } from '#platform/files-mark.ts';
import { type AdminCast, call, makeAdminCast } from './admin/cast.ts';
import { signedIn } from './support/accounts.ts';
import { testDatabase } from './support/database.ts';
import { testFolder } from './support/folder.ts';
import { testSmtp } from './support/smtp.ts';

const { db } = await testDatabase();
const dataDir = await testFolder();
let cast: AdminCast;
beforeAll(async () => {
  cast = await makeAdminCast(db, { DATA_DIR: dataDir });
});

/** The owner saves fields of a group, as the screen does. */
async function save(key: SettingKey, fields: object, cookie = cast.headers.owner) {
  const url = `/api/admin/settings/${key}`;
  const read = await call(cast, cast.headers.owner, { method: 'GET', url });
  const answer = await call(cast, cookie, {
    method: 'PATCH',
    url,
    body: fields,
    headers: { 'if-match': String(read.headers.etag) },
  });
  return { status: answer.statusCode, ...answer.json() };
}
const all = async () =>
  (await call(cast, cast.headers.owner, { method: 'GET', url: '/api/admin/settings' })).json().items;
const me = (cookie: string) => call(cast, cookie, { method: 'GET', url: '/api/admin/me' });
const lines = () =>
  db.selectFrom('audit_log').select(['record_id', 'words', 'after']).where('resource', '=', 'settings').execute();

test('[2.15] a value beyond its bounds is refused at its field, in words, and nothing changes', async () => {
  const wrong: [SettingKey, object, Record<string, string>][] = [
    ['reservation_terms', { online_minutes: 1 }, { online_minutes: 'Минимум 5' }],
    ['reservation_terms', { large_stock_percent: 101 }, { large_stock_percent: 'Максимум 100' }],
    ['company_terms', { check_working_days: 31 }, { check_working_days: 'Максимум 30' }],
    ['support_terms', { answer_working_days: 0 }, { answer_working_days: 'Минимум 1' }],
    ['support_terms', { copy_email: 'почта' }, { copy_email: 'Неверный формат' }],
    ['review_terms', { photos: 4 }, { photos: 'Максимум 3' }],
    ['review_terms', { invite_after_days: 'пять' }, { invite_after_days: 'Укажите целое число' }],
    ['form_terms', { kept_days: 5 }, { kept_days: 'Минимум 30' }],
    ['mail', { sender_name: 'Домик <a@b.ru>' }, { sender_name: 'Без знаков < > " @' }],
    ['mail', { reply_to: 'почта' }, { reply_to: 'Неверный формат' }],
    ['security', { second_factor_hours: 48 }, { second_factor_hours: 'Максимум 24' }],
    ['security', { networks: ['дом'] }, { networks: 'Адрес или сеть: 192.0.2.10 или 192.0.2.0/24' }],
  ];
  const before = await all();
  for (const [key, fields, problems] of wrong) {
    const { status, error } = await save(key, fields);
    expect([key, status, error?.fields]).toEqual([key, 422, problems]);
  }
  expect(await all()).toEqual(before);
  expect(await lines()).toEqual([]);
});

test('the promised term of an answer is what the owner set, and whom they named gets the email beside the branch', async () => {
  const friday = new Date('2026-11-20T15:00:00Z');
  const open = () =>
    db
      .transaction()
      .execute((db) =>
        openTicket(
          db,
          { user_id: null, department_id_1c: '00131', origin: 'http://idd.localhost' },
          { theme: 'site', name: 'Гость', email: 'guest@pochta.example' },
          friday,
        ),
      );
  await db.updateTable('departments').set({ email: 'vologda@idd.example' }).where('id_1c', '=', '00131').execute();
  const first = await open();
  expect((await save('support_terms', { answer_working_days: 3, copy_email: 'Help@idd.example' })).status).toBe(200);
  const second = await open();
  const days = (second.answer_due_at.getTime() - first.answer_due_at.getTime()) / 86_400_000;
  expect(days).toBe(2);
  const emails = await db.selectFrom('mails').select(['key', 'to_address']).orderBy('id').execute();
  expect(emails).toEqual([
    { key: `ticket ${first.id} opened`, to_address: 'vologda@idd.example' },
    { key: `ticket ${second.id} opened`, to_address: 'vologda@idd.example' },
    { key: `ticket ${second.id} opened copy`, to_address: 'Help@idd.example' },
  ]);
  expect(await lines()).toMatchObject([
    {
      record_id: 'support_terms',
      words: 'Настройки «Поддержка» изменены',
      after: { answer_working_days: 3, copy_email: 'Help@idd.example' },
    },
  ]);
});

test('[S6-05] the code of the app holds so long as the owner set, and so does the idle screen', async () => {
  const { header, session_id } = cast.staff.content;
  const shownAgo = (hours: number) =>
    db
      .updateTable('sessions')
      .set({ second_factor_at: new Date(Date.now() - hours * 3_600_000) })
      .where('id', '=', session_id)
      .execute();
  await shownAgo(3);
  expect((await me(header)).json()).toMatchObject({ idle_minutes: 60 });
  expect((await save('security', { second_factor_hours: 2, idle_minutes: 15 })).status).toBe(200);
  expect((await me(header)).json().error.code).toBe('second_factor_needed');
  await shownAgo(1);
  const { second_factor_until, idle_minutes } = (await me(header)).json();
  expect(idle_minutes).toBe(15);
  expect(Date.parse(second_factor_until) - Date.now()).toBeGreaterThan(3_500_000);
  expect(Date.parse(second_factor_until) - Date.now()).toBeLessThan(3_600_001);
});

test('a session of staff ends so many days after its sign-in as the owner set; a buyer’s does not', async () => {
  expect((await save('security', { session_days: 1 })).status).toBe(200);
  const endOf = async (user_id: string) => {
    const { session_id } = await signedIn(db, { id: user_id });
    const { expires_at } = await db
      .selectFrom('sessions')
      .select('expires_at')
      .where('id', '=', session_id)
      .executeTakeFirstOrThrow();
    return Math.round((expires_at.getTime() - Date.now()) / 86_400_000);
  };
  // What was set reaches the process's own copy with its notification.
  await expect.poll(() => endOf(cast.staff.content.id)).toBe(1);
  expect(await endOf(cast.buyer.id)).toBe(30);
});

test('the back office opens from the owner’s networks alone, and the owner cannot shut themselves out', async () => {
  const shut = await save('security', { networks: ['203.0.113.0/24'] });
  expect([shut.status, shut.error.fields]).toEqual([
    422,
    { networks: 'Так вы сами не войдёте: добавьте свой адрес, 127.0.0.1' },
  ]);
  expect((await me(cast.headers.content)).statusCode).toBe(200);
  expect((await save('security', { networks: ['203.0.113.0/24', '127.0.0.1'] })).status).toBe(200);
  expect((await me(cast.headers.content)).statusCode).toBe(200);
  const open = (networks: string[]) =>
    db.transaction().execute((db) => saveSetting(db, 'security', { ...unsetSettings.security, networks }));
  await open(['203.0.113.0/24']);
  const words = 'Управление магазином открыто только из сетей магазина. Ваш адрес: 127.0.0.1';
  for (const url of ['/api/admin/me', '/api/admin/orders', '/api/admin/openapi.json']) {
    const answer = await call(cast, cast.headers.owner, { method: 'GET', url });
    expect([url, answer.statusCode, answer.json().error]).toMatchObject([
      url,
      403,
      { code: 'forbidden', message: words },
    ]);
  }
  const code = { method: 'POST', url: '/api/admin/second-factor', body: { code: '000000' } } as const;
  expect((await call(cast, cast.headers.late, code)).json().error.message).toBe(words);
  // The shop itself stays open to them.
  const page = await cast.app.inject({ url: '/', headers: { host: 'idd.localhost', cookie: cast.headers.owner } });
  expect(page.statusCode).toBe(200);
  await open([]);
});

test('[2.14] what the shop leads of all goods of a base is set at its node, said in words and taken back', async () => {
  const made = await call(cast, cast.headers.owner, {
    method: 'POST',
    url: '/api/admin/onec-nodes',
    body: { login: 'base', name: 'Основная база' },
  });
  const url = `/api/admin/onec-nodes/${made.json().id}`;
  const set = async (body: object) => {
    const { headers } = await call(cast, cast.headers.owner, { method: 'GET', url });
    return call(cast, cast.headers.owner, {
      method: 'PATCH',
      url,
      body,
      headers: { 'if-match': String(headers.etag) },
    });
  };
  const saved = await set({ own_fields: ['name', 'images'] });
  expect(saved.json().own_fields).toEqual(['images', 'name']);
  expect((await set({ own_fields: ['price'] })).statusCode).toBe(422);
  expect((await set({ own_fields: ['name'] })).json().own_fields).toEqual(['name']);
  const written = await db
    .selectFrom('audit_log')
    .select(['id', 'words', 'after'])
    .where('resource', '=', 'onec-nodes')
    .orderBy('id')
    .execute();
  expect(written.slice(1)).toMatchObject([
    {
      words: 'Узел обмена «Основная база»: магазин ведёт сам: название, изображения',
      after: { own_fields: ['images', 'name'] },
    },
    { words: 'Узел обмена «Основная база»: магазин ведёт сам: название', after: { own_fields: ['name'] } },
  ]);
  const undone = await call(cast, cast.headers.owner, {
    method: 'POST',
    url: `/api/admin/audit/${written.at(-1)?.id}/undo`,
  });
  expect(undone.statusCode).toBe(200);
  const { json } = await call(cast, cast.headers.owner, { method: 'GET', url });
  expect(json().own_fields).toEqual(['images', 'name']);
});

test('[2.16] the owner’s logo stands in the header of every page with the shop’s name; without it the drawing does', async () => {
  const page = async (agent = '') =>
    (await cast.app.inject({ url: '/', headers: { host: 'idd.localhost', 'user-agent': agent } })).body;
  expect(await page()).not.toContain('s_200x72');
  const picture = async (width: number, height: number) => {
    const bytes = await sharp({ create: { width, height, channels: 4, background: '#0f5a47' } })
      .png()
      .toBuffer();
    const given = { name: `logo-${width}.png`, bytes, staff_user_id: cast.staff.owner.id };
    return (await keepUpload(db, filesFolder(dataDir), given)).file;
  };
  const unknown = 'uploads/ab/abababababababababababababababab.webp';
  for (const [logo, words] of [
    ['https://idd.example/logo.png', 'Загрузите изображение'],
    [unknown, 'Загрузите изображение ещё раз'],
    [await picture(60, 20), 'Нужен логотип шириной от 100 точек, не выше своей ширины'],
    [await picture(200, 300), 'Нужен логотип шириной от 100 точек, не выше своей ширины'],
  ]) {
    const { status, error } = await save('company', { logo });
    expect([logo, status, error?.fields]).toEqual([logo, 422, { logo: words }]);
  }
  const logo = await picture(400, 144);
  expect((await save('company', { logo })).value).toMatchObject({ logo });
  const { linked_at } = await db
    .selectFrom('uploads')
    .select('linked_at')
    .where('file', '=', logo)
    .executeTakeFirstOrThrow();
  expect(linked_at).not.toBeNull();
  const shown = `src="/_ipx/f_webp&amp;q_70&amp;s_200x72&amp;fit_contain&amp;b_ffffff/${logo}" alt="ООО «ИДД», на главную"`;
  const mobile = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605 Mobile/15E148';
  // Whatever its shape, it takes the place of the drawing: nothing moves.
  const square = await picture(150, 150);
  const proxied = await cast.app.inject({
    url: `/_ipx/f_webp&q_70&s_200x72&fit_contain&b_ffffff/${square}`,
    headers: { host: 'idd.localhost' },
  });
  const { width = 0, height = 1 } = await sharp(proxied.rawPayload).metadata();
  expect(width / height).toBeCloseTo(200 / 72, 1);
  const [desktop, phone] = [await page(), await page(mobile)];
  expect(desktop).toContain(`${shown} width="100" height="36"`);
  expect(phone).toContain(`${shown} width="80" height="29"`);

  const { html } = drawEmail(composeEmail('Тема', 'Тема', [], shopLines), (await readSettings(db)).company);
  expect(html).toContain('<img src="cid:shop-logo" alt="ООО «ИДД»" height="36"');
  const png = await logoForEmail(filesFolder(dataDir), logo);
  expect(await sharp(png ?? undefined).metadata()).toMatchObject({ format: 'png', height: 72, width: 200 });
  expect(await logoForEmail(filesFolder(dataDir), unknown)).toBeNull();

  expect((await save('company', { logo: null })).status).toBe(200);
  expect(await page()).not.toContain('s_200x72');
});

test('emails come under the name that the owner set, and answers go where the owner said', async () => {
  await save('mail', { sender_name: 'Лавка «Гвоздь»', reply_to: 'office@idd.example' });
  const post = await testSmtp();
  await storeMail(db, 'named', 'anna@pochta.example', composeEmail('Проба', 'Проба', [], shopLines));
  const { id } = await db.selectFrom('mails').select('id').where('key', '=', 'named').executeTakeFirstOrThrow();
  const logo = Buffer.from('png');
  const { sender_name } = (await readSettings(db)).mail;
  await sendMail(db, id, openPost(post.url, 'ИДД <zakaz@idd.example>', { sender_name, logo }));
  await expect.poll(() => post.received.length).toBe(1);
  const data = post.received[0]?.data ?? '';
  expect(post.received[0]?.from).toBe('zakaz@idd.example');
  const from = /^From: =\?UTF-8\?[BQ]\?\S+\?= <zakaz@idd\.example>$/im;
  expect(data.replaceAll('\r', '')).toMatch(from);
  expect(data).toContain('Reply-To: office@idd.example');
  // This email shows no logo, so none travels with it.
  expect(data).not.toContain('shop-logo');
});
