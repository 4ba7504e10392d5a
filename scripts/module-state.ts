import { readSources } from './boundaries.ts';

export type ModuleState = { path: string; name: string };

const container = '(?:Weak)?(?:Map|Set)';
const changing = 'set|add|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill';

/**
 * What a module of src keeps between two calls outside any object: its own `let`, a collection that begins empty, and a constant that the file
 * itself changes. Tests are not looked at.
 */
export function findModuleState(files: Map<string, string>): ModuleState[] {
  return [...files]
    .filter(([path]) => path.startsWith('src/') && !/\.test\.tsx?$/.test(path))
    .flatMap(([path, text]) => statesOf(text).map((name) => ({ path, name })));
}

function statesOf(text: string): string[] {
  const lets = [...text.matchAll(/^(?:export )?let (\w+)/gm)].map(([, name]) => name!);
  const constants = [...text.matchAll(/^(?:export )?const (\w+)(?:: [^=\n]+)? = ([\s\S]*?)(?=\n\S|$(?![\s\S]))/gm)];
  const kept = constants.filter(([, name, value]) => isEmptied(value!) || isChanged(name!, value!, text));
  return [...lets, ...kept.map(([, name]) => name!)];
}

/** A map or set that is made empty can only be meant to be filled. */
function isEmptied(value: string): boolean {
  const words = value.replaceAll(/\s+/g, ' ');
  return new RegExp(`^new ${container}(?:<.*>)?\\(\\);`).test(words);
}

function isChanged(name: string, value: string, text: string): boolean {
  if (!/^(?:new |Buffer\.|\[|\{)/.test(value)) return false;
  const changes = [
    `\\b${name}\\.(?:${changing})\\(`,
    `\\b${name}(?:\\.\\w+|\\[[^\\]\\n]+\\]) ?(?:[-+*/|&?]{0,2}=(?![=>])|\\+\\+|--)`,
    `delete ${name}[.[]`,
    `Object\\.assign\\(${name},`,
  ];
  return new RegExp(`(?<![.\\w])(?:${changes.join('|')})`).test(text);
}

if (import.meta.main) {
  const { join } = await import('node:path');
  const found = findModuleState(await readSources(join(import.meta.dirname, '..')));
  for (const { path, name } of found) console.log(`${path}: ${name}`);
  console.log(`${found.length}`);
}
