import { expect, test } from 'vitest';
import { setSeoText } from '#modules/content/seo-texts.ts';
import { invalidateCaches } from '#platform/cache.ts';
import { ensure } from '#shared/ensure.ts';
import { keysOf } from '#shared/keys-of.ts';
import { type EditedSeoKind, seoKinds } from '#shared/seo-kinds.ts';
import { testApp } from './support/app.ts';
import { demoShop } from './support/demo-database.ts';
import { kindPaths } from './support/page-kinds.ts';

const { db, dataDir } = await demoShop();
const app = await testApp(db, { DATA_DIR: dataDir });
const paths = await kindPaths(db);
const vacancy = await db.selectFrom('vacancies').select(['id']).orderBy('id').executeTakeFirstOrThrow();

/** Of each kind of pages that has templates, addresses of pages. */
const pages: Record<EditedSeoKind, string[]> = {
  home: ['/'],
  catalog: [paths.catalogue],
  category: [paths.category],
  product: [paths.product],
  brands: ['/brand/'],
  brand: [paths.brand],
  actions: [paths.actions],
  action: [paths.action],
  blog: [paths.blog],
  article: [paths.article],
  vacancies: ['/vacancy/'],
  vacancy: [`/vacancy/${vacancy.id}/`],
  landing: ['/lp/magic/', '/lp/fortune/'],
  contacts: [paths.contacts],
  page: ['/about/', paths.delivery],
};

test.for(keysOf(pages))('[S3-11] H1 of pages of the kind %s is what staff wrote', async (kind) => {
  // The demonstration's own record of a branch would stand before it.
  await db.deleteFrom('seo_texts').where('kind', '=', kind).execute();
  await setSeoText(db, { kind }, { unique_title: `Написанный заголовок: ${seoKinds[kind].label}` });
  invalidateCaches(['*']);
  for (const url of pages[kind]) {
    const asked = { url, headers: { host: 'idd.localhost' } };
    const first = await app.inject(asked);
    const { location } = first.headers;
    const { body, statusCode } =
      first.statusCode === 301 ? await app.inject({ ...asked, ...addressOf(String(location)) }) : first;
    expect(statusCode, url).toBe(200);
    const [, heading] = ensure(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(body));
    expect(ensure(heading).replaceAll('\u00a0', ' '), url).toBe(`Написанный заголовок: ${seoKinds[kind].label}`);
  }
});

/** A vacancy lives on the host of its branch. */
function addressOf(location: string) {
  const { pathname, hostname } = new URL(location);
  return { url: pathname, headers: { host: hostname } };
}
