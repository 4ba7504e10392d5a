import { execFile } from 'node:child_process';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';

/** A statement with a name: `row` is the text of the type that its rows are said to have; null: none. */
export type NamedStatement = { path: string; name: RegExp; row: string | null };

/** A column as the database describes it; `isNullable`: null when neither the table nor the text tells. */
export type Column = { name: string; type: string; isNullable: boolean | null };

/** What a row type is compared with; `where` finds the statement in its file. */
export type Described = { path: string; where: string; row: string; columns: Column[] };

/**
 * Every `preparedStatement<Row>('name', …)` of a source, and of the functions around it that are called `…Statement`.
 */
export function namedStatements(path: string, text: string): NamedStatement[] {
  return [...text.matchAll(/(?<!function )\b\w*[sS]tatement(?=[<(])/g)].flatMap((found) => {
    const after = found.index + found[0].length;
    const row = text[after] === '<' ? insideAngles(text, after) : null;
    const named = text.slice(after + (row === null ? 0 : row.length + 2)).match(/^\(\s*(?:'([^']+)'|`([^`]+)`)/);
    const name = named?.[1] ?? named?.[2];
    if (!name || name.startsWith('${')) return [];
    const pattern = name.replace(/[.*+?^()|[\]\\]/g, '\\$&').replace(/\$\{[^}]*\}/g, '.*');
    return [{ path, name: new RegExp(`^${pattern}(_[0-9a-f]+)?$`), row }];
  });
}

function insideAngles(text: string, start: number): string {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '<') depth++;
    // `=>` closes nothing.
    if (text[at] === '>' && text[at - 1] !== '=' && --depth === 0) return text.slice(start + 1, at);
  }
  throw new Error('A type that does not end');
}

type Field = { name: string; tableID: number; columnID: number; dataTypeID: number };
type Attribute = { table: string; column: string; not_null: boolean };

/**
 * Says of a statement, without running it, which columns it gives; rejects what the database does not understand.
 * `client` stays with one state of the schema.
 */
export async function openDescriber(client: pg.Client): Promise<(text: string) => Promise<Column[]>> {
  const { rows } = await client.query<Attribute & { id: string }>(`
    select attrelid || '.' || attnum as id, relname as table, attname as column, attnotnull as not_null
    from pg_attribute a join pg_class c on c.oid = a.attrelid where c.relkind in ('r', 'p') and c.relpersistence <> 't' and attnum > 0`);
  const attributes = new Map(rows.map(({ id, ...attribute }) => [id, attribute]));
  return async (text) =>
    (await fieldsOf(client, text)).map(({ name, tableID, columnID, dataTypeID }) => ({
      name,
      type: types[dataTypeID] ?? 'string',
      isNullable: isNullable(text, attributes.get(`${tableID}.${columnID}`)),
    }));
}

