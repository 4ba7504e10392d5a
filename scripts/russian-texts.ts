import { parseSync } from 'vite';
import { gap, type RussianWords } from '../src/shared/russian-rules.ts';

/** A Russian text of a source file: one literal, one template, or the words between two tags. */
export type RussianText = RussianWords & {
  /** Where in the source a character of `words` stands. */
  placeOf(index: number): number;
};

type Node = { type: string; start: number; end: number; [key: string]: unknown };

const cyrillic = /[а-яё]/i;

/** Every Russian text of a TypeScript source; keys, types, imports, SQL and regular expressions are none. */
export function textsOf(path: string, source: string): RussianText[] {
  if (!cyrillic.test(source)) return [];
  const { program, errors } = parseSync(path, source);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const found: RussianText[] = [];
  visit(program as unknown as Node);
  return found.filter(({ words }) => cyrillic.test(words));

  function visit(node: Node): void {
    if (isCode(node)) return;
    if (node.type === 'Literal' && typeof node.value === 'string') found.push(literal(node));
    if (node.type === 'TemplateLiteral') found.push(template(node, source));
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') found.push(...markup(node, source));
    for (const [key, value] of Object.entries(node)) {
      if (key === 'key' && !node.computed && node.type !== 'JSXAttribute') continue;
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child);
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function isCode({ type, callee }: Node): boolean {
  if (type === 'NewExpression' && isNode(callee)) return callee.name === 'RegExp';
  return /^(?:Import|TSLiteralType|TaggedTemplateExpression|JSXText)/.test(type);
}

function literal({ start, value }: Node): RussianText {
  return { words: String(value), gaps: [], placeOf: (index) => start + 1 + index };
}

function template({ start, end, quasis, expressions }: Node, source: string): RussianText {
  const parts = (quasis as Node[]).flatMap((quasi, index) => {
    const { cooked, raw } = quasi.value as { cooked: string | null; raw: string };
    const expression = (expressions as Node[])[index];
    // Where a quasi begins differs between parsers: its text is looked for from there.
    const at = Math.max(source.indexOf(raw, quasi.start), start);
    return [{ words: cooked ?? raw, at }, ...(expression ? [{ words: gap, at: expression.start }] : [])];
  });
  return { ...joined(parts, end), gaps: (expressions as Node[]).map((one) => source.slice(one.start, one.end)) };
}

/** The words between tags, as a browser joins them: lines of the source end in one space. */
function markup({ children, end }: Node, source: string): RussianText[] {
  const parts: Part[] = [];
  const gaps: string[] = [];
  for (const child of children as Node[]) {
    if (child.type === 'JSXText') parts.push(...linesOf(child, source));
    else if (child.type === 'JSXExpressionContainer') {
      const expression = child.expression as Node;
      if (expression.type === 'JSXEmptyExpression') continue;
      if (expression.type === 'Literal') parts.push({ words: String(expression.value), at: expression.start });
      else {
        parts.push({ words: gap, at: child.start });
        gaps.push(source.slice(expression.start, expression.end));
      }
    } else {
      parts.push({ words: gap, at: child.start });
      gaps.push('');
    }
  }
  return parts.length > 0 ? [{ ...joined(parts, end), gaps }] : [];
}

type Part = { words: string; at: number };

function linesOf({ start, end }: Node, source: string): Part[] {
  const raw = source.slice(start, end);
  const lines = raw.split('\n');
  let at = start;
  const parts: Part[] = [];
  for (const [index, line] of lines.entries()) {
    const indent = index > 0 ? line.length - line.trimStart().length : 0;
    const words = (index < lines.length - 1 ? line.trimEnd() : line).slice(indent);
    if (words) {
      const isBroken = parts.length > 0;
      parts.push({
        words: (isBroken ? ' ' : '') + words.replaceAll('&nbsp;', '\u00a0'),
        at: at + indent - (isBroken ? 1 : 0),
      });
    }
    at += line.length + 1;
  }
  return parts;
}

function joined(parts: Part[], end: number): Pick<RussianText, 'words' | 'placeOf'> {
  return {
    words: parts.map(({ words }) => words).join(''),
    placeOf(index) {
      let from = 0;
      for (const { words, at } of parts) {
        if (index < from + words.length) return at + index - from;
        from += words.length;
      }
      return end;
    },
  };
}
