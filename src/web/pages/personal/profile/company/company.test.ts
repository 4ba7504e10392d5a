import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { listOwnCompanies } from '#modules/accounts/companies.ts';
import {
  activateCompany,
  dropMember,
  listCompanies,
  putMember,
  suspendCompany,
} from '#modules/accounts/company-management.ts';
import { readSignedIn } from '#modules/accounts/signed-in.ts';
import { saveSetting } from '#modules/settings/save-setting.ts';
import { isBusinessBuyer } from '#modules/visitors/resolve-request-context.ts';
import { localTime } from '#shared/zoned-time.ts';
import { joinCompany, makeCompany, makeUser, signedIn, signInVisitor } from '#test/support/accounts.ts';
import { testApp } from '#test/support/app.ts';
import { testDadata } from '#test/support/dadata.ts';
import { testDatabase } from '#test/support/database.ts';
import { formVisitor } from '#test/support/form-visitor.ts';
import { makeBranches } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const dadata = await testDadata();
const app = await testApp(db, dadata.environment);
const url = '/personal/profile/company/';
const activate = (inn: string, given = {}) => db.transaction().execute((db) => activateCompany(db, inn, given));

async function visitorOf(user: { id: string }) {
  const visitor = formVisitor(app);
  await signInVisitor(db, visitor, user);
  return visitor;
}

type Visitor = Awaited<ReturnType<typeof visitorOf>>;
const send = (visitor: Visitor, intent: string, fields: Record<string, string | number>) =>
  visitor.post(url, { intent, ...fields });
const rolesOf = async (company_id: number) =>
  Object.fromEntries(
    (
      await sql<{ full_name: string; role: string }>`
      select u.full_name, m.role from company_members m join users u on u.id = m.user_id
      where m.company_id = ${company_id} order by m.created_at`.execute(db)
    ).rows.map((row) => [row.full_name, row.role]),
  );
const mailTo = async (email: string) =>
  (
    await db
      .selectFrom('mails')
      .select(['subject', 'text'])
      .where('to_address', '=', email)
      .orderBy('id', 'desc')
      .execute()
  )[0];
const linkIn = (text: string) => /\/personal\/profile\/company\/\?invitation=\S+/.exec(text)?.[0] ?? '';

let made = 0;
/** A checked firm of its own ИНН with its owner signed in. */
async function firmWithOwner() {
  const inn = ['7707083893', '7736207543', '3525000006', '3528000004', '773006366201', '352500000010', '3525100018'][
    made++
  ]!;
  const owner = await makeUser(db, { full_name: `Владелец ${made}` });
  const company = await makeCompany(db, { inn, kpp: null, name: `ООО «Фирма ${made}»` });
  await joinCompany(db, owner, company, 'owner');
  return { owner, company, inn, visitor: await visitorOf(owner) };
}

test('[S6-02] a guest is led to sign in and back', async () => {
  const page = await formVisitor(app).get(url);
  expect(page.status).toBe(302);
  expect(page.location).toContain(encodeURIComponent(url));
});

