import { sql } from 'kysely';
import { blockCard } from '#modules/loyalty/block-card.ts';
import { issueCard } from '#modules/loyalty/issue-card.ts';
import { joinCompany, makeCompany, makeUser } from '#test/support/accounts.ts';
import { nextNumber } from '#test/support/numbers.ts';
import { orderBy } from '#test/support/orders.ts';
import { type AdminCast, branches, call } from './cast.ts';
import type { Example } from './example.ts';

/** Calls about customers and firms. */
export const customerExamples: Record<string, Example> = {
  'GET /api/admin/search': { make: () => ({ url: `/api/admin/search?q=${encodeURIComponent('Анна')}` }) },
  'GET /api/admin/customers': {
    make: () => ({ url: `/api/admin/customers?filter=${encodeURIComponent('{"q":"анна"}')}&sort=-total` }),
  },
  'GET /api/admin/customers/:id': ofCustomer(''),
  'PATCH /api/admin/customers/:id': patch('customers', aCustomer, () => ({
    no_pay_on_receipt: true,
    no_pay_why: `Не забирает заказы ${nextNumber('why')}`,
  })),
  'GET /api/admin/customers/:id/notes': ofCustomer('/notes'),
  'POST /api/admin/customers/:id/notes': { ...ofCustomer('/notes', { text: 'Просит звонить вечером' }), answers: 201 },
  'GET /api/admin/customers/:id/sessions': ofCustomer('/sessions'),
  'POST /api/admin/customers/:id/sessions/end': ofCustomer('/sessions/end', {}),
  // The role login_by_user gives it, whatever else a person may.
  'POST /api/admin/customers/:id/acting-link': {
    make: ofCustomer('/acting-link', { reason: 'Просит помочь с заказом' }).make,
    answers: 403,
  },
  'POST /api/admin/customers/:id/export': ofCustomer('/export', {}),
  'POST /api/admin/customers/:id/erase': {
    async make({ db }) {
      const { id, full_name } = await makeUser(db, { full_name: 'Пётр Уходящий' });
      return { url: `/api/admin/customers/${id}/erase`, body: { name: full_name } };
    },
    foreign: async (cast) => ({
      url: `/api/admin/customers/${await aCustomer(cast, branches.foreign)}/erase`,
      body: { name: '' },
    }),
  },
  'GET /api/admin/customers/:id/doubles': ofCustomer('/doubles'),
  'GET /api/admin/customers/:id/merge': {
    make: async (cast) => ({
      url: `/api/admin/customers/${await aCustomer(cast, branches.own)}/merge?other=${await aDouble(cast)}`,
    }),
    foreign: async (cast) => ({
      url: `/api/admin/customers/${await aCustomer(cast, branches.foreign)}/merge?other=${await aDouble(cast)}`,
    }),
  },
  'POST /api/admin/customers/:id/merge': {
    make: (cast) => merging(cast, branches.own),
    foreign: (cast) => merging(cast, branches.foreign),
  },
  'GET /api/admin/customers/:id/cards': ofCustomer('/cards'),
  'POST /api/admin/customers/:id/cards': { ...ofCustomer('/cards', { kind: 'bonus' }), answers: 201 },
  'POST /api/admin/customers/:id/cards/:card_id/adjust': ofCard('/adjust', { amount: 50, note: 'Подарок' }),
  'POST /api/admin/customers/:id/cards/:card_id/replace': ofCard('/replace', {}),
  'GET /api/admin/cards': {
    make: () => ({ url: `/api/admin/cards?filter=${encodeURIComponent('{"q":"+79215550199","is_unowned":true}')}` }),
  },
  'GET /api/admin/card-kinds': { make: () => ({ url: '/api/admin/card-kinds' }) },
  'POST /api/admin/cards': {
    make: () => ({ url: '/api/admin/cards', body: { kind: 'bonus', phone: '+79215550199' } }),
    answers: 201,
  },
  'GET /api/admin/cards/:id': ofAnyCard(''),
  'POST /api/admin/cards/:id/replace': ofAnyCard('/replace', {}),
  'POST /api/admin/cards/:id/purchase': ofAnyCard('/purchase', { sum: 450_000, earned: 45, note: 'Чек 4411' }),
  'POST /api/admin/cards/:id/adjust': ofAnyCard('/adjust', { amount: 50, note: 'Подарок' }),
  'POST /api/admin/cards/:id/block': ofAnyCard('/block', { reason: 'Украли' }),
  'POST /api/admin/cards/:id/release': ofAnyCard('/release', {}, true),
  'GET /api/admin/customers/:id/agreements': ofCustomer('/agreements'),
  'GET /api/admin/customers/:id/requests': ofCustomer('/requests'),

  'GET /api/admin/companies': {
    make: () => ({ url: `/api/admin/companies?filter=${encodeURIComponent('{"state":["waiting"]}')}` }),
  },
  'GET /api/admin/companies/:id': ofCompany(''),
  'PATCH /api/admin/companies/:id': patch('companies', aCompany, () => ({
    contract: `№ ${nextNumber('contract')} от 01.11.2026`,
  })),
  'GET /api/admin/companies/:id/money': ofCompany('/money'),
  'POST /api/admin/companies/:id/activate': ofCompany('/activate', {}),
  'POST /api/admin/companies/:id/suspend': ofCompany('/suspend', {}),
  'PUT /api/admin/companies/:id/members': {
    make: (cast) => withPerson(cast, branches.own, '/members'),
    foreign: (cast) => withPerson(cast, branches.foreign, '/members'),
  },
  'POST /api/admin/companies/:id/members/:user_id/remove': {
    make: (cast) => removed(cast, branches.own),
    foreign: (cast) => removed(cast, branches.foreign),
  },
  'POST /api/admin/companies/:id/requests/:request_id/decide': {
    make: (cast) => decided(cast, branches.own),
    foreign: (cast) => decided(cast, branches.foreign),
  },
};

