import { listOwnCompanies, switchCompany } from '#modules/accounts/companies.ts';
import { productCards } from '#modules/catalogue/product-card.ts';
import { departmentDirectory } from '#modules/departments/directory.ts';
import { firmDebts, firmSummaries } from '#modules/documents/firm-summary.ts';
import { cardToken } from '#modules/loyalty/card-token.ts';
import { cardsOf } from '#modules/loyalty/cards.ts';
import { findProgramme } from '#modules/loyalty/programmes.ts';
import { listOwnOrders, type OwnOrder } from '#modules/orders/list-own-orders.ts';
import { listSavedLists } from '#modules/saved-lists/queries.ts';
import { listLimits } from '#shared/constants.ts';
import { termWords } from '#shared/due-words.ts';
import { readIds, viewedCookie } from '#shared/lists.ts';
import { formatPrice } from '#shared/money.ts';
import { activeStates, orderStates } from '#shared/order-states.ts';
import { phoneList } from '#shared/phone.ts';
import { cardQrUrl, personalUrl, viewedUrl } from '#shared/urls.ts';
import { openState, workTimeLines } from '#shared/work-time.ts';
import { answerForm, type FormAnswer } from '#web/parts/forms/form-answer.ts';
import { listed } from '#web/parts/goods/listed-card.ts';
import { popularProducts } from '#web/parts/goods/popular-products.server.ts';
import { bonusesOf } from '#web/parts/loyalty/card-words.ts';
import { rowOf } from '#web/parts/order/order-row.ts';
import { readAttachOffer } from '#web/parts/order/read-attach-offer.ts';
import { type Shop, shop } from '#web/parts/request/context.ts';
import { PageFailure } from '#web/parts/request/page-failure.ts';
import { requireAccount } from '#web/parts/request/require-account.ts';
import type { Route } from './+types/route.ts';
import { addAccountCookies } from './account-cookies.ts';
import { Dashboard } from './dashboard.tsx';
import type { PersonalHandle } from './layout.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Личный кабинет — ИДД' }];

export const handle: PersonalHandle = { crumbs: () => ({ here: 'Личный кабинет' }) };

/** One more is shown rather than a link to it. */
const shownOrders = 3;
const shownLists = 3;
const shownGoods = 5;
const shownInvoices = 5;

