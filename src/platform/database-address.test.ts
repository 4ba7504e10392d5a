import { expect, test } from 'vitest';
import { DatabaseAddressError, readDatabaseAddress } from './database-address.ts';

const understood: [text: string, url: string, hosts: string, wanted?: string][] = [
  ['postgres://shop', 'postgres://shop', 'shop 5432'],
  ['postgresql://me:pa%40ss@db:5433/shop', 'postgresql://me:pa%40ss@db:5433/shop', 'db 5433'],
  ['postgres:///shop?host=/run/pg', 'postgres:///shop?host=/run/pg', '/run/pg 5432'],
  ['postgres://me@localhost/shop?host=%2Frun%2Fpg', 'postgres://me@localhost/shop?host=%2Frun%2Fpg', '/run/pg 5432'],
  [
    'postgres://me:a@b@one,two/shop?target_session_attrs=read-write&sslmode=verify-full',
    'postgres://me:a@b@one:5432/shop?sslmode=verify-full',
    'one 5432, two 5432',
    'read-write',
  ],
  ['postgres://one:1,two:2,[::1]:3/shop', 'postgres://one:1/shop', 'one 1, two 2, ::1 3'],
  ['postgres://me@/shop?host=one,two&port=1,2', 'postgres://me@one:1/shop', 'one 1, two 2'],
  ['postgres:///shop?host=one,two&port=7', 'postgres://one:7/shop', 'one 7, two 7'],
  [
    'postgres:///shop?host=/run/a,/run/b&target_session_attrs=primary',
    'postgres://localhost:5432/shop?host=%2Frun%2Fa',
    '/run/a 5432, /run/b 5432',
    'primary',
  ],
];

test.each(understood)('%s names its servers', (text, url, hosts, wanted = 'any') => {
  const address = readDatabaseAddress(text);
  expect(address.hosts.map(({ host, port }) => `${host} ${port}`).join(', ')).toBe(hosts);
  expect({ url: address.url, wanted: address.wanted }).toEqual({ url, wanted });
});

const refused: [text: string, says: string][] = [
  ['nonsense', 'пишется postgres://'],
  ['mysql://one/shop', 'пишется postgres://'],
  ['host=one dbname=shop', 'пишется postgres://'],
  ['postgres://one:port/shop', 'не понятен адрес сервера № 1'],
  ['postgres://one:70000/shop', 'порт — число от 1 до 65535'],
  ['postgres://one,,two/shop', 'не понятен адрес сервера № 2'],
  ['postgres:///shop?host=one,two,three&port=1,2', 'портов в port должно быть столько же'],
  ['postgres://one,two/shop?target_session_attrs=best', 'target_session_attrs бывает any, read-write'],
  ['postgres://me:100%@one/shop', 'особые знаки'],
];

test.each(refused)('%s is refused in words', (text, says) => {
  expect(() => readDatabaseAddress(text)).toThrow(DatabaseAddressError);
  expect(() => readDatabaseAddress(text)).toThrow(says);
});

test('what is said of a bad address does not repeat its password', () => {
  for (const text of [
    'postgres://me:secret@one:port/shop',
    'postgres:/me:secret@one/shop',
    'postgres://me:secret/word@one',
  ])
    expect(() => readDatabaseAddress(text)).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('secret') }),
    );
});
