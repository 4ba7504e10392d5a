import { type Plugin, parseSync } from 'vite';
import { unbroken } from '#shared/unbroken.ts';

type Node = { type: string; start: number; end: number; [key: string]: unknown };
type Edit = { start: number; end: number; words: string };

/** Attributes whose words are shown; those that are only read out, sent or compared stay as they are. */
const shownAttributes = new Set(['title', 'label', 'hint', 'words', 'terms', 'text', 'note', 'caption']);
/** Of a document’s head, or read out. */
const unshownKeys = new Set(['title', 'description', 'keywords', 'alt', 'placeholder', 'aria-label']);
/** A shorter text that stands alone, a button or a heading, is no longer than a line; scripts are lighter so. */
const shortest = 24;
/** Behind a value that is put in: «{weight} кг». */
const unitBehind = /^ (?=[₽%°]|(?:г|кг|т|мм|см|м|м²|м³|км|л|мл|шт|мин|мес|дн|ч|сут)(?![\p{L}\p{N}]))/u;

/**
 * Sets the Russian words written in the pages (`unbroken`) when they are built: what stands between tags, in shown
 * attributes, and in what an expression between tags may become. One source is set once, so the server and the browser
 * write the same. Texts that come from data are set where they are drawn.
 */
export function setUnbrokenWords(): Plugin {
  return {
    name: 'set-unbroken-words',
    enforce: 'pre',
    transform(code, id) {
      const [path = ''] = id.split('?');
      if (!/\/src\/web\/.*\.tsx$/.test(path)) return null;
      return { code: withUnbrokenWords(path, code), map: null };
    },
  };
}

/** The source of a page → the same with its Russian words set. Its lines stay where they are. */
export function withUnbrokenWords(path: string, code: string): string {
  if (!/[а-яё]/i.test(code)) return code;
  const { program, errors } = parseSync(path, code);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const edits = editsIn(program as unknown as Node, code).toSorted((a, b) => b.start - a.start);
  let set = code;
  for (const { start, end, words } of edits) set = set.slice(0, start) + words + set.slice(end);
  return set;
}

function editsIn(node: Node, code: string): Edit[] {
  const own =
    node.type === 'JSXElement' || node.type === 'JSXFragment'
      ? editsBetweenTags(node.children as Node[], code)
      : node.type === 'JSXAttribute' && isNode(node.value) && shownAttributes.has(nameOf(node))
        ? shownWords(node.value.type === 'JSXExpressionContainer' ? (node.value.expression as Node) : node.value, code)
        : shownLater(node).flatMap((one) => shownWords(one, code));
  const within = Object.values(node)
    .flat()
    .filter(isNode)
    .flatMap((child) => editsIn(child, code));
  return [...own, ...within];
}

/** What a page keeps in a table of its words or answers with, to show it elsewhere. */
function shownLater({ type, key, value, argument, body }: Node): Node[] {
  if (type === 'Property')
    return isNode(key) && unshownKeys.has(String(key.name ?? key.value)) ? [] : [value].filter(isNode);
  if (type === 'ReturnStatement') return [argument].filter(isNode);
  return type === 'ArrowFunctionExpression' ? [body].filter(isNode) : [];
}

function editsBetweenTags(children: Node[], code: string): Edit[] {
  return children.flatMap((child, at) => {
    const before = children[at - 1];
    if (child.type === 'JSXText' && children.length === 1 && textOf(child, code).trim().length < shortest) return [];
    if (child.type === 'JSXText') return [setText(child, code, before?.type === 'JSXExpressionContainer')];
    if (child.type !== 'JSXExpressionContainer') return [];
    const inner = child.expression as Node;
    if (inner.type !== 'Literal' || inner.value !== ' ') return shownWords(inner, code);
    // {' '} at the end of a line of the source: it is the space between its neighbours.
    const left = textOf(before, code).trimEnd() || 'x';
    const right = textOf(children[at + 1], code).trimStart() || 'x';
    return unbroken(`${left} ${right}`)[left.length] === '\u00a0'
      ? [{ start: inner.start + 1, end: inner.end - 1, words: '\u00a0' }]
      : [];
  });
}

function textOf(node: Node | undefined, code: string): string {
  return node?.type === 'JSXText' ? joined(code.slice(node.start, node.end)) : '';
}

/**
 * Words between tags. Those of several lines become one text, as a browser reads them, so that a line’s end may be a
 * no-break space too; the ends of lines follow it.
 */
function setText({ start, end }: Node, code: string, isBehindValue: boolean): Edit {
  const words = code.slice(start, end);
  const set = (text: string) => (isBehindValue ? unbroken(text).replace(unitBehind, '\u00a0') : unbroken(text));
  const lines = words.split('\n').length;
  const plain = words.replaceAll('&nbsp;', '\u00a0');
  const text = joined(plain);
  if (lines === 1 || text === '' || plain.includes('&')) return { start, end, words: lines === 1 ? set(words) : words };
  return { start, end, words: `{${JSON.stringify(set(text))}}${'\n'.repeat(lines - 1)}` };
}

/** As JSX reads a text of several lines: indents go, the ends of lines become one space. */
function joined(words: string): string {
  const lines = words.split('\n');
  return lines
    .map((line, at) => {
      const begun = at === 0 ? line : line.replace(/^[ \t]+/, '');
      return at === lines.length - 1 ? begun : begun.replace(/[ \t]+$/, '');
    })
    .filter(Boolean)
    .join(' ');
}

/** A text, or an expression that becomes one of several. */
function shownWords(node: Node, code: string): Edit[] {
  if (node.type === 'Literal' && typeof node.value === 'string') {
    if (node.value.length < shortest) return [];
    const [start, end] = [node.start + 1, node.end - 1];
    return [{ start, end, words: unbroken(code.slice(start, end)) }];
  }
  if (node.type === 'TemplateLiteral') {
    if (node.end - node.start < shortest) return [];
    return (node.quasis as Node[]).map((quasi, at) => {
      const { raw } = quasi.value as { raw: string };
      // Where a quasi begins differs between parsers: its text is looked for from there.
      const start = raw === '' ? quasi.start : code.indexOf(raw, quasi.start);
      const set = unbroken(raw);
      return { start, end: start + raw.length, words: at > 0 ? set.replace(unitBehind, '\u00a0') : set };
    });
  }
  if (node.type === 'ConditionalExpression' || node.type === 'LogicalExpression')
    return [node.consequent, node.alternate, node.left, node.right]
      .filter(isNode)
      .flatMap((one) => shownWords(one, code));
  return [];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function nameOf({ name }: Node): string {
  return isNode(name) && typeof name.name === 'string' ? name.name : '';
}
