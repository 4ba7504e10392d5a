import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ESTree, parseSync } from 'vite';
import { readSources } from './boundaries.ts';
import { boundedByHand, printStates } from './module-state.ts';
import { childrenOf, isFunction, isNode, type Node } from './syntax.ts';
import { printWays } from './ways.ts';

/**
 * `npm run figures`: how large the sources and style sheets of the shop and of its back office are and how they are
 * written, tests and generated files apart: files, lines, lengths of functions, escapes from the types for each 1,000
 * lines. `npm run figures functions` names the longest functions, `files` the largest files, `ways` how a request goes
 * from the file that answers it to its SQL, `state` what modules remember; `--check` fails when a figure is above what
 * is allowed.
 */
const longest = 100;
const largest = 450;
/** As biome.json has it for code; the formatter leaves comments as they are. */
const widest = 120;
/** Non-null `!` in all. */
const mostNonNull = 350;
/** Written by a program. */
const generated = new Set(['src/platform/database-types.ts', 'admin/src/api-types.ts']);
/** Of the shop, of its back office. */
const folders = ['src/', 'admin/src/'];
/** So many are named. */
const named = 10;

type Measure = {
  lines: number;
  functions: { name: string; lines: number }[];
  any: number;
  as: number;
  nonNull: number;
  /** Lines over `widest` columns that a comment is part of, from 1. */
  wideComments: number[];
};

/**
 * Sources and style sheets of the shop and its back office, measured: tests and generated files apart; comments, of all
 * sources. One sentence for each figure that is above what is allowed; `files`: text by path.
 */
export function figureFaults(files: Map<string, string>): string[] {
  const all = measured(files);
  const styles = folders.flatMap((folder) => stylesIn(files, folder));
  const measures = ofFolder(all, 'src/');
  const both = [...measures, ...ofFolder(all, 'admin/src/')];
  const nonNull = measures.reduce((sum, one) => sum + one.nonNull, 0);
  return [
    ...both.flatMap(({ path, functions }) =>
      functions.filter(({ lines }) => lines > longest).map(({ name, lines }) => `${path}: ${name} has ${lines} lines`),
    ),
    ...[...both, ...styles]
      .filter(({ lines }) => lines > largest)
      .map(({ path, lines }) => `${path} has ${lines} lines`),
    ...all.flatMap(({ path, wideComments }) =>
      wideComments.map((line) => `${path}:${line}: a comment over ${widest} columns`),
    ),
    ...(nonNull > mostNonNull ? [`${nonNull} non-null assertions, at most ${mostNonNull}`] : []),
  ];
}

type Measured = Measure & { path: string };

/** All sources but generated ones. */
function measured(files: Map<string, string>): Measured[] {
  return [...files]
    .filter(([path]) => !isStyle(path) && !generated.has(path))
    .map(([path, text]) => ({ path, ...measure(path, text) }));
}

function stylesIn(files: Map<string, string>, folder: string): { path: string; lines: number }[] {
  return [...files]
    .filter(([path]) => path.startsWith(folder) && isStyle(path))
    .map(([path, text]) => ({ path, lines: linesOf(text) }));
}

function isStyle(path: string): boolean {
  return path.endsWith('.css');
}

function linesOf(text: string): number {
  return text.split('\n').length - 1;
}

/** Those of a folder, tests apart. */
function ofFolder(measures: Measured[], folder: string): Measured[] {
  return measures.filter(({ path }) => path.startsWith(folder) && !isTest(path));
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path);
}

/**
 * Lengths in lines; `as const` promises nothing untrue and is not counted. A function inside another counts for both.
 */
export function measure(path: string, text: string): Measure {
  const { program, comments } = parseSync(path, text);
  const lineAt = lineCounter(text);
  const lines = text.split('\n');
  const commented = comments.flatMap(({ start, end }) =>
    Array.from({ length: lineAt(end) - lineAt(start) + 1 }, (_, at) => lineAt(start) + at),
  );
  const wideComments = [...new Set(commented)].filter((line) => (lines[line - 1] ?? '').length > widest);
  const found: Measure = { lines: linesOf(text), functions: [], any: 0, as: 0, nonNull: 0, wideComments };
  walk(program, 'the module', (node, name) => {
    if (node.type === 'TSAnyKeyword') found.any++;
    if (node.type === 'TSNonNullExpression') found.nonNull++;
    if (node.type === 'TSAsExpression' && !isConst(node)) found.as++;
    if (isFunction(node)) found.functions.push({ name, lines: lineAt(node.end) - lineAt(node.start) + 1 });
  });
  return found;
}

/** Calls `see` for every node, with the name of the declaration that it is the value of. */
function walk(node: Node, name: string, see: (node: Node, name: string) => void): void {
  const own = nameOf(node) ?? name;
  see(node, own);
  for (const child of childrenOf(node)) walk(child, own, see);
}

