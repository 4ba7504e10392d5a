import { type DatabaseConnection, type DatabasePool, statementNames } from '#platform/database-pool.ts';

export type Statement = { name: string; text: string; values: unknown[]; times: number };

/** From now on every statement sent over this pool is remembered, once per text, with the values it came with first. */
export function recordStatements(pool: DatabasePool): Map<string, Statement> {
  const seen = new Map<string, Statement>();
  const recorded = new WeakSet<DatabaseConnection>();
  const connect = pool.connect.bind(pool);
  pool.connect = async () => {
    const connection = await connect();
    if (!recorded.has(connection)) connection.query = recording(connection.query, seen);
    recorded.add(connection);
    return connection;
  };
  return seen;
}

function recording(query: DatabaseConnection['query'], seen: Map<string, Statement>): DatabaseConnection['query'] {
  const record = (...args: unknown[]) => {
    const [first, second] = args as [string | { name?: string; text?: string; values?: unknown[] }, unknown[]];
    const { name, text = '', values } = typeof first === 'string' ? { text: first, values: second } : first;
    const known = seen.get(text);
    if (known) known.times++;
    else if (text) {
      const given = Array.isArray(values) ? values : [];
      seen.set(text, { name: name ?? statementNames.get(text) ?? '', text, values: given, times: 1 });
    }
    return (query as (...args: unknown[]) => unknown)(...args);
  };
  return record as DatabaseConnection['query'];
}
