import { expect, test } from 'vitest';
import { readConfig } from '#src/config.ts';
import { isInNetworks, networkList } from './networks.ts';

test('the published networks of YooKassa are understood, their neighbours are strangers', () => {
  const list = networkList(readConfig({}).YOOKASSA_NETWORKS)!;
  for (const address of [
    '185.71.76.1',
    '185.71.77.31',
    '77.75.153.127',
    '77.75.156.11',
    '77.75.156.35',
    '77.75.154.200',
    '::ffff:185.71.76.1',
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
  expect(() => readConfig({ YOOKASSA_NETWORKS: 'all' })).toThrow('YOOKASSA_NETWORKS');
  expect(() => readConfig({ YOOKASSA_SHOP_ID: '1' })).toThrow('задаются вместе');
});
