import { expect, test } from 'vitest';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
// The walk sends hundreds of bad requests from one address.
const app = await testApp(db, { FLOOD_PER_MINUTE: '100000' });

type Call = { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string; query: string[] };

const bodies = [
  undefined,
  {},
  [],
  null,
  1,
  'x',
  everyField(null),
  everyField(1),
  everyField('я'.repeat(30_000)),
  everyField({}),
];
const queryValues = ['', '0', '-1', 'abc', '1e400', '99999999999999999999', 'я'.repeat(600)];

test('[S1-01] [S7-35] whatever is sent to a call of the API, it answers in Russian: the message and each field', async () => {
  const foreign = new Map<string, string>();
  const seen = new Map<number, string>();
  for (const call of await callsOfDocument()) {
    for (const request of requestsOf(call)) {
      const answer = await app.inject({ method: call.method, ...request });
      if (!String(answer.headers['content-type']).includes('json') || answer.statusCode < 400) continue;
      const { error } = answer.json();
      expect(error, `${call.method} ${request.url}`).toMatchObject({
        code: expect.any(String),
        message: expect.any(String),
      });
      seen.set(answer.statusCode, error.code);
      for (const text of [error.message, ...Object.values<string>(error.fields ?? {})])
        if (!isRussian(text)) foreign.set(text, `${call.method} ${request.url}`);
    }
  }
  expect([...foreign]).toEqual([]);
  expect(seen.get(422)).toBe('bad_input');
  // S8-02: the one 500 that is an answer and no fault.
  expect([...seen].filter(([status]) => status >= 500)).toEqual([[500, 'no_cart_uuid']]);
});

test('[S5-06] [S5-11] a call says of a length and of a number what a form says of them', async () => {
  const fieldsOf = async (url: string, payload?: object) =>
    (await app.inject({ method: payload ? 'POST' : 'GET', url, payload, headers: { host: 'idd.localhost' } })).json()
      .error.fields;
  expect(await fieldsOf('/api/ecm/idd/users/auth-code/', { email: `${'a'.repeat(300)}@b.ru` })).toEqual({
    email: 'Максимум 254 символов',
  });
  expect(await fieldsOf('/api/ecm/idd/users/auth-code/', {})).toEqual({ email: 'Обязательно для заполнения' });
  expect(await fieldsOf('/api/ecm/idd/products/?limit=0')).toEqual({ limit: 'Минимальное значение 1' });
  expect(await fieldsOf('/api/ecm/idd/products/?limit=abc')).toEqual({ limit: 'Должно быть числом' });
  expect(await fieldsOf('/api/ecm/idd/products/?sort=best')).toEqual({
    sort: expect.stringMatching(/^Допустимые значения: /),
  });
});

test('[S5-02] [S5-06] [S5-11] an incomplete phone and a short name are refused in the same words by order, support and form', async () => {
  const none = ['+7 (921)-000-12-3', '+7 (921', '+7 (000)-000-00-00', '+79210001234567'];
  const headers = { host: 'idd.localhost', 'idempotency-key': 'x' };
  const phone = (fields: Record<string, string>) => fields['contact.phone'] ?? fields.phone;
  const request_key = '6f1b7c30-0000-4000-8000-000000000001';
  for (const typed of none) {
    const contact = { name: 'А', phone: typed, email: 'anna@pochta.example' };
    const order = await app.inject({ method: 'POST', url: '/api/ecm/idd/orders/', headers, payload: { contact } });
    const { fields } = order.json().error;
    expect([order.statusCode, phone(fields), fields['contact.name']]).toEqual([
      422,
      'Неверный формат телефона',
      'Минимум 2 символов',
    ]);
    const url = '/api/ecm/idd/support/requests/';
    const request = await app.inject({
      method: 'POST',
      url,
      headers,
      payload: { ...contact, theme: 'site', request_key },
    });
    expect([request.statusCode, phone(request.json().error.fields)]).toEqual([422, 'Неверный формат телефона']);
    const form = await app.inject({
      method: 'POST',
      url: '/forms/callback/',
      headers: { host: 'idd.localhost', 'content-type': 'application/x-www-form-urlencoded' },
      payload: String(new URLSearchParams({ ...contact, consent_personal_data: '1' })),
    });
    for (const words of ['Неверный формат телефона', 'Минимум 2 символов']) expect(form.body).toContain(words);
  }
});

/** Every call the shop describes, with the names of its query. */
async function callsOfDocument(): Promise<Call[]> {
  const document = (await app.inject({ url: '/api/openapi.json', headers: { host: 'idd.localhost' } })).json();
  const paths = Object.entries<Record<string, { parameters?: { in: string; name: string }[] }>>(document.paths);
  const calls = paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [] }]) => ({
      method: method.toUpperCase() as Call['method'],
      path,
      query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
    })),
  );
  expect(calls.length).toBeGreaterThan(25);
  return calls;
}

function requestsOf({
  method,
  path,
  query,
}: Call): { url: string; payload?: string; headers: Record<string, string> }[] {
  const headers = { host: 'idd.localhost', 'content-type': 'application/json', 'idempotency-key': 'x' };
  const named = path.replace(/\{(product|site)\}/g, 'idd');
  const urls = [
    ...['abc', '0', '1', '9'.repeat(30)].map((id) => named.replace(/\{[^}]+\}/g, id)),
    ...queryValues.map(
      (value) =>
        `${named.replace(/\{[^}]+\}/g, '1')}?${query.map((name) => `${name}=${encodeURIComponent(value)}`).join('&')}`,
    ),
  ];
  if (method === 'GET' || method === 'DELETE') return urls.map((url) => ({ url, headers: { host: 'idd.localhost' } }));
  const payloads = [...bodies.map((body) => JSON.stringify(body)), '{', '\u0000'];
  return [
    ...urls.map((url) => ({ url, payload: '{}', headers })),
    ...payloads.map((payload) => ({ url: urls[2] ?? named, payload, headers })),
  ];
}

/** One body with a value under every name any call knows. */
function everyField(value: unknown): Record<string, unknown> {
  const names =
    'email password username auth_code oauth_key proof full_name inn consent_personal_data theme name phone text request_key id products coupon old_cart_id new_cart_data contact receiving payment accepted_total recipient type method';
  return Object.fromEntries(names.split(' ').map((name) => [name, value]));
}

/**
 * Latin stays in what the requirements fix (S4-02, S5-08, S8-01, S8-02), in names of headers and in values that may be
 * sent.
 */
function isRussian(text: string): boolean {
  if (['No refresh token available', 'Failed to refresh token', 'Not user uuid fetchBasket'].includes(text))
    return true;
  const rest = text
    .replace(/^Допустимые значения: .*$/, 'Допустимые значения')
    .replace(/Idempotency-Key|Authorization: Bearer|[Ee]mail|true|false/g, '');
  return /[а-яё]/i.test(rest) && !/[a-z]{2,}/i.test(rest);
}
