import pg from 'pg';

export type Statement = { name: string; text: string; values: unknown[]; times: number };

/** From now on every statement this process sends is remembered, once per text, with the values it came with first. */
export function recordStatements(): Map<string, Statement> {
  const seen = new Map<string, Statement>();
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function recorded(this: pg.Client, ...args: unknown[]) {
    const [first, second] = args as [string | { name?: string; text?: string; values?: unknown[] }, unknown[]];
    const text = typeof first === 'string' ? first : (first?.text ?? '');
    const known = seen.get(text);
    if (known) known.times++;
    else if (text) {
      const name = typeof first === 'string' ? '' : (first.name ?? '');
      const values = typeof first === 'string' ? second : first.values;
      seen.set(text, { name, text, values: Array.isArray(values) ? values : [], times: 1 });
    }
    return (query as (...args: unknown[]) => unknown).apply(this, args);
  } as typeof query;
  return seen;
}
