import { z } from 'zod';
import { listContacts } from '#modules/accounts/contacts.ts';
import { addCustomerNote, listCustomerNotes } from '#modules/accounts/customer-notes.ts';
import { orderDeletion } from '#modules/accounts/delete-account.ts';
import { exportPerson } from '#modules/accounts/export-person.ts';
import { readNoPayOnReceipt, setNoPayOnReceipt } from '#modules/accounts/pay-on-receipt.ts';
import { listSessions, signOutEverywhere } from '#modules/accounts/session-list.ts';
import {
  type CustomerFilter,
  type CustomerRow,
  customerSorts,
  listCustomers,
} from '#modules/customers/list-customers.ts';
import { readCustomer } from '#modules/customers/read-customer.ts';
import { issueActingLink } from '#modules/staff/acting.ts';
import { Refusal } from '#platform/refusal.ts';
import { companyRoleWords } from '#shared/company-roles.ts';
import { hiddenEmail, hiddenPhone } from '#shared/hidden-contact.ts';
import { plural } from '#shared/plurals.ts';
import { loginByUserUrl } from '#shared/urls.ts';
import { isUuid } from '#shared/uuid.ts';
import { Ok, ok } from './answers.ts';
import { ContactShape, presentContact } from './contact-shape.ts';
import { keyedAnswer, keyedQuery, readByKey, totalOf } from './list.ts';
import { aboutCustomer, needCustomer } from './need-customer.ts';
import { adminRecord } from './record.ts';
import { type AdminRoute, adminRead, adminWrite } from './route.ts';

/** Kopecks; times ISO with zone; contacts are hidden in part from whoever may not see them in orders. */
const Row = z.object({
  id: z.string(),
  full_name: z.string(),
  created_at: z.string(),
  deletion_due_at: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  company: z.string().nullable(),
  no_pay_on_receipt: z.boolean(),
  orders: z.int(),
  total: z.int(),
  last_order_at: z.string().nullable(),
});

const Fields = z.object({
  no_pay_on_receipt: z.boolean(),
  /** Why; '' while the person pays on receipt. */
  no_pay_why: z.string(),
});

const Customer = z.object({
  id: z.string(),
  full_name: z.string(),
  created_at: z.string(),
  deletion_due_at: z.string().nullable(),
  contacts: z.array(ContactShape),
  companies: z.array(z.object({ id: z.int(), name: z.string(), inn: z.string(), role_words: z.string() })),
  orders: z.int(),
  total: z.int(),
  cancelled: z.int(),
  last_order_at: z.string().nullable(),
  fields: Fields,
  no_pay_set: z.object({ who: z.string(), at: z.string() }).nullable(),
});

const Session = z.object({
  id: z.string(),
  city: z.string(),
  device: z.string(),
  address: z.string().nullable(),
  created_at: z.string(),
  used_at: z.string(),
});

const Note = z.object({
  id: z.int(),
  at: z.string(),
  who: z.string(),
  kind: z.enum(['note', 'call']),
  text: z.string(),
});

const Uuid = z.object({ id: z.uuid() });

