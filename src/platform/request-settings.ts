import { AsyncLocalStorage } from 'node:async_hooks';
import { CompiledQuery, type Driver, PostgresDialect, type PostgresDialectConfig, PostgresDriver } from 'kysely';

type Settings = Record<string, string>;
type Connection = Parameters<PostgresDriver['releaseConnection']>[0];

const current = new AsyncLocalStorage<Settings>();

/**
 * Every statement that `work` begins, also later and in transactions, runs with these settings of PostgreSQL
 * (`shop.…`), which triggers read with current_setting(name, true). For what no caller may forget to pass on; anything
 * else is an argument.
 */
export function withSettings<T>(settings: Settings, work: () => T): T {
  return current.run(settings, work);
}

/** Whether the caller runs within `withSettings`. */
export function hasSettings(): boolean {
  return current.getStore() !== undefined;
}

/**
 * Connections carry the settings of who uses them, as long as they are used: two more statements, only within
 * `withSettings`.
 */
export class SettingsDialect extends PostgresDialect {
  #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new SettingsDriver(this.#config);
  }
}

class SettingsDriver extends PostgresDriver {
  #given = new WeakMap<Connection, Settings>();

  override async acquireConnection(...given: Parameters<PostgresDriver['acquireConnection']>): Promise<Connection> {
    // The interface's type; it is one of this driver's own.
    const connection = (await super.acquireConnection(...given)) as Connection;
    const settings = current.getStore();
    try {
      // Left by a release that failed.
      await this.#takeBack(connection);
      if (settings) await this.#give(connection, settings);
    } catch (error) {
      await super.releaseConnection(connection);
      throw error;
    }
    return connection;
  }

  override async releaseConnection(connection: Connection): Promise<void> {
    // A connection that cannot be asked any more is dropped by the pool.
    await this.#takeBack(connection).catch(() => {});
    await super.releaseConnection(connection);
  }

  async #give(connection: Connection, settings: Settings): Promise<void> {
    this.#given.set(connection, settings);
    await setAll(connection, settings);
  }

  async #takeBack(connection: Connection): Promise<void> {
    const settings = this.#given.get(connection);
    if (!settings) return;
    await setAll(connection, Object.fromEntries(Object.keys(settings).map((name) => [name, ''])));
    this.#given.delete(connection);
  }
}

async function setAll(connection: Connection, settings: Settings): Promise<void> {
  const [names, values] = [Object.keys(settings), Object.values(settings)];
  const text = 'select set_config(name, value, false) from unnest($1::text[], $2::text[]) as given (name, value)';
  await connection.executeQuery(CompiledQuery.raw(text, [names, values]));
}
