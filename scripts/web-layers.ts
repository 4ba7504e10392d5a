/**
 * The parts of `src/web`, in rows from below: a part imports from rows below its own. Under them all stands `ui`, which
 * imports nothing but `shared`; on them stand the pages, which do not import each other. Files at the top of `src/web`
 * put them together and may import any.
 */
const partRows: string[][] = [
  ['request', 'visitor', 'seo', 'maps', 'analytics', 'loyalty', 'chunk-guard', 'unbroken-words', 'zoom'],
  ['forms', 'goods', 'calculator', 'wobblers', 'written', 'payment', 'support'],
  ['signing', 'listing', 'lists', 'reviews', 'order', 'blocks', 'dialogs', 'shell', 'analytics-events'],
];

/** With `ui` below and the pages above: whoever follows an import from a page is down in so many steps. */
const mostLevels = 5;

/** One sentence when the rows of parts are too many. */
export function findLevelFault(rows = partRows): string[] {
  const levels = rows.length + 2;
  return levels > mostLevels
    ? [`scripts/web-layers.ts: ${levels} levels from ui to the pages, at most ${mostLevels}`]
    : [];
}

/** The layers inside `src/web`. Pictures, fonts and the common styles are anybody's. */
export function findWebViolation(from: string, to: string): string | null {
  const [layer = '', name = ''] = from.split('/').slice(2);
  const [toLayer = '', toName = ''] = to.split('/').slice(2);
  if (layer === 'ui')
    return /^src\/(shared|web\/ui)\//.test(to) ? null : `${from}: ui imports nothing but shared, not ${to}`;
  if (!to.startsWith('src/web/')) return null;
  if (layer === 'parts') {
    const row = rowOf(name);
    if (row < 0) return `${from}: the part ${name} has no place in scripts/web-layers.ts`;
    const isBelow =
      toLayer === 'parts' ? name === toName || (rowOf(toName) < row && rowOf(toName) >= 0) : toLayer === 'ui';
    return isBelow || isAsset(toLayer) ? null : `${from}: the part ${name} does not stand on ${to}`;
  }
  if (layer !== 'pages') return null;
  if (toLayer === 'pages') return name === toName ? null : `${from}: a page imports no other page, ${to}`;
  return toLayer === 'parts' || toLayer === 'ui' || isAsset(toLayer) ? null : `${from}: ${to} stands above the pages`;
}

function rowOf(part: string): number {
  return partRows.findIndex((row) => row.includes(part));
}

function isAsset(folder: string): boolean {
  return folder === 'images' || folder === 'fonts' || folder === 'styles';
}
