import { expect, test } from 'vitest';
import type { StaffRole } from '#modules/accounts/signed-in.ts';
import { makeStaff } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { hiddenColumns, hideColumns } from './columns.ts';
import { listViews, removeView, saveView } from './views.ts';

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
  const viewer = { user_id: id, roles: ['owner' as const] };
  const filter = { path: '/orders', search: 'view=list&state=new', name: 'Новые', roles: null };
  await saveView(db, id, { ...filter, hidden: null });
  expect(await listViews(db, viewer, '/orders')).toMatchObject([{ name: 'Новые', hidden: null }]);
  await saveView(db, id, { ...filter, hidden: ['way'] });
  expect(await listViews(db, viewer, '/orders')).toMatchObject([{ name: 'Новые', hidden: ['way'] }]);
});

test('[2.0] a filter shared with a role is seen by whoever has it, and removed by its author or an owner', async () => {
  const author = await makeStaff(db, ['owner']);
  const filter = { path: '/stock', search: 'state=is_over', name: 'Нечего собирать', hidden: null };
  const id = await saveView(db, author.id, { ...filter, roles: ['pickup', 'orders'] });
  const seenBy = async (...roles: StaffRole[]) =>
    (await listViews(db, { user_id: crypto.randomUUID(), roles }, '/stock')).map(({ name, is_own }) => [name, is_own]);
  expect(await seenBy('pickup')).toEqual([['Нечего собирать', false]]);
  expect(await seenBy('content', 'orders')).toEqual([['Нечего собирать', false]]);
  expect(await seenBy('content')).toEqual([]);
  await expect(removeView(db, crypto.randomUUID(), id)).rejects.toMatchObject({ code: 'not_found' });
  expect(await removeView(db, crypto.randomUUID(), id, true)).toBe('Нечего собирать');
});
