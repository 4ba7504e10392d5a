import pg from 'pg';

/** One pool for the process, with the settings of the shop's own (src/platform/database.ts). */
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 10,
  idleTimeoutMillis: 30_000,
  options: '-c jit=off -c random_page_cost=1.1',
});

/** Runs a statement that each connection parses and plans once; `name` must be unique in the program. */
export async function rowsOf<Row extends object>(name: string, text: string, values: unknown[] = []): Promise<Row[]> {
  return (await pool.query<Row>({ name, text, values })).rows;
}
