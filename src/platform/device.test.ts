import { expect, test } from 'vitest';
import { userAgents } from '#test/support/http.ts';
import { deviceName, deviceTypeOf } from './device.ts';

test.for([
  [userAgents.desktop, 'Chrome, Linux'],
  [userAgents.mobile, 'Safari, iPhone'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 YaBrowser/25.10.0.0 Safari/537.36',
    'Яндекс Браузер, Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge, Windows',
  ],
  ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox, Android'],
  [
    'Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'Samsung Internet, Android',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari, macOS',
  ],
  ['curl/8.5.0', 'Неизвестное устройство'],
  ['', 'Неизвестное устройство'],
] as const)('%s is called %s', ([userAgent, name]) => {
  expect(deviceName(userAgent)).toBe(name);
});

test.for([
  ['BlackBerry8520/5.0.0.681 Profile/MIDP-2.1 Configuration/CLDC-1.1 VendorID/600', 'mobile'],
  ['Nokia6120c/3.83; Profile/MIDP-2.0 Configuration/CLDC-1.1', 'mobile'],
  ['UCWEB/2.0 (Java; U; MIDP-2.0; ru; nokia200) U2/1.0.0 UCBrowser/8.9.0.251 U2/1.0.0 Mobile', 'mobile'],
  [
    'Mozilla/5.0 (SAMSUNG; SAMSUNG-GT-S8500/S8500XXJF8; U; Bada/1.0; nl-nl) AppleWebKit/533.1 (KHTML, like Gecko) Dolfin/2.0',
    'mobile',
  ],
  ['Mozilla/5.0 (Android; Linux armv7l; rv:2.0.1) Gecko/20100101 Firefox/4.0.1 Fennec/2.0.1', 'mobile'],
  ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'mobile'],
  [
    'Mozilla/5.0 (Linux; Android 15; SM-X210) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
    'desktop',
  ],
  ['Mozilla/5.0 (Android 15; Tablet; rv:140.0) Gecko/140.0 Firefox/140.0', 'desktop'],
  [userAgents.desktop, 'desktop'],
  [userAgents.mobile, 'mobile'],
] as const)('[S2-31] %s is %s', ([userAgent, device]) => {
  expect(deviceTypeOf(userAgent)).toBe(device);
});

test('a thousand different long user agents are told apart in no time', () => {
  const started = performance.now();
  for (let n = 0; n < 1_000; n++) deviceTypeOf(`${n} ${'Android '.repeat(1_950)}`);
  // Each took 40 to 170 ms by a pattern that began again at every «Android».
  expect(performance.now() - started).toBeLessThan(5_000);
});
