import { openImports } from './commerceml.ts';
import { testDatabase } from './database.ts';
import { openReceiving } from './onec-received.ts';
import { makeBranches } from './shop.ts';

/**
 * A database with the branches that 1C feeds. `onec` imports packages as a command does, `receive` as the exchange
 * takes them from a node.
 */
export async function onecShop() {
  const { db, url } = await testDatabase();
  await makeBranches(db);
  const onec = await openImports(url);
  return { db, url, onec, receive: openReceiving(db, url, onec) };
}
