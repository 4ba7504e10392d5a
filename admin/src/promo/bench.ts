import { currentBranch } from '../request.ts';

export type BenchLine = { product_id: number; count: number; name: string };

/** What the bench is asked, as the form has it and the address keeps it. */
export type Bench = {
  code: string;
  departmentId: string;
  userId: string | null;
  /** null: now. */
  at: string | null;
  from: 'customer' | 'order' | 'goods';
  number: string;
  lines: BenchLine[];
};

/** `?code=…&in=00131&from=goods&line=12x3`; `first`: the branch meant when none is named. */
export function readBench(search: URLSearchParams, first: string): Bench {
  const from = search.get('from');
  return {
    code: search.get('code') ?? '',
    departmentId: search.get('in') || currentBranch() || first,
    userId: search.get('user') || null,
    at: search.get('at') || null,
    from: from === 'customer' || from === 'order' ? from : 'goods',
    number: search.get('number') ?? '',
    lines: search.getAll('line').flatMap((text) => {
      const [, id, count] = /^(\d{1,9})x(\d{1,5})$/.exec(text) ?? [];
      return id && count ? [{ product_id: Number(id), count: Number(count), name: '' }] : [];
    }),
  };
}

/** The address that asks this; the branch of the whole page stays as it is. */
export function benchSearch({ code, departmentId, userId, at, from, number, lines }: Bench): URLSearchParams {
  const search = new URLSearchParams({ code, in: departmentId, from });
  if (userId) search.set('user', userId);
  if (at) search.set('at', at);
  if (from === 'order') search.set('number', number);
  if (from === 'goods') for (const { product_id: id, count } of lines) search.append('line', `${id}x${count}`);
  const branch = currentBranch();
  if (branch) search.set('branch', branch);
  return search;
}

/** The body of the question. */
export function benchBody({ code, departmentId, userId, at, from, number, lines }: Bench) {
  const cart =
    from === 'goods'
      ? { from, lines: lines.map(({ product_id, count }) => ({ product_id, count })) }
      : from === 'order'
        ? { from, number: /^\d{1,9}$/.test(number.trim()) ? Number(number) : number }
        : { from };
  return { code, department_id_1c: departmentId, user_id: userId, at, cart };
}