function fieldsOf(client: pg.Client, text: string): Promise<Field[]> {
  return new Promise((resolve, reject) => {
    let found: Field[] = [];
    client.query({
      submit(connection: pg.Connection) {
        connection.parse({ name: '', text, types: [] }, true);
        connection.describe({ type: 'S', name: '' }, true);
        connection.sync();
      },
      handleRowDescription({ fields }: { fields: Field[] }) {
        found = fields;
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(found),
    } as unknown as pg.Submittable);
  });
}

/**
 * What is computed may be null or not, and so may a column that the text compares with something; a column of a table
 * that is joined on the left is null where there is no row.
 */
function isNullable(text: string, attribute: Attribute | undefined): boolean | null {
  if (!attribute) return null;
  const { table, column, not_null } = attribute;
  const isCompared = new RegExp(`\\b${column}\\)? (is not null|=|<|>|in\\b|like)|(=|<|>) (\\w+\\.)?${column}\\b`).test(
    text,
  );
  if (!not_null) return isCompared ? null : true;
  if (!/\b(left|right|full) (outer )?join\b/.test(text)) return false;
  return new RegExp(`\\bleft join ${table}\\b`).test(text) && text.split(new RegExp(`\\b${table}\\b`)).length === 2
    ? true
    : null;
}

/** As `openDatabase` has them parsed. JSON may be anything. */
const types: Record<number, string> = {
  16: 'boolean',
  17: 'Buffer',
  20: 'number',
  21: 'number',
  23: 'number',
  700: 'number',
  701: 'number',
  114: 'any',
  3802: 'any',
  1114: 'Date',
  1184: 'Date',
  1000: 'boolean[]',
  1005: 'number[]',
  1007: 'number[]',
  1016: 'number[]',
  1021: 'number[]',
  1022: 'number[]',
  1009: 'string[]',
  1015: 'string[]',
  2951: 'string[]',
  1115: 'Date[]',
  1185: 'Date[]',
  199: 'any[]',
  3807: 'any[]',
};

/** What every copied source gets before its checks: the type behind a union of literals, without null. */
const helpers = `
type PlainOf<T> = T extends string ? string : T extends number ? number : T extends boolean ? boolean : T extends Date ? Date
  : T extends readonly (infer E)[] ? PlainOf<E>[] : T;
type PlainRow<R> = { [K in keyof R]-?: PlainOf<NonNullable<R[K]>> };
type NameIn<R> = R extends unknown ? keyof R : never;
type ColumnOf<R, K> = R extends unknown ? (K extends keyof R ? R[K] : null) : never;
`;

/**
 * One sentence for each statement whose row type has a column that the database does not give, lacks one, has it of
 * another type, or is wrong about null. The type checker says so: of a copy of the sources, in which each such type is
 * compared with the columns.
 */
export async function compareRows(root: string, folder: string, statements: Described[]): Promise<string[]> {
  for (const name of ['src', 'db/demo', 'test/support'])
    await cp(join(root, name), join(folder, name), { recursive: true });
  for (const name of ['node_modules', '.react-router']) await symlink(join(root, name), join(folder, name));
  await cp(join(root, 'package.json'), join(folder, 'package.json'));
  const checkedOn = new Map<string, string>();
  const byPath = Map.groupBy(statements, ({ path }) => path);
  for (const [path, own] of byPath) {
    const lines = `${await readFile(join(folder, path), 'utf8')}${helpers}`.split('\n');
    for (const { where, row, columns } of own)
      for (const [check, about] of checksOf(oneLine(row), columns)) {
        checkedOn.set(`${path}:${lines.push(check)}`, `${where}${about}`);
      }
    await writeFile(join(folder, path), lines.join('\n'));
  }
  const own = JSON.parse(await readFile(join(root, 'tsconfig.json'), 'utf8'));
  const compilerOptions = { ...own.compilerOptions, noUnusedLocals: false };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [...byPath.keys()] }));
  const reported = await runTypeChecker(root, folder);
  return reported.split('\n').flatMap((line) => {
    const [, path = '', row = '', message = ''] = line.match(/^(\S+)\((\d+),\d+\): error \w+: (.*)$/) ?? [];
    if (path === '') return [];
    const checked = checkedOn.get(`${path}:${row}`);
    return [checked ? `${path}, ${checked}: ${message}` : `${path}:${row}: ${message}`];
  });
}

/** Lines of TypeScript, each with what it is about. */
function checksOf(row: string, columns: Column[]): [check: string, about: string][] {
  const given = columns.map(({ name, type }) => `${JSON.stringify(name)}: ${type}`).join('; ');
  return [
    [
      `{ const given = null! as { ${given} }; const row: PlainRow<${row}> = given; const asked: Record<keyof typeof given, unknown> = null! as Record<NameIn<${row}>, unknown>; void row; void asked; }`,
      '',
    ],
    ...columns.flatMap(({ name, isNullable }): [string, string][] => {
      if (isNullable === null) return [];
      const type = `ColumnOf<${row}, ${JSON.stringify(name)}>`;
      const check = `{ const check: null extends ${type} ? ${isNullable ? 'true : never' : `unknown extends ${type} ? true : never : true`} = true; void check; }`;
      return [[check, `, ${name}, which may ${isNullable ? '' : 'not '}be null`]];
    }),
  ];
}

function oneLine(type: string): string {
  return type
    .replace(/\/\*\*?[\s\S]*?\*\//g, ' ')
    .replace(/\/\/[^\n]*/g, ' ')
    .replace(/\s+/g, ' ');
}

function runTypeChecker(root: string, folder: string): Promise<string> {
  return new Promise((resolve) => {
    const args = [join(root, 'node_modules/typescript/bin/tsc'), '--pretty', 'false'];
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 1 << 26 }, (_, stdout) => resolve(stdout));
  });
}
