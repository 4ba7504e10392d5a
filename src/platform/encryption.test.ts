import { expect, test } from 'vitest';
import { decrypt, encrypt } from './encryption.ts';

const keys = ['a key of the shop, the first'] as const;

test('what was encrypted is read again, and each writing looks different', () => {
  const sealed = encrypt(keys, 'totp 1', 'JBSWY3DPEHPK3PXP');
  expect(sealed.includes('JBSWY3DPEHPK3PXP')).toBe(false);
  expect(decrypt(keys, 'totp 1', sealed)).toEqual({ text: 'JBSWY3DPEHPK3PXP', isCurrent: true });
  expect(encrypt(keys, 'totp 1', 'JBSWY3DPEHPK3PXP').equals(sealed)).toBe(false);
});

test('another purpose, another key or a changed byte opens nothing', () => {
  const sealed = encrypt(keys, 'totp 1', 'secret');
  expect(decrypt(keys, 'totp 2', sealed)).toBeNull();
  expect(decrypt(['a key that is not of this shop'], 'totp 1', sealed)).toBeNull();
  for (const at of [0, 12, 28]) {
    const changed = Buffer.from(sealed);
    changed[at]! ^= 1;
    expect(decrypt(keys, 'totp 1', changed)).toBeNull();
  }
  expect(decrypt(keys, 'totp 1', sealed.subarray(0, 20))).toBeNull();
});

test('after a change of keys the old writing is still read, and is known to be old', () => {
  const sealed = encrypt(keys, 'totp 1', 'secret');
  const rotated = ['the new key of the shop', ...keys] as const;
  expect(decrypt(rotated, 'totp 1', sealed)).toEqual({ text: 'secret', isCurrent: false });
  expect(decrypt(rotated, 'totp 1', encrypt(rotated, 'totp 1', 'secret'))?.isCurrent).toBe(true);
});
