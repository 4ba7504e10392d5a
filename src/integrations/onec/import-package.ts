import { basename } from 'node:path';
import type { DatabaseError } from 'pg';
import { markShortOrders } from '#modules/orders/mark-short-orders.ts';
import { ensure } from '#shared/ensure.ts';
import { addAffected, addHandedOver, addShipped, affectAll, affects } from './affected.ts';
import { loadCatalogNodes, nodeOfStaged } from './catalog-nodes.ts';
import { countChanges, type PackageChanges } from './changes/compare.ts';
import { beyondApproved, type Finding, findDanger, rememberFed } from './changes/guards.ts';
import { type Compared, HeldBack, holdPackage, keepRehearsal, replaceHeld } from './changes/hold-package.ts';
import { keepJournal, keepStock, noteGroups, noteStock, rememberGroups } from './changes/journal.ts';
import { keepOwners, rememberOwners } from './changes/owners.ts';
import { nothingReserved, type Reserve, setAsideKept } from './changes/set-aside-kept.ts';
import { setAsideLater } from './changes/set-aside-later.ts';
import { claimCatalogs } from './claim-catalogs.ts';
import { type Connection, inTransaction, openConnection } from './connection.ts';
import { deriveAffected } from './derive.ts';
import { FileRefusal } from './file-refusal.ts';
import { applyGroups, switchOffEmptyOther } from './groups.ts';
import { type Exchange, noteClassifiers } from './listed.ts';
import { loadBranches, settlePriceTypes, settleWarehouses } from './mapping.ts';
import { loadRules } from './mapping-rules.ts';
import { mergeReceived } from './merge-received.ts';
import { openPackage, type Package } from './open-package.ts';
import { addEnded } from './own-fields.ts';
import { applyPictures } from './pictures.ts';
import { applyProperties } from './properties.ts';
import { takeOverReserves } from './reserves.ts';
import { type Staged, stagePackage } from './staging.ts';
import { emptySummary, type ImportSummary } from './summary.ts';
import { noteGoodsChanged, writeStockAndPrices } from './write-stock-and-prices.ts';

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
  return importOpened(() => openPackage(path), { source: basename(path), rehearses: false }, options);
}

/**
 * Compares a package with the shop and changes nothing: what it would change is kept under a number of its own, which
 * comes back as `package_id`.
 */
export function rehearsePackage({ path, ...options }: ImportOptions & { path: string }): Promise<ImportSummary> {
  return importOpened(() => openPackage(path), { source: basename(path), rehearses: true }, options);
}

/** A package that a command was given. */
type GivenPackage = { source: string; rehearses: boolean };

/** A package with a row of its own already, and the exchange that it is a part of. */
export type ReceivedPackage = {
  package_id: number;
  /** What the owner has seen and approved; null: nobody was asked. */
  approved: Finding[] | null;
  /** Approved so that nothing is switched off. */
  keeps_on: boolean;
  /** When its exchange began. */
  began_at: Date;
} & Exchange;

