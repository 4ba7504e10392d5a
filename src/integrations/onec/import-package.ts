import { basename } from 'node:path';
import type { DatabaseError } from 'pg';
import { markShortOrders } from '#modules/orders/mark-short-orders.ts';
import { invalidate } from '#platform/invalidation.ts';
import { addAffected, addHandedOver, affectAll } from './affected.ts';
import { type Connection, openConnection } from './connection.ts';
import { deriveAffected } from './derive.ts';
import { FileRefusal } from './file-refusal.ts';
import { applyGroups, switchOffEmptyOther } from './groups.ts';
import { inTransaction } from './in-transaction.ts';
import { loadBranches, settlePriceTypes, settleWarehouses } from './mapping.ts';
import { affects, mergeReceived } from './merge-received.ts';
import { openPackage } from './open-package.ts';
import { applyPictures } from './pictures.ts';
import { applyProperties } from './properties.ts';
import { stagePackage } from './staging.ts';
import { emptySummary, type ImportSummary } from './summary.ts';
import { writeStockAndPrices } from './write-stock-and-prices.ts';

export type ImportOptions = {
  /** URL of the primary database; the import keeps a connection of its own, for COPY. */
  url: string;
  /** A CommerceML file, a folder or a zip. */
  path: string;
  filesDir: string;
  progress?: (text: string) => void;
};

/**
 * Takes a package of 1C whole or not at all, in one transaction: nothing is seen of it before it is complete, and a
 * killed import leaves the catalogue as it was. A package that cannot be taken comes back with `result: 'refused'` and
 * the reason. The same package again changes no row.
 */
export async function importPackage({
  url,
  path,
  filesDir,
  progress = () => {},
}: ImportOptions): Promise<ImportSummary> {
  const started = new Date();
  const summary = emptySummary();
  try {
    await inTransaction(url, async (client) => {
      await takePackage(client, { path, filesDir, progress }, summary);
      summary.seconds = secondsSince(started);
      await remember(client, started, path, summary);
    });
    return summary;
  } catch (error) {
    const reason = error instanceof FileRefusal ? error.message : refusedByDatabase(error);
    if (reason === null) throw error;
    const own = {
      result: 'refused' as const,
      reason,
      files: summary.files,
      seconds: secondsSince(started),
    };
    const refused: ImportSummary = { ...emptySummary(), ...own };
    await rememberRefusal(url, started, path, refused);
    return refused;
  }
}

/**
 * What the database will not hold however often it is sent (SQLSTATE classes 22, 23, 54: data, constraints, limits)
 * refuses the package like a fault of a file. null: the error is another, a package sent again may be taken.
 */
function refusedByDatabase(error: unknown): string | null {
  const { code, message, table, constraint } = error as Partial<DatabaseError>;
  if (typeof code !== 'string' || !/^(?:22|23|54)[0-9A-Z]{3}$/.test(code)) return null;
  const where = [table, constraint].filter(Boolean).join(', ');
  return `база данных не принимает данные пакета${where && ` (${where})`}: ${message}. Ничего не изменено`;
}

async function takePackage(
  client: Connection,
  { path, filesDir, progress }: { path: string; filesDir: string; progress: (text: string) => void },
  summary: ImportSummary,
): Promise<void> {
  // Staging is large and lives for one transaction; sorts of a hundred thousand rows should not go to disk.
  await client.query(`set local work_mem = '64MB'`);
  // A tenth of the usual sample tells enough of staged tables; fresh partitions are looked at once more by the server
  // itself.
  await client.query('set local default_statistics_target = 10');
  const branches = await loadBranches(client);
  if (branches.length === 0) {
    throw new FileRefusal('', null, 'в магазине нет ни одного филиала: некуда класть цены и остатки');
  }
  const parts = await openPackage(path);
  try {
    const staged = await stagePackage(client, parts, summary, progress);
    progress('Сверка с тем, что уже принято');
    const groups = await applyGroups(client, staged, summary);
    const properties = await applyProperties(client, staged);
    const { types, isChanged } = await settlePriceTypes(client, staged, branches, summary);
    const warehouses = await settleWarehouses(client, staged, branches, summary);
    await mergeReceived(client, summary);
    const pictures = await applyPictures(client, filesDir, summary, progress);
    await addAffected(client, { groups: [...groups], properties: [...properties], pictures });
    await addHandedOver(client);
    if (isChanged) await affectAll(client, affects.prices);
    const products = await deriveAffected(client, { types, warehouses }, summary, progress);
    progress('Остатки');
    const stock = await writeStockAndPrices(client, products.fresh);
    const { db } = client;
    summary.short_orders = await markShortOrders(db, stock.reserved);
    const isOtherGone = await switchOffEmptyOther(client);
    const isVisible = isOtherGone || products.created + products.changed + products.switched_off + stock.reworded > 0;
    const { prices } = summary;
    if (isVisible || groups.size > 0 || prices.created + prices.changed + prices.switched_off > 0)
      await invalidate(db, ['catalogue']);
  } finally {
    await parts.close();
  }
}

async function remember(client: Connection, started: Date, path: string, summary: ImportSummary): Promise<void> {
  await client.query('insert into onec_imports (started_at, source, summary) values ($1, $2, $3)', [
    ...[started, basename(path), JSON.stringify(summary)],
  ]);
}

async function rememberRefusal(url: string, started: Date, path: string, summary: ImportSummary): Promise<void> {
  const client = await openConnection(url);
  try {
    await remember(client, started, path, summary);
  } finally {
    await client.end();
  }
}

function secondsSince(started: Date): number {
  return Math.round((Date.now() - started.getTime()) / 100) / 10;
}