describe('a firm by its ИНН', () => {
  test('[S6-03] is filled in by the register, waits for a check at retail prices, and opens when a manager activated it', async () => {
    const user = await makeUser(db, { full_name: 'Пётр Иванов', email: 'petr@vega.example' });
    const visitor = await visitorOf(user);
    await saveSetting(db, 'company_terms', { check_working_days: 2, shows_example: false });
    const asked = await visitor.get(`${url}?inn=7721581040`);
    expect(asked.text).toContain('10 цифр у организации, 12 у предпринимателя');
    expect(asked.text).toContain('Менеджер проверит организацию за 2 рабочих дня');
    expect(asked.html).toContain('value="ООО &quot;Вега&quot;"');
    expect(asked.html).toContain('value="1027700229193"');
    const fields = {
      inn: '7721 581040',
      name: 'ООО "Вега"',
      kpp: '772101001',
      ogrn: '1027700229193',
      legal_address: 'Москва',
    };
    const added = await send(visitor, 'add', fields);
    expect(added.status).toBe(303);
    const page = await visitor.get(added.location!.split('#')[0]!);
    expect(page.text).toContain('Заявка принята. Проверим её за 2 рабочих дня и напишем на почту');
    expect(page.html.indexOf('<h1'), 'a heading stands above what was done').toBeLessThan(
      page.html.indexOf('Заявка принята'),
    );
    expect(page.text).toContain('Ждёт проверки');
    expect(visitor.cookies.get('signed')).toBe('user');
    const { session_id } = await signedIn(db, user);
    expect(isBusinessBuyer(await readSignedIn(db, session_id, new Date()))).toBe(false);
    await activate('7721581040', { price_column: 'vologda_b2b' });
    const opened = await visitor.get(url);
    expect(opened.text).toMatch(
      /Цены для бизнеса открыты.* ИНН 7721581040 КПП 772101001 ОГРН 1027700229193 Юридический/,
    );
    expect(opened.html, 'another firm is added from what is folded').toMatch(
      /<details[^>]*><summary><h2 id="add-title">/,
    );
    expect(visitor.cookies.get('signed')).toBe('b2b');
    expect(await readSignedIn(db, session_id, new Date())).toMatchObject({
      company: { is_active: true, price_column: 'vologda_b2b', role: 'owner' },
    });
    expect((await mailTo('petr@vega.example'))?.subject).toContain('Цены для бизнеса открыты');
    await db.transaction().execute((db) => suspendCompany(db, '7721581040'));
    expect((await visitor.get(url)).text).toContain('Цены для бизнеса закрыты');
    expect(visitor.cookies.get('signed')).toBe('user');
  });

  test('[S5-11] every broken number says so at its field, and nothing is added', async () => {
    const visitor = await visitorOf(await makeUser(db));
    const wrong = await send(visitor, 'add', { inn: '7707083894', name: 'X', kpp: '123', ogrn: '1027700132196' });
    expect(wrong.status).toBe(422);
    for (const words of ['Проверьте ИНН: 10 или 12 цифр', 'Минимум 2 символов', 'КПП — 9 знаков', 'Проверьте ОГРН'])
      expect(wrong.text).toContain(words);
    const person = await send(visitor, 'add', {
      inn: '500100732259',
      name: 'ИП',
      kpp: '770701001',
      ogrn: '1027700132195',
    });
    expect(person.text).toContain('У предпринимателя КПП нет');
    expect(await listCompanies(db, '500100732259')).toEqual([]);
  });

  test('when the register is silent or knows nobody, the fields are typed by hand', async () => {
    await dadata.answers('broken');
    const visitor = await visitorOf(await makeUser(db));
    expect((await visitor.get(`${url}?inn=7728168971`)).status).toBe(200);
    expect(
      (await send(visitor, 'add', { inn: '7728168971', name: 'АО «Ручная»', kpp: '', ogrn: '', legal_address: '' }))
        .status,
    ).toBe(303);
    await dadata.answers('ok');
  });
});

