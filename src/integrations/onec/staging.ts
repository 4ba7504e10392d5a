import type { Connection } from './connection.ts';
import type { CopyValue } from './copy-text.ts';
import {
  boundDeclarations,
  type Group,
  type PriceType,
  type Property,
  refuseTooMany,
  type Unit,
  type Warehouse,
} from './declarations.ts';
import { FileRefusal } from './file-refusal.ts';
import type { Package, PackageFile } from './open-package.ts';
import { NotPlain } from './parse-pieces.ts';
import { openPieceReaders, type PieceReaders } from './piece-readers.ts';
import { type CommercemlSink, type Container, readCommerceml } from './read-commerceml.ts';
import {
  goodColumns,
  type NamedPicture,
  offerColumns,
  openReceiver,
  type PriceUse,
  type Received,
} from './receive-pieces.ts';
import { type ImportSummary, note, refuse } from './summary.ts';

/** What was read and is small enough for memory; goods, offers and pictures lie in temporary tables. */
export type Staged = {
  classifiers: { container: Container; groups: Group[] }[];
  properties: Map<string, Property>;
  priceTypes: Map<string, PriceType>;
  warehouses: Map<string, Warehouse>;
  units: Map<string, Unit>;
  /** How many prices of each type in each currency the package holds. */
  priceUses: Map<string, PriceUse>;
  /** Ids of the warehouses whose rests the package holds; '' is a total without warehouses. */
  restWarehouses: Set<string>;
};

const createTables = `
  create temp table staged_goods (
    seq int, id text collate "C", container int, deleted boolean, refused boolean, hash text, data text
  ) on commit drop;
  create temp table staged_offers (
    seq int, id text collate "C", container int, data_container int, prices_container int, rests_container int,
    deleted boolean, hash text, data text,
    prices_hash text, prices_count int, prices text, rests_hash text, rests_count int, rests text
  ) on commit drop;
  create temp table staged_containers (id int, kind text, catalog_id text, is_full boolean) on commit drop;
  -- With who names it; without a source: why there is none.
  create temp table staged_pictures (path text, source text, fault text, named_by json) on commit drop`;

/**
 * Reads every file of the package into temporary tables of the client's transaction. Throws FileRefusal at the first
 * fault of a file; single goods that cannot be taken are refused in the summary.
 */
export async function stagePackage(
  client: Connection,
  parts: Package,
  summary: ImportSummary,
  progress: (text: string) => void,
): Promise<Staged> {
  await client.query(createTables);
  const before = structuredClone(summary);
  const readers = openPieceReaders();
  try {
    return await stageFiles(client, parts, summary, progress, readers);
  } catch (error) {
    if (!(error instanceof NotPlain)) throw error;
    // Rare, and often a fault: the full reader takes what the quick one leaves alone, or says what is wrong and where.
    await client.query('truncate staged_goods, staged_offers, staged_pictures');
    Object.assign(summary, before);
    return await stageFiles(client, parts, summary, progress, null);
  } finally {
    await readers.close();
  }
}

async function stageFiles(
  client: Connection,
  parts: Package,
  summary: ImportSummary,
  progress: (text: string) => void,
  readers: PieceReaders | null,
): Promise<Staged> {
  const staged: Staged = {
    classifiers: [],
    properties: new Map(),
    priceTypes: new Map(),
    warehouses: new Map(),
    units: new Map(),
    priceUses: new Map(),
    restWarehouses: new Set(),
  };
  const containers: Container[] = [];
  const writer = openWriter(client);
  let seq = 0;
  let records = 0;
  const runs: Promise<void>[] = [];
  for (const file of parts.files) {
    const first = containers.length;
    const receiver = openReceiver(file.name);
    let documents = 0;
    /** What was read is taken in the file's order; `line`: where the run began. */
    const settle = async (received: Received, line: number) => {
      records += received.read.goods + received.read.offers;
      settleReceived(received, line, summary, staged, file.name);
      const pictures = received.pictures.length > 0 ? await findPictures(parts, file, received.pictures, line) : [];
      await writer.write(received, pictures);
    };
    let lines = 0;
    const pieces = readers && {
      async take(kind: 'good' | 'offer', bytes: Uint8Array, listLine: number) {
        await readers.room();
        const reading = readers.read({ kind, bytes, file: file.name, container: containers.length - 1, seq });
        seq += seqPerRun;
        const previous = runs.at(-1);
        const run = Promise.all([reading, previous]).then(async ([received]) => {
          await settle(received, listLine + lines);
          lines += received.lines;
          progress(`Чтение ${file.name}: записей ${records}`);
        });
        run.catch(() => {}); // whoever awaits the last gets its failure
        runs.push(run);
        if (runs.length > maxRunsAhead) await runs.shift();
      },
      async end() {
        await runs.at(-1);
        const own = lines;
        lines = 0;
        return own;
      },
    };
    const sink: CommercemlSink = {
      container(container) {
        if (containers.length >= mostContainers)
          throw new FileRefusal(file.name, null, `больше ${mostContainers} каталогов и пакетов предложений`);
        containers.push(container);
      },
      groups: (groups, container) => void staged.classifiers.push({ container, groups }),
      ...boundDeclarations(staged, summary, file.name),
      good: (good) => receiver.good(seq++, good, containers.length - 1),
      offer: (offer) => receiver.offer(seq++, offer, containers.length - 1),
      document() {
        documents += 1;
      },
      async pause() {
        if (pieces) return;
        await settle(receiver.take(), 0);
        progress(`Чтение ${file.name}: записей ${records}`);
      },
      ...(pieces && { pieces }),
    };
    const { encoding, schema } = await readCommerceml(file.path, file.name, sink).finally(() =>
      Promise.allSettled(runs),
    );
    await settle(receiver.take(), 0);
    if (documents > 0) note(summary, `${file.name}: документы (${documents}) пропущены, их принимает обмен заказами`);
    const own = containers.slice(first);
    settleFullness(own);
    const contains = [...new Set(own.map(({ kind }) => kindNames[kind])), ...(documents > 0 ? ['Документ'] : [])];
    summary.files.push({ name: file.name, schema, encoding, contains });
  }
  await writer.finish();
  await client.copy(
    'staged_containers (id, kind, catalog_id, is_full)',
    containers.map((container, id) => [id, container.kind, container.catalog_id, !container.only_changes]),
  );
  // Of what is joined by; the long texts would take longer than the joins.
  await client.query('analyze staged_goods (id, container), staged_offers (id, container)');
  return staged;
}

