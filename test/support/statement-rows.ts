import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';

/** A statement as it stands in the source: `row` is the text of the type that its rows are said to have; null: none. */
export type WrittenStatement = { path: string; name: RegExp; row: string | null };

/** A column as the database describes it. */
export type Column = { name: string; type: string };

/**
 * Every `preparedStatement<Row>('name', …)` of a source, and of the functions around it that are called `…Statement`.
 */
export function writtenStatements(path: string, text: string): WrittenStatement[] {
  return [...text.matchAll(/(?<!function )\b\w*[sS]tatement(?=[<(])/g)].flatMap((found) => {
    const after = found.index + found[0].length;
    const row = text[after] === '<' ? insideAngles(text, after) : null;
    const named = text.slice(after + (row === null ? 0 : row.length + 2)).match(/^\(\s*(?:'([^']+)'|`([^`]+)`)/);
    const name = named?.[1] ?? named?.[2];
    if (!name || name.startsWith('${')) return [];
    const pattern = name.replace(/[.*+?^()|[\]\\]/g, '\\$&').replace(/\$\{[^}]*\}/g, '.*');
    return [{ path, name: new RegExp(`^${pattern}(_\\d+)?$`), row }];
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

/** What the database says of a statement without running it. */
export function describeStatement(client: pg.Client, name: string, text: string): Promise<Column[]> {
  return new Promise((resolve, reject) => {
    let columns: Column[] = [];
    client.query({
      submit(connection: pg.Connection) {
        connection.parse({ name, text, types: [] }, true);
        connection.describe({ type: 'S', name }, true);
        connection.sync();
      },
      handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }) {
        columns = fields.map(({ name: column, dataTypeID }) => ({ name: column, type: typeOf(dataTypeID) }));
      },
      handleError: (error: Error) => reject(new Error(`${name}: ${error.message}`)),
      handleReadyForQuery: () => resolve(columns),
    } as unknown as pg.Submittable);
  });
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

function typeOf(oid: number): string {
  return types[oid] ?? 'string';
}

/** What every copied source gets before its checks: the type behind a union of literals, without null. */
const helpers = `
type PlainOf<T> = T extends string ? string : T extends number ? number : T extends boolean ? boolean : T extends Date ? Date
  : T extends readonly (infer E)[] ? PlainOf<E>[] : T;
type PlainRow<R> = { [K in keyof R]-?: PlainOf<NonNullable<R[K]>> };
`;

/**
 * One sentence for each statement whose row type has a column that the database does not give, lacks one, or has it of
 * another type. The type checker says so: of a copy of the sources, in which each such type is compared with the
 * columns.
 */
export async function compareRows(
  root: string,
  folder: string,
  statements: (WrittenStatement & { columns: Column[] })[],
): Promise<string[]> {
  for (const name of ['src', 'db/demo', 'test/support'])
    await cp(join(root, name), join(folder, name), { recursive: true });
  for (const name of ['node_modules', '.react-router']) await symlink(join(root, name), join(folder, name));
  await cp(join(root, 'package.json'), join(folder, 'package.json'));
  const checkedOn = new Map<string, WrittenStatement>();
  const paths = [...new Set(statements.map(({ path }) => path))];
  for (const path of paths) {
    let text = `${await readFile(join(folder, path), 'utf8')}${helpers}`;
    for (const statement of statements.filter((one) => one.path === path && one.row !== null)) {
      const columns = statement.columns.map(({ name, type }) => `${JSON.stringify(name)}: ${type}`).join('; ');
      text += `\n{ const given = null! as { ${columns} }; const row: PlainRow<${oneLine(statement.row!)}> = given; const asked: Record<keyof typeof given, unknown> = null! as Required<${oneLine(statement.row!)}>; void row; void asked; }`;
      checkedOn.set(`${path}:${text.split('\n').length}`, statement);
    }
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const own = JSON.parse(await readFile(join(root, 'tsconfig.json'), 'utf8'));
  const compilerOptions = { ...own.compilerOptions, noUnusedLocals: false };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: paths }));
  const reported = await runTypeChecker(root, folder);
  return reported.split('\n').flatMap((line) => {
    const [, path = '', row = '', message = ''] = line.match(/^(\S+)\((\d+),\d+\): error \w+: (.*)$/) ?? [];
    if (path === '') return [];
    const statement = checkedOn.get(`${path}:${row}`);
    return [`${path}${statement ? `, ${statement.name.source}` : `:${row}`}: ${message}`];
  });
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
