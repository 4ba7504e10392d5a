import { ensure } from '#shared/ensure.ts';
import type { Element } from './element.ts';

/** The text holds something that this reader leaves to the full one: a comment, a fault, an unknown entity. */
export class NotPlain extends Error {}

type Tag = {
  /** What stands between < and >, or />. */
  written: string;
  rawName: string;
  name: string;
  attributes: Record<string, string>;
  lines: number;
  /** The tag that was opened next when this one was met last: nine times of ten it is the same again. */
  next: Tag | null;
};

const maxDepth = 200;
/** More are left to the full reader, which refuses them. */
const maxAttributes = 1_000;

/**
 * Reads `text`, a run of whole `item` elements with nothing but spaces between them, and hands each over as a tree.
 * Quicker than the full reader because it knows only what exports of 1C consist of: elements, attributes, text, the
 * five named and the numbered entities, CDATA. Whatever else stands there, and whatever is not well-formed, is
 * NotPlain: the full reader then says what it is. Line ends come as \n. Lines are counted from 0; returns how many line
 * ends there are.
 */
export function parsePieces(text: string, item: string, take: (element: Element) => void): number {
  const hasCdataEnds = text.includes(']]>');
  // Tags repeat: the spellings of one run are read once.
  const tags = new Map<string, Tag>();
  const names: string[] = [];
  const open: Element[] = [];
  let top: Element | null = null;
  let previous: Tag | null = null;
  let lines = 0;
  let at = 0;
  for (;;) {
    const start = text.indexOf('<', at);
    if (start === -1) {
      if (top || text.slice(at).trim() !== '') throw new NotPlain();
      return lines + countLines(text.slice(at));
    }
    let isBlank = true;
    let hasEntity = false;
    for (let i = at; i < start; i++) {
      const code = text.charCodeAt(i);
      if (code === 10) lines += 1;
      else if (code > 32) {
        isBlank = false;
        if (code === 38 /* & */) hasEntity = true;
        else if (code >= 0xfffe) throw new NotPlain();
      } else if (code !== 32 && code !== 9) throw new NotPlain();
    }
    if (!isBlank) {
      if (!top) throw new NotPlain();
      const written = text.slice(at, start);
      if (hasCdataEnds && written.includes(']]>')) throw new NotPlain();
      const own = hasEntity ? resolve(written) : written;
      top.text = top.text === '' ? own : top.text + own;
    }
    const second = text.charCodeAt(start + 1);
    if (second === 47 /* / */) {
      const name = names.pop();
      if (!top || name === undefined || !text.startsWith(name, start + 2)) throw new NotPlain();
      at = start + 2 + name.length;
      if (text.charCodeAt(at) !== 62 /* > */) throw new NotPlain();
      at += 1;
      const closed: Element = top;
      open.pop();
      top = open.at(-1) ?? null;
      if (!top) take(closed);
      continue;
    }
    if (second === 33 /* ! */) {
      const end = text.startsWith('<![CDATA[', start) && top ? text.indexOf(']]>', start + 9) : -1;
      if (end === -1 || !top) throw new NotPlain();
      const own = text.slice(start + 9, end);
      if (disallowed.test(own)) throw new NotPlain();
      if (own.trim() !== '') top.text += own;
      lines += countLines(own);
      at = end + 3;
      continue;
    }
    const next: Tag | null = previous?.next ?? null;
    let tag: Tag;
    let isEmpty = false;
    if (next && text.startsWith(next.written, start + 1) && text.charCodeAt(start + 1 + next.written.length) === 62) {
      tag = next;
      at = start + next.written.length + 2;
    } else {
      const end = text.indexOf('>', start);
      if (end === -1) throw new NotPlain();
      isEmpty = text.charCodeAt(end - 1) === 47;
      const written = text.slice(start + 1, isEmpty ? end - 1 : end);
      const known = tags.get(written);
      tag = known ?? readTag(written);
      if (!known) tags.set(written, tag);
      if (previous && !isEmpty) previous.next = tag;
      at = end + 1;
    }
    if (!isEmpty) previous = tag;
    lines += tag.lines;
    const element: Element = { name: tag.name, attributes: tag.attributes, text: '', children: [], line: lines };
    if (top) top.children.push(element);
    else if (tag.name !== item) throw new NotPlain();
    if (isEmpty) {
      if (!top) take(element);
      continue;
    }
    open.push(element);
    names.push(tag.rawName);
    top = element;
    if (open.length > maxDepth) throw new NotPlain();
  }
}

function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** Characters that XML 1.0 does not know. */
const disallowed = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;
const tagName = /^[A-Za-zА-Яа-яЁё_][\w.А-Яа-яЁё-]*(?::[A-Za-zА-Яа-яЁё_][\w.А-Яа-яЁё-]*)?/;
const attribute =
  /\s+([A-Za-zА-Яа-яЁё_][\w.А-Яа-яЁё-]*(?::[A-Za-zА-Яа-яЁё_][\w.А-Яа-яЁё-]*)?)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;

function readTag(written: string): Tag {
  const rawName = tagName.exec(written)?.[0];
  if (!rawName) throw new NotPlain();
  const attributes: Record<string, string> = {};
  let count = 0;
  attribute.lastIndex = rawName.length;
  let end = rawName.length;
  for (let match = attribute.exec(written); match; match = attribute.exec(written)) {
    const [, name = '', quoted, apostrophed = ''] = match;
    if (Object.hasOwn(attributes, name)) throw new NotPlain();
    if (++count > maxAttributes) throw new NotPlain();
    attributes[name] = resolve((quoted ?? apostrophed).replace(/[\n\t]/g, ' '));
    end = attribute.lastIndex;
  }
  if (written.slice(end).trim() !== '' || disallowed.test(written)) throw new NotPlain();
  const colon = rawName.indexOf(':');
  return { written, rawName, name: rawName.slice(colon + 1), attributes, lines: countLines(written), next: null };
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function resolve(written: string): string {
  if (!written.includes('&')) return written;
  return written.replace(/&([^;]*);?/g, (whole, word: string) => {
    if (!whole.endsWith(';')) throw new NotPlain();
    if (Object.hasOwn(named, word)) return ensure(named[word]);
    const [, decimal, hexadecimal = ''] = /^#(?:([0-9]{1,7})|x([0-9A-Fa-f]{1,6}))$/.exec(word) ?? [];
    const point = decimal ? Number.parseInt(decimal, 10) : Number.parseInt(hexadecimal, 16);
    if (!isAllowed(point)) throw new NotPlain();
    return String.fromCodePoint(point);
  });
}

/** XML 1.0's Char. */
function isAllowed(point: number): boolean {
  return (
    point === 9 ||
    point === 10 ||
    point === 13 ||
    (point >= 0x20 && point <= 0xd7ff) ||
    (point >= 0xe000 && point <= 0xfffd) ||
    (point >= 0x10000 && point <= 0x10ffff)
  );
}
