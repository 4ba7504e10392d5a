import { hash } from 'node:crypto';
import type { Connection } from './connection.ts';
import type { CopyValue } from './copy-rows.ts';
import type { Good, Group, Offer, PriceType, Property, Unit, Warehouse } from './entities.ts';
import type { Package, PackageFile } from './open-package.ts';
import { goodFault } from './product-row.ts';
import { type CommercemlSink, type Container, readCommerceml } from './read-commerceml.ts';
import { type ImportSummary, note, refuse } from './summary.ts';

/** What was read and is small enough for memory; goods, offers and pictures lie in temporary tables. */
export type Staged = {
  classifiers: { container: Container; groups: Group[] }[];
  properties: Map<string, Property>;
  priceTypes: Map<string, PriceType>;
  warehouses: Map<string, Warehouse>;
  units: Map<string, Unit>;
  /** How many prices of each type in each currency the package holds. */
  priceUses: Map<string, { type: string; currency: string; count: number }>;
};

const createTables = `
  create temp table staged_goods (
    seq int, id text, container int, deleted boolean, refused boolean, hash text, data text
  ) on commit drop;
  create temp table staged_offers (
    seq int, id text, container int, prices_container int, rests_container int, deleted boolean, hash text, data text,
    prices_hash text, prices_count int, prices text, rests_hash text, rests_count int, rests text
  ) on commit drop;
  create temp table staged_containers (id int, kind text, catalog_id text, is_full boolean) on commit drop;
  create temp table staged_pictures (path text, source text) on commit drop`;

/**
 * Reads every file of the package into temporary tables of the client's transaction. Throws FileRefusal at the first fault of a
 * file; single goods that cannot be taken are refused in the summary.
 */
