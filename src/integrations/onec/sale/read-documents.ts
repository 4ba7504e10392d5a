import { childOf, childrenOf, type Element, makeElement, textOf } from '../element.ts';
import { openPackage } from '../open-package.ts';
import { readXml, type XmlHandler } from '../read-xml.ts';
import { isCalled } from '../unzip-package.ts';
import { plain } from './statuses.ts';

/** A `Документ` of 1C as it stands in the file, or why it is not read. */
export type FoundDocument = { element: Element; fault: string | null };

/** Of the files in an archive; one that comes by itself is measured as it comes. */
export const mostFileBytes = 200 * 1024 ** 2;

/** Of one document; a longer one is not kept in memory, and refused. */
const most = { lines: 1_000, elements: 60_000, characters: 4_000_000 };

/**
 * Reads the documents of a file (XML, or a zip of them) one after another, wherever they stand below the root: in
 * `Контейнер` of 3.1 too. Those of one piece of the file are handed over together, and waited for. `asked`: of a zip
 * this file alone. Throws FileRefusal where the file is broken.
 */
export async function readDocuments(
  path: string,
  take: (document: FoundDocument) => Promise<void>,
  asked: string | null = null,
): Promise<void> {
  const opened = await openPackage(path, mostFileBytes);
  try {
    const files = asked === null ? opened.files : opened.files.filter(({ name }) => isCalled(name, asked));
    for (const file of files) {
      const reader = new DocumentReader(take);
      await readXml(file.path, file.name, reader);
      await reader.pause();
    }
  } finally {
    await opened.close();
  }
}

class DocumentReader implements XmlHandler {
  readonly #take: (document: FoundDocument) => Promise<void>;
  #found: FoundDocument[] = [];
  /** The document being read, its root first; empty outside of one. */
  #open: Element[] = [];
  #counts = { lines: 0, elements: 0, characters: 0 };
  /** Open elements of a document that is too long: they are passed over. */
  #passed = 0;

  constructor(take: (document: FoundDocument) => Promise<void>) {
    this.#take = take;
  }

  open(name: string, _attributes: Record<string, string>, line: number): void {
    const parent = this.#open.at(-1);
    if (!parent) {
      if (name !== 'Документ') return;
      this.#counts = { lines: 0, elements: 0, characters: 0 };
      // Nothing of a document stands in attributes.
      this.#open = [makeElement(name, {}, line)];
      return;
    }
    this.#counts.elements += 1;
    if (name === 'Товар') this.#counts.lines += 1;
    if (this.#passed > 0 || this.#fault() !== null) {
      this.#passed += 1;
      return;
    }
    const element = makeElement(name, {}, line);
    parent.children.push(element);
    this.#open.push(element);
  }

  text(text: string): void {
    const element = this.#open.at(-1);
    if (!element || this.#passed > 0) return;
    this.#counts.characters += text.length;
    if (this.#fault() === null) element.text += text;
  }

  close(): void {
    if (this.#passed > 0) {
      this.#passed -= 1;
      return;
    }
    const element = this.#open.pop();
    if (element && this.#open.length === 0) this.#found.push({ element, fault: this.#fault() });
  }

  #fault(): string | null {
    const { lines, elements, characters } = this.#counts;
    if (lines > most.lines) return `в документе больше ${most.lines} строк товаров`;
    return elements > most.elements || characters > most.characters ? 'документ слишком велик' : null;
  }

  async pause(): Promise<void> {
    const found = this.#found;
    this.#found = [];
    for (const document of found) await this.#take(document);
  }
}

/** What 1C says of an order, of a payment, of a shipment or of a return; '' and [] where it says nothing. */
export type Document1c = {
  /** Ours, where it is an order's; 1C's own of other documents. */
  id: string;
  /** `ХозОперация`, in lower case. */
  operation: string;
  /** `Основание`: the order that another document belongs to. */
  basis: string;
  /** 1C's own, where the document names it apart. */
  number: string;
  /** `Номер` as it stands: some modules keep the shop's number of an order there. */
  own_number: string;
  date: string;
  /** `Валюта` of its sums. */
  currency: string;
  sum: string;
  /** `Товары/Товар`; null: the document names no goods. */
  lines: Line1c[] | null;
  requisites: ReadonlyMap<string, string>;
  subordinate: Document1c[];
};

/** Numbers as they stand in the file. */
export type Line1c = {
  id: string;
  name: string;
  is_service: boolean;
  count: string;
  price: string;
  sum: string;
  coefficient: string;
  /** Discounts that the line's sum does not hold yet. */
  discounts: string[];
};

export function documentOf(element: Element): Document1c {
  const goods = childOf(element, 'Товары');
  return {
    id: textOf(element, 'Ид'),
    operation: plain(textOf(element, 'ХозОперация')),
    basis: textOf(element, 'Основание'),
    own_number: textOf(element, 'Номер'),
    number: textOf(element, 'Номер1С') || textOf(element, 'Номер'),
    date: textOf(element, 'Дата1С') || textOf(element, 'Дата'),
    currency: textOf(element, 'Валюта'),
    sum: textOf(element, 'Сумма'),
    lines: goods ? childrenOf(goods, 'Товар').map(lineOf) : null,
    requisites: requisitesOf(element),
    subordinate: childrenOf(childOf(element, 'ПодчиненныеДокументы'), 'ПодчиненныйДокумент').map(documentOf),
  };
}

function lineOf(element: Element): Line1c {
  const kind = requisitesOf(element).get('типноменклатуры') ?? '';
  return {
    id: textOf(element, 'Ид'),
    name: textOf(element, 'Наименование').slice(0, 200),
    is_service: kind.toLowerCase() === 'услуга',
    count: textOf(element, 'Количество'),
    price: textOf(element, 'ЦенаЗаЕдиницу'),
    sum: textOf(element, 'Сумма'),
    coefficient: textOf(element, 'Коэффициент'),
    discounts: childrenOf(childOf(element, 'Скидки'), 'Скидка')
      .filter((discount) => textOf(discount, 'УчтеноВСумме').toLowerCase() === 'false')
      .map((discount) => textOf(discount, 'Сумма')),
  };
}

/** By names in lower case with е for ё; the elements that modules write beside the requisites count as such. */
function requisitesOf(element: Element): Map<string, string> {
  const own = ['ПометкаУдаления', 'Проведен', 'Отменен', 'Отгружен', 'НомерОтгрузки', 'Номер1С', 'Дата1С'].flatMap(
    (name): [string, string][] => {
      const text = textOf(element, name);
      return text ? [[plain(name), text]] : [];
    },
  );
  const listed = childrenOf(childOf(element, 'ЗначенияРеквизитов'), 'ЗначениеРеквизита').map(
    (row): [string, string] => [plain(textOf(row, 'Наименование')), textOf(row, 'Значение')],
  );
  return new Map([...own, ...listed]);
}
