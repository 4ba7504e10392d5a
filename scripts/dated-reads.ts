/**
 * The rule of the shop on a day (docs/architecture.md): what has dates is read at the moment that the page is of, which
 * in a preview is not now. So whoever reads it says of which moment, and the read itself asks no clock.
 */

/** Reads of what has dates, by file. */
const reads: Record<string, string[]> = {
  'src/modules/catalogue/actions.ts': ['listActions', 'currentActions', 'actionsOfBrand', 'findAction'],
  'src/modules/catalogue/named-values.ts': [],
  'src/modules/content/queries.ts': ['homeSlides'],
  'src/modules/content/home-layout.ts': ['homeLayout'],
  'src/modules/content/menu-links.ts': ['menuLinks'],
  'src/modules/content/wobblers.ts': ['listWobblers'],
  'src/modules/content/pages.ts': ['infoPage', 'pageEditions', 'pageEdition', 'listPages'],
  'src/modules/content/site-map.ts': ['readSiteMap'],
  'src/modules/blog/queries.ts': ['listArticles', 'seasonArticles', 'findArticle', 'relatedArticles', 'feedArticles'],
  'src/modules/landings/queries.ts': ['readLanding'],
  'src/modules/vacancies/queries.ts': ['openVacancies', 'findVacancy'],
};

/** What names the moment of a page among the arguments of a read. */
const moment = /\b(?:now|shownAt|preview|look|view)\b/;

/** A clock of one's own; a default for callers outside the shop's pages, and the reading of a cache, may have one. */
const clock =
  /\bDate\.now\(|\b(?:now|current_timestamp|current_date|localtimestamp)\s*\(\)|\bcurrent_(?:timestamp|date)\b|new Date\(\)/g;
const isDefault = /(?:\bnow = |read: .*)new Date\(\)$/;

/** One sentence for each read that asks the clock and each page that does not say of which moment it reads. */
export function findDatedReads(files: Map<string, string>): string[] {
  const names = Object.values(reads).flat();
  const call = new RegExp(`(?<!function |\\w)(${names.join('|')})\\(`, 'g');
  const gone = Object.keys(reads).filter((path) => !files.has(path));
  return [
    ...gone.map((path) => `scripts/dated-reads.ts: ${path} is no more, take the entry out`),
    ...[...files].flatMap(([path, text]) => {
      if (/\.test\.tsx?$/.test(path)) return [];
      if (reads[path]) return clocksIn(text).map((line) => `${path}: a dated read asks the clock, «${line}»`);
      if (!/^src\/(?:web|api\/ecm)\//.test(path)) return [];
      return [...text.matchAll(call)]
        .filter(({ index, 0: { length } }) => !moment.test(argumentsAt(text, index + length)))
        .map(({ 1: name }) => `${path}: ${name} is read without the moment of the page (shownAt)`);
    }),
  ];
}

function clocksIn(text: string): string[] {
  return text.split('\n').filter((line) => {
    if (/^\s*(?:\*|\/\/|\/\*)/.test(line)) return false;
    return [...line.matchAll(clock)].some(({ index, 0: { length } }) => !isDefault.test(line.slice(0, index + length)));
  });
}

/** What stands between the bracket that was opened before `from` and the one that closes it. */
function argumentsAt(text: string, from: number): string {
  let depth = 1;
  let at = from;
  for (; at < text.length && depth > 0; at++) depth += text[at] === '(' ? 1 : text[at] === ')' ? -1 : 0;
  return text.slice(from, at);
}