/** The same of a package that somebody else opens; the row says afterwards what came of it. */
export async function importOpened(
  open: () => Promise<Package>,
  row: GivenPackage | ReceivedPackage,
  { url, filesDir, progress = () => {} }: ImportOptions,
): Promise<ImportSummary> {
  const started = new Date();
  const summary = emptySummary();
  try {
    const take = async (client: Connection) => {
      const package_id = 'source' in row ? await addRow(client, started, row.source) : row.package_id;
      const compared = (changes: PackageChanges) => ({ package_id, started, changes, summary });
      const judge = async (changes: PackageChanges) => {
        if (!('source' in row)) return holdDangerous(client, url, row, compared(changes));
        if (row.rehearses) await keepRehearsal(client, url, { ...compared(changes), source: row.source });
      };
      const received = 'source' in row ? null : row;
      const changes = await takePackage(client, { open, filesDir, progress, package_id, received, judge }, summary);
      Object.assign(summary, { seconds: secondsSince(started), package_id });
      await remember(client, compared(changes));
    };
    await inTransaction(url, take, { waits: !('source' in row) });
    return summary;
  } catch (error) {
    if (error instanceof HeldBack) return error.summary;
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

/** Throws HeldBack when the guards find more than the owner has approved. */
async function holdDangerous(
  client: Connection,
  url: string,
  { node_id, approved }: ReceivedPackage,
  compared: Compared,
): Promise<void> {
  const findings = beyondApproved(await findDanger(client, node_id, compared.package_id), approved);
  if (findings.length > 0) await holdPackage(client, url, { ...compared, node_id, findings });
}

type Taking = {
  open: () => Promise<Package>;
  filesDir: string;
  progress: (text: string) => void;
  package_id: number;
  received: ReceivedPackage | null;
  /** Told of what the package changes before the rest of the shop could notice; whoever throws ends it there. */
  judge: (changes: PackageChanges) => Promise<void>;
};

async function takePackage(
  client: Connection,
  { open, filesDir, progress, package_id, received, judge }: Taking,
  summary: ImportSummary,
): Promise<PackageChanges> {
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
    if (received) await rememberFed(client, received.node_id);
    await rememberOwners(client);
    const former = await loadRules(client);
    const isMoved = received ? await claimCatalogs(client, received.node_id) : false;
    const node_id = received ? received.node_id : await nodeOfStaged(client);
    const reserve = received?.approved ? await setAside(client, received, staged, summary) : nothingReserved();
    progress('Сверка с тем, что уже принято');
    await rememberGroups(client);
    const groups = await applyGroups(client, { staged, node_id, reserve }, summary);
    const properties = await applyProperties(client, staged);
    const declared = { staged, branches, node_id };
    const { types, isChanged } = await settlePriceTypes(client, declared, summary);
    const warehouses = await settleWarehouses(client, declared, summary);
    if (received) await noteClassifiers(client, received, staged);
    await mergeReceived(client, summary, { package_id, exchange: received, reserve });
    if (node_id !== null)
      await takeOverReserves(client, { node_id, package_id, formed_after: received?.began_at ?? null });
    const pictures = await applyPictures(client, filesDir, summary, progress);
    await addAffected(client, { groups: [...groups], properties: [...properties], pictures });
    await addHandedOver(client, { node_id, began_at: received?.began_at ?? null });
    // One that waited for the owner is older than what 1C said since.
    if (received && !received.approved) await addShipped(client, received);
    await addEnded(client);
    if (isChanged) await affectAll(client, affects.prices);
    if (isMoved) await affectAll(client, affects.prices | affects.stock);
    const rules = { types, warehouses, nodes: await loadCatalogNodes(client) };
    const products = await deriveAffected(client, { rules, former, package_id }, summary, progress);
    const isOtherGone = await switchOffEmptyOther(client);
    await noteStock(client);
    await noteGroups(client, package_id);
    const changes = await countChanges(client);
    await judge(changes);
    progress('Остатки');
    await keepJournal(client, package_id);
    await keepOwners(client, package_id);
    if (received && (await isFullCatalog(client))) await replaceHeld(client, received.node_id, package_id);
    const { db } = client;
    const stock = await writeStockAndPrices(client, products.fresh, async (stock) => {
      await keepStock(client, package_id);
      summary.short_orders = await markShortOrders(db, stock.reserved);
      return stock;
    });
    const isVisible = isOtherGone || products.created + products.changed + products.switched_off + stock.reworded > 0;
    const { prices } = summary;
    if (isVisible || groups.size > 0 || prices.created + prices.changed + prices.switched_off > 0)
      await noteGoodsChanged(db, products.fresh);
    return changes;
  } finally {
    await parts.close();
  }
}

/** Of an approved package: what its node has sent since stays, and what the owner keeps out of it is not taken. */
async function setAside(
  client: Connection,
  received: ReceivedPackage,
  staged: Staged,
  summary: ImportSummary,
): Promise<Reserve> {
  await setAsideLater(client, received, staged, summary);
  return setAsideKept(client, received, staged, summary);
}

/** Whether the package lists all goods of a catalogue: what waited for a decision is out of date. */
async function isFullCatalog(client: Connection): Promise<boolean> {
  const { rows } = await client.query<{ is_full: boolean }>(
    `select exists (
       select from staged_containers c
       where c.kind = 'catalog' and c.is_full and exists (select from staged_goods s where s.container = c.id)) as is_full`,
  );
  return ensure(rows[0]).is_full;
}

/** The row of a package that a command was given: what it changes is kept under its number. */
async function addRow(client: Connection, started: Date, source: string): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `insert into onec_packages (started_at, state, source) values ($1, 'importing', $2) returning id`,
    [started, source],
  );
  return ensure(rows[0]).id;
}

/** Throws FileRefusal when somebody has ended the package meanwhile: nothing of it is to be kept. */
async function remember(client: Connection, { started, package_id, summary, changes }: Compared): Promise<void> {
  const { rowCount } = await client.query(
    `update onec_packages set started_at = $1, state = $2, summary = $3, changes = $4, finished_at = clock_timestamp(), progress = ''
     where id = $5 and finished_at is null`,
    [started, summary.result, JSON.stringify(summary), JSON.stringify(changes), package_id],
  );
  if (!rowCount) throw new FileRefusal('', null, 'пакет остановлен в магазине');
}

async function rememberRefusal(
  url: string,
  started: Date,
  row: GivenPackage | ReceivedPackage,
  summary: ImportSummary,
) {
  const client = await openConnection(url);
  try {
    const package_id = 'source' in row ? await addRow(client, started, row.source) : row.package_id;
    await client.query(
      `update onec_packages set started_at = $1, state = $2, summary = $3, finished_at = clock_timestamp(), progress = ''
       where id = $4 and finished_at is null`,
      [started, summary.result, JSON.stringify(summary), package_id],
    );
  } finally {
    await client.end();
  }
}

function secondsSince(started: Date): number {
  return Math.round((Date.now() - started.getTime()) / 100) / 10;
}
