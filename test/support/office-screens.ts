import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { AdminCast } from '#test/admin/cast.ts';
import { examples } from '#test/admin/examples.ts';

const source = join(import.meta.dirname, '../../admin/src');

/** Which call's example makes the record that a screen of one record shows. */
const records: Record<string, string> = {
  '/orders/:id': 'orders/:id',
  '/customers/:id': 'customers/:id',
  '/customers/firms/:id': 'companies/:id',
  '/catalogue/:id': 'products/:id',
  '/catalogue/categories/:id': 'categories/:id',
  '/catalogue/shorts/:id': 'shorts/:id',
  '/catalogue/attributes/:id': 'attributes/:id',
  '/catalogue/brands/:id': 'brands/:id',
  '/catalogue/units/:id': 'units/:id',
  '/promo/coupons/:id': 'coupons/:id',
  '/promo/actions/:id': 'actions/:id',
  '/promo/slides/:id': 'banners/:id',
  '/promo/wobblers/:id': 'wobblers/:id',
  '/promo/credit/:id': 'credit-programs/:id',
  '/promo/wheels/:id': 'wheels/:id',
  '/promo/sets/:id': 'ready-sets/:id',
  '/customers/cards/:id': 'cards/:id',
  '/calendar/releases/:id': 'releases/:id',
  '/seo/texts/:id': 'seo-texts/:id',
  '/content/pages/:slug': 'pages/:id',
  '/content/texts/:id': 'page-versions/:id',
  '/content/home/:id': 'home-layouts/:id',
  '/content/blog/:id': 'articles/:id',
  '/content/landings/:id': 'landings/:id',
  '/content/landing-texts/:id': 'landing-texts/:id',
  '/content/vacancies/:id': 'vacancies/:id',
  '/content/emails/:id': 'email-texts/:id',
  '/prices/plans/:id': 'price-plans/:id',
  '/search/quality/:id': 'judged-queries/:id',
  '/content/forms/:code': 'forms/:id',
  '/onec/packages/:id': 'onec-packages/:id',
  '/jobs/onec/:id': 'onec-jobs/:id',
  '/branches/:id': 'branches/:id',
  '/staff/:id': 'staff/:id',
  '/keys/webhooks/:id': 'webhooks/:id/tries',
};

/** Every address of the back office, as the sections declare their screens. */
export function addressesOfOffice(): string[] {
  const sections = readFileSync(join(source, 'sections.ts'), 'utf8');
  return [...sections.matchAll(/path: '([^']+)',[\s\S]*?import\('\.\/([^/]+)\//g)].flatMap(
    ([, path = '', folder = '']) => {
      const screens = globSync(`${folder}/*.tsx`, { cwd: source }).flatMap((file) =>
        [...readFileSync(join(source, file), 'utf8').matchAll(/<Route\s+(?:index|path="([^"]+)")/g)].map(([, below]) =>
          below ? `${path}/${below}` : path,
        ),
      );
      return screens.length > 0 ? screens : [path];
    },
  );
}

/** The screen with the record that the example of its call makes. */
export async function screenOf(cast: AdminCast, pattern: string): Promise<string> {
  if (!pattern.includes('/:')) return pattern;
  const example = examples[`GET /api/admin/${records[pattern]}`];
  if (!example) throw new Error(`no example makes the record of ${pattern}`);
  const { url } = await example.make(cast);
  return pattern.replace(/:\w+$/, url.split('/')[4] ?? '');
}

/** Another address of the application that is already open; nothing of the former one stays on the screen. */
export async function goInOffice(page: Page, path: string): Promise<void> {
  await page.evaluate(async (path) => {
    const show = (to: string) => {
      history.pushState(null, '', `/admin${to}`);
      dispatchEvent(new PopStateEvent('popstate'));
    };
    show('/nowhere');
    while (document.querySelector('main h1')?.textContent !== 'Такой страницы нет')
      await new Promise((resolve) => requestAnimationFrame(resolve));
    show(path);
  }, path);
}
