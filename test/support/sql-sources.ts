import { posix } from 'node:path';
import { type ESTree, parseSync } from 'vite';
import { childrenOf, isFunction, type Node } from '../../scripts/syntax.ts';

/** SQL as it stands in a source. */
export type SourceStatement = {
  path: string;
  line: number;
  /** The text of the type that its rows are said to have; null: none. */
  row: string | null;
  /**
   * The statement with $1… for its values; two where a condition chooses; none: its text is known only when it runs.
   */
  texts: string[];
};

/** A node with what stands around it, outermost first, and what the parameters of the function around it are. */
type Place = { node: Node; around: Node[]; source: Source; given: Map<string, Value>; isOneOf?: boolean };
type Source = { path: string; text: string; program: ESTree.Program };
/** SQL to be put in as it is, or a value known from the source; undefined: known only when it runs. */
type Value = { sql: string } | string | number | Value[] | { members: Map<string, Value> } | undefined;

/** Stands in a text for a value until all of them are numbered. */
const aValue = '\0';

/** A name of a table or a column, or a part of the text, that the source does not tell. */
class OnlyWhenRun extends Error {}

/**
 * Every statement that the sources (text by path) send to the database: ``sql`…` `` that is executed or has the type of
 * a row, the text of `….query(…)` and of `readCursor`. Fragments are followed to where they are written, in other files
 * too; anything else in a template is a value. Where a text is chosen by a condition, both choices are given.
 */
export function sqlOfSources(texts: Map<string, string>): SourceStatement[] {
  const reader = new SqlReader(texts);
  return [...texts.keys()].flatMap((path) => reader.statementsOf(path));
}

class SqlReader {
  readonly #texts: Map<string, string>;
  readonly #sources = new Map<string, Source>();
  /** Which of two choices is read. */
  #choice: 'first' | 'last' = 'first';

  constructor(texts: Map<string, string>) {
    this.#texts = texts;
  }

  statementsOf(path: string): SourceStatement[] {
    if (!/\bsql\b|\.query\b|\breadCursor\b/.test(this.#texts.get(path) ?? '')) return [];
    const source = this.#source(path);
    const found: SourceStatement[] = [];
    walk(source.program, [], (node, around) => {
      const written = isSql(node)
        ? this.#ofTemplate(node, around, source)
        : node.type === 'CallExpression' && this.#ofCall(node, around, source);
      if (written) found.push(written);
    });
    return found;
  }

  #ofTemplate(node: ESTree.TaggedTemplateExpression, around: Node[], source: Source): SourceStatement | null {
    const parent = around.at(-1);
    const isExecuted = parent?.type === 'MemberExpression' && nameOf(parent.property) === 'execute';
    if (!isExecuted && !node.typeArguments) return null;
    const written = this.#written({ node, around: [...around], source, given: new Map() }, node.typeArguments);
    return isExecuted || /^\s*(select|with|insert|update|delete)\b/.test(written.texts[0] ?? '') ? written : null;
  }

  #ofCall(node: ESTree.CallExpression, around: Node[], source: Source): SourceStatement | null {
    const { callee, arguments: given } = node;
    const isQuery = callee.type === 'MemberExpression' && nameOf(callee.property) === 'query';
    const text = (isQuery ? given[0] : nameOf(callee) === 'readCursor' ? given[1] : undefined) as Node | undefined;
    if (!text || text.type === 'ObjectExpression') return null;
    return this.#written({ node: text, around: [...around, node], source, given: new Map() }, node.typeArguments);
  }