/** People who buy: the list, a person's page, what staff do with the account. */
export const customerRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/customers',
    summary: 'Покупатели',
    permission: 'customers.read',
    query: keyedQuery(
      {
        q: z.string().max(200),
        is_business: z.boolean(),
        no_pay_on_receipt: z.boolean(),
        is_leaving: z.boolean(),
      },
      customerSorts,
    ),
    response: keyedAnswer(Row),
    async run({ db, scope, may, query: { filter, sort, ids, ...page } }) {
      // The type of `partial` allows undefined, which JSON does not carry.
      const asked = { ...(filter as CustomerFilter), ...(ids && { ids: ids.filter(isUuid) }) };
      const { rows, count, next } = await readByKey(page, async (window) => {
        const { customers, count } = await listCustomers(db, scope.branches, asked, { ...window, sort });
        return { rows: customers, count };
      });
      return { items: rows.map((row) => presentRow(row, may('orders.contacts'))), ...totalOf(count), next };
    },
  }),

  ...adminRecord({
    url: '/api/admin/customers/:id',
    resource: 'customers',
    summaries: { read: 'Покупатель', write: 'Оплата при получении для покупателя' },
    permissions: { read: 'customers.read', write: 'customers.write' },
    params: Uuid,
    response: Customer,
    body: z.object({ no_pay_on_receipt: z.boolean(), no_pay_why: z.string().max(1_000) }).partial(),
    isUndoable: true,
    async read({ db, scope, may, params: { id } }) {
      const customer = await readCustomer(db, String(id), scope.branches);
      if (!customer) return null;
      const [contacts, ban] = await Promise.all([listContacts(db, customer.id), readNoPayOnReceipt(db, customer.id)]);
      return {
        ...customer,
        created_at: customer.created_at.toISOString(),
        deletion_due_at: customer.deletion_due_at?.toISOString() ?? null,
        last_order_at: customer.last_order_at?.toISOString() ?? null,
        companies: customer.companies.map(({ role, ...company }) => ({
          ...company,
          role_words: companyRoleWords[role].name,
        })),
        contacts: contacts.map((contact) => presentContact(contact, may('orders.contacts'))),
        fields: { no_pay_on_receipt: ban !== null, no_pay_why: ban?.why ?? '' },
        no_pay_set: ban && { who: ban.who, at: ban.at.toISOString() },
      };
    },
    editable: ({ fields }) => ({ ...fields }),
    async change({ db, staff, params: { id }, body, now }, { full_name, fields }) {
      const { no_pay_on_receipt = fields.no_pay_on_receipt, no_pay_why = fields.no_pay_why } = body;
      await setNoPayOnReceipt(db, String(id), no_pay_on_receipt ? no_pay_why : null, staff, now);
      const words = no_pay_on_receipt ? 'оплата при получении отключена' : 'оплата при получении снова доступна';
      return { words: aboutCustomer({ id: String(id), full_name }, words).words, isAboutPerson: true };
    },
  }),

  adminRead({
    url: '/api/admin/customers/:id/notes',
    summary: 'Заметки сотрудников о покупателе',
    permission: 'customers.read',
    params: Uuid,
    response: z.object({ items: z.array(Note) }),
    async run({ db, scope, params: { id } }) {
      await needCustomer(db, scope, id);
      const notes = await listCustomerNotes(db, id);
      return { items: notes.map((note) => ({ ...note, at: note.at.toISOString() })) };
    },
  }),

  adminWrite({
    url: '/api/admin/customers/:id/notes',
    summary: 'Заметка о покупателе для сотрудников',
    permission: 'customers.write',
    params: Uuid,
    body: z.object({ text: z.string().max(3_000), kind: z.enum(['note', 'call']).default('note') }),
    response: z.object({ id: z.int() }),
    status: 201,
    needsKey: true,
    async run({ db, scope, staff, params: { id }, body, now }) {
      const customer = await needCustomer(db, scope, id);
      const note = await addCustomerNote(db, id, body, staff, now);
      const words = body.kind === 'call' ? 'записан звонок' : 'добавлена заметка';
      return { answer: { id: note.id }, audit: aboutCustomer(customer, words) };
    },
  }),

  adminRead({
    url: '/api/admin/customers/:id/sessions',
    summary: 'Открытые сеансы покупателя',
    permission: 'customers.read',
    params: Uuid,
    response: z.object({ items: z.array(Session), total: z.int() }),
    async run({ db, scope, params: { id }, now }) {
      await needCustomer(db, scope, id);
      const sessions = await listSessions(db, id, now);
      const items = sessions.map(({ way: _, created_at, used_at, ...session }) => ({
        ...session,
        created_at: created_at.toISOString(),
        used_at: used_at.toISOString(),
      }));
      return { items, total: items.length };
    },
  }),

  adminWrite({
    url: '/api/admin/customers/:id/sessions/end',
    summary: 'Завершение всех сеансов покупателя',
    permission: 'customers.write',
    params: Uuid,
    response: z.object({ ended: z.int() }),
    async run({ db, scope, params: { id }, now }) {
      const customer = await needCustomer(db, scope, id);
      const ended = await signOutEverywhere(db, id, { now });
      const words = `${plural(ended, 'завершён', 'завершены', 'завершено')} ${ended} ${plural(ended, 'сеанс', 'сеанса', 'сеансов')}`;
      return { answer: { ended }, audit: aboutCustomer(customer, words) };
    },
  }),

  adminWrite({
    url: '/api/admin/customers/:id/acting-link',
    summary: 'Вход в кабинет покупателя: ссылка на минуту для этого же сеанса',
    permission: 'customers.read',
    params: Uuid,
    body: z.object({ reason: z.string().max(2_000) }),
    response: z.object({ path: z.string() }),
    async run({ db, scope, staff, params: { id }, body: { reason }, now }) {
      // The role stands apart from all others: no permission of the table gives it.
      if (!staff.roles.includes('login_by_user')) throw new Refusal('forbidden');
      const customer = await needCustomer(db, scope, id);
      const { token } = await issueActingLink(db, staff, { user_id: id, reason }, now);
      return {
        answer: { path: `${loginByUserUrl()}?link=${token}` },
        audit: aboutCustomer(customer, `вход в кабинет, причина: ${reason.trim()}`),
      };
    },
  }),

  adminWrite({
    url: '/api/admin/customers/:id/export',
    summary: 'Всё, что магазин хранит о покупателе, для него самого',
    permission: 'customers.export',
    params: Uuid,
    response: z.object({ person: z.record(z.string(), z.unknown()) }),
    isExport: true,
    async run({ db, scope, params: { id }, now }) {
      const customer = await needCustomer(db, scope, id);
      const person = await exportPerson(db, id, now);
      return { answer: { person }, audit: aboutCustomer(customer, 'данные выгружены') };
    },
  }),

  adminWrite({
    url: '/api/admin/customers/:id/erase',
    summary: 'Удаление кабинета по просьбе покупателя',
    permission: 'customers.erase',
    params: Uuid,
    /** The name as it stands on the page, typed by hand. */
    body: z.object({ name: z.string().max(200) }),
    response: Ok,
    async run({ db, scope, params: { id }, body: { name }, now }) {
      const { full_name } = await needCustomer(db, scope, id);
      const wanted = full_name || 'удалить';
      if (plain(name) !== plain(wanted))
        throw new Refusal('bad_input', { fields: { name: `Наберите, чтобы подтвердить: ${wanted}` } });
      await orderDeletion(db, id, now);
      return {
        answer: ok,
        // Without the name: the line outlives the account.
        audit: {
          resource: 'customers',
          record_id: id,
          isAboutPerson: true,
          words: 'Кабинет покупателя удаляется по его просьбе',
        },
      };
    },
  }),
];

function plain(words: string): string {
  return words.trim().replace(/\s+/g, ' ').toLowerCase();
}

function presentRow(row: CustomerRow, isContactShown: boolean): z.input<typeof Row> {
  const { email, phone } = row;
  return {
    ...row,
    email: email && (isContactShown ? email : hiddenEmail(email)),
    phone: phone && (isContactShown ? phone : hiddenPhone(phone)),
    created_at: row.created_at.toISOString(),
    deletion_due_at: row.deletion_due_at?.toISOString() ?? null,
    last_order_at: row.last_order_at?.toISOString() ?? null,
  };
}
