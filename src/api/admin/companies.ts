import { z } from 'zod';
import { changeCompany } from '#modules/accounts/company-management.ts';
import {
  type CompanyFilter,
  type CompanyState,
  companySorts,
  companyStates,
  listStaffCompanies,
} from '#modules/customers/list-companies.ts';
import { type CompanyView, firmDocuments, readCompany, unpaidInvoices } from '#modules/customers/read-company.ts';
import { documentFile } from '#modules/documents/document-content.ts';
import { readFirmBalance } from '#modules/documents/reconciliation.ts';
import { companyRoleWords } from '#shared/company-roles.ts';
import { hiddenEmail } from '#shared/hidden-contact.ts';
import { countOf } from '#shared/plurals.ts';
import { countedRows, listAnswer, listQuery, totalOf, windowOf } from './list.ts';
import { needCompany } from './need-company.ts';
import { documentWords } from './order-record.ts';
import { adminRecord } from './record.ts';
import { type AdminRoute, adminRead, NumberParam } from './route.ts';

const State = z.enum(companyStates);
const stateWords: Record<CompanyState, string> = {
  waiting: 'Ждёт проверки',
  active: 'Проверена',
  suspended: 'Приостановлена',
};

/** Kopecks; times ISO with zone. */
const Row = z.object({
  id: z.int(),
  inn: z.string(),
  name: z.string(),
  state: State,
  state_words: z.string(),
  price_column: z.string().nullable(),
  contract: z.string().nullable(),
  created_at: z.string(),
  members: z.int(),
  /** Who asks to join. */
  requests: z.int(),
  orders: z.int(),
  total: z.int(),
  unpaid: z.int(),
});

/** As stored: what came before need not pass the checks of the form. */
const Fields = z.object({
  inn: z.string(),
  name: z.string(),
  kpp: z.string(),
  ogrn: z.string(),
  legal_address: z.string(),
  /** null: the business column of each branch. */
  price_column: z.string().nullable(),
  contract: z.string(),
  credit_limit_kopecks: z.int().nullable(),
  deferral_days: z.int().nullable(),
  manager_name: z.string(),
  manager_phone: z.string(),
  manager_email: z.string(),
});

const Person = { user_id: z.string(), full_name: z.string(), email: z.string().nullable() };

const Company = z.object({
  id: z.int(),
  name: z.string(),
  state: State,
  state_words: z.string(),
  created_at: z.string(),
  activated_at: z.string().nullable(),
  suspended_at: z.string().nullable(),
  orders: z.int(),
  total: z.int(),
  fields: Fields,
  members: z.array(
    z.object({
      ...Person,
      role: z.enum(['owner', 'purchaser', 'accountant']),
      role_words: z.string(),
      order_limit: z.int().nullable(),
      month_limit: z.int().nullable(),
    }),
  ),
  requests: z.array(z.object({ ...Person, id: z.int(), created_at: z.string() })),
});

const text = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, `Не длиннее ${countOf(longest, 'знака', 'знаков', 'знаков')}`);

const Body = z
  .object({
    inn: text(20),
    name: text(250),
    kpp: text(20),
    ogrn: text(20),
    legal_address: text(500),
    price_column: z.string().max(31).nullable(),
    contract: text(200),
    credit_limit_kopecks: z
      .int('Сумма в рублях')
      .min(0, 'Сумма в рублях')
      .max(100_000_000_000, 'До миллиарда рублей')
      .nullable(),
    deferral_days: z.int('Целое число дней').min(0, 'Целое число дней').max(365, 'До 365 дней').nullable(),
    manager_name: text(100),
    manager_phone: text(40),
    manager_email: text(254),
  })
  .partial();

const Money = z.object({
  /** Below zero: the shop owes the firm; null: it is counted over all branches alone. */
  balance: z.int().nullable(),
  limit: z.int().nullable(),
  unpaid: z.array(
    z.object({
      order_id: z.string(),
      number: z.int(),
      created_at: z.string(),
      total: z.int(),
      due_at: z.string().nullable(),
      is_overdue: z.boolean(),
    }),
  ),
  documents: z.array(
    z.object({
      order_id: z.string(),
      order_number: z.int(),
      words: z.string(),
      revision: z.int(),
      total: z.int(),
      issued_at: z.string(),
      file: z.string(),
    }),
  ),
});