  #written(place: Place, types: ESTree.TSTypeParameterInstantiation | null | undefined): SourceStatement {
    const { source, node } = place;
    const [row] = types?.params ?? [];
    const written = {
      path: source.path,
      line: source.text.slice(0, node.start).split('\n').length,
      row: row ? source.text.slice(row.start, row.end) : null,
    };
    try {
      const texts = (['first', 'last'] as const).map((choice) => {
        this.#choice = choice;
        const value = this.#value(place);
        if (typeof value === 'string') return value;
        if (typeof value === 'object' && 'sql' in value) return numbered(value.sql);
        throw new OnlyWhenRun();
      });
      return { ...written, texts: [...new Set(texts)] };
    } catch (error) {
      if (error instanceof OnlyWhenRun) return { ...written, texts: [] };
      throw error;
    }
  }

  #value(place: Place): Value {
    const { node } = place;
    const at = (other: Node) => ({ ...place, node: other, around: [...place.around, node] });
    switch (node.type) {
      case 'Literal':
        return typeof node.value === 'string' || typeof node.value === 'number' ? node.value : undefined;
      case 'TemplateLiteral':
        return this.#text(place, node);
      case 'TaggedTemplateExpression':
        return isSql(node) ? { sql: this.#join(node.quasi, (one) => this.#inSql(this.#value(at(one)))) } : undefined;
      case 'ConditionalExpression':
        return this.#chosen([this.#value(at(node.consequent)), this.#value(at(node.alternate))]);
      case 'ArrayExpression':
        return node.elements.flatMap((element) => {
          if (element?.type !== 'SpreadElement') return element ? [this.#value(at(element))] : [];
          const spread = this.#value(at(element.argument));
          return Array.isArray(spread) ? spread : [];
        });
      case 'ObjectExpression': {
        const properties = node.properties.filter((property) => property.type === 'Property');
        return { members: new Map(properties.map(({ key, value }) => [nameOf(key) ?? '', this.#value(at(value))])) };
      }
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'ParenthesizedExpression':
        return this.#value(at(node.expression));
      case 'MemberExpression':
        return this.#member(at(node.object), node);
      case 'CallExpression':
        return this.#call(place, node);
      case 'Identifier':
        return this.#named(node.name, place);
      default:
        return undefined;
    }
  }

  /** Not known before it runs: the whole of it. */
  #text(place: Place, node: ESTree.TemplateLiteral): Value {
    try {
      return this.#join(node, (expression) =>
        this.#known({ ...place, node: expression, around: [...place.around, node] }),
      );
    } catch (error) {
      if (error instanceof OnlyWhenRun) return undefined;
      throw error;
    }
  }

  #join({ quasis, expressions }: ESTree.TemplateLiteral, write: (expression: Node) => string): string {
    return quasis
      .map(({ value }, at) => {
        const expression = expressions[at];
        return `${value.cooked ?? value.raw}${expression ? write(expression) : ''}`;
      })
      .join('');
  }

  #inSql(value: Value): string {
    return typeof value === 'object' && 'sql' in value ? value.sql : aValue;
  }

  #known(place: Place): string {
    const value = this.#value(place);
    if (typeof value === 'string' || typeof value === 'number') return String(value);
    throw new OnlyWhenRun();
  }

  #member(object: Place, node: ESTree.MemberExpression): Value {
    const value = this.#value(object);
    if (typeof value !== 'object' || !('members' in value)) return undefined;
    if (node.computed) return this.#chosen([...value.members.values()]);
    return value.members.get(nameOf(node.property) ?? '');
  }

  #call(place: Place, node: ESTree.CallExpression): Value {
    const { callee } = node;
    const inside = { ...place, around: [...place.around, node] };
    const given = node.arguments.map((argument) => ({ ...inside, node: argument as Node }));
    if (callee.type === 'MemberExpression' && nameOf(callee.object) === 'sql') {
      const [first, second] = given;
      if (!first) return undefined;
      const name = nameOf(callee.property);
      if (name === 'raw' || name === 'lit') return { sql: this.#known(first) };
      if (name === 'ref' || name === 'table' || name === 'id') return { sql: this.#known(first) };
      if (name !== 'join') return undefined;
      const parts = this.#value(first);
      const between = second ? this.#inSql(this.#value(second)) : ', ';
      return { sql: (Array.isArray(parts) ? parts : [parts]).map((part) => this.#inSql(part)).join(between) };
    }
    if (callee.type === 'MemberExpression' && nameOf(callee.property) === 'join') {
      const parts = this.#value({ ...inside, node: callee.object });
      return Array.isArray(parts) ? parts.join(String(given[0] && this.#value(given[0]))) : undefined;
    }
    if (callee.type !== 'Identifier') return undefined;
    const called = this.#declared(callee.name, inside);
    return called && isFunction(called.node) ? this.#result(called.node, called, given) : undefined;
  }

  #result(run: ESTree.Function | ESTree.ArrowFunctionExpression, called: Place, given: Place[]): Value {
    const values = new Map<string, Value>();
    run.params.forEach((parameter, at) => {
      const name = nameOf(parameter as Node);
      const value = given[at] && this.#value(given[at]);
      if (name && value !== undefined) values.set(name, value);
    });
    const around = [...called.around, called.node, run];
    const { body } = run;
    if (!body) return undefined;
    if (body.type !== 'BlockStatement') return this.#value({ ...called, node: body, around, given: values });
    const results: Place[] = [];
    walk(body, around, (node, above) => {
      const isOwn = above.findLast(isFunction) === run;
      if (isOwn && node.type === 'ReturnStatement' && node.argument)
        results.push({ ...called, node: node.argument, around: [...above, node], given: values });
    });
    return this.#chosen(results.map((result) => this.#value(result)));
  }

  /** What a name stands for; a list with everything that is pushed to it. */
  #named(name: string, place: Place): Value {
    if (place.given.has(name)) return place.given.get(name);
    const declared = this.#declared(name, place);
    if (!declared) return this.#ofType(name, place);
    const value = this.#value(declared);
    if (declared.isOneOf) return Array.isArray(value) ? this.#chosen(value) : undefined;
    if (!Array.isArray(value)) return value;
    const pushed: Value[] = [];
    const block = declared.around.findLast((one) => one.type === 'BlockStatement');
    if (block)
      walk(block, declared.around.slice(0, declared.around.indexOf(block)), (node, above) => {
        if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return;
        if (nameOf(node.callee.object) !== name || nameOf(node.callee.property) !== 'push') return;
        for (const one of node.arguments)
          pushed.push(this.#value({ ...declared, node: one as Node, around: [...above, node] }));
      });
    return [...value, ...pushed];
  }

  /** Where a name gets its value: in a block around the place, in the file, or in the one it is imported from. */
  #declared(name: string, place: Place): Place | null {
    for (let depth = place.around.length - 1; depth >= 0; depth--) {
      const around = place.around[depth];
      if (around && isFunction(around) && around.params.some((one) => namesOf(one as Node).includes(name))) return null;
      if (around?.type === 'ForOfStatement' && around.left.type === 'VariableDeclaration') {
        const [one] = around.left.declarations;
        if (one && nameOf(one.id) === name)
          return { ...place, node: around.right, around: place.around.slice(0, depth), isOneOf: true };
      }
      if (around?.type !== 'BlockStatement' && around?.type !== 'Program') continue;
      for (const statement of around.body) {
        const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
        const found = declaration && declarationOf(name, declaration);
        if (found)
          return {
            ...place,
            node: found,
            around: place.around.slice(0, depth + 1),
            given: depth === 0 ? new Map() : place.given,
          };
        if (statement.type === 'ImportDeclaration') {
          const [imported] = statement.specifiers.filter(({ local }) => local.name === name);
          if (imported?.type === 'ImportSpecifier')
            return this.#imported(statement.source.value, nameOf(imported.imported), place);
        }
      }
    }
    return null;
  }

  #imported(from: string, name: string | undefined, { source }: Place): Place | null {
    const path = from.startsWith('#')
      ? posix.join('src', from.replace(/^#(src\/)?/, ''))
      : posix.join(posix.dirname(source.path), from);
    if (!name || !this.#texts.has(path)) return null;
    const other = this.#source(path);
    return this.#declared(name, { node: other.program, around: [other.program], source: other, given: new Map() });
  }

  /** A parameter of a function that may be one of some words: one of them. */
  #ofType(name: string, place: Place): Value {
    const parameters = place.around.filter(isFunction).flatMap(({ params }) => params as Node[]);
    const own = parameters.findLast((one) => nameOf(one) === name);
    const type = own && 'typeAnnotation' in own ? own.typeAnnotation : null;
    if (type?.type !== 'TSTypeAnnotation') return undefined;
    const written = aliased(type.typeAnnotation, place.source.program);
    const words = written.type === 'TSUnionType' ? written.types : [written];
    const literals = words.flatMap((one) =>
      one.type === 'TSLiteralType' && one.literal.type === 'Literal' ? [one.literal.value] : [],
    );
    const word = this.#chosen(literals);
    return typeof word === 'string' && literals.length === words.length ? word : undefined;
  }

  #chosen<T>(choices: T[]): T | undefined {
    return choices.filter((one) => one !== undefined).at(this.#choice === 'first' ? 0 : -1);
  }

  #source(path: string): Source {
    let source = this.#sources.get(path);
    if (!source) {
      const text = this.#texts.get(path) ?? '';
      source = { path, text, program: parseSync(path, text).program };
      this.#sources.set(path, source);
    }
    return source;
  }
}

function numbered(text: string): string {
  let values = 0;
  return text.replaceAll(aValue, () => `$${++values}`);
}

/** `around` is good during the call only. */
function walk(node: Node, around: Node[], see: (node: Node, around: Node[]) => void): void {
  see(node, around);
  around.push(node);
  for (const child of childrenOf(node)) walk(child, around, see);
  around.pop();
}

function isSql(node: Node): node is ESTree.TaggedTemplateExpression {
  return node.type === 'TaggedTemplateExpression' && nameOf(node.tag) === 'sql';
}

function nameOf(node: Node | null | undefined): string | undefined {
  if (node?.type === 'AssignmentPattern') return nameOf(node.left);
  return node?.type === 'Identifier' ? node.name : node?.type === 'Literal' ? String(node.value) : undefined;
}

function namesOf(parameter: Node): string[] {
  if (parameter.type === 'AssignmentPattern') return namesOf(parameter.left);
  if (parameter.type === 'ObjectPattern')
    return parameter.properties.flatMap((one) => namesOf(one.type === 'Property' ? one.value : one.argument));
  if (parameter.type === 'ArrayPattern') return parameter.elements.flatMap((one) => (one ? namesOf(one) : []));
  return [nameOf(parameter) ?? ''];
}

function declarationOf(name: string, declaration: Node): Node | null {
  if (declaration.type === 'FunctionDeclaration') return declaration.id?.name === name ? declaration : null;
  if (declaration.type !== 'VariableDeclaration') return null;
  return declaration.declarations.find(({ id }) => nameOf(id) === name)?.init ?? null;
}

function aliased(type: ESTree.TSType, { body }: ESTree.Program): ESTree.TSType {
  if (type.type !== 'TSTypeReference') return type;
  const declarations = body.map((one) => (one.type === 'ExportNamedDeclaration' ? one.declaration : one));
  const alias = declarations.find(
    (one) => one?.type === 'TSTypeAliasDeclaration' && one.id.name === nameOf(type.typeName as Node),
  );
  return alias?.type === 'TSTypeAliasDeclaration' ? alias.typeAnnotation : type;
}
