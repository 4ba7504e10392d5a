import { booleanOf, type Element, makeElement, textOf } from './element.ts';
import {
  type Good,
  type Group,
  longest,
  type Offer,
  type PriceType,
  type Property,
  readGood,
  readOffer,
  readPriceType,
  readProperty,
  readUnit,
  readWarehouse,
  type Unit,
  type Warehouse,
} from './entities.ts';
import { FileRefusal } from './file-refusal.ts';
import { readXml } from './read-xml.ts';

/** One Классификатор, Каталог, ПакетПредложений or ИзмененияПакетаПредложений of one file. */
export type Container = {
  kind: 'classifier' | 'catalog' | 'offers' | 'changes';
  id: string;
  /** The catalogue its goods or offers belong to. */
  catalog_id: string;
  /** СодержитТолькоИзменения as said; null: not said. */
  only_changes: boolean | null;
};

export type CommercemlSink = {
  container(container: Container): void;
  groups(groups: Group[], container: Container): void;
  property(property: Property): void;
  priceType(type: PriceType): void;
  warehouse(warehouse: Warehouse): void;
  unit(unit: Unit): void;
  good(good: Good, container: Container): void;
  offer(offer: Offer, container: Container): void;
  document(): void;
  pause(): Promise<void> | undefined;
  /** Takes goods and offers in runs, as they stand in the file (UTF-8). Without it they come one by one. */
  pieces?: {
    take(kind: 'good' | 'offer', bytes: Uint8Array, listLine: number): Promise<void>;
    /** A list has ended: how many line ends were in its runs. */
    end(): Promise<number>;
  };
};

const containers = new Map<string, Container['kind']>([
  ['Классификатор', 'classifier'],
  ['Каталог', 'catalog'],
  ['ПакетПредложений', 'offers'],
  ['ИзмененияПакетаПредложений', 'changes'],
]);
/** Elements that only hold others; everything else inside them is read as one piece. */
const lists = new Set([
  'Товары',
  'Предложения',
  'ТипыЦен',
  'Склады',
  'Группы',
  'Свойства',
  'ЕдиницыИзмерения',
  'Контейнер',
]);
const longLists: Record<string, { item: string; kind: 'good' | 'offer' }> = {
  Товары: { item: 'Товар', kind: 'good' },
  Предложения: { item: 'Предложение', kind: 'offer' },
};
const skipped = new Set(['Документ', 'Владелец']);
const propertyNames = new Set(['Свойство', 'СвойствоНоменклатуры']);

