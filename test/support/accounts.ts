import type { BrowserContext } from 'playwright-core';
import { openSession } from '#modules/accounts/sessions.ts';
import type { CompanyRole, StaffRole } from '#modules/accounts/signed-in.ts';
import { hireStaff } from '#modules/staff/staff.ts';
import { totpCode } from '#modules/staff/totp.ts';
import type { Db } from '#platform/database.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import type { FormVisitor } from './form-visitor.ts';
import { nextNumber } from './numbers.ts';

/** A person with a confirmed email (`email`) and no password, unless said otherwise. */
export async function makeUser(
  db: Db,
  given: { full_name?: string; email?: string; phone?: string; [column: string]: unknown } = {},
) {
  const { full_name = 'Анна Смирнова', email = `anna${nextNumber('user')}@pochta.example`, phone, ...columns } = given;
  const user = await db
    .insertInto('users')
    .values({ full_name, ...columns })
    .returning(['id', 'full_name'])
    .executeTakeFirstOrThrow();
  await db
    .insertInto('contacts')
    .values({ user_id: user.id, type: 'email', value: email, confirmed_at: new Date() })
    .execute();
  if (phone) await db.insertInto('contacts').values({ user_id: user.id, type: 'phone', value: phone }).execute();
  return { ...user, email };
}

/** A firm whose business prices are open (`activated_at: null` leaves them closed). */
export async function makeCompany(db: Db, given: Record<string, unknown> = {}) {
  return db
    .insertInto('companies')
    .values({ inn: '7707083893', kpp: '770701001', name: 'ООО «Ремонт и стройка»', activated_at: new Date(), ...given })
    .returning(['id', 'inn', 'name'])
    .executeTakeFirstOrThrow();
}

/** Makes the person a member who buys for the firm from now on. */
export async function joinCompany(db: Db, user: { id: string }, company: { id: number }, role: CompanyRole = 'owner') {
  await db.insertInto('company_members').values({ company_id: company.id, user_id: user.id, role }).execute();
  await db.updateTable('users').set({ company_id: company.id }).where('id', '=', user.id).execute();
}

/**
 * A member of staff with these roles, signed in; `secondFactor: false` leaves the code of their app unasked.
 * `code(now)` is what the app shows.
 */
export async function makeStaff(
  db: Db,
  roles: StaffRole[],
  given: {
    full_name?: string;
    email?: string;
    departments?: string[];
    secondFactor?: boolean;
    now?: Date;
  } = {},
) {
  const { departments = [], secondFactor = true, now = new Date(), full_name = 'Пётр Кладов', email } = given;
  const user = await makeUser(db, { full_name, ...(email && { email }) });
  const keys = await secretKeys(db, undefined);
  const { secret } = await hireStaff(db, keys, { user_id: user.id, roles, departments }, now);
  const session = await signedIn(db, user, now);
  if (secondFactor)
    await db.updateTable('sessions').set({ second_factor_at: now }).where('id', '=', session.session_id).execute();
  return { ...user, ...session, secret, code: (now = new Date()) => totpCode(secret, now) };
}

/** A living session of this person: cookies by name, ready for a browser, and `header` for app.inject. */
export async function signedIn(db: Db, user: { id: string }, now = new Date()) {
  const place = { city: 'Вологда', device: 'Chrome, Linux', address: '127.0.0.1' };
  const keys = await secretKeys(db, undefined);
  const { access, refresh, session_id } = await openSession(db, keys, user.id, 'code', place, now);
  const cookies = { access, refresh };
  return { session_id, cookies, header: `access=${access}; refresh=${refresh}` };
}

/** The Cookie header of a business buyer, whose pages are made for each request and never cached. */
export async function businessCookie(db: Db): Promise<string> {
  const user = await makeUser(db, { full_name: 'Пётр Закупкин' });
  await joinCompany(db, user, await makeCompany(db));
  return `${(await signedIn(db, user)).header}; signed=b2b`;
}

/** The visitor without JavaScript is signed in as this person from now on. */
export async function signInVisitor(db: Db, visitor: FormVisitor, user: { id: string }): Promise<void> {
  const { cookies } = await signedIn(db, user);
  for (const [name, value] of Object.entries(cookies)) visitor.cookies.set(name, value);
}

/** The browser is this person's from now on. */
export async function letIn(db: Db, context: BrowserContext, user: { id: string }) {
  const { cookies } = await signedIn(db, user);
  const base = { domain: '.idd.localhost', path: '/' };
  await context.addCookies([
    ...Object.entries(cookies).map(([name, value]) => ({ name, value, httpOnly: true, ...base })),
    { name: 'signed', value: 'user', ...base },
  ]);
}
