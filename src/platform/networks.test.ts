import { expect, test } from 'vitest';
import { readSettings } from '#src/config.ts';
import { isInNetworks, networkList, networkOf } from './networks.ts';

test('the published networks of YooKassa are understood, their neighbours are strangers', () => {
  const list = networkList(readSettings({}).YOOKASSA_NETWORKS)!;
  for (const address of [
    '185.71.76.1',
    '185.71.77.31',
    '77.75.153.127',
    '77.75.156.11',
    '77.75.156.35',
    '77.75.154.200',
    '::ffff:185.71.76.1',
    '::FFFF:b947:4c01',
    '2a02:5180:0:1509::1',
  ]) {
    expect([address, isInNetworks(list, address)]).toEqual([address, true]);
  }
  for (const address of [
    '185.71.76.32',
    '77.75.153.128',
    '77.75.156.12',
    '127.0.0.1',
    '2a02:5181::1',
    '::1',
    '',
    'x',
  ]) {
    expect([address, isInNetworks(list, address)]).toEqual([address, false]);
  }
});

test('what is no network is refused', () => {
  for (const typed of ['10.0.0.0/33', '10.0.0/8', '10.0.0.0/', 'yookassa.ru', '10.0.0.0/8/8', '::1/129']) {
    expect([typed, networkList(typed)]).toEqual([typed, null]);
  }
  expect(() => readSettings({ YOOKASSA_NETWORKS: 'all' })).toThrow('YOOKASSA_NETWORKS');
  expect(() => readSettings({ YOOKASSA_SHOP_ID: '1' })).toThrow('задаются вместе');
});

test('an IPv6 household is one network, whatever way its address is written', () => {
  const home = '2001:db8:0:1';
  for (const address of [
    '2001:db8:0:1::1',
    '2001:0DB8:0000:0001:FFFF:0001:0002:0003',
    '2001:db8:0:1:0:0:0:0',
    '2001:db8:0:1:a:b:192.0.2.7',
    '2001:db8::1:0:0:0:5',
    '2001:db8:0:1::%eth0',
    ' [2001:db8:0:1::2]:443 ',
  ]) {
    expect([address, networkOf(address)]).toEqual([address, home]);
  }
  expect(networkOf('2001:db8:0:2::1')).toBe('2001:db8:0:2');
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0');
  expect(networkOf('::1')).toBe('0:0:0:0');
  expect(networkOf('1::')).toBe('1:0:0:0');
  expect(networkOf('1:2:3:4:5:6:7::')).toBe('1:2:3:4');
});

test('an IPv4 address is itself, on an IPv6 socket and behind a translator too', () => {
  for (const address of [
    '192.0.2.7',
    '192.0.2.7:50123',
    '::ffff:192.0.2.7',
    '::ffff:c000:207',
    '::FFFF:C000:0207',
    '0:0:0:0:0:ffff:192.0.2.7',
    '0000:0000:0000:0000:0000:ffff:c000:0207',
    '::ffff:192.0.2.7%lo',
    '64:ff9b::192.0.2.7',
    '64:ff9b::c000:207',
  ]) {
    expect([address, networkOf(address)]).toEqual([address, '192.0.2.7']);
  }
  expect(networkOf('Unknown')).toBe('unknown');
});
