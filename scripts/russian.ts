/** The rules of docs/decisions/465-russian.md, held over every text in the sources that people read. */
import { join } from 'node:path';
import { mistakesIn } from '../src/shared/russian-rules.ts';
import { readSources } from './boundaries.ts';
import { allowed } from './russian-allowed.ts';
import { textsOf } from './russian-texts.ts';

/**
 * One sentence for each mistake: file:line, rule, words; and for each exception nobody needs any more. `files`: text by
 * path from the project's root; tests, scripts and measurements are left out.
 */
export function findRussianMistakes(files: Map<string, string>): string[] {
  const needed = new Set<number>();
  const found = [...files].flatMap(([path, source]) => {
    if (!/^(?:src|db\/demo|admin\/src)\//.test(path) || path.endsWith('.test.ts')) return [];
    return textsOf(path, source).flatMap((text) =>
      mistakesIn(text).flatMap(({ rule, index, words }) => {
        const exception = allowed.findIndex(
          (one) =>
            (!one.files || one.files.some((start) => path.startsWith(start))) &&
            (!one.rules || one.rules.some((start) => rule.startsWith(start))) &&
            (!one.words || one.words.some((some) => text.words.includes(some))),
        );
        needed.add(exception);
        if (exception >= 0) return [];
        const line = source.slice(0, text.placeOf(index)).split('\n').length;
        return [`${path}:${line}  ${rule}: ${words}`];
      }),
    );
  });
  const needless = allowed.filter((_, index) => !needed.has(index));
  return [...found, ...needless.map(({ why }) => `scripts/russian-allowed.ts: nobody needs «${why}», take it out`)];
}

if (import.meta.main) {
  const mistakes = findRussianMistakes(await readSources(join(import.meta.dirname, '..')));
  for (const mistake of mistakes) console.error(mistake);
  process.exitCode = mistakes.length === 0 ? 0 : 1;
}
