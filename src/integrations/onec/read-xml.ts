import { createReadStream } from 'node:fs';
import iconv from 'iconv-lite';
import { SaxesParser } from 'saxes';
import { FileRefusal } from './file-refusal.ts';

export type XmlHandler = {
  /** `name` without its namespace prefix. */
  open(name: string, attributes: Record<string, string>, line: number): void;
  text(text: string): void;
  close(name: string): void;
  /** Between two pieces of the file: the reader waits for it, so that what was gathered can be written away. */
  pause?(): Promise<void> | undefined;
};

const chunkBytes = 1 << 18;
const maxDepth = 200;
/** Of one tag, text, comment or attribute: 1C's longest descriptions are far below. */
const maxPieceCharacters = 16 * 1024 * 1024;

/**
 * Reads an XML file piece by piece in the encoding it declares (BOM or declaration; UTF-8 when silent). Memory does not depend on
 * the file's size. Refused with file and line: broken XML, a DTD (entity bombs), nesting deeper than 200, bytes that are not in
 * the declared encoding.
 */
export async function readXml(path: string, name: string, handler: XmlHandler): Promise<{ encoding: string }> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let depth = 0;
  let sinceEvent = 0;
  let hasRoot = false;
  const refuse = (reason: string): never => {
    throw new FileRefusal(name, parser.line, reason);
  };
  parser.on('error', (error) => refuse(`повреждённый XML (${russianFault(error.message)})`));
  parser.on('doctype', () => refuse('в файле есть описание DTD, такие файлы не принимаются'));
  parser.on('opentag', (tag) => {
    sinceEvent = 0;
    hasRoot = true;
    depth += 1;
    if (depth > maxDepth) refuse(`слишком глубокая вложенность: больше ${maxDepth} уровней`);
    handler.open(localName(tag.name), tag.attributes, parser.line);
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
  const read = (bytes: Buffer) => {
    decoder ??= chooseDecoder(bytes, name);
    const text = decode(decoder, bytes, refuse);
    sinceEvent += text.length;
    parser.write(text);
    if (sinceEvent > maxPieceCharacters) refuse('слишком длинный элемент: больше 16 МБ текста подряд');
  };
  for await (const bytes of createReadStream(path, { highWaterMark: chunkBytes })) {
    read(bytes as Buffer);
    await handler.pause?.();
  }
  if (decoder) parser.write(decode(decoder, null, refuse));
  if (!hasRoot) refuse('файл пуст');
  parser.close();
  return { encoding: (decoder as Decoder | null)?.encoding ?? 'utf-8' };
}

type Decoder = { encoding: string; write(bytes: Buffer): string; end(): string };

function decode(decoder: Decoder, bytes: Buffer | null, refuse: (reason: string) => never): string {
  try {
    return bytes ? decoder.write(bytes) : decoder.end();
  } catch {
    return refuse(`байты не соответствуют кодировке ${decoder.encoding}`);
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
  // A byte order mark of UTF-8 outweighs the declaration: 1C writes windows-1251 in it out of habit when a file was re-saved.
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
