import { expect, test } from 'vitest';
import { businessScope } from './business-scope.ts';

const user = { buyer: { full_name: 'Пётр' }, contact_infos: [], is_b2b_buyer: true, buyer_price_column: 'vologda_b2b' };

test('[S6-03] a business buyer’s queries carry the b2b suffix and the column; nobody else’s do', () => {
  expect(businessScope(user, '00131')).toBe('&domain_id_1c=00131_b2b&buyer_price_column=vologda_b2b');
  expect(businessScope({ ...user, buyer_price_column: null }, '00131')).toBe('&domain_id_1c=00131_b2b');
  expect(businessScope({ ...user, is_b2b_buyer: false, buyer_price_column: null }, '00131')).toBe('');
  expect(businessScope(null, '00131')).toBe('');
});