function ofCustomer(rest: string, body?: object): Example {
  const at = async (cast: AdminCast, branch: string) => ({
    url: `/api/admin/customers/${await aCustomer(cast, branch)}${rest}`,
    ...(body && { body }),
  });
  return { make: (cast) => at(cast, branches.own), foreign: (cast) => at(cast, branches.foreign) };
}

async function aDouble({ db }: AdminCast): Promise<string> {
  return (await makeUser(db, { full_name: 'Анна Двойная' })).id;
}

async function merging(cast: AdminCast, branch: string) {
  return {
    url: `/api/admin/customers/${await aCustomer(cast, branch)}/merge`,
    body: { other: await aDouble(cast), reason: 'Просит сам, почта подтверждена' },
  };
}

function ofCompany(rest: string, body?: object): Example {
  const at = async (cast: AdminCast, branch: string) => ({
    url: `/api/admin/companies/${await aCompany(cast, branch)}${rest}`,
    ...(body && { body }),
  });
  return { make: (cast) => at(cast, branches.own), foreign: (cast) => at(cast, branches.foreign) };
}

/** A change of a record with its version. */
function patch(
  resource: string,
  make: (cast: AdminCast, branch: string) => Promise<string | number>,
  body: () => object,
): Example {
  const at = async (cast: AdminCast, branch: string) => {
    const url = `/api/admin/${resource}/${await make(cast, branch)}`;
    const { headers } = await call(cast, cast.headers.owner, { method: 'GET', url });
    return { url, body: body(), headers: { 'if-match': String(headers.etag) } };
  };
  return { make: (cast) => at(cast, branches.own), foreign: (cast) => at(cast, branches.foreign) };
}

/** Somebody who has ordered in this branch alone. */
export async function aCustomer({ db, product }: AdminCast, branch: string): Promise<string> {
  const user = await makeUser(db, { full_name: 'Анна Смирнова' });
  await orderBy(db, user, [[product, 1]], { branch });
  return user.id;
}

/** A firm that waits for its check, whose owner has ordered for it in this branch alone. */
export async function aCompany(cast: AdminCast, branch: string): Promise<number> {
  const { db, product } = cast;
  const company = await makeCompany(db, { inn: nextInn(), name: 'ООО «Стройка»', activated_at: null });
  const user = await makeUser(db, { full_name: 'Пётр Закупкин' });
  await joinCompany(db, user, company);
  await orderBy(db, user, [[product, 1]], { branch, company: { ...company, role: 'owner' } });
  return company.id;
}

function ofCard(rest: string, body: object): Example {
  const at = async (cast: AdminCast, branch: string) => {
    const user_id = await aCustomer(cast, branch);
    const card = await issueCard(cast.db, { kind: 'bonus', user_id, phone: null, who: 'касса' });
    return { url: `/api/admin/customers/${user_id}/cards/${card.id}${rest}`, body };
  };
  return { make: (cast) => at(cast, branches.own), foreign: (cast) => at(cast, branches.foreign) };
}

/** A card of nobody; in another branch, one of a customer who ordered there. */
function ofAnyCard(rest: string, body?: object, isBlocked = false): Example {
  const at = async ({ db }: AdminCast, user_id: string | null) => {
    const card = await issueCard(db, { kind: 'bonus', user_id, phone: null, who: 'касса' });
    if (isBlocked) await blockCard(db, card.id, { who: 'касса', reason: 'Украли' });
    return { url: `/api/admin/cards/${card.id}${rest}`, ...(body && { body }) };
  };
  return {
    make: (cast) => at(cast, null),
    foreign: async (cast) => at(cast, await aCustomer(cast, branches.foreign)),
  };
}

async function withPerson(cast: AdminCast, branch: string, rest: string) {
  const { email } = await makeUser(cast.db, { full_name: 'Инна Бухгалтер' });
  return { url: `/api/admin/companies/${await aCompany(cast, branch)}${rest}`, body: { email, role: 'accountant' } };
}

async function removed(cast: AdminCast, branch: string) {
  const company_id = await aCompany(cast, branch);
  const user = await makeUser(cast.db);
  await joinCompany(cast.db, user, { id: company_id }, 'purchaser');
  return { url: `/api/admin/companies/${company_id}/members/${user.id}/remove`, body: {} };
}

async function decided(cast: AdminCast, branch: string) {
  const company_id = await aCompany(cast, branch);
  const user = await makeUser(cast.db);
  const { rows } = await sql<{ id: number }>`
    insert into company_requests (company_id, user_id) values (${company_id}, ${user.id}::uuid) returning id`.execute(
    cast.db,
  );
  return { url: `/api/admin/companies/${company_id}/requests/${rows[0]?.id}/decide`, body: { accept: false } };
}

/** The next ИНН of ten digits whose control digit is right. */
export function nextInn(): string {
  const nine = String(300_000_000 + nextNumber('inn'));
  const sum = [2, 4, 10, 3, 5, 9, 4, 6, 8].reduce((total, weight, at) => total + weight * Number(nine[at]), 0);
  return `${nine}${(sum % 11) % 10}`;
}
