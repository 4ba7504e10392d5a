import { basename } from 'node:path';
import type { DatabaseError } from 'pg';
import { markShortOrders } from '#modules/orders/mark-short-orders.ts';
import { invalidate } from '#platform/invalidation.ts';
import { addAffected, addHandedOver, affectAll } from './affected.ts';
import { claimCatalogs } from './claim-catalogs.ts';
import { type Connection, inTransaction, openConnection } from './connection.ts';
import { deriveAffected } from './derive.ts';
import { FileRefusal } from './file-refusal.ts';
import { applyGroups, switchOffEmptyOther } from './groups.ts';
import type { Exchange } from './listed.ts';
import { loadBranches, settlePriceTypes, settleWarehouses } from './mapping.ts';
import { affects, mergeReceived } from './merge-received.ts';
import { openPackage, type Package } from './open-package.ts';
import { applyPictures } from './pictures.ts';
import { applyProperties } from './properties.ts';
import { stagePackage } from './staging.ts';
import { emptySummary, type ImportSummary } from './summary.ts';
import { writeStockAndPrices } from './write-stock-and-prices.ts';

export type ImportOptions = {
  /** URL of the primary database; the import keeps a connection of its own, for COPY. */
  url: string;
  filesDir: string;
  progress?: (text: string) => void;
};

/**
 * Takes a package of 1C whole or not at all, in one transaction: nothing is seen of it before it is complete, and a
 * killed import leaves the catalogue as it was. A package that cannot be taken comes back with `result: 'refused'` and
 * the reason. The same package again changes no row. `path`: a CommerceML file, a folder or a zip.
 */
export function importPackage({ path, ...options }: ImportOptions & { path: string }): Promise<ImportSummary> {
  return importOpened(() => openPackage(path), { source: basename(path) }, options);
}

/** A package with a row of its own already, and the exchange that it is a part of. */
export type ReceivedPackage = { package_id: number } & Exchange;

/** The same of a package that somebody else opens; the row says afterwards what came of it. */
export async function importOpened(
  open: () => Promise<Package>,
  row: { source: string } | ReceivedPackage,
  { url, filesDir, progress = () => {} }: ImportOptions,
): Promise<ImportSummary> {
  const started = new Date();
  const summary = emptySummary();
  const exchange = 'source' in row ? null : row;
  try {
    const take = async (client: Connection) => {
      await takePackage(client, { open, filesDir, progress, exchange }, summary);
      summary.seconds = secondsSince(started);
      await remember(client, started, row, summary);
    };
    await inTransaction(url, take, { waits: exchange !== null });
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
    await rememberRefusal(url, started, row, refused);
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

type Taking = {
  open: () => Promise<Package>;
  filesDir: string;
  progress: (text: string) => void;
  exchange: Exchange | null;
};

async function takePackage(
  client: Connection,
  { open, filesDir, progress, exchange }: Taking,
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
  const parts = await open();
  try {
    const staged = await stagePackage(client, parts, summary, progress);
    if (exchange) await claimCatalogs(client, exchange.node_id);
    progress('Сверка с тем, что уже принято');
    const groups = await applyGroups(client, staged, summary);
    const properties = await applyProperties(client, staged);
    const { types, isChanged } = await settlePriceTypes(client, staged, branches, summary);
    const warehouses = await settleWarehouses(client, staged, branches, summary);
    await mergeReceived(client, summary, exchange);
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

type Row = { source: string } | ReceivedPackage;

async function remember(client: Connection, started: Date, row: Row, summary: ImportSummary): Promise<void> {
  const told = [started, summary.result, JSON.stringify(summary)];
  if ('source' in row) {
    await client.query(
      `insert into onec_packages (started_at, state, summary, source, finished_at)
       values ($1, $2, $3, $4, clock_timestamp())`,
      [...told, row.source],
    );
    return;
  }
  await client.query(
    `update onec_packages set started_at = $1, state = $2, summary = $3, finished_at = clock_timestamp(), progress = ''
     where id = $4`,
    [...told, row.package_id],
  );
}

async function rememberRefusal(url: string, started: Date, row: Row, summary: ImportSummary): Promise<void> {
  const client = await openConnection(url);
  try {
    await remember(client, started, row, summary);
  } finally {
    await client.end();
  }
}

function secondsSince(started: Date): number {
  return Math.round((Date.now() - started.getTime()) / 100) / 10;
}
