import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addressesOfOffice } from './support/office-screens.ts';

const root = join(import.meta.dirname, '..');
const guide = join(root, 'docs/back-office');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Every section of the menu, as `admin/src/sections.ts` has it. */
const sections = [
  ...read('admin/src/sections.ts').matchAll(/label: '([^']+)',\s+path: '\/([^']+)',[\s\S]*?import\('\.\/([^/]+)\//g),
].map(([, label = '', path = '', folder = '']) => ({ label, path, folder }));

/** Sections whose tabs have no addresses of their own. */
const withParts = ['branches', 'settings', 'requests'];

/** What a section's screens are called in its tabs. */
const tabsOf = (folder: string) =>
  globSync(`admin/src/${folder}/*.tsx`, { cwd: root }).flatMap((file) => {
    const text = read(file);
    const parts = withParts.includes(folder) && /const (?:tabs|queues)\b[^=]*= \[([\s\S]*?)\n\]/.exec(text)?.[1];
    const labels = `${file.endsWith('-tabs.tsx') ? text : ''}\n${parts || ''}`;
    return [...labels.matchAll(/label: '([^']+)'/g)].map(([, label = '']) => label);
  });

/**
 * Headings of one page with the lines for the reader and the pictures below each. A line is a point of a list or a
 * paragraph, however wide it is: what is wrapped is one.
 */
function partsOf(file: string) {
  const text = readFileSync(join(guide, file), 'utf8');
  return text.split(/^(?=#{1,3} )/m).map((part) => {
    const [heading = '', ...rest] = part.split('\n');
    const blocks = rest
      .join('\n')
      .split(/\n\s*\n|\n(?=- |\d+\. |\|)/)
      .map((block) => block.trim())
      .filter((block) => block !== '');
    const isPicture = (block: string) => block.startsWith('![');
    const pictures = blocks.filter(isPicture).map((block) => /\((.+)\)/.exec(block)?.[1] ?? '');
    return { file, heading, pictures, lines: blocks.filter((block) => !isPicture(block)) };
  });
}

const pages = Object.fromEntries(
  [...readFileSync(join(guide, 'README.md'), 'utf8').matchAll(/^\|[^|]*\| \[([^\]]+)\]\(([a-z]+\.md)\) \|/gm)].map(
    ([, label = '', file = '']) => [label, file],
  ),
);

test('every section of the menu has a page of the guide with a picture', () => {
  expect(sections.length).toBeGreaterThan(20);
  for (const { label } of sections) {
    expect.soft(Object.keys(pages), label).toContain(label);
    const parts = partsOf(pages[label] ?? 'README.md');
    expect
      .soft(
        parts.flatMap(({ pictures }) => pictures),
        label,
      )
      .not.toEqual([]);
  }
});

/** A tab of every record, described once on the guide's first page. */
const describedOnce = 'История';

test('every screen that a tab leads to is named where a picture and five lines are', () => {
  let named = 0;
  for (const { label, folder } of sections) {
    const parts = partsOf(pages[label] ?? 'README.md').filter(
      ({ pictures, lines }) => pictures[0] && lines.length >= 5,
    );
    const texts = parts.map(({ heading, lines }) => [heading, ...lines].join('\n').toLowerCase());
    for (const screen of new Set(tabsOf(folder))) {
      if (screen === describedOnce) continue;
      named += 1;
      expect
        .soft(
          texts.some((text) => text.includes(screen.toLowerCase())),
          `${label}: ${screen}`,
        )
        .toBe(true);
    }
  }
  expect(named).toBeGreaterThan(50);
});

test('every part of the guide has a picture that is there and five lines for the person who works there', () => {
  for (const file of new Set(Object.values(pages)))
    for (const { heading, pictures, lines } of partsOf(file)) {
      if (pictures.length === 0 && !heading.startsWith('## ')) continue;
      const about = `${file}: ${heading}`;
      expect.soft([about, pictures.length > 0, lines.length >= 5]).toEqual([about, true, true]);
      for (const picture of pictures) expect.soft(existsSync(join(guide, picture)), `${about}: ${picture}`).toBe(true);
    }
});

/** The picture of each screen by its address; where another address shows the same screen, the picture of that one. */
const screens: Record<string, string> = {
  ...{ '/home': 'home', '/losses': 'losses', '/losses/purchase': 'goods-to-buy', '/losses/measures': 'loss-measures' },
  ...{ '/reports': 'sales-report', '/start': 'first-run', '/journal': 'journal', '/settings': 'settings-saved' },
  ...{ '/orders': 'order-board', '/orders/new': 'order-phone', '/orders/:id': 'order-page' },
  ...{ '/handover': 'handover-order', '/payments': 'payments', '/stock': 'stock', '/stock/short': 'stock-short' },
  ...{ '/customers': 'customers', '/customers/:id': 'customer-saved', '/customers/firms': 'firms' },
  ...{ '/customers/firms/:id': 'firm-people', '/customers/cards': 'cards', '/customers/cards/:id': 'card' },
  ...{ '/customers/consents': 'consents', '/requests': 'tickets', '/branches': 'branches', '/branches/:id': 'branch' },
  ...{ '/catalogue': 'goods-list', '/catalogue/:id': 'product', '/catalogue/categories': 'categories' },
  ...{ '/catalogue/categories/:id': 'category', '/catalogue/shorts/:id': 'short', '/catalogue/import': 'goods-import' },
  ...{ '/catalogue/attributes': 'attributes', '/catalogue/attributes/:id': 'attribute-values' },
  ...{ '/catalogue/brands': 'brands', '/catalogue/brands/:id': 'brand', '/catalogue/units': 'units' },
  ...{ '/catalogue/units/:id': 'unit', '/catalogue/shelf-codes': 'shelf-codes', '/catalogue/sheet': 'goods-sheet' },
  ...{ '/prices': 'prices', '/prices/plans': 'price-plans', '/prices/plans/:id': 'plan-stopped' },
  ...{
    '/promo': 'coupons',
    '/promo/coupons/new': 'coupon',
    '/promo/coupons/:id': 'coupon',
    '/promo/bench': 'bench-refused',
  },
  ...{ '/promo/coupons/batch': 'batch', '/promo/actions': 'actions', '/promo/actions/new': 'action-goods' },
  ...{ '/promo/actions/:id': 'action-goods', '/promo/slides': 'slides', '/promo/slides/new': 'slide-new' },
  ...{ '/promo/slides/:id': 'slide-new', '/promo/wobblers': 'wobblers', '/promo/wobblers/new': 'wobbler-new' },
  ...{ '/promo/wobblers/:id': 'wobbler-new', '/promo/credit': 'credit-list', '/promo/credit/new': 'credit' },
  ...{ '/promo/credit/:id': 'credit', '/promo/bonuses': 'bonuses', '/promo/wheels': 'wheels' },
  ...{ '/promo/wheels/new': 'wheel-new', '/promo/wheels/:id': 'wheel-new', '/promo/codes': 'campaign-codes' },
  ...{ '/promo/sets': 'ready-sets', '/promo/sets/new': 'ready-set', '/promo/sets/:id': 'ready-set' },
  ...{ '/calendar': 'calendar', '/calendar/releases': 'releases', '/calendar/releases/:id': 'release' },
  ...{ '/calendar/drafts': 'drafts-list', '/calendar/copy': 'copy-plan' },
  ...{ '/search': 'search-misses', '/search/synonyms': 'search-synonym', '/search/redirects': 'search-redirects' },
  ...{ '/search/stop-words': 'search-stop-words', '/search/pins': 'search-pins', '/search/quality': 'search-quality' },
  ...{ '/search/quality/:id': 'search-judged', '/seo': 'seo-texts', '/seo/texts/:id': 'seo-text' },
  ...{ '/seo/problems': 'seo-problems', '/seo/redirects': 'seo-redirects', '/seo/missing': 'seo-missing' },
  ...{ '/seo/shorts': 'seo-shorts', '/seo/feeds': 'seo-feeds', '/staff': 'staff', '/staff/:id': 'member' },
  ...{ '/jobs': 'jobs', '/jobs/bulk': 'bulk-jobs', '/jobs/onec/:id': 'onec-job' },
  ...{ '/keys': 'keys', '/keys/webhooks': 'webhooks', '/keys/webhooks/:id': 'webhook' },
  ...{ '/onec': 'onec-packages', '/onec/packages/:id': 'onec-package', '/onec/mapping': 'onec-mapping' },
  ...{ '/onec/orders': 'onec-orders', '/onec/order-files': 'onec-order-files', '/onec/nodes': 'onec-nodes' },
  ...{ '/onec/unknown': 'onec-unknown' },
  ...{ '/content': 'pages', '/content/pages/:slug': 'page', '/content/texts/:id': 'parts', '/content/menu': 'menu' },
  ...{ '/content/home': 'home-layouts', '/content/home/:id': 'home-layout', '/content/blog': 'blog' },
  ...{ '/content/blog/:id': 'article', '/content/landings': 'landings', '/content/landings/:id': 'landing' },
  ...{ '/content/landing-texts/:id': 'landing-text', '/content/vacancies': 'vacancies' },
  ...{ '/content/vacancies/:id': 'vacancy', '/content/forms': 'forms', '/content/forms/:code': 'form' },
  ...{ '/content/mails': 'mails', '/content/emails/:id': 'email-words', '/content/samples': 'samples' },
};

test('every address of the back office has a picture that stands beside five lines of its own', () => {
  expect(Object.keys(screens).sort()).toEqual([...new Set(addressesOfOffice())].sort());
  const parts = [...new Set(Object.values(pages))].flatMap(partsOf);
  const described = parts.filter(({ lines }) => lines.length >= 5).flatMap(({ pictures }) => pictures);
  for (const [address, name] of Object.entries(screens))
    expect.soft(described, address).toContain(`../images/back-office/${name}.webp`);
  const ofScreens = new Set(Object.values(screens).map((name) => `../images/back-office/${name}.webp`));
  for (const { file, heading, pictures } of parts)
    expect
      .soft(pictures.filter((picture) => ofScreens.has(picture)).length, `screens of one part, ${file}: ${heading}`)
      .toBeLessThan(2);
});
