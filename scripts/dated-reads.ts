/**
 * The rule of the shop on a day (docs/architecture.md): what has dates is read at the moment that the page is of, which
 * in a preview is not now. So whoever reads it says of which moment, and the read itself asks no clock.
 */

/** Reads of what has dates, by file. */
const reads: Record<string, string[]> = {
  'src/modules/catalogue/actions.ts': ['listActions', 'currentActions', 'actionsOfBrand', 'findAction'],
  'src/modules/catalogue/named-values.ts': [],
  // Goods are read as of their price context (`momentOf`).
  'src/modules/catalogue/card.ts': [],
  'src/modules/catalogue-index/cards.ts': [],
  'src/modules/catalogue-index/get-product.ts': [],
  'src/modules/search/listing.ts': [],
  'src/modules/content/queries.ts': ['homeSlides'],
  'src/modules/content/home-layout.ts': ['homeLayout'],
  'src/modules/content/menu-links.ts': ['menuLinks'],
  'src/modules/content/wobblers.ts': ['listWobblers'],
  'src/modules/content/pages.ts': ['infoPage', 'pageEditions', 'pageEdition', 'listPages'],
  'src/modules/content/site-map.ts': ['readSiteMap'],
  'src/modules/blog/queries.ts': ['listArticles', 'seasonArticles', 'findArticle', 'relatedArticles', 'feedArticles'],
  'src/modules/landings/queries.ts': ['readLanding'],
  'src/modules/vacancies/queries.ts': ['openVacancies', 'findVacancy'],
  'src/modules/payments/credit-programs.ts': ['listCreditPrograms'],
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

/** Tables whose rows may be drafts. */
const drafted = [
  ...['actions', 'coupons', 'menu_links', 'home_layouts', 'banners', 'wobblers', 'articles', 'vacancies'],
  ...['credit_programs', 'search_synonyms', 'search_redirects', 'search_stop_words', 'search_pins'],
].join('|');
const readsDrafted = new RegExp(`\\b(?:from|join)\\s+(?:${drafted})\\b(?!')|selectFrom\\(\\s*'(?:${drafted})'`, 'g');
/** Verbs and reads of staff, who see drafts. */
const ofStaff = /\/(?:staff-|save-|change-|calendar-rows)|^src\/modules\/releases\//;
/** Who reads them without a word of drafts, in how many statements, and why. The list only gets shorter. */
const seesDrafts: Record<string, { statements: number; why: string }> = {
  'src/modules/accounts/export-person.ts': { statements: 1, why: 'the personal coupon of a spin, which is no draft' },
  'src/modules/fortune/queries.ts': { statements: 1, why: 'the personal coupon of a spin, which is no draft' },
  'src/modules/pricing/coupon.ts': { statements: 2, why: 'which code is meant; the coupon of an order that used it' },
  'src/modules/content/home-layout.ts': { statements: 1, why: 'a lock for staff' },
  'src/modules/content/menu-links.ts': { statements: 2, why: 'a lock for staff; whether a link stands there already' },
  'src/modules/search/pins.ts': { statements: 2, why: 'a lock and a count for staff' },
  'src/modules/blog/queries.ts': { statements: 1, why: 'the preview of a draft, by its own link' },
};

/**
 * One sentence for each file with statements of the shop that read rows which may be drafts and do not leave them out.
 */
export function findDraftReads(files: Map<string, string>): string[] {
  const bare = new Map<string, number>();
  for (const [path, text] of files) {
    if (!path.startsWith('src/') || /\.test\.tsx?$/.test(path) || ofStaff.test(path)) continue;
    const count = [...text.matchAll(readsDrafted)].filter(({ index }) => !saysOfDrafts(text, index)).length;
    if (count > 0) bare.set(path, count);
  }
  return [
    ...[...bare].flatMap(([path, count]) => {
      const known = seesDrafts[path]?.statements ?? 0;
      return count > known
        ? [`${path}: ${count - known} of its statements read drafts; leave them out (is_draft)`]
        : [];
    }),
    ...Object.entries(seesDrafts).flatMap(([path, { statements }]) =>
      (bare.get(path) ?? 0) < statements ? [`scripts/dated-reads.ts: ${path} reads fewer drafts, mend its entry`] : [],
    ),
  ];
}

/** The statement around this place: from where its text begins to the end of the text, or of the chain of calls. */
function saysOfDrafts(text: string, at: number): boolean {
  const begun = Math.max(text.lastIndexOf('`', at), text.lastIndexOf(';\n', at), 0);
  const statement = /^[\s\S]*?(?:`\.execute\(|`,|;\n)/.exec(text.slice(at))?.[0] ?? text.slice(at);
  return /is_draft|isShownAction|isPublished|isShown\(/.test(text.slice(begun, at) + statement);
}
