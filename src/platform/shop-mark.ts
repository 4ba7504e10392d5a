import type { Db } from './database.ts';
import { forgetStored, readStored, storeFirst, storeValue } from './stored-values.ts';

/** Where a demonstration lives unless MAIN_DOMAIN names another domain under .localhost. */
export const localDomain = 'idd.localhost';

/** Names that lead nowhere but to the machine that asks (RFC 6761). */
export function isLocalDomain(domain: string): boolean {
  return domain.endsWith('.localhost');
}

export type ShopMark = {
  /** The domain the shop was first started under; null: never started since this is remembered. */
  main_domain: string | null;
  /**
   * Who said that the database is a demonstration: `load`, which filled it and knows that nothing in it is real, or
   * `migration`, which found demonstration people in it. null: a shop of its own.
   */
  demonstration: 'load' | 'migration' | null;
};

/** What the database remembers of its shop, from `settings`. */
export async function readShopMark(db: Db): Promise<ShopMark> {
  return {
    main_domain: (await readStored<string>(db, 'main_domain')) ?? null,
    demonstration: (await readStored<'load' | 'migration'>(db, 'demonstration')) ?? null,
  };
}

/** Remembers the domain unless there is one already; returns the one that is remembered. */
export async function rememberDomain(db: Db, domain: string): Promise<string> {
  await storeFirst(db, 'main_domain', domain);
  return (await readShopMark(db)).main_domain ?? domain;
}

/** Remembers another domain instead. */
export function changeDomain(db: Db, domain: string): Promise<void> {
  return storeValue(db, 'main_domain', domain);
}

/**
 * Marks the database as a demonstration that the loader filled, under this domain. Call it in the transaction of the
 * load.
 */
export async function markDemonstration(db: Db, domain: string): Promise<void> {
  await storeValue(db, 'demonstration', 'load');
  await changeDomain(db, domain);
}

/** The database is a shop of its own from now on; its domain is remembered at the next start. */
export async function unmarkDemonstration(db: Db): Promise<void> {
  await forgetStored(db, 'demonstration', 'own_address', 'main_domain');
}
