import type { OwnOrderFilter } from '#modules/orders/list-own-orders.ts';
import { isActive, isOrderState, type OrderState, orderStates } from '#shared/order-states.ts';
import { typedDay } from '#shared/typed-day.ts';

/** The two lists of S2-18. */
export type OrderGroup = 'active' | 'completed';

export function isOrderGroup(word: string | undefined): word is OrderGroup {
  return word === 'active' || word === 'completed';
}

export const otherGroup = { active: 'completed', completed: 'active' } as const;

export function statesOf(group: OrderGroup): OrderState[] {
  return orderStates.filter((state) => isActive(state) === (group === 'active'));
}

/** Fields of the filter as typed; they live in the address, so that a filtered list can be kept and sent. */
export type OrderQuery = {
  q: string;
  state: string;
  from: string;
  to: string;
  sum_from: string;
  sum_to: string;
  buyer: string;
  /** 'due': what is still to be paid, alone. */
  money: string;
  /** 'on': what is under warranty, alone. */
  warranty: string;
};

const fields = ['q', 'state', 'from', 'to', 'sum_from', 'sum_to', 'buyer', 'money', 'warranty'] as const;
const longest = 100;

export function readOrderQuery(params: URLSearchParams): OrderQuery {
  const read = (name: string) => (params.get(name) ?? '').trim().slice(0, longest);
  return Object.fromEntries(fields.map((name) => [name, read(name)])) as OrderQuery;
}

export function isFiltered(query: OrderQuery): boolean {
  return fields.some((name) => query[name] !== '');
}

/** The filter as the query names it; what cannot be understood narrows nothing, crossed bounds are swapped. */
export function filterOf(
  group: OrderGroup,
  query: OrderQuery,
  now = new Date(),
): Omit<OwnOrderFilter, 'page' | 'limit'> {
  const states = statesOf(group);
  const state = states.find((other) => isOrderState(query.state) && other === query.state);
  const [from, to] = inOrder(typedDay(query.from) ?? undefined, typedDay(query.to) ?? undefined);
  const [sum_from, sum_to] = inOrder(kopecksOf(query.sum_from), kopecksOf(query.sum_to));
  const { buyer } = query;
  return {
    states: state ? [state] : states,
    from,
    to,
    sum_from,
    sum_to,
    search: query.q || undefined,
    is_unpaid: query.money === 'due',
    under_warranty_at: query.warranty === 'on' ? now : undefined,
    buyer: buyer === 'company' || buyer === 'person' ? buyer : undefined,
  };
}

/** The query string of a page of this list, '' for the bare one. */
export function queryString(query: OrderQuery, page = 1): string {
  const params = new URLSearchParams();
  for (const name of fields) if (query[name] !== '') params.set(name, query[name]);
  if (page > 1) params.set('page', String(page));
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

function kopecksOf(text: string): number | undefined {
  const number = Number(text.replace(',', '.').replace(/[\s\u00a0]/g, ''));
  return text === '' || !Number.isFinite(number) || number < 0 || number > 1e10 ? undefined : Math.round(number * 100);
}

function inOrder<T extends number | string>(a: T | undefined, b: T | undefined): [T | undefined, T | undefined] {
  return a !== undefined && b !== undefined && a > b ? [b, a] : [a, b];
}
