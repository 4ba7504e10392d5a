import { ensure } from '#shared/ensure.ts';
import { longest } from './bounded-texts.ts';
import {
  type Group,
  type PriceType,
  type Property,
  readPriceType,
  readProperty,
  readUnit,
  readWarehouse,
  type Unit,
  type Warehouse,
} from './declarations.ts';
import { booleanOf, type Element, makeElement, textOf } from './element.ts';
import { FileRefusal } from './file-refusal.ts';
import { type Good, type Offer, readGood, readOffer } from './goods-and-offers.ts';
import { readXml, type XmlHandler } from './read-xml.ts';

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
const longLists: Record<string, LongList> = {
  Товары: { item: 'Товар', kind: 'good' },
  Предложения: { item: 'Предложение', kind: 'offer' },
};
const skipped = new Set(['Документ', 'Владелец']);
const propertyNames = new Set(['Свойство', 'СвойствоНоменклатуры']);
/** Pieces of which more is read than their own text. */
const trees = new Set(['Товар', 'Предложение', 'ТипЦены', 'Склад', 'ЕдиницаИзмерения', ...propertyNames]);
/**
 * Of one piece, which is in memory as a whole; a good of 1C has some hundred elements. Of dictionaries the values of
 * one property.
 */
const mostOfPiece = { elements: 500_000, characters: 32_000_000, values: 1_000_000 };
/** In a classifier; all of them are in memory until they are applied. */
const mostGroups = 200_000;

/**
 * Reads one CommerceML file of any schema version, by what stands in it, and hands its parts to the sink in the file's
 * order.
 */
export async function readCommerceml(
  path: string,
  name: string,
  sink: CommercemlSink,
): Promise<{ encoding: string; schema: string }> {
  const reader = new CommercemlReader(name, sink);
  const { encoding } = await readXml(path, name, reader);
  return { encoding, schema: reader.schema };
}

type LongList = { item: string; kind: 'good' | 'offer' };

/** Where in the file we are. */
class CommercemlReader implements XmlHandler {
  schema = '';
  readonly lists: XmlHandler['lists'];
  readonly #file: string;
  readonly #sink: CommercemlSink;
  #depth = 0;
  /** How deep inside an element that is skipped; 0: in none. */
  #skipDepth = 0;
  #container: Container | null = null;
  /** Names of the lists we are inside of, below the container. */
  readonly #within: string[] = [];
  /** The piece being read, root first; empty between pieces. */
  readonly #piece: Element[] = [];
  #size = { elements: 0, characters: 0 };
  /** The long list whose opening tag was the last thing met. */
  #justOpened: LongList | null = null;
  #groups: Group[] = [];
  readonly #openGroups: Group[] = [];
  #propertyValues: [string, string][] = [];

  constructor(file: string, sink: CommercemlSink) {
    this.#file = file;
    this.#sink = sink;
    this.lists = sink.pieces && this.#longLists(sink.pieces);
  }

