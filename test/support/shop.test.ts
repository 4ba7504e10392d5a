import { expect, test } from 'vitest';
import { testApp } from './app.ts';
import { testDatabase } from './database.ts';
import { makeBranches, makeProduct } from './shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
await makeProduct(db);
const app = await testApp(db);

test('[S1-02] each branch answers on its own host', async () => {
  const main = await app.inject({ url: '/', headers: { host: 'idd.localhost:3000' } });
  const second = await app.inject({ url: '/', headers: { host: 'cherepovets.idd.localhost:3000' } });
  expect(main.body).toContain('Вологда');
  expect(second.body).toContain('Череповец');
});
