import { expect, test } from 'vitest';
import { tornInPage } from '../scripts/russian-spaces.ts';
import { testApp } from './support/app.ts';
import { demoShop } from './support/demo-database.ts';
import { userAgents } from './support/http.ts';

const { db, dataDir } = await demoShop();
const app = await testApp(db, { DATA_DIR: dataDir, FLOOD_PER_MINUTE: '100000' });
const { slug } = await db
  .selectFrom('products')
  .select('slug')
  .where('name', 'like', 'Штукатурка гипсовая%')
  .orderBy('id')
  .executeTakeFirstOrThrow();

const pages = [
  ...[
    '/',
    '/catalog/',
    '/category/shtukaturki/',
    `/product/${slug}/`,
    '/cart/',
    '/actions/',
    '/actions/smesi-i-kraski/',
  ],
  ...['/delivery/', '/pay/', '/contacts/', '/kredit/', '/bonus-card/', '/idd-card/', '/business-card/', '/about/'],
  ...['/order-help/', '/order-help/estimate/', '/professionalam/', '/cooperation/', '/blog/', '/vacancy/', '/support/'],
  ...[
    '/lp/magic/',
    '/lp/fortune/',
    '/info/returns/',
    '/info/sale-rules/',
    '/login/',
    '/signup/',
    '/order/',
    '/subscription/',
  ],
  ...['/forms/vacancy/', '/favorites/', '/compare/', '/net-takoy-stranitsy/'],
];

test.for(pages)('%s: no line may end in a short word, before a dash or between a number and its unit', async (url) => {
  const { rawPayload } = await app.inject({
    url,
    headers: { host: 'idd.localhost', 'user-agent': userAgents.desktop },
  });
  const html = rawPayload.toString();
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  expect(main.length).toBeGreaterThan(200);
  expect(tornInPage(main).map(({ rule, words }) => `${rule}: ${words}`)).toEqual([]);
});
