import { expect, test } from 'vitest';
import { tornInPage } from '../scripts/russian-spaces.ts';
import { testApp } from './support/app.ts';
import { demoShop } from './support/demo-database.ts';
import { userAgents } from './support/http.ts';

const { db, dataDir } = await demoShop();
const app = await testApp(db, { DATA_DIR: dataDir, FLOOD_PER_MINUTE: '100000' });
/** Pages whose texts stand in their sources or in what the shop has written; those full of goods bring more than that. */
const pages = [
  ...['/catalog/', '/cart/', '/delivery/', '/idd-card/', '/business-card/', '/about/', '/cooperation/', '/blog/'],
  ...['/order-help/', '/order-help/estimate/', '/support/', '/subscription/', '/order/', '/login/', '/signup/'],
  ...['/info/returns/', '/info/sale-rules/', '/forms/vacancy/', '/favorites/', '/compare/'],
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
