import { type ESTree, parseSync } from 'vite';
import { childrenOf, type FunctionNode, isFunction, type Node } from './syntax.ts';

/** Functions of other files whose result remembers something between two calls. */
const factories = new Set(['createWorkQueue', 'waitingCounts', 'once', 'createStore']);
const collections = new Set(['Map', 'Set', 'WeakMap', 'WeakSet']);
/** Classes of other files, by the ends of their names. */
const changingClass = /(?:Store|Signals|Event(?:Target|Emitter)|AbortController|AsyncLocalStorage|Queue|Pool)$/;
const changes = new Set([
  'set',
  'add',
  'delete',
  'clear',
  'push',
  'pop',
  'shift',
  'unshift',
  'splice',
  'sort',
  'reverse',
  'fill',
]);

/**
 * Names of what a module keeps between two calls: its own `let`, static members of its classes that can change,
 * collections that begin empty, constants that the file itself changes, where they stand or as what one of its
 * functions is given, and what is made by a function that remembers something: one of `factories`, one of the file's
 * own, or one that is called where it stands; members that the file gives to its functions and to `globalThis`.
 */
export function moduleStates(path: string, text: string): string[] {
  const { program } = parseSync(path, text);
  const statements = program.body.map((statement) =>
    /^Export(?:Named|Default)Declaration$/.test(statement.type) && 'declaration' in statement && statement.declaration
      ? statement.declaration
      : statement,
  );
  const own = ownMakers(statements);
  // A walk through the whole file, which few need.
  let changed: Set<string> | undefined;
  const isChanged = (name: string) => {
    changed ??= new Set([...changedIn(program), ...changedByCalls(program, own)]);
    return changed.has(name);
  };
  const kept = statements.flatMap((statement): string[] => {
    if (statement.type === 'ClassDeclaration') return changingStatics(statement);
    if (statement.type === 'FunctionDeclaration' && statement.id)
      return isChanged(statement.id.name) ? [statement.id.name] : [];
    if (statement.type !== 'VariableDeclaration' || statement.declare) return [];
    return statement.declarations.flatMap(({ id, init }) => {
      const name = boundIn(id)[0] ?? '';
      if (statement.kind !== 'const') return [name];
      return init && (isState(init, own) || ((isMade(init) || isFunction(init)) && isChanged(name))) ? [name] : [];
    });
  });
  return text.includes('globalThis') && isChanged('globalThis') ? [...kept, 'globalThis'] : kept;
}

/** The file's functions and classes by name. */
type Makers = Map<string, FunctionNode | ESTree.Class>;

