/**
 * What the documents name is there: links, paths in backquotes, words of the code in the glossary, pages of
 * docs/decisions by their number. And the guides of docs/how-to are as short as they promise.
 */
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { perObject } from '#shared/per-object.ts';
import { readSources } from './boundaries.ts';

/** Where a path named in a document may begin; the nearest folder named before it in the same line comes first. */
const beginnings = ['', 'src', 'src/modules', 'src/web', 'src/web/pages', 'src/platform', 'bench', 'docs'];

/** What the words of a column of docs/architecture.md are. */
const columns: Record<string, string> = { pages: 'src/web/pages', rules: 'src/modules', 'start at': '.' };

/**
 * Documents in which every path in backquotes is a path of this project; elsewhere backquotes hold commands, addresses
 * and foreign names too.
 */
const held =
  /^(README\.md|bench\/README\.md|docs\/(architecture|glossary|operations|performance)\.md|docs\/(decisions|how-to|how-it-works)\/)/;

const pathShape = /^[\w+-][\w+.-]*(?:\/[\w+.-]+)*\/?$/;
const fileName = /^[\w.-]+\.(tsx?|mjs|md|css|svg|sql)$/;
/**
 * They look like paths and are none: media types, and folders that are made while the shop is built or runs. NAME
 * stands for a name to choose.
 */
const foreign = /^(text|application|image)\/|^(var|build|node_modules|log)\/|NAME|DATA_DIR/;

/** Of one guide, columns and lines but headings and blank ones: more are a sign that the code says a thing twice. */
const guideColumns = 120;
const guideLines = 15;

export type Documents = {
  /** Text by path from the project's root. */
  documents: Map<string, string>;
  /** TypeScript, SQL and style, in which decisions are named too. */
  sources: Map<string, string>;
  /** Every file and folder. */
  paths: Set<string>;
};

/** One sentence for each link, path, word or number that leads nowhere. */
export function findWrongReferences({ documents, sources, paths }: Documents): string[] {
  const decisions = new Set(
    [...documents.keys()].flatMap((path) => path.match(/^docs\/decisions\/(\d+)-/)?.slice(1) ?? []),
  );
  return [
    ...[...documents].flatMap(([path, text]) => [
      ...wrongLinks(path, text, documents, paths),
      ...(held.test(path) ? wrongPaths(path, text, paths) : []),
      ...(path === 'docs/glossary.md' ? unknownWords(path, text, wordsOf(sources)) : []),
      ...(path === 'docs/architecture.md' ? wrongNumbers(path, tableNumbers(text), decisions) : []),
      ...(path.startsWith('docs/how-to/') ? longGuide(path, text) : []),
    ]),
    ...[...documents, ...sources].flatMap(([path, text]) => wrongNumbers(path, namedNumbers(text), decisions)),
  ];
}

function wrongLinks(from: string, text: string, documents: Map<string, string>, paths: Set<string>): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [file = '', anchor] = target.split('#');
    const to = file === '' ? from : posix.join(posix.dirname(from), file);
    if (!paths.has(to)) return [`${from}: the link ${target} leads nowhere`];
    if (anchor === undefined) return [];
    const headings = [...(documents.get(to) ?? '').matchAll(/^#+ (.+)$/gm)].map(([, words = '']) => anchorOf(words));
    return headings.includes(anchor) ? [] : [`${from}: ${to} has no heading #${anchor}`];
  });
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function wrongPaths(from: string, text: string, paths: Set<string>): string[] {
  let columnsHere: string[] = [];
  return withoutBlocks(text)
    .split('\n')
    .flatMap((line) => {
      if (!line.startsWith('|')) columnsHere = [];
      const cells = line.startsWith('|') ? line.split('|').slice(1, -1) : [line];
      if (line.startsWith('|') && columnsHere.length === 0)
        columnsHere = cells.map((cell) => columns[cell.trim()] ?? '');
      return cells.flatMap((cell, place) => wrongPathsOf(from, cell, columnsHere[place] ?? '', paths));
    });
}

