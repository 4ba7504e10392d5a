import { expect, test } from 'vitest';
import { makeStaff } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { hiddenColumns, hideColumns } from './columns.ts';
import { listViews, saveView } from './views.ts';

const { db } = await testDatabase();

test('[17] each chooses the columns of a list for oneself; what is shown again leaves nothing behind', async () => {
  const inna = await makeStaff(db, ['owner'], { full_name: 'Инна Осипова' });
  const petr = await makeStaff(db, ['orders'], { full_name: 'Пётр Кладов' });
  expect(await hiddenColumns(db, inna.id)).toEqual({});
  await hideColumns(db, inna.id, { list: 'orders', hidden: ['way', 'source'] });
  await hideColumns(db, inna.id, { list: 'coupons', hidden: ['note'] });
  await hideColumns(db, inna.id, { list: 'orders', hidden: ['tags'] });
  expect(await hiddenColumns(db, inna.id)).toEqual({ coupons: ['note'], orders: ['tags'] });
  expect(await hiddenColumns(db, petr.id)).toEqual({});
  await hideColumns(db, inna.id, { list: 'orders', hidden: [] });
  await hideColumns(db, inna.id, { list: 'products', hidden: [] });
  expect(await hiddenColumns(db, inna.id)).toEqual({ coupons: ['note'] });
});

test('[17] a filter under a name keeps its columns; saved again, it takes the new ones', async () => {
  const { id } = await makeStaff(db, ['owner']);
  const filter = { path: '/orders', search: 'view=list&state=new', name: 'Новые' };
  await saveView(db, id, { ...filter, hidden: null });
  expect(await listViews(db, id, '/orders')).toMatchObject([{ name: 'Новые', hidden: null }]);
  await saveView(db, id, { ...filter, hidden: ['way'] });
  expect(await listViews(db, id, '/orders')).toMatchObject([{ name: 'Новые', hidden: ['way'] }]);
});
