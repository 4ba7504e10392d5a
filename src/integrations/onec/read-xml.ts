import { createReadStream } from 'node:fs';
import iconv from 'iconv-lite';
import { SaxesParser } from 'saxes';
import { FileRefusal, unreadable } from './file-refusal.ts';
import { NotPlain } from './parse-pieces.ts';

export type XmlHandler = {
  /** `name` without its namespace prefix. */
  open(name: string, attributes: Record<string, string>, line: number): void;
  text(text: string): void;
  close(name: string): void;
  /** Between two pieces of the file: the reader waits for it, so that what was gathered can be written away. */
  pause?(): Promise<void> | undefined;
  /** Takes the items of long lists as they stand in the file; without it everything comes by open, text and close. */
  lists?: {
    /** Tags of the lists. */
    names: readonly string[];
    /** Asked behind the opening tag of one: the tag of its items, or null when they shall come the usual way. */
    item(): string | null;
    /**
     * A run of whole items in UTF-8. Awaited before the next is read. `listLine`: the line on which the list begins.
     */
    take(bytes: Uint8Array, listLine: number): Promise<void>;
    /** The list has ended: how many line ends were in its runs. */
    end(): Promise<number>;
  };
};

const chunkBytes = 1 << 19;
/** An item longer than this is left to the full reader. */
const maxItemBytes = 8 * 1024 * 1024;
const maxDepth = 200;
/** Of one tag; the schema knows five. */
const maxAttributes = 1_000;
/** Of one tag, text, comment or attribute: 1C's longest descriptions are far below. */
const maxPieceCharacters = 16 * 1024 * 1024;

/**
 * Reads an XML file piece by piece in the encoding it declares (BOM or declaration; UTF-8 when silent). Memory does not
 * depend on the file's size. Refused with file and line: broken XML, a DTD (entity bombs), nesting deeper than 200,
 * bytes that are not in the declared encoding. With `handler.lists` everything around the lists is still read here, but
 * what comes out is NotPlain where something is wrong behind the first of them: read again without, it is refused.
 */
export async function readXml(path: string, name: string, handler: XmlHandler): Promise<{ encoding: string }> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let depth = 0;
  let sinceEvent = 0;
  let hasRoot = false;
  const refuse = (reason: string): never => {
    if (cutter?.hasCut()) throw new NotPlain();
    throw new FileRefusal(name, parser.line, reason);
  };
  parser.on('error', (error) => refuse(`повреждённый XML (${russianFault(error.message)})`));
  parser.on('doctype', () => refuse('в файле есть описание DTD, такие файлы не принимаются'));
  let attributes = 0;
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > maxAttributes) refuse(`больше ${maxAttributes} атрибутов у одного элемента`);
  });
  parser.on('opentag', (tag) => {
    sinceEvent = 0;
    attributes = 0;
    hasRoot = true;
    depth += 1;
    if (depth > maxDepth) refuse(`слишком глубокая вложенность: больше ${maxDepth} уровней`);
    handler.open(localName(tag.name), tag.attributes, line());
  });
  parser.on('text', (text) => {
    sinceEvent = 0;
    if (depth > 0) handler.text(text);
  });
  parser.on('cdata', (text) => handler.text(text));
  parser.on('closetag', (tag) => {
    sinceEvent = 0;
    depth -= 1;
    handler.close(localName(tag.name));
  });

  let decoder: Decoder | null = null;
  const write = (text: string) => {
    sinceEvent += text.length;
    parser.write(text);
    if (sinceEvent > maxPieceCharacters) refuse('слишком длинный элемент: больше 16 МБ текста подряд');
  };
  const line = () => parser.line + (cutter?.lines() ?? 0);
  const cutter: Cutter | null = handler.lists ? openCutter(handler.lists, { write, refuse, line }) : null;
  for await (const bytes of bytesOf(path, name)) {
    decoder ??= chooseDecoder(bytes, name);
    if (cutter) {
      await cutter.write(decoder.encoding === 'utf-8' ? bytes : Buffer.from(decode(decoder, bytes, refuse)));
    } else write(decode(decoder, bytes, refuse));
    await handler.pause?.();
  }
  if (cutter) {
    if (decoder && decoder.encoding !== 'utf-8') await cutter.write(Buffer.from(decode(decoder, null, refuse)));
    cutter.end();
  } else if (decoder) write(decode(decoder, null, refuse));
  if (!hasRoot) refuse('файл пуст');
  parser.close();
  return { encoding: (decoder as Decoder | null)?.encoding ?? 'utf-8' };
}

async function* bytesOf(path: string, name: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path, { highWaterMark: chunkBytes });
  } catch (error) {
    const reason = unreadable(error);
    throw reason === null ? error : new FileRefusal(name, null, reason);
  }
}

type Lists = NonNullable<XmlHandler['lists']>;
type Cutter = ReturnType<typeof openCutter>;

/**
 * Cuts the items of lists out of the bytes (UTF-8) that pass through it and gives the rest to `write` as text. It looks
 * for tags only: whether what it cuts is sound is found out by who reads it.
 */
