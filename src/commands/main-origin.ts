import { configuredOrigin } from '#modules/departments/hosts.ts';
import type { Db } from '#platform/database.ts';
import { readOwnAddress } from '#platform/own-address.ts';
import type { Config } from '../config.ts';

/** scheme://host[:port] of the main branch, for links that a command prints. */
export async function mainOrigin(db: Db, config: Config): Promise<string> {
  const main = { domain: '', is_main: true };
  if (!config.isDemonstration) return configuredOrigin(main, config);
  return configuredOrigin(main, config, Number(new URL(await readOwnAddress(db, config)).port) || 80);
}