describe('nobody takes a firm over by typing its ИНН', () => {
  test('[S1-03] [S6-03] somebody who types it gets neither prices nor orders nor names until the owner agrees', async () => {
    const { company, inn, visitor, owner } = await firmWithOwner();
    const stranger = await makeUser(db, { full_name: 'Мария Чужая', email: 'maria@pochta.example' });
    const strange = await visitorOf(stranger);
    expect((await send(strange, 'add', { inn, name: 'ООО «Моя»', kpp: '', ogrn: '', legal_address: '' })).status).toBe(
      303,
    );
    const page = await strange.get(url);
    expect(page.text).toContain(`Вы просите добавить вас в организацию с ИНН ${inn}`);
    expect(page.text).not.toContain(company.name);
    expect(strange.cookies.get('signed')).toBe('user');
    expect(await rolesOf(company.id)).toEqual({ [owner.full_name]: 'owner' });
    expect(await listOwnCompanies(db, stranger.id)).toEqual([]);
    expect((await listCompanies(db, inn))[0]?.name).toBe(company.name);
    // Neither switching nor managing works for them.
    for (const [intent, more] of [
      ['switch', {}],
      ['invite', { email: 'x@y.example', role: 'owner' }],
      ['edit', { inn, name: 'ООО «Моя»', kpp: '', ogrn: '', legal_address: '' }],
      ['member', { member_id: owner.id, role: 'purchaser' }],
      ['remove', { member_id: owner.id }],
      ['leave', {}],
      ['accept', { request_id: 1, role: 'owner' }],
    ] as const)
      expect((await send(strange, intent, { company_id: company.id, ...more })).status, intent).toBe(404);
    // The owner reads of it and decides.
    expect((await mailTo(owner.email))?.text).toContain('Мария Чужая');
    const team = await visitor.get(url);
    expect(team.text).toContain('просит добавить его в организацию');
    const request_id = Number(/name="request_id" value="(\d+)"/.exec(team.html)?.[1]);
    expect((await send(visitor, 'accept', { company_id: company.id, request_id, role: 'purchaser' })).status).toBe(303);
    expect(await rolesOf(company.id)).toMatchObject({ 'Мария Чужая': 'purchaser' });
    expect((await mailTo('maria@pochta.example'))?.subject).toContain(company.name);
    expect((await strange.get(url)).text).toContain(company.name);
  });

  test('[S6-03] the first to type an ИНН is no owner because of that: with two claims the manager names the right one', async () => {
    const [squatter, director] = [
      await makeUser(db, { full_name: 'Самозванец' }),
      await makeUser(db, { full_name: 'Директор' }),
    ];
    const fields = { inn: '7728168971', name: 'АО «Ручная»', kpp: '', ogrn: '', legal_address: '' };
    const inn = '7710140679';
    await send(await visitorOf(squatter), 'add', { ...fields, inn });
    const real = await visitorOf(director);
    await send(real, 'add', { ...fields, inn });
    const [company] = await listCompanies(db, inn);
    expect(company?.members.map(({ full_name }) => full_name)).toEqual(['Самозванец']);
    // The unchecked owner learns nothing of who else asks, and lets nobody in.
    const page = await (await visitorOf(squatter)).get(url);
    expect(page.text).not.toContain('Директор');
    expect(
      (
        await send(await visitorOf(squatter), 'invite', {
          company_id: company!.id,
          email: 'a@b.example',
          role: 'owner',
        })
      ).status,
    ).toBe(409);
    await expect(activate(inn)).rejects.toThrow('укажите, кто её представляет');
    await activate(inn, { owner: director.email });
    expect(await rolesOf(company!.id)).toEqual({ Директор: 'owner' });
    const { session_id } = await signedIn(db, squatter);
    expect((await readSignedIn(db, session_id, new Date()))?.company).toBeNull();
  });
});