function openCutter(
  lists: Lists,
  { write, refuse, line }: { write(text: string): void; refuse(reason: string): never; line(): number },
) {
  const decoder = strictDecoder('utf-8');
  const starts = lists.names.map((name) => Buffer.from(`<${name}`));
  const longest = Math.max(...starts.map(({ length }) => length));
  let kept: Buffer = Buffer.alloc(0);
  let list: { close: Buffer; end: Buffer; line: number } | null = null;
  let hasCut = false;
  let lines = 0;
  const pass = (bytes: Buffer) => write(decode(decoder, bytes, refuse));

  /** Up to the next list; false when more bytes are needed. */
  function passToList(): boolean {
    const found = starts.map((start) => kept.indexOf(start)).filter((at) => at !== -1);
    if (found.length === 0) {
      // A tag may be cut in two by the end of these bytes.
      const open = kept.lastIndexOf(60 /* < */);
      const safe = open === -1 || kept.length - open > longest ? kept.length : open;
      pass(kept.subarray(0, safe));
      kept = kept.subarray(safe);
      return false;
    }
    const at = Math.min(...found);
    const end = kept.indexOf(62 /* > */, at);
    if (end === -1) {
      if (kept.length - at > maxItemBytes) throw new NotPlain();
      pass(kept.subarray(0, at));
      kept = kept.subarray(at);
      return false;
    }
    pass(kept.subarray(0, end + 1));
    const name = /^<([^\s/>]+)/.exec(kept.toString('utf8', at, end))?.[1];
    kept = kept.subarray(end + 1);
    const item = lists.item();
    if (item) list = { close: Buffer.from(`</${item}>`), end: Buffer.from(`</${name}>`), line: line() };
    return true;
  }

  /** The whole items at hand; false when more bytes are needed. */
  async function cut({ close, end, line }: NonNullable<typeof list>): Promise<boolean> {
    const ended = kept.indexOf(end);
    const region = ended === -1 ? kept : kept.subarray(0, ended);
    const last = region.lastIndexOf(close);
    if (last !== -1) {
      hasCut = true;
      // Of its own, so that it can be given to another thread.
      await lists.take(new Uint8Array(region.subarray(0, last + close.length)), line);
      kept = kept.subarray(last + close.length);
    } else if (ended === -1 && kept.length > maxItemBytes) throw new NotPlain();
    if (ended === -1) return false;
    lines += await lists.end();
    list = null;
    return true;
  }

  return {
    hasCut: () => hasCut,
    lines: () => lines,
    async write(bytes: Buffer): Promise<void> {
      kept = kept.length === 0 ? bytes : Buffer.concat([kept, bytes]);
      while (kept.length > 0 && (list ? await cut(list) : passToList()));
    },
    end(): void {
      if (list) throw new NotPlain();
      pass(kept);
      write(decode(decoder, null, refuse));
    },
  };
}

type Decoder = { encoding: string; write(bytes: Buffer): string; end(): string };

function decode(decoder: Decoder, bytes: Buffer | null, refuse: (reason: string) => never): string {
  try {
    return bytes ? decoder.write(bytes) : decoder.end();
  } catch {
    return refuse(
      bytes
        ? `байты не соответствуют кодировке ${decoder.encoding}`
        : 'файл оборван посреди знака, выгрузите его заново',
    );
  }
}

/** By the byte order mark, else by the declaration, else UTF-8. */
function chooseDecoder(start: Buffer, name: string): Decoder {
  if (start[0] === 0xff && start[1] === 0xfe) return strictDecoder('utf-16le');
  if (start[0] === 0xfe && start[1] === 0xff) return strictDecoder('utf-16be');
  const declaration = /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]+)["']/.exec(
    start.subarray(0, 1024).toString('latin1'),
  );
  const declared = declaration?.[1]?.toLowerCase() ?? 'utf-8';
  // A byte order mark of UTF-8 outweighs the declaration: 1C writes windows-1251 in it out of habit when a file was
  // re-saved.
  if ((start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) || /^utf-?8$/.test(declared)) {
    return strictDecoder('utf-8');
  }
  if (!iconv.encodingExists(declared)) throw new FileRefusal(name, 1, `неизвестная кодировка «${declared}»`);
  const stream = iconv.getDecoder(declared);
  return { encoding: declared, write: (bytes) => stream.write(bytes), end: () => stream.end() ?? '' };
}

function strictDecoder(encoding: string): Decoder {
  const decoder = new TextDecoder(encoding, { fatal: true });
  return { encoding, write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
}

const faults: [RegExp, string][] = [
  [/unclosed tag: (.+?)\.?$/, 'не закрыт элемент $1'],
  [/unexpected close tag|unmatched closing tag: (.+?)\.?$/, 'лишний закрывающий элемент'],
  [/document must contain a root element/, 'нет корневого элемента'],
  [/may contain only one root/, 'больше одного корневого элемента'],
  [/undefined entity|entity/, 'неизвестная подстановка &…;'],
  [/disallowed character/, 'недопустимый знак'],
  [/attribute/, 'ошибка в атрибуте'],
  [/unexpected end/, 'файл оборван'],
  [/text data outside of root/, 'текст вне корневого элемента'],
];

function russianFault(message: string): string {
  for (const [pattern, text] of faults) {
    const match = pattern.exec(message);
    if (match) return text.replace('$1', match[1] ?? '');
  }
  return 'нарушены правила записи';
}