function ownMakers(statements: Node[]): Makers {
  const makers: Makers = new Map();
  for (const statement of statements) {
    if (statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration')
      makers.set(statement.id?.name ?? '', statement);
    if (statement.type !== 'VariableDeclaration') continue;
    for (const { id, init } of statement.declarations)
      if (id.type === 'Identifier' && init && isFunction(init)) makers.set(id.name, init);
  }
  return makers;
}

function changingStatics({ body }: ESTree.Class): string[] {
  return body.body.flatMap((member) =>
    member.type === 'PropertyDefinition' && member.static && !member.readonly ? [nameOf(member.key)] : [],
  );
}

/** Whether what this expression comes to remembers something; of an object, whether a member does. */
function isState(value: Node, own: Makers): boolean {
  const made = bare(value);
  if (made.type === 'ObjectExpression')
    return made.properties.some((property) => property.type === 'Property' && isState(property.value, own));
  if (made.type === 'NewExpression') {
    const name = nameOf(made.callee);
    const maker = own.get(name);
    if (collections.has(name)) return made.arguments.length === 0;
    return changingClass.test(name) || (maker?.type === 'ClassDeclaration' && changesItself(maker));
  }
  if (made.type !== 'CallExpression') return false;
  const called = bare(made.callee);
  if (isFunction(called)) return remembers(called);
  const name = nameOf(called);
  const maker = own.get(name);
  return (
    factories.has(name) || isFilledLater(name, made) || (maker !== undefined && isFunction(maker) && remembers(maker))
  );
}

/** `perObject` of an object that is not used (`_db`, `_page`): its value is filled later. */
function isFilledLater(name: string, { arguments: given }: ESTree.CallExpression): boolean {
  const [make] = given;
  if (name !== 'perObject' || !make || !isFunction(make)) return false;
  const [object] = make.params;
  return object !== undefined && boundIn(object)[0]?.startsWith('_') === true;
}

/** Whether a function inside this one changes what this one has declared: what it returns may live on with it. */
function remembers(maker: FunctionNode): boolean {
  const changeable = declaredIn(maker, true);
  return innerFunctions(maker).some((inner) => {
    const own = new Set([inner, ...innerFunctions(inner)].flatMap((one) => declaredIn(one)));
    const changed = changedIn(inner);
    return changeable.some((name) => changed.has(name) && !own.has(name));
  });
}

/** Whether a class changes its own fields after it was made. */
function changesItself({ body }: ESTree.Class): boolean {
  return body.body.some(
    (member) => member.type === 'MethodDefinition' && member.kind !== 'constructor' && changedIn(member).has('this'),
  );
}

/** Parameters and variables of a function, without those of functions inside it; or of them what can be changed. */
function declaredIn(maker: FunctionNode, isChangeable = false): string[] {
  const within = (node: Node): string[] => {
    if (isFunction(node)) return [];
    if (node.type !== 'VariableDeclaration') return childrenOf(node).flatMap(within);
    return node.declarations.flatMap(({ id, init }) => {
      const isLeftOut = isChangeable && node.kind === 'const' && !(init && isMade(init));
      return [...(isLeftOut ? [] : boundIn(id)), ...(init ? within(init) : [])];
    });
  };
  return [...maker.params.flatMap(boundIn), ...(maker.body ? within(maker.body) : [])];
}

/** Those straight inside a function. */
function innerFunctions(maker: FunctionNode): FunctionNode[] {
  const within = (node: Node): FunctionNode[] => (isFunction(node) ? [node] : childrenOf(node).flatMap(within));
  return maker.body ? within(maker.body) : [];
}

/** Names whose value, or a part of it, is changed in a piece of the file; `this` among them. */
function changedIn(piece: Node): Set<string> {
  const names = new Set<string>();
  const see = (node: Node) => {
    const target = targetOf(node);
    if (target) names.add(rootOf(target));
    childrenOf(node).forEach(see);
  };
  see(piece);
  return names;
}

/** Names of what is given to the file's own functions that change it. */
function changedByCalls(piece: Node, own: Makers): string[] {
  const given = piece.type === 'CallExpression' ? changedArguments(piece, own) : [];
  return [...given, ...childrenOf(piece).flatMap((child) => changedByCalls(child, own))];
}

function changedArguments({ callee, arguments: given }: ESTree.CallExpression, own: Makers): string[] {
  const maker = own.get(nameOf(callee));
  if (!maker || !isFunction(maker) || !maker.body) return [];
  const changed = changedIn(maker.body);
  return maker.params.flatMap((param, at) => {
    const argument = given[at];
    return argument && boundIn(param).some((name) => changed.has(name)) ? [rootOf(argument)] : [];
  });
}

/** What a node changes, if it changes something. */
function targetOf(node: Node): Node | undefined {
  if (node.type === 'AssignmentExpression') return node.left;
  if (node.type === 'UpdateExpression') return node.argument;
  if (node.type === 'UnaryExpression') return node.operator === 'delete' ? node.argument : undefined;
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined;
  const { object, property } = node.callee;
  if (nameOf(object) === 'Object' && nameOf(property) === 'assign') return node.arguments[0];
  return changes.has(nameOf(property)) ? object : undefined;
}

/** `a` of `a.b[c]`. */
function rootOf(node: Node): string {
  const inner = bare(node);
  return inner.type === 'MemberExpression' ? rootOf(inner.object) : nameOf(inner);
}

function nameOf(node: Node): string {
  if (node.type === 'ThisExpression') return 'this';
  return node.type === 'Identifier' || node.type === 'PrivateIdentifier' ? node.name : '';
}

/** The names that a pattern binds. */
function boundIn(pattern: Node): string[] {
  if (pattern.type === 'Identifier') return [pattern.name];
  if (pattern.type === 'Property') return boundIn(pattern.value);
  if (pattern.type === 'AssignmentPattern') return boundIn(pattern.left);
  if (pattern.type === 'TSParameterProperty') return boundIn(pattern.parameter);
  const isPattern = ['ObjectPattern', 'ArrayPattern', 'RestElement'].includes(pattern.type);
  return isPattern ? childrenOf(pattern).flatMap(boundIn) : [];
}

/** Without what changes only its type, and without `await`. */
function bare(node: Node): Node {
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'ParenthesizedExpression':
      return bare(node.expression);
    case 'AwaitExpression':
      return bare(node.argument);
    default:
      return node;
  }
}

/** What can be changed where it stands; what a call gives belongs to whoever is called. */
function isMade(value: Node): boolean {
  const made = bare(value);
  return ['NewExpression', 'ArrayExpression', 'ObjectExpression'].includes(made.type) || isMadeByCall(made);
}

/** `Array.from(…)`, `Object.create(…)`, `Buffer.alloc(…)`. */
function isMadeByCall(value: Node): boolean {
  if (value.type !== 'CallExpression' || value.callee.type !== 'MemberExpression') return false;
  return ['Array', 'Buffer', 'Object'].includes(nameOf(value.callee.object));
}
