import { z } from 'zod';
import { goodsScope, listStaffProducts } from '#modules/catalogue/staff-products.ts';
import { listStaffPages } from '#modules/content/staff-pages.ts';
import { listStaffCompanies } from '#modules/customers/list-companies.ts';
import { listCustomers } from '#modules/customers/list-customers.ts';
import { listStaffOrders } from '#modules/orders/staff-orders.ts';
import { listTickets } from '#modules/support/queries.ts';
import { ticketStateWords } from '#modules/support/schema.ts';
import { formatPrice } from '#shared/money.ts';
import { orderStateWord } from '#shared/order-states.ts';
import { type AdminRoute, type Asked, adminRead, scopeBy } from './route.ts';

/** `to`: the page of it, under /admin. */
const Found = z.object({
  kind: z.enum(['order', 'customer', 'company', 'product', 'ticket', 'page']),
  id: z.string(),
  title: z.string(),
  note: z.string(),
  to: z.string(),
});
type Found = z.input<typeof Found>;
type Search = Asked<unknown, { q: string }, undefined>;

/** Of each kind. */
const most = 5;
const page = { sort: [], limit: most, offset: 0, count_to: 0 };

/** `Ctrl K`: whatever is known of an order, a person, a firm, goods, a request, a page, as far as one may see each. */
export const searchRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/search',
    summary: 'Заказы, покупатели, организации, товары, обращения и страницы по номеру, телефону, имени, ИНН, артикулу',
    permission: null,
    query: z.strictObject({ branch: z.string().max(40).optional(), q: z.string().trim().min(1).max(200) }),
    response: z.object({ items: z.array(Found) }),
    async run(asked) {
      const { may } = asked;
      const found = await Promise.all([
        may('orders.read') ? findOrders(asked) : [],
        may('customers.read') ? findCustomers(asked) : [],
        may('customers.read') ? findCompanies(asked) : [],
        may('catalogue.read') ? findGoods(asked) : [],
        may('tickets.write') ? findTickets(asked) : [],
        may('content.write') ? findPages(asked) : [],
      ]);
      return { items: found.flat() };
    },
  }),
];

async function findOrders(asked: Search): Promise<Found[]> {
  const { db, query, now } = asked;
  const { orders } = await listStaffOrders(db, scopeBy(asked, 'orders.read'), { q: query.q }, page, now);
  return orders.map(({ id, number, contact_name, company_name, total, state, receiving_type, has_given }) => ({
    kind: 'order' as const,
    id,
    title: `Заказ ${number}`,
    to: `/orders/${id}`,
    note: `${company_name ?? contact_name}, ${formatPrice(total)}, ${orderStateWord(state, receiving_type, has_given).toLowerCase()}`,
  }));
}

async function findCustomers({ db, scope, query: { q } }: Search): Promise<Found[]> {
  const { customers } = await listCustomers(db, scope.branches, { q }, page);
  return customers.map(({ id, full_name, company, orders }) => ({
    kind: 'customer' as const,
    id,
    title: full_name || 'Без имени',
    to: `/customers/${id}`,
    note: ['покупатель', company, orders > 0 ? `заказов: ${orders}` : null].filter(Boolean).join(', '),
  }));
}

async function findCompanies({ db, scope, query: { q } }: Search): Promise<Found[]> {
  const { companies } = await listStaffCompanies(db, scope.branches, { q }, page);
  return companies.map(({ id, name, inn }) => ({
    kind: 'company' as const,
    id: String(id),
    title: name,
    to: `/customers/firms/${id}`,
    note: `организация, ИНН ${inn}`,
  }));
}

async function findGoods({ db, scope, query: { q } }: Search): Promise<Found[]> {
  const { products } = await listStaffProducts(db, await goodsScope(db, scope.branches), { q }, page);
  return products.map(({ id, name, article, idcode }) => ({
    kind: 'product' as const,
    id: String(id),
    title: name,
    to: `/catalogue/${id}`,
    note: article ? `товар, артикул ${article}` : `товар, код ${idcode}`,
  }));
}

async function findTickets({ db, scope, query: { q } }: Search): Promise<Found[]> {
  const tickets = await listTickets(db, { q, branches: scope.branches, limit: most });
  return tickets.map(({ id, number, name, state }) => ({
    kind: 'ticket' as const,
    id,
    title: `Обращение ${number}`,
    to: `/requests/tickets?q=${number}&id=${id}`,
    note: `${name}, ${ticketStateWords[state].toLowerCase()}`,
  }));
}

async function findPages({ db, scope, query: { q }, now }: Search): Promise<Found[]> {
  const words = q.toLowerCase();
  const pages = (await listStaffPages(db, { branches: scope.branches }, now)).filter(
    ({ slug, title }) => title.toLowerCase().includes(words) || slug.includes(words),
  );
  return pages.slice(0, most).map(({ slug, title }) => ({
    kind: 'page' as const,
    id: slug,
    title,
    note: `страница ${slug}`,
    to: `/content/pages/${slug}`,
  }));
}
