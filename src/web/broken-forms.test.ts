import { expect, test } from 'vitest';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const app = await testApp(db);

const part = '--edge\r\nContent-Disposition: form-data; name="email"\r\n\r\nanna@pochta.example\r\n';
const forms = {
  'cut off inside a part': ['multipart/form-data; boundary=edge', part.slice(0, 60)],
  'without its last line': ['multipart/form-data; boundary=edge', part],
  'of another boundary': ['multipart/form-data; boundary=other', `${part}--edge--\r\n`],
  'without a boundary': ['multipart/form-data', `${part}--edge--\r\n`],
  empty: ['multipart/form-data; boundary=edge', ''],
} as const;
const pages = [
  '/login/',
  '/signup/',
  '/forgotpassword/',
  '/cart/',
  '/order/',
  '/order-help/estimate/',
  '/forms/callback/',
];

test.each(Object.entries(forms))(
  'a form %s is refused in words on every page that takes one, and is no fault of the shop',
  async (_, [type, payload]) => {
    const before = await faults();
    for (const url of pages) {
      const { statusCode, body } = await app.inject({
        method: 'POST',
        url,
        payload,
        headers: {
          host: 'idd.localhost',
          origin: 'http://idd.localhost',
          'content-type': type,
          'content-length': String(payload.length),
          accept: 'text/html',
        },
      });
      expect([url, statusCode]).toEqual([url, 422]);
      expect(body, url).toContain('Форма пришла не целиком');
    }
    expect(await faults()).toBe(before);
  },
);

async function faults(): Promise<string | undefined> {
  const { body } = await app.inject({ url: '/metrics', headers: { host: 'x' } });
  return /failures_total\{what="fault"\} (\d+)/.exec(body)?.[1];
}