  open(tag: string, attributes: Record<string, string>, line: number): void {
    this.#depth += 1;
    this.#justOpened = null;
    if (this.#skipDepth > 0) {
      this.#skipDepth += 1;
      return;
    }
    const parent = this.#piece.at(-1);
    if (!parent) {
      this.#openOutside(tag, attributes, line);
      return;
    }
    if (!trees.has(ensure(this.#piece[0]).name)) {
      this.#skipDepth = 1;
      return;
    }
    const element = makeElement(tag, attributes, line);
    parent.children.push(element);
    this.#piece.push(element);
    this.#grow(1, charactersOf(attributes));
  }

  #grow(elements: number, characters: number): void {
    const size = this.#size;
    size.elements += elements;
    size.characters += characters;
    if (size.elements <= mostOfPiece.elements && size.characters <= mostOfPiece.characters) return;
    const { name, line } = ensure(this.#piece[0]);
    const most =
      size.elements > mostOfPiece.elements
        ? `${mostOfPiece.elements} вложенных элементов`
        : `${mostOfPiece.characters} знаков`;
    throw new FileRefusal(this.#file, line, `элемент «${name}» слишком велик: больше ${most}`);
  }

  /** An element that is in no piece. */
  #openOutside(tag: string, attributes: Record<string, string>, line: number): void {
    // Some exports hold one container alone, as the root.
    if (this.#depth === 1 && !containers.has(tag)) {
      if (tag !== 'КоммерческаяИнформация')
        throw new FileRefusal(this.#file, line, `корневой элемент «${tag}», а нужен «КоммерческаяИнформация»`);
      this.schema = attributes.ВерсияСхемы ?? '';
      return;
    }
    if (skipped.has(tag)) {
      if (tag === 'Документ') this.#sink.document();
      this.#skipDepth = 1;
      return;
    }
    const kind = containers.get(tag);
    if (kind && !this.#container) {
      const only_changes = booleanOf(attributes.СодержитТолькоИзменения);
      this.#container = { kind, id: '', catalog_id: '', only_changes };
      this.#sink.container(this.#container);
    } else if (lists.has(tag)) {
      this.#within.push(tag);
      this.#justOpened = (this.#container && longLists[tag]) ?? null;
    } else if (tag === 'Группа' && this.#within.at(-1) === 'Группы') {
      const deleted = /^удал[её]н$/i.test(attributes.Статус ?? '');
      if (this.#groups.length >= mostGroups)
        throw new FileRefusal(this.#file, line, `больше ${mostGroups} групп в одном классификаторе`);
      const group = { id: '', name: '', parent: this.#openGroups.at(-1) ?? null, deleted, line };
      this.#groups.push(group);
      this.#openGroups.push(group);
      this.#within.push(tag);
    } else {
      this.#piece.push(makeElement(tag, attributes, line));
      this.#size = { elements: 0, characters: 0 };
      this.#grow(1, charactersOf(attributes));
    }
  }

  text(text: string): void {
    const element = this.#skipDepth > 0 ? undefined : this.#piece.at(-1);
    // Indentation between elements is most of a file's texts.
    if (!element || (text.charCodeAt(0) <= 32 && text.trim() === '')) return;
    element.text = element.text === '' ? text : element.text + text;
    this.#grow(0, text.length);
  }

  close(tag: string): void {
    this.#depth -= 1;
    this.#justOpened = null;
    if (this.#skipDepth > 0) {
      this.#skipDepth -= 1;
      return;
    }
    const element = this.#piece.pop();
    if (element) this.#closeInPiece(element);
    else if (this.#within.length > 0 && this.#within.at(-1) === tag) {
      this.#within.pop();
      if (tag === 'Группа') this.#openGroups.pop();
    } else if (this.#container && containers.has(tag)) {
      if (this.#groups.length > 0) this.#sink.groups(this.#groups, this.#container);
      this.#groups = [];
      this.#container = null;
    }
  }

  #closeInPiece(element: Element): void {
    const root = this.#piece[0];
    if (!root) this.#finishPiece(element);
    else if (element.name === 'Справочник' && propertyNames.has(root.name)) {
      // A dictionary may hold a hundred thousand values: they leave the tree at once.
      this.#propertyValues.push([textOf(element, 'ИдЗначения'), textOf(element, 'Значение')]);
      this.#piece.at(-1)?.children.pop();
      this.#size = { elements: 0, characters: 0 };
      if (this.#propertyValues.length > mostOfPiece.values)
        throw new FileRefusal(this.#file, root.line, `больше ${mostOfPiece.values} значений у одного свойства`);
    }
  }

  #finishPiece(element: Element): void {
    const container = this.#container;
    if (!container) return;
    const { name } = element;
    const list = this.#within.at(-1);
    if (list === 'Товары' && name === 'Товар') this.#sink.good(readGood(element), container);
    else if (list === 'Предложения' && name === 'Предложение') this.#sink.offer(readOffer(element), container);
    else if (list === 'ТипыЦен' && name === 'ТипЦены') this.#sink.priceType(readPriceType(element));
    else if (list === 'Склады' && name === 'Склад') this.#sink.warehouse(readWarehouse(element));
    else if (list === 'ЕдиницыИзмерения' && name === 'ЕдиницаИзмерения') this.#sink.unit(readUnit(element));
    else if (list === 'Свойства' && propertyNames.has(name)) {
      this.#sink.property(readProperty(element, this.#propertyValues));
      this.#propertyValues = [];
    } else if (list === 'Группа') describeGroup(ensure(this.#openGroups.at(-1)), element);
    else if (this.#within.length === 0) describeContainer(container, element, this.#file);
  }

  pause(): Promise<void> | undefined {
    return this.#sink.pause();
  }

  #longLists(pieces: NonNullable<CommercemlSink['pieces']>): XmlHandler['lists'] {
    let kind: LongList['kind'] = 'good';
    return {
      names: Object.keys(longLists),
      item: () => {
        kind = this.#justOpened?.kind ?? kind;
        return this.#justOpened?.item ?? null;
      },
      take: (bytes, listLine) => pieces.take(kind, bytes, listLine),
      end: () => pieces.end(),
    };
  }
}

/** Few have any. */
function charactersOf(attributes: Record<string, string>): number {
  let characters = 0;
  for (const name in attributes) characters += name.length + (attributes[name]?.length ?? 0);
  return characters;
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
