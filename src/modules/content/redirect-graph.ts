import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { categoryUrl, productUrl } from '#shared/urls.ts';
import { redirectKey } from './redirects.ts';

/** Where addresses lead: from → branch ('' for the common row) → to. All as `redirectKey` gives them. */
export type RedirectGraph = {
  steps: Map<string, Map<string, string>>;
  /** To → the rows that lead there. */
  sources: Map<string, { from: string; branch: string }[]>;
};

type Row = {
  from_path: string;
  department_id_1c: string | null;
  to_path: string | null;
  slug: string | null;
  code: string | null;
};

/** Every redirect, to judge what a new one would make. */
export async function readRedirectGraph(db: Db): Promise<RedirectGraph> {
  const { rows } = await sql<Row>`
    select r.from_path, r.department_id_1c, r.to_path, p.slug, c.code
    from redirects r left join products p on p.id = r.product_id left join categories c on c.id = r.category_id`.execute(
    db,
  );
  const graph: RedirectGraph = { steps: new Map(), sources: new Map() };
  for (const { from_path, department_id_1c, to_path, slug, code } of rows) {
    const location = to_path ?? (slug === null ? categoryUrl(code ?? '') : productUrl(slug));
    addStep(graph, { from: from_path, to: redirectKey(location), branch: department_id_1c ?? '' });
  }
  return graph;
}

type Step = { from: string; to: string; branch: string };

/** The row of this address and branch leads there from now on. */
export function addStep({ steps, sources }: RedirectGraph, { from, to, branch }: Step): void {
  const own = steps.get(from) ?? new Map<string, string>();
  steps.set(from, own);
  const before = own.get(branch);
  if (before !== undefined) {
    const others = (sources.get(before) ?? []).filter((one) => one.from !== from || one.branch !== branch);
    sources.set(before, others);
  }
  own.set(branch, to);
  sources.set(to, [...(sources.get(to) ?? []), { from, branch }]);
}

/**
 * Why this row may not be: it leads back to itself, or makes a chain, which costs every visitor a step; null: it may.
 * A common row is judged in each branch that has rows of its own on the way.
 */
export function problemOfStep(graph: RedirectGraph, { from, to, branch }: Step): string | null {
  if (from === to) return `Петля: ${from} → ${from}`;
  const branches = branch === '' ? ['', ...branchesFrom(graph, to)] : [branch];
  for (const one of branches) {
    const way = [from, to];
    for (let next = stepIn(graph, to, one); next !== undefined; next = stepIn(graph, next, one)) {
      way.push(next);
      if (next === from) return `Петля: ${way.join(' → ')}`;
      if (way.indexOf(next) < way.length - 1 || way.length > mostSteps) break;
    }
    if (way.length > 2) return `Цепочка: ${way.join(' → ')}. Укажите сразу ${way.at(-1)}`;
  }
  const source = graph.sources
    .get(from)
    ?.find((one) => one.from !== from && (branch === '' || one.branch === '' || one.branch === branch));
  return source ? `Цепочка: ${source.from} → ${from} → ${to}. Сначала направьте ${source.from} сразу на ${to}` : null;
}

/** A longer way is shown by its beginning. */
const mostSteps = 10;

function stepIn({ steps }: RedirectGraph, from: string, branch: string): string | undefined {
  const own = steps.get(from);
  return own?.get(branch) ?? own?.get('');
}

/** Branches with rows of their own somewhere on the way from this address. */
function branchesFrom({ steps }: RedirectGraph, from: string): Set<string> {
  const branches = new Set<string>();
  const seen = new Set<string>();
  const waiting = [from];
  while (waiting.length > 0 && seen.size <= mostSteps * mostSteps) {
    const key = waiting.pop() ?? '';
    if (seen.has(key)) continue;
    seen.add(key);
    for (const [branch, to] of steps.get(key) ?? []) {
      if (branch !== '') branches.add(branch);
      waiting.push(to);
    }
  }
  return branches;
}
