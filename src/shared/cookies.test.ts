import { expect, test } from 'vitest';
import { cookieDomain, parseCookies, serializeCookie } from './cookies.ts';

test('[S5-04] a cookie name or value with forbidden characters is refused', () => {
  for (const name of ['', 'a b', 'имя', 'a;b', 'a=b', 'a\r\nSet-Cookie']) {
    expect(() => serializeCookie(name, '1')).toThrow(TypeError);
  }
  for (const value of ['a;b', 'a b', 'да', 'a,b', 'a"b', 'a\\b', 'a\nb']) {
    expect(() => serializeCookie('name', value)).toThrow(TypeError);
  }
});

test('a cookie carries only the attributes asked for', () => {
  expect(serializeCookie('a', '1.2-3', { domain: 'idd.localhost', maxAgeSeconds: 60, httpOnly: true })).toBe(
    'a=1.2-3; Path=/; SameSite=Lax; Domain=idd.localhost; Max-Age=60; HttpOnly',
  );
});

test('branches share cookies on the main domain, a foreign host keeps its own', () => {
  expect(cookieDomain('idd.localhost', 'idd.localhost')).toBe('idd.localhost');
  expect(cookieDomain('pskov.idd.localhost', 'idd.localhost')).toBe('idd.localhost');
  expect(cookieDomain('localhost', 'idd.localhost')).toBeNull();
  expect(cookieDomain('evilidd.localhost', 'idd.localhost')).toBeNull();
});

test('the first of two cookies with one name wins and names never reach the prototype', () => {
  expect(parseCookies('a=1; b=2; a=3')).toEqual({ a: '1', b: '2' });
  expect(parseCookies('__proto__=x; constructor=y').constructor).toBe('y');
});

test('values are taken as they were sent, also what no percent sequence is', () => {
  const cookies = parseCookies('a=%D0%B4~x=1; b=%E0%A4%A; c="1"; d;f=');
  expect(cookies).toEqual({ a: '%D0%B4~x=1', b: '%E0%A4%A', c: '"1"', f: '' });
});