describe('people of a firm', () => {
  test('[S6-03] a suspended firm keeps the name and numbers that were checked', async () => {
    const { company, inn, visitor } = await firmWithOwner();
    await activate(inn);
    await db.transaction().execute((db) => suspendCompany(db, inn));
    const edited = await send(visitor, 'edit', { company_id: company.id, inn, name: 'ООО «Чужое имя»' });
    expect(edited.status).toBe(409);
    expect(await db.selectFrom('companies').select('name').where('id', '=', company.id).executeTakeFirst()).toEqual({
      name: company.name,
    });
  });

  test('[S6-03] what a removed owner had sent out lets nobody in', async () => {
    const { owner, company, visitor } = await firmWithOwner();
    await activate(
      (await db.selectFrom('companies').select('inn').where('id', '=', company.id).executeTakeFirstOrThrow()).inn,
    );
    const second = await makeUser(db, { full_name: 'Второй владелец' });
    await joinCompany(db, second, company, 'owner');
    const friend = await makeUser(db, { email: `friend-${company.id}@firma.example` });
    const invite = (from: Visitor, email: string) =>
      send(from, 'invite', { company_id: company.id, email, role: 'owner' });
    const tokenFor = async (email: string) =>
      new URLSearchParams(linkIn((await mailTo(email))?.text ?? '').split('?')[1]).get('invitation') ?? '';
    expect((await invite(await visitorOf(second), friend.email)).status).toBe(303);
    const token = await tokenFor(friend.email);
    expect((await send(visitor, 'remove', { company_id: company.id, member_id: second.id })).status).toBe(303);
    expect((await send(await visitorOf(friend), 'accept_invitation', { token })).status).toBe(404);

    // The manager's command takes people out too.
    await joinCompany(db, second, company, 'owner');
    expect((await invite(await visitorOf(second), friend.email)).status).toBe(303);
    const another = await tokenFor(friend.email);
    await db.transaction().execute((db) => dropMember(db, company.inn, second.email));
    expect((await send(await visitorOf(friend), 'accept_invitation', { token: another })).status).toBe(404);
    expect(await rolesOf(company.id)).toEqual({ [owner.full_name]: 'owner' });
  });

  test('[S6-03] an invitation opens for its own address only, once, and only while it is open', async () => {
    const { company, visitor } = await firmWithOwner();
    const email = 'buh@firma.example';
    expect((await send(visitor, 'invite', { company_id: company.id, email, role: 'accountant' })).status).toBe(303);
    const link = linkIn((await mailTo(email))!.text);
    const token = new URLSearchParams(link.split('?')[1]).get('invitation')!;
    const other = await visitorOf(await makeUser(db, { email: 'other@pochta.example' }));
    const seen = await other.get(link);
    expect(seen.text).toContain('уже не действует или отправлено на другой адрес');
    expect(seen.text).not.toContain(company.name);
    expect((await send(other, 'accept_invitation', { token })).status).toBe(404);
    const accountant = await visitorOf(await makeUser(db, { full_name: 'Ольга Счётова', email }));
    const invited = await accountant.get(link);
    expect(invited.text).toMatch(new RegExp(`Организации Приглашение в организацию ${company.name}`));
    expect(invited.html.match(/<h1[ >]/g)).toHaveLength(1);
    const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    expect((await send(accountant, 'accept_invitation', { token: forged })).status).toBe(404);
    expect((await send(accountant, 'accept_invitation', { token })).status).toBe(303);
    expect(await rolesOf(company.id)).toMatchObject({ 'Ольга Счётова': 'accountant' });
    expect((await send(accountant, 'accept_invitation', { token })).status).toBe(404);
    expect((await send(visitor, 'invite', { company_id: company.id, email, role: 'owner' })).text).toContain(
      'уже в организации',
    );
    // A revoked one, and one that has run out, open nothing.
    await send(visitor, 'invite', { company_id: company.id, email: 'later@firma.example', role: 'purchaser' });
    const later = linkIn((await mailTo('later@firma.example'))!.text);
    const late = await visitorOf(await makeUser(db, { email: 'later@firma.example' }));
    expect((await late.get(later)).text).toContain('Принять приглашение');
    await db
      .updateTable('company_invitations')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('email', '=', 'later@firma.example')
      .execute();
    expect((await late.get(later)).text).toContain('уже не действует');
    await send(visitor, 'invite', { company_id: company.id, email: 'later@firma.example', role: 'purchaser' });
    const page = await visitor.get(url);
    const invitation_id = /name="invitation_id" value="([^"]+)"/.exec(page.html)?.[1] ?? '';
    const newest = linkIn((await mailTo('later@firma.example'))!.text);
    expect((await send(visitor, 'revoke', { company_id: company.id, invitation_id })).status).toBe(303);
    expect((await late.get(newest)).text).toContain('уже не действует');
  });

  test('[S6-03] roles are the owner’s to give; the last owner stays', async () => {
    const { company, visitor, owner } = await firmWithOwner();
    const purchaser = await makeUser(db, { full_name: 'Закупщик' });
    await joinCompany(db, purchaser, company, 'purchaser');
    const bought = await visitorOf(purchaser);
    for (const intent of ['member', 'remove'] as const)
      expect(
        (await send(bought, intent, { company_id: company.id, member_id: owner.id, role: 'accountant' })).status,
      ).toBe(403);
    expect(
      (await send(bought, 'member', { company_id: company.id, member_id: purchaser.id, role: 'owner' })).status,
    ).toBe(403);
    const kept = await send(visitor, 'leave', { company_id: company.id });
    expect(kept.status).toBe(409);
    expect(kept.text).toContain('Это последний владелец');
    expect(
      (await send(visitor, 'member', { company_id: company.id, member_id: owner.id, role: 'purchaser' })).status,
    ).toBe(409);
    expect(
      (await send(visitor, 'member', { company_id: company.id, member_id: purchaser.id, role: 'owner' })).status,
    ).toBe(303);
    expect((await send(visitor, 'leave', { company_id: company.id })).status).toBe(303);
    expect(await rolesOf(company.id)).toEqual({ Закупщик: 'owner' });
    expect(visitor.cookies.get('signed')).toBe('user');
  });

  test('[S6-03] two owners who leave at once leave one behind', async () => {
    const { company, visitor } = await firmWithOwner();
    const second = await makeUser(db, { full_name: 'Второй' });
    await joinCompany(db, second, company, 'owner');
    const other = await visitorOf(second);
    const answers = await Promise.all([visitor, other].map((one) => send(one, 'leave', { company_id: company.id })));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
    expect(Object.values(await rolesOf(company.id))).toEqual(['owner']);
  });

  test('[S6-03] switching between firms and oneself changes the prices at once', async () => {
    const { company, visitor, owner } = await firmWithOwner();
    expect((await send(visitor, 'switch', { company_id: '' })).status).toBe(303);
    expect(visitor.cookies.get('signed')).toBe('user');
    expect((await send(visitor, 'switch', { company_id: company.id })).status).toBe(303);
    expect(visitor.cookies.get('signed')).toBe('b2b');
    expect((await listOwnCompanies(db, owner.id))[0]?.is_current).toBe(true);
  });

  test('a manager adds and removes people by confirmed address', async () => {
    const [company] = await listCompanies(db, '7721581040');
    const helper = await makeUser(db, { full_name: 'Помощник', email: 'helper@vega.example' });
    await db.transaction().execute((db) => putMember(db, '7721581040', 'Helper@Vega.example', 'accountant'));
    expect(await rolesOf(company!.id)).toMatchObject({ Помощник: 'accountant' });
    await db.transaction().execute((db) => dropMember(db, '7721581040', helper.email));
    expect(await rolesOf(company!.id)).not.toHaveProperty('Помощник');
    await expect(
      db.transaction().execute((db) => putMember(db, '7721581040', 'nobody@vega.example', 'owner')),
    ).rejects.toMatchObject({ code: 'not_found' });
  });
});

test('[S6-03] a reconciliation ends today at the latest: the balance of a day to come is known to nobody', async () => {
  const owner = await makeUser(db);
  const company = await makeCompany(db, { inn: '7736050003' });
  await joinCompany(db, owner, company);
  const { html } = await (await visitorOf(owner)).get(
    `${url}${company.id}/reconciliation/?from=2026-01-01&to=2099-12-31`,
  );
  const today = localTime(new Date(), 'Europe/Moscow').date;
  expect(html).toMatch(new RegExp(`name="to"[^>]*value="${today}"`));
});

test('[S6-03] a colleague is removed behind a fold that says what it means, not beside the button that saves', async () => {
  const [owner, colleague] = [await makeUser(db), await makeUser(db, { full_name: 'Пётр Складов' })];
  const company = await makeCompany(db, { inn: '7736050004' });
  await joinCompany(db, owner, company);
  await joinCompany(db, colleague, company, 'purchaser');
  const { html } = await (await visitorOf(owner)).get(url);
  expect(html).toMatch(
    /<summary[^>]*>Убрать из организации<[^>]*>: [^<]*<[\s\S]*?Вернуть его можно по[\s\S]*?value="remove"/,
  );
});
