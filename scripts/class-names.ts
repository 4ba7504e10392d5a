import { parseSync } from 'vite';

type Node = { type: string; [key: string]: unknown };

/** Where only a running program knows what stands there. */
const unknown = '\0';

/**
 * The classes of CSS that a TypeScript source names whole: in `className` (of an element, of a component, its default),
 * in `classList` and in HTML. Names put together from pieces are not guessed.
 */
export function classNamesOf(path: string, source: string): Set<string> {
  const { program, errors } = parseSync(path, source);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const nodes = allNodes(program as unknown as Node);
  const constants = new Map(
    nodes
      .filter(({ type, id, init }) => type === 'VariableDeclarator' && isNode(id) && isNode(init) && id.name)
      .map(({ id, init }) => [(id as Node).name, init as Node]),
  );
  const written = nodes.flatMap((node) => [
    ...classExpressions(node).flatMap((expression) => textsOf(expression, constants)),
    ...htmlClasses(node),
  ]);
  return new Set(written.flatMap((text) => text.split(/\s+/)).filter((name) => name && !name.includes(unknown)));
}

function allNodes(root: Node): Node[] {
  const children = Object.values(root).flat().filter(isNode);
  return [root, ...children.flatMap(allNodes)];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** What is written as a class there. */
function classExpressions({ type, name, key, left, right, value, callee, arguments: given }: Node): Node[] {
  const found: Record<string, () => unknown[]> = {
    JSXAttribute: () => (isClassName(name) ? [value] : []),
    Property: () => (isClassName(key) ? [value] : []),
    AssignmentPattern: () => (isClassName(left) ? [right] : []),
    AssignmentExpression: () => (isNode(left) && isClassName(left.property) ? [right] : []),
    CallExpression: () => (isNode(callee) && isNode(callee.object) && isClassList(callee.object) ? [given] : []),
  };
  return (found[type]?.() ?? []).flat().filter(isNode);
}

function isClassName(node: unknown): boolean {
  return isNode(node) && /^className$|ClassName$/.test(String(node.name));
}

function isClassList({ property }: Node): boolean {
  return isNode(property) && property.name === 'classList';
}

/** The texts an expression may have. */
function textsOf(node: Node, constants: Map<unknown, Node>): string[] {
  const of = (child: unknown) => (isNode(child) ? textsOf(child, constants) : [unknown]);
  switch (node.type) {
    case 'Literal':
      return [typeof node.value === 'string' ? node.value : ''];
    case 'TemplateLiteral':
      return joined(node.quasis as Node[], (node.expressions as Node[]).map(of));
    case 'ConditionalExpression':
      return [...of(node.consequent), ...of(node.alternate)];
    case 'LogicalExpression':
      return [...(node.operator === '&&' ? [''] : of(node.left)), ...of(node.right)];
    case 'ArrayExpression':
      return (node.elements as unknown[]).flatMap(of);
    case 'ArrowFunctionExpression':
      return of(node.body);
    case 'CallExpression':
      return of(node.callee);
    case 'MemberExpression':
      // Of a call: `.trim()`, `.filter(Boolean).join(' ')`.
      return isNode(node.object) && /^(?:Array|Template|Call)/.test(node.object.type) ? of(node.object) : [unknown];
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
      return of(node.expression);
    case 'Identifier': {
      const constant = constants.get(node.name);
      return constant && constant !== node ? of(constant) : [node.name === 'undefined' ? '' : unknown];
    }
    default:
      return [unknown];
  }
}

function joined(quasis: Node[], expressions: string[][]): string[] {
  return quasis.reduce(
    (texts, quasi, at) =>
      texts.flatMap((text) => (expressions[at] ?? ['']).map((next) => `${text}${cooked(quasi)}${next}`)),
    [''],
  );
}

function cooked({ value }: Node): string {
  return (value as { cooked: string | null }).cooked ?? unknown;
}

function htmlClasses(node: Node): string[] {
  const html =
    node.type === 'TemplateLiteral'
      ? (node.quasis as Node[]).map(cooked).join(unknown)
      : node.type === 'Literal' && typeof node.value === 'string'
        ? node.value
        : '';
  return [...html.matchAll(/\bclass="([^"]*)"/g)].map(([, names = '']) => names);
}
