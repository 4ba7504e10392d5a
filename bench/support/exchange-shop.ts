import { type ChildProcess, fork } from 'node:child_process';
import { openDatabase } from '#platform/database.ts';
import { migrate } from '#platform/migrate.ts';
import { ensure } from '#shared/ensure.ts';
import { benchCities } from '../make-commerceml.ts';
import { startWeb, type Web } from './shop.ts';

/** An empty shop of twelve branches, each with a price column and a store of its own, in the database behind `url`. */
export async function makeExchangeShop(url: string) {
  await migrate(url);
  const db = openDatabase(url);
  const codes = benchCities.map((_, n) => (n === 0 ? '00131' : String(200 + n).padStart(5, '0')));
  await db
    .insertInto('price_columns')
    .values(codes.map((code) => ({ price_column: `c${code}`, name: code })))
    .execute();
  await db
    .insertInto('stores')
    .values(codes.map((code) => ({ store: code === '00131' ? 'store12' : `store${Number(code)}`, name: code })))
    .execute();
  await db
    .insertInto('departments')
    .values(
      codes.map((id_1c, n) => ({
        id_1c,
        parent: '00046',
        domain: `c${id_1c}`,
        is_main: n === 0,
        base_price: `c${id_1c}`,
        name_for_site: ensure(benchCities[n]),
        city: ensure(benchCities[n]),
        region: '',
        address: 'ул. Ленина, 1',
        work_time: '',
        names_cases: JSON.stringify(
          Object.fromEntries(
            ['nominative', 'genitive', 'dative', 'accusative', 'instrumental', 'prepositional'].map((k) => [
              k,
              ensure(benchCities[n]),
            ]),
          ),
        ),
        phones: '{}',
      })),
    )
    .execute();
  await db.destroy();
}

/** What the server promises about safety and how much memory it may use: figures mean nothing without. */
export async function settingsOf(url: string): Promise<Record<string, string>> {
  const db = openDatabase(url);
  try {
    const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'wal_level', 'shared_buffers', 'max_wal_size'];
    const { rows } = await db.pool.query('select name, current_setting(name) as value from unnest($1::text[]) name', [
      names,
    ]);
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  } finally {
    await db.destroy();
  }
}

/** As whom a simulated 1C signs in. */
export const exchangeNode = { login: 'base', password: 'гвоздь-и-молоток-17' };

/** A web process that takes the exchange of `exchangeNode`. */
export function startExchangeWeb(url: string, dataDir: string): Promise<Web> {
  const { login, password } = exchangeNode;
  return startWeb(url, dataDir, { MAIN_DOMAIN: 'idd.localhost', ONEC_LOGIN: login, ONEC_PASSWORD: password });
}

/** The worker beside it, which imports. */
export function startExchangeWorker(url: string, dataDir: string): ChildProcess {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'silent', MAIN_DOMAIN: 'idd.localhost' };
  return fork('src/worker.ts', { env, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
}