function isConst(node: ESTree.TSAsExpression): boolean {
  const { typeAnnotation: type } = node;
  return type.type === 'TSTypeReference' && type.typeName.type === 'Identifier' && type.typeName.name === 'const';
}

function nameOf(node: Node): string | undefined {
  if ('id' in node && isNode(node.id) && node.id.type === 'Identifier') return node.id.name;
  if ('key' in node && isNode(node.key) && node.key.type === 'Identifier') return node.key.name;
  return undefined;
}

/** The line, from 1, in which a place of the text lies. */
function lineCounter(text: string): (at: number) => number {
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index);
  return (at) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle]! < at) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

function quantile(sorted: number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

async function main(words: string[]): Promise<void> {
  const root = join(import.meta.dirname, '..');
  const sources = await readSources(root);
  const files = new Map([...sources, ...(await readStyles(root))]);
  if (words.includes('ways')) return printWays(sources);
  if (words.includes('state')) return printStates(sources);
  if (words.includes('--check')) {
    const faults = figureFaults(files);
    for (const fault of faults) console.error(fault);
    process.exitCode = faults.length === 0 ? 0 : 1;
    return;
  }
  const every = measured(sources);
  const all = folders.flatMap((folder) => ofFolder(every, folder));
  if (words.includes('functions')) {
    const functions = all.flatMap(({ path, functions }) => functions.map((one) => ({ path, ...one })));
    for (const { path, name, lines } of functions.toSorted((a, b) => b.lines - a.lines).slice(0, named))
      console.log(`${lines} ${name}, ${path}`);
    return;
  }
  if (words.includes('files')) {
    const styles = folders.flatMap((folder) => stylesIn(files, folder));
    for (const { path, lines } of [...all, ...styles].toSorted((a, b) => b.lines - a.lines).slice(0, named))
      console.log(`${lines} ${path}`);
    return;
  }
  const [shop, office] = folders.map((folder) => tableOf(files, every, folder));
  console.table(
    Object.fromEntries(
      Object.entries(shop ?? {}).map(([what, value]) => [what, { src: value, 'admin/src': office?.[what] }]),
    ),
  );
}

/** The figures of the sources in a folder, by what they are of. */
function tableOf(files: Map<string, string>, every: Measured[], folder: string): Record<string, number | undefined> {
  const measures = ofFolder(every, folder);
  const fileLines = measures.map(({ lines }) => lines).toSorted((a, b) => a - b);
  const functionLines = measures
    .flatMap(({ functions }) => functions.map(({ lines }) => lines))
    .toSorted((a, b) => a - b);
  const sum = (name: 'lines' | 'any' | 'as' | 'nonNull') => measures.reduce((all, one) => all + one[name], 0);
  const perThousand = (name: 'any' | 'as' | 'nonNull') => Number(((1_000 * sum(name)) / sum('lines')).toFixed(2));
  const inFolder = [...files].filter(([path]) => path.startsWith(folder) && !isStyle(path));
  const styleLines = stylesIn(files, folder).map(({ lines }) => lines);
  return {
    files: measures.length,
    lines: sum('lines'),
    'lines of a file, median': quantile(fileLines, 0.5),
    'lines of a file, p90': quantile(fileLines, 0.9),
    'lines of a file, most': fileLines.at(-1),
    [`files over ${largest} lines`]: fileLines.filter((lines) => lines > largest).length,
    'lines of a function, median': quantile(functionLines, 0.5),
    'lines of a function, p90': quantile(functionLines, 0.9),
    'lines of a function, most': functionLines.at(-1),
    [`functions over ${longest} lines`]: functionLines.filter((lines) => lines > longest).length,
    'any in 1,000 lines': perThousand('any'),
    'as in 1,000 lines': perThousand('as'),
    'non-null ! in 1,000 lines': perThousand('nonNull'),
    'non-null ! in all': sum('nonNull'),
    'collections bounded by hand': inFolder
      .filter(([path]) => !isTest(path))
      .reduce((all, [, text]) => all + boundedByHand(text).length, 0),
    'lines of tests beside the code': inFolder
      .filter(([path]) => isTest(path))
      .reduce((all, [, text]) => all + linesOf(text), 0),
    'lines of styles': styleLines.reduce((all, lines) => all + lines, 0),
    'lines of a style sheet, most': Math.max(0, ...styleLines),
  };
}

/** Text by path from the project's root. */
async function readStyles(root: string): Promise<Map<string, string>> {
  const styles = new Map<string, string>();
  for (const folder of folders)
    for await (const path of glob(`${folder}**/*.css`, { cwd: root }))
      styles.set(path, await readFile(join(root, path), 'utf8'));
  return styles;
}

if (import.meta.main) await main(process.argv.slice(2));
