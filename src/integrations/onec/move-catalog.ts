import { Refusal } from '#platform/refusal.ts';
import { affectAll, affects, createAffected } from './affected.ts';
import { inTransaction } from './connection.ts';
import { deriveAgain } from './derive-again.ts';
import { nodeId } from './exchange/nodes.ts';
import { loadRules } from './mapping-rules.ts';
import { moveMapping } from './move-mapping.ts';

/**
 * From now on another node feeds the catalogue, and the goods known under it: packages of the former one that name them
 * are refused. The rules of its price types and warehouses come along. Throws not_found (no such catalogue), bad_input
 * {fields.node} (no such node); refused in Russian while an exchange is going on.
 */
export async function moveCatalog(
  url: string,
  { catalog_id_1c, login }: { catalog_id_1c: string; login: string },
  progress: (text: string) => void = () => {},
): Promise<void> {
  await inTransaction(url, async (client) => {
    const { db } = client;
    const to = await nodeId(db, login);
    const known = await db
      .selectFrom('onec_catalogs')
      .select('node_id')
      .where('catalog_id_1c', '=', catalog_id_1c)
      .executeTakeFirst();
    if (!known) throw new Refusal('not_found');
    if (known.node_id === to) return;
    const former = await loadRules(client);
    await db.updateTable('onec_catalogs').set({ node_id: to }).where('catalog_id_1c', '=', catalog_id_1c).execute();
    if (!(await moveMapping(client, { from: known.node_id, to }))) return;
    await createAffected(client);
    await affectAll(client, affects.prices | affects.stock);
    await deriveAgain(client, progress, { former });
  });
}