/** Reads one CommerceML file of any schema version, by what stands in it, and hands its parts to the sink in the file's order. */
export async function readCommerceml(
  path: string,
  name: string,
  sink: CommercemlSink,
): Promise<{ encoding: string; schema: string }> {
  let schema = '';
  let depth = 0;
  let container: Container | null = null;
  /** Names of the lists we are inside of, below the container. */
  const within: string[] = [];
  /** The piece being read, root first; empty between pieces. */
  const piece: Element[] = [];
  let skipDepth = 0;
  /** The long list whose opening tag was the last thing met. */
  let justOpened: (typeof longLists)[string] | null = null;
  let kind: 'good' | 'offer' = 'good';
  const { pieces } = sink;
  let groups: Group[] = [];
  const openGroups: Group[] = [];
  let propertyValues: [string, string][] = [];

  const finishPiece = (element: Element) => {
    const list = within.at(-1);
    if (!container) return;
    if (list === 'Товары' && element.name === 'Товар') sink.good(readGood(element), container);
    else if (list === 'Предложения' && element.name === 'Предложение') sink.offer(readOffer(element), container);
    else if (list === 'ТипыЦен' && element.name === 'ТипЦены') sink.priceType(readPriceType(element));
    else if (list === 'Склады' && element.name === 'Склад') sink.warehouse(readWarehouse(element));
    else if (list === 'ЕдиницыИзмерения' && element.name === 'ЕдиницаИзмерения') sink.unit(readUnit(element));
    else if (list === 'Свойства' && propertyNames.has(element.name)) {
      sink.property(readProperty(element, propertyValues));
      propertyValues = [];
    } else if (list === 'Группа') describeGroup(openGroups.at(-1)!, element);
    else if (within.length === 0) describeContainer(container, element, name);
  };

  const { encoding } = await readXml(path, name, {
    open(tag, attributes, line) {
      depth += 1;
      justOpened = null;
      if (skipDepth > 0) {
        skipDepth += 1;
        return;
      }
      const parent = piece.at(-1);
      if (parent) {
        const element = makeElement(tag, attributes, line);
        parent.children.push(element);
        piece.push(element);
        return;
      }
      // Some exports hold one container alone, as the root.
      if (depth === 1 && !containers.has(tag)) {
        if (tag !== 'КоммерческаяИнформация') {
          throw new FileRefusal(name, line, `корневой элемент «${tag}», а нужен «КоммерческаяИнформация»`);
        }
        schema = attributes.ВерсияСхемы ?? '';
        return;
      }
      if (skipped.has(tag)) {
        if (tag === 'Документ') sink.document();
        skipDepth = 1;
        return;
      }
      const kind = containers.get(tag);
      if (kind && !container) {
        container = { kind, id: '', catalog_id: '', only_changes: booleanOf(attributes.СодержитТолькоИзменения) };
        sink.container(container);
        return;
      }
      if (lists.has(tag)) {
        within.push(tag);
        justOpened = (container && longLists[tag]) ?? null;
        return;
      }
      if (tag === 'Группа' && within.at(-1) === 'Группы') {
        const group = { id: '', name: '', parent: openGroups.at(-1) ?? null, deleted: false, line };
        if (/^удал[её]н$/i.test(attributes.Статус ?? '')) group.deleted = true;
        groups.push(group);
        openGroups.push(group);
        within.push(tag);
        return;
      }
      piece.push(makeElement(tag, attributes, line));
    },
    text(text) {
      const element = piece.at(-1);
      // Indentation between elements is most of a file's texts.
      if (!element || (text.charCodeAt(0) <= 32 && text.trim() === '')) return;
      element.text = element.text === '' ? text : element.text + text;
    },
    close(tag) {
      depth -= 1;
      justOpened = null;
      if (skipDepth > 0) {
        skipDepth -= 1;
        return;
      }
      const element = piece.pop();
      if (element) {
        const root = piece[0];
        if (!root) finishPiece(element);
        else if (element.name === 'Справочник' && propertyNames.has(root.name)) {
          // A dictionary may hold a hundred thousand values: they leave the tree at once.
          propertyValues.push([textOf(element, 'ИдЗначения'), textOf(element, 'Значение')]);
          piece.at(-1)?.children.pop();
        }
        return;
      }
      if (within.length > 0 && within.at(-1) === tag) {
        within.pop();
        if (tag === 'Группа') openGroups.pop();
        return;
      }
      if (container && containers.has(tag)) {
        if (groups.length > 0) sink.groups(groups, container);
        groups = [];
        container = null;
      }
    },
    pause: () => sink.pause(),
    ...(pieces && {
      lists: {
        names: Object.keys(longLists),
        item() {
          kind = justOpened?.kind ?? kind;
          return justOpened?.item ?? null;
        },
        take: (bytes: Uint8Array, listLine: number) => pieces.take(kind, bytes, listLine),
        end: () => pieces.end(),
      },
    }),
  });
  return { encoding, schema };
}

function describeGroup(group: Group, element: Element): void {
  if (element.name === 'Ид') group.id = element.text.trim();
  if (element.name === 'Наименование') group.name = element.text.replace(/\s+/g, ' ').trim();
  if (element.name === 'ПометкаУдаления' && booleanOf(element.text)) group.deleted = true;
  if (element.name === 'Статус' && /^удал[её]н$/i.test(element.text.trim())) group.deleted = true;
}

function describeContainer(container: Container, element: Element, file: string): void {
  const text = element.text.trim();
  if (/^Ид/.test(element.name) && text.length > longest.id) {
    throw new FileRefusal(file, element.line, `${element.name} длиннее ${longest.id} знаков`);
  }
  if (element.name === 'СодержитТолькоИзменения') container.only_changes ??= booleanOf(text);
  if (element.name === 'Ид') {
    container.id = text;
    if (container.kind === 'catalog') container.catalog_id = text;
  }
  if (element.name === 'ИдКаталога') container.catalog_id = text;
}