export async function stagePackage(
  client: Connection,
  parts: Package,
  summary: ImportSummary,
  progress: (text: string) => void,
): Promise<Staged> {
  await client.query(createTables);
  const staged: Staged = {
    classifiers: [],
    properties: new Map(),
    priceTypes: new Map(),
    warehouses: new Map(),
    units: new Map(),
    priceUses: new Map(),
  };
  const containers: Container[] = [];
  const writer = openWriter(client);
  let seq = 0;
  for (const file of parts.files) {
    const first = containers.length;
    let documents = 0;
    const pictures = pictureFinder(parts, file, writer.picture);
    const count = () => {
      seq += 1;
      if (seq % 5_000 === 0) progress(`Чтение ${file.name}: записей ${seq}`);
      return seq;
    };
    const sink: CommercemlSink = {
      container: (container) => void containers.push(container),
      groups: (groups, container) => void staged.classifiers.push({ container, groups }),
      property: (property) => void (property.id && staged.properties.set(property.id, property)),
      priceType: (type) => void (type.id && staged.priceTypes.set(type.id, type)),
      warehouse: (warehouse) => void (warehouse.id && staged.warehouses.set(warehouse.id, warehouse)),
      unit: (unit) => void (unit.code && staged.units.set(unit.code, unit)),
      good(good) {
        summary.goods.read += 1;
        const fault = good.id ? (good.deleted ? null : goodFault(good.data)) : 'нет Ид';
        if (fault) {
          refuse(summary.goods, { id: good.id, name: good.data.name, file: file.name, line: good.line, reason: fault });
        }
        if (good.id) writer.good(count(), good, containers.length - 1, fault !== null);
        if (!fault) pictures.add(good.data.pictures);
      },
      offer(offer) {
        if (offer.data || offer.deleted) summary.offers.read += 1;
        if (!offer.id) {
          refuse(summary.offers, { name: offer.data?.name, file: file.name, line: offer.line, reason: 'нет Ид' });
          return;
        }
        for (const { what, key, reason } of offer.faults) {
          refuse(summary[what], { id: offer.id, name: key, file: file.name, line: offer.line, reason });
        }
        const prices = countPrices(offer, staged.priceUses);
        const rests = offer.rests ? Object.keys(offer.rests).length : 0;
        summary.prices.read += prices;
        summary.stocks.read += rests;
        writer.offer(count(), offer, containers.length - 1, prices, rests);
        pictures.add(offer.data?.pictures);
      },
      document() {
        documents += 1;
      },
      pause: () => (pictures.isEmpty() ? writer.pause() : pictures.find().then(() => writer.pause())),
    };
    const { encoding, schema } = await readCommerceml(file.path, file.name, sink);
    await pictures.find();
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
  await client.query('analyze staged_goods, staged_offers');
  return staged;
}

const kindNames: Record<Container['kind'], string> = {
  classifier: 'Классификатор',
  catalog: 'Каталог',
  offers: 'ПакетПредложений',
  changes: 'ИзмененияПакетаПредложений',
};

/**
 * What is not said: a catalogue and an offers package are full, changes are not; a classifier is as full as the catalogue or the
 * package beside it in the file, alone it is full (old modules mark only the catalogue).
 */
function settleFullness(containers: Container[]): void {
  const beside = containers.find(({ kind }) => kind !== 'classifier');
  for (const container of containers) {
    if (container.kind === 'changes') container.only_changes ??= true;
    if (container.kind === 'classifier') container.only_changes ??= beside?.only_changes ?? beside?.kind === 'changes';
  }
}

function countPrices(offer: Offer, uses: Staged['priceUses']): number {
  let count = 0;
  for (const [type, entries] of Object.entries(offer.prices ?? {})) {
    for (const [price, , , currency] of entries) {
      count += 1;
      const key = `${type} ${currency}`;
      const use = uses.get(key);
      if (use) use.count += price === null ? 0 : 1;
      else uses.set(key, { type, currency, count: price === null ? 0 : 1 });
    }
  }
  return count;
}

/** Gathers the names of pictures between pauses and looks only into folders that the package has. */
function pictureFinder(parts: Package, file: PackageFile, found: (path: string, source: string) => void) {
  let wanted: string[] = [];
  return {
    add: (paths: string[] | undefined) => void (paths && wanted.push(...paths)),
    isEmpty: () => wanted.length === 0,
    async find() {
      const paths = wanted;
      wanted = [];
      for (const path of paths) {
        const source = await parts.findPicture(file, path);
        if (source) found(path, source);
      }
    },
  };
}

type Rows = { goods: CopyValue[][]; offers: CopyValue[][]; pictures: CopyValue[][] };

/** Rows go to the database while the next piece of the file is being parsed; at most one batch waits. */
function openWriter(client: Connection) {
  let rows: Rows = { goods: [], offers: [], pictures: [] };
  let writing: Promise<void> = Promise.resolve();
  const write = async ({ goods, offers, pictures }: Rows) => {
    await client.copy('staged_goods (seq, id, container, deleted, refused, hash, data)', goods);
    await client.copy(`staged_offers (${offerColumns})`, offers);
    await client.copy('staged_pictures (path, source)', pictures);
  };
  return {
    good(seq: number, { id, deleted, data }: Good, container: number, isRefused: boolean) {
      const text = JSON.stringify(data);
      rows.goods.push([seq, id, container, deleted, isRefused, md5(text), text]);
    },
    offer(
      seq: number,
      { id, deleted, data, prices, rests }: Offer,
      container: number,
      priceCount: number,
      restCount: number,
    ) {
      const [dataText, priceText, restText] = [data, prices, rests].map((block) =>
        block ? JSON.stringify(block) : null,
      );
      rows.offers.push([
        ...[seq, id, container, deleted, dataText ? md5(dataText) : null, dataText ?? null],
        ...[priceText ? md5(priceText) : null, priceCount, priceText ?? null],
        ...[restText ? md5(restText) : null, restCount, restText ?? null],
      ]);
    },
    picture: (path: string, source: string) => void rows.pictures.push([path, source]),
    async pause(): Promise<void> {
      const previous = writing;
      const batch = rows;
      rows = { goods: [], offers: [], pictures: [] };
      writing = previous.then(() => write(batch));
      writing.catch(() => {}); // the next pause or finish throws it
      await previous;
    },
    async finish(): Promise<void> {
      await writing;
      await write(rows);
    },
  };
}

const offerColumns =
  'seq, id, container, deleted, hash, data, prices_hash, prices_count, prices, rests_hash, rests_count, rests';

function md5(text: string): string {
  return hash('md5', text, 'base64url');
}