/** Firms: those that wait for a check first, a firm's page. */
export const companyRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/companies',
    summary: 'Организации: сначала те, что ждут проверки или ответа',
    permission: 'customers.read',
    query: listQuery({ q: z.string().max(200), state: z.array(State), has_requests: z.boolean() }, companySorts),
    response: listAnswer(Row),
    async run({ db, scope, query: { filter, sort, ids, ...page } }) {
      const window = { ...windowOf(page), sort, count_to: countedRows };
      // The type of `partial` allows undefined, which JSON does not carry.
      const asked = { ...(filter as CompanyFilter), ...(ids && { ids: ids.map(Number).filter(Number.isSafeInteger) }) };
      const { companies, count } = await listStaffCompanies(db, scope.branches, asked, window);
      return {
        items: companies.map((row) => ({
          ...row,
          state_words: stateWords[row.state],
          created_at: row.created_at.toISOString(),
        })),
        ...totalOf(count),
      };
    },
  }),

  ...adminRecord({
    url: '/api/admin/companies/:id',
    resource: 'companies',
    summaries: { read: 'Организация', write: 'Сохранение организации' },
    permissions: { read: 'customers.read', write: 'companies.manage' },
    params: NumberParam,
    response: Company,
    body: Body,
    isUndoable: true,
    async read({ db, scope, may, params: { id } }, isLocked) {
      const company = await readCompany(db, Number(id), scope.branches, isLocked);
      return company && present(company, may('orders.contacts'));
    },
    editable: ({ fields }) => ({ ...fields }),
    async change({ db, body }, { name, fields }) {
      const { manager_name, manager_phone, manager_email, ...given } = body;
      const isLed = [manager_name, manager_phone, manager_email].some((part) => part !== undefined);
      const manager = {
        name: manager_name ?? fields.manager_name,
        phone: manager_phone ?? fields.manager_phone,
        email: manager_email ?? fields.manager_email,
      };
      // The type of `partial` allows undefined, which JSON does not carry.
      await changeCompany(db, fields.inn, {
        ...(given as Partial<z.output<typeof Fields>>),
        ...(isLed && { manager }),
      });
      return { words: `${body.name ?? name}: данные организации изменены` };
    },
  }),

  adminRead({
    url: '/api/admin/companies/:id/money',
    summary: 'Долг, неоплаченные счета и документы организации',
    permission: 'customers.read',
    params: NumberParam,
    response: Money,
    async run({ db, scope, params: { id }, now }) {
      const { credit_limit_kopecks } = await needCompany(db, scope, id);
      const [balance, unpaid, documents] = await Promise.all([
        scope.branches === null ? readFirmBalance(db, id) : null,
        unpaidInvoices(db, id, scope.branches),
        firmDocuments(db, id, scope.branches),
      ]);
      return {
        balance,
        limit: credit_limit_kopecks,
        unpaid: unpaid.map(({ created_at, due_at, ...invoice }) => ({
          ...invoice,
          created_at: created_at.toISOString(),
          due_at: due_at?.toISOString() ?? null,
          is_overdue: due_at !== null && due_at < now,
        })),
        documents: documents.map(({ kind, part, number, issued_at, ...document }) => ({
          ...document,
          words: `${documentWords[kind]} № ${number}`,
          issued_at: issued_at.toISOString(),
          file: `${documentFile({ kind, part })}?revision=${document.revision}`,
        })),
      };
    },
  }),
];

function present(company: CompanyView, isContactShown: boolean): z.input<typeof Company> {
  const { id, name, state, orders, total, members, requests } = company;
  const shown = (email: string | null) => email && (isContactShown ? email : hiddenEmail(email));
  return {
    id,
    name,
    state,
    state_words: stateWords[state],
    orders,
    total,
    created_at: company.created_at.toISOString(),
    activated_at: company.activated_at?.toISOString() ?? null,
    suspended_at: company.suspended_at?.toISOString() ?? null,
    fields: {
      inn: company.inn,
      name,
      kpp: company.kpp ?? '',
      ogrn: company.ogrn ?? '',
      legal_address: company.legal_address,
      price_column: company.price_column,
      contract: company.contract ?? '',
      credit_limit_kopecks: company.credit_limit_kopecks,
      deferral_days: company.deferral_days,
      manager_name: company.manager_name ?? '',
      manager_phone: company.manager_phone ?? '',
      manager_email: company.manager_email ?? '',
    },
    members: members.map(({ email, role, ...member }) => ({
      ...member,
      role,
      email: shown(email),
      role_words: companyRoleWords[role].name,
    })),
    requests: requests.map(({ email, created_at, ...request }) => ({
      ...request,
      email: shown(email),
      created_at: new Date(created_at).toISOString(),
    })),
  };
}