export async function loader({ request, context }: Route.LoaderArgs) {
  const found = context.get(shop);
  const { db, requestContext, keys, partners } = found;
  const { user_id, full_name, company, staff, acting } = requireAccount(requestContext, request);
  const { department } = requestContext;
  const unpaidStates = orderStates.filter((state) => state !== 'cancelled');
  const [active, past, lists, memberships, cards, firms, programme, departments] = await Promise.all([
    listOwnOrders(db, user_id, { states: activeStates, urgent_first: true, page: 1, limit: shownOrders + 1 }),
    lastOver(db, user_id),
    listSavedLists(db, user_id),
    listOwnCompanies(db, user_id),
    cardsOf(db, user_id),
    firmSummaries(db, user_id, department.time_zone),
    findProgramme(db, 'bonus'),
    departmentDirectory(db),
  ]);
  // Those of a firm stand in its part, that of an order under way at the order.
  const invoices = await listOwnOrders(db, user_id, {
    states: unpaidStates,
    not_of: firms.map(({ id }) => id),
    is_unpaid_invoice: true,
    page: 1,
    limit: shownInvoices + shownOrders + 1,
  });
  const orders = active.found > shownOrders + 1 ? active.orders.slice(0, shownOrders) : active.orders;
  const shown = new Set(orders.map(({ id }) => id));
  const ofFirms = new Set(
    firms.flatMap(({ unpaid }) => unpaid?.first.filter(({ paper }) => paper !== null) ?? []).map((one) => one.order_id),
  );
  /** An invoice that a firm's part offers is not offered at its order again. */
  const row = (order: OwnOrder) => {
    const row = rowOf(order, departments, partners.payments?.most_positions ?? null);
    return row.act?.is_file && ofFirms.has(order.id) ? { ...row, act: null } : row;
  };
  const otherInvoices = invoices.orders.filter(({ id }) => !shown.has(id)).slice(0, shownInvoices);
  const attach = await readAttachOffer({ db, requestContext });
  const debts = await firmDebts(db, user_id, firms, department.time_zone);
  const hasOrders = attach !== null || active.found + past.length > 0;
  const open = openState(department.hours, department.hour_exceptions, department.time_zone);
  const bonusCard = cards.find(({ kind }) => kind === 'bonus');
  return {
    attach,
    full_name,
    // Their own rights rest while they act as a customer.
    staff_roles: acting ? [] : (staff?.roles ?? []),
    done: new URL(request.url).searchParams.get('done'),
    orders: orders.map(row),
    active_count: active.found,
    last: past.map(row),
    has_orders: hasOrders,
    goods: await goodsToShow(found, hasOrders),
    device: requestContext.device,
    is_company: memberships.length > 0,
    may_order: company?.role !== 'accountant',
    lists: lists.slice(0, shownLists).map(({ id, name, count }) => ({ id, name, count })),
    bonuses: bonusCard
      ? {
          ...bonusesOf(bonusCard, department.time_zone),
          // S6-05: what opens the card at a cash desk is the customer's alone.
          show_url: acting || bonusCard.blocked_at ? null : cardQrUrl(cardToken(keys, bonusCard)),
        }
      : null,
    /** Goods of firms earn no bonuses, and a card is taken out by the person alone. */
    may_get_card: programme !== null && !bonusCard && company === null && acting === null,
    /** The firm bought for, whose business prices are open; null: none is. */
    firm_id: firms.find(({ id }) => id === company?.id)?.id ?? null,
    firms: firms
      .map((firm) => ({
        ...firm,
        debt: debts.get(firm.id) ?? null,
        unpaid: firm.unpaid && {
          ...firm.unpaid,
          first: firm.unpaid.first.map((invoice) => ({ ...invoice, term: termWords(invoice) })),
        },
      }))
      .toSorted((a, b) => Number(b.id === company?.id) - Number(a.id === company?.id)),
    /** All that wait for money, with those of the orders above. */
    invoice_count: invoices.found,
    invoices: otherInvoices.map(({ id, number, company_name, total }) => ({
      id,
      number,
      /** One firm's invoices need not say whose they are. */
      company_name: memberships.length > 1 ? company_name : null,
      total_text: formatPrice(total),
    })),
    buyer: {
      company_id: company?.id ?? null,
      memberships: memberships.map(({ id, inn, name, role, is_active }) => ({ id, inn, name, role, is_active })),
    },
    branch: {
      city: department.city,
      address: department.address,
      phone: phoneList(department.phones)[0] ?? null,
      email: department.email,
      work_lines: workTimeLines(department.work_time),
      is_open: open.is_open,
      open_words: open.words,
    },
  };
}

/** What was received last, else cancelled: it is what people come back for. At most one. */
async function lastOver(db: Shop['db'], user_id: string) {
  for (const state of ['completed', 'cancelled'] as const) {
    const { orders } = await listOwnOrders(db, user_id, { states: [state], page: 1, limit: 1 });
    if (orders.length > 0) return orders;
  }
  return [];
}

/** What they looked at last; for whoever has neither looked nor ordered, what others buy. */
async function goodsToShow(found: Shop, hasOrders: boolean) {
  const { db, requestContext } = found;
  const { account, cookies, priceContext } = requestContext;
  // In the browser of staff who act for a customer lies what staff looked at.
  const ids = account?.acting ? [] : readIds(cookies[viewedCookie], listLimits.viewed);
  const viewed = ids.length === 0 ? [] : await productCards(db, priceContext, { ids });
  if (viewed.length >= shownGoods || (hasOrders && viewed.length > 0)) {
    const more = { url: viewedUrl(), text: 'Всё просмотренное', short: 'Все' };
    return { title: 'Вы недавно смотрели', products: viewed.slice(0, shownGoods).map(listed), more };
  }
  return hasOrders ? null : { title: 'Часто покупают', products: (await popularProducts(found)).map(listed) };
}

export type DashboardData = Awaited<ReturnType<typeof loader>>;

/** «За кого покупаю». */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, requestContext, config } = context.get(shop);
  const form = await request.formData();
  const intent = form.get('intent');
  if (intent !== 'buy_for') throw new PageFailure(400);
  const account = requireAccount(requestContext, request);
  const answer = await answerForm(personalUrl(), 'buy_for', form, () =>
    switchCompany(db, account.user_id, companyOf(form)),
  );
  await addAccountCookies({ db, requestContext, config }, account, answer);
  return answer;
}

export default function DashboardPage({ loaderData, actionData }: Route.ComponentProps) {
  return <Dashboard found={loaderData} answer={(actionData as FormAnswer | undefined) ?? null} />;
}

function companyOf(form: FormData): number | null {
  const typed = form.get('company_id');
  if (typed === '' || typed === null) return null;
  const id = Number(typed);
  // An id that is no number belongs to nobody's firm.
  return Number.isSafeInteger(id) ? id : -1;
}