/** Of a package; a file has three at most. */
const mostContainers = 10_000;
/** Runs that may wait for an earlier one or for the database. */
const maxRunsAhead = 4;
/** More than stand in one run: an item has at least twenty-eight bytes. */
const seqPerRun = 50_000;

const kindNames: Record<Container['kind'], string> = {
  classifier: 'Классификатор',
  catalog: 'Каталог',
  offers: 'ПакетПредложений',
  changes: 'ИзмененияПакетаПредложений',
};

/**
 * What is not said: a catalogue and an offers package are full, changes are not; a classifier is as full as the
 * catalogue or the package beside it in the file, alone it is full (old modules mark only the catalogue).
 */
function settleFullness(containers: Container[]): void {
  const beside = containers.find(({ kind }) => kind !== 'classifier');
  for (const container of containers) {
    if (container.kind === 'changes') container.only_changes ??= true;
    if (container.kind === 'classifier') container.only_changes ??= beside?.only_changes ?? beside?.kind === 'changes';
  }
}

function settleReceived(
  { read, refused, priceUses, restWarehouses }: Received,
  startLine: number,
  summary: ImportSummary,
  staged: Staged,
  file: string,
): void {
  for (const what of ['goods', 'offers', 'prices', 'stocks'] as const) summary[what].read += read[what];
  for (const { what, refused: own } of refused) {
    refuse(summary[what], own.line === undefined ? own : { ...own, line: own.line + startLine });
  }
  for (const warehouse of restWarehouses) staged.restWarehouses.add(warehouse);
  for (const use of priceUses) {
    const key = `${use.type} ${use.currency}`;
    const known = staged.priceUses.get(key);
    if (known) known.count += use.count;
    else staged.priceUses.set(key, use);
  }
  refuseTooMany('warehouses', staged.restWarehouses.size, file);
  refuseTooMany('priceTypes', staged.priceUses.size, file);
}

/** Looks only into folders that the package has. */
async function findPictures(
  parts: Package,
  file: PackageFile,
  pictures: NamedPicture[],
  startLine: number,
): Promise<CopyValue[][]> {
  const rows: CopyValue[][] = [];
  for (const { path, id, name, line } of pictures) {
    const { source, fault } = await parts.findPicture(file, path);
    const named = JSON.stringify({ id, name, file: file.name, line: line + startLine });
    rows.push([path, source, fault, named]);
  }
  return rows;
}

/** Rows go to the database while the next piece of the file is being parsed; at most one batch waits. */
function openWriter(client: Connection) {
  let writing: Promise<void> = Promise.resolve();
  return {
    async write({ goods, offers }: Received, pictures: CopyValue[][]): Promise<void> {
      const previous = writing;
      writing = previous.then(async () => {
        if (goods.length > 0) await client.copyPieces(`staged_goods (${goodColumns})`, [goods]);
        if (offers.length > 0) await client.copyPieces(`staged_offers (${offerColumns})`, [offers]);
        await client.copy('staged_pictures (path, source, fault, named_by)', pictures);
      });
      writing.catch(() => {}); // the next write or finish throws it
      await previous;
    },
    finish: () => writing,
  };
}