function wrongPathsOf(from: string, words: string, column: string, paths: Set<string>): string[] {
  let folders: string[] = [];
  return [...words.matchAll(/`([^`]+)`/g)].flatMap(([, token = '']) => {
    if (!pathShape.test(token) || foreign.test(token)) return [];
    if (!(column || fileName.test(token) || token.includes('/'))) return [];
    const found = [...folders, column, ...beginnings]
      .map((begin) => posix.join(begin, token).replace(/\/$/, ''))
      .find((candidate) => paths.has(candidate));
    if (found) folders = [found, posix.dirname(found)];
    else if (column || !(fileName.test(token) && [...paths].some((one) => one.endsWith(`/${token}`))))
      return [`${from}: ${token} is not there`];
    return [];
  });
}

/** Every word of the code and of the schema, tests apart. */
const wordsOf = perObject((sources: Map<string, string>) => {
  const words = new Set<string>();
  for (const [path, text] of sources)
    if (!path.startsWith('test/')) for (const [word] of text.matchAll(/\w+/g)) words.add(word);
  return words;
});

/** Tables, columns, types and functions that the glossary names are words of the code or of the schema. */
function unknownWords(from: string, text: string, words: ReadonlySet<string>): string[] {
  return [...text.matchAll(/`([A-Za-z_][\w.]*)`/g)].flatMap(([, token = '']) => {
    const isKnown = fileName.test(token) || token.split('.').every((word) => words.has(word));
    return isKnown ? [] : [`${from}: nothing is called ${token}`];
  });
}

/** Every line but headings and blank ones. */
function longGuide(from: string, text: string): string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return [
    ...(lines.length > guideLines ? [`${from}: ${lines.length} lines, at most ${guideLines}`] : []),
    ...lines
      .filter(({ length }) => length > guideColumns)
      .map((line) => `${from}: a line over ${guideColumns}: ${line}`),
  ];
}

function withoutBlocks(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, '');
}

/** In the last column of its tables docs/architecture.md names decisions by number alone. */
function tableNumbers(text: string): string[] {
  return [...text.matchAll(/\|\s*((?:\d{3}(?:–\d{3})?(?:, )?)+)\s*\|$/gm)].flatMap(
    ([, cell = '']) => cell.match(/\d{3}/g) ?? [],
  );
}

function namedNumbers(text: string): string[] {
  return [...text.matchAll(/\b[Dd]ecisions? ((?:\d{3}(?:, | and |–)?)+)/g)].flatMap(
    ([, list = '']) => list.match(/\d{3}/g) ?? [],
  );
}

function wrongNumbers(from: string, numbers: string[], decisions: Set<string>): string[] {
  return numbers.flatMap((number) => (decisions.has(number) ? [] : [`${from}: there is no decision ${number}`]));
}

const inPackages = /(^|\/)(node_modules|\.next)\//;

/** Every document and source of the project. */
export async function readDocuments(root: string): Promise<Documents> {
  const folders = ['docs', 'bench', 'src', 'test', 'db', 'scripts', 'admin/src'];
  const inside = await Promise.all(
    folders.map(async (folder) => {
      const entries = await readdir(join(root, folder), { recursive: true });
      // Not the packages of bench/peers: they bring documents of their own.
      return [folder, ...entries.filter((entry) => !inPackages.test(entry)).map((entry) => `${folder}/${entry}`)];
    }),
  );
  // Nor those of admin/.
  const admin = (await readdir(join(root, 'admin'))).map((entry) => `admin/${entry}`);
  const paths = [...(await readdir(root)), ...admin, ...inside.flat()];
  const read = (some: string[]) => new Map(some.map((one) => [one, readFileSync(join(root, one), 'utf8')]));
  return {
    documents: read(paths.filter((one) => one.endsWith('.md'))),
    sources: new Map([...(await readSources(root)), ...read(['db/schema.sql'])]),
    paths: new Set(paths),
  };
}

if (import.meta.main) {
  const wrong = findWrongReferences(await readDocuments(join(import.meta.dirname, '..')));
  for (const sentence of wrong) console.error(sentence);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}
