import { glob, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { classNamesOf } from './class-names.ts';
import { findWebViolation } from './web-layers.ts';

/**
 * The rule of decision 450 for styles: a class is written by whoever stands beside a sheet that defines it, or may
 * import that sheet.
 */

/** The sheet of every page: it puts those of `ui` and the parts in order. */
const together = 'src/web/styles/app.css';
const common = 'src/web/styles/';

/** One sentence for each violation; `files`: text of sources and sheets by path from the project's root. */
export function findStyleViolations(files: Map<string, string>): string[] {
  const ofWeb = [...files].filter(([path]) => path.startsWith('src/web/') && !path.endsWith('.test.ts'));
  const sheets = ofWeb.filter(([path]) => path.endsWith('.css'));
  const sources = ofWeb.filter(([path]) => /\.tsx?$/.test(path));
  const definedIn = findDefinitions(sheets);
  return [
    ...sources.flatMap(([path, text]) =>
      [...classNamesOf(path, text)].flatMap((name) => {
        const owners = definedIn.get(name) ?? [];
        const isAllowed = owners.length === 0 || owners.some((sheet) => mayWrite(path, sheet));
        return isAllowed ? [] : [`${path}: .${name} belongs to ${owners.join(', ')}`];
      }),
    ),
    ...sheets.flatMap(([path, text]) => importedSheets(path, text).flatMap((to) => findImportViolation(path, to))),
  ];
}

/** Of TypeScript, `import './x.css'` is judged as every other import. */
function findImportViolation(sheet: string, to: string): string[] {
  if (!sheet.startsWith(common)) return [findWebViolation(sheet, to) ?? []].flat();
  const isBelow = to.startsWith(common) || (sheet === together && /^src\/web\/(?:ui|parts)\//.test(to));
  return isBelow ? [] : [`${sheet}: ${to} stands above the common styles`];
}

/** The sheets that a sheet imports, as paths from the project's root. */
export function importedSheets(path: string, text: string): string[] {
  return [...text.matchAll(/@import\s+(?:url\()?["']([^"']+)["']/g)].map(([, to = '']) =>
    posix.join(posix.dirname(path), to),
  );
}

function mayWrite(path: string, sheet: string): boolean {
  const isBeside = path.startsWith(`${posix.dirname(sheet)}/`);
  return isBeside || sheet.startsWith(common) || !findWebViolation(path, sheet);
}

/**
 * The sheets that define each class: those where it has a rule of its own; if there is none, where a rule is for it; if
 * there is none either, where it is named. States (`.is-on`) and the device (`.mob`) are nobody's.
 */
function findDefinitions(sheets: [path: string, text: string][]): Map<string, string[]> {
  const ranks = new Map<string, [string[], string[], string[]]>();
  for (const [path, text] of sheets) {
    for (const selector of selectorsOf(text)) {
      const compounds = withoutBrackets(selector)
        .split(/[\s>+~]+/)
        .filter((one) => one && one !== '.mob');
      const styled = classesIn(compounds.at(-1) ?? '');
      for (const name of classesIn(selector)) {
        const found = ranks.get(name) ?? [[], [], []];
        ranks.set(name, found);
        found[!styled.includes(name) ? 2 : compounds.length + styled.length > 2 ? 1 : 0].push(path);
      }
    }
  }
  return new Map([...ranks].map(([name, found]) => [name, [...new Set(found.find(({ length }) => length > 0))]]));
}

function selectorsOf(text: string): string[] {
  const bare = text.replace(/\/\*[\s\S]*?\*\/|url\("[^"]*"\)/g, '');
  return [...bare.matchAll(/([^{};]+)\{/g)]
    .map(([, head = '']) => head.trim())
    .filter((head) => !head.startsWith('@'))
    .flatMap((head) => head.split(/,(?![^(]*\))/));
}

function withoutBrackets(selector: string): string {
  const shorter = selector.replace(/:[\w-]+\([^()]*\)/g, '');
  return shorter === selector ? selector.trim() : withoutBrackets(shorter);
}

function classesIn(selector: string): string[] {
  const names = [...selector.matchAll(/\.([a-z_-][\w-]*)/gi)].map(([, name = '']) => name);
  return names.filter((name) => name !== 'mob' && !name.startsWith('is-'));
}

/** Every sheet of the shop and of its back office, by path from the project's root. */
export async function readSheets(root: string): Promise<Map<string, string>> {
  const sheets = new Map<string, string>();
  for await (const path of glob(['src/web/**/*.css', 'admin/src/**/*.css'], { cwd: root }))
    sheets.set(path, await readFile(join(root, path), 'utf8'));
  return sheets;
}
