import { type Cast, everybody, type Persona, signedInPeople } from './cast.ts';

/** One call with what a stranger might send: whose ids it names, who is answered, and what the others meet. */
export type CallRow = {
  about: string;
  url: (cast: Cast) => string;
  body?: (cast: Cast) => object;
  headers?: Record<string, string>;
  /** Who tries; left out: everybody. Calls that end or renew a session are tried by nobody who needs it afterwards. */
  tries: Persona[];
  in: Persona[];
  answers: number | number[];
  guest: number | number[];
  others: number | number[];
  /** Who sees the thing but may not do this. */
  meets?: Partial<Record<Persona, number>>;
};

const ecm = '/api/ecm/idd';
/** Whoever is signed in as nobody else. */
const themselves = signedInPeople.filter((persona) => persona !== 'acting' && persona !== 'proxy');
const missing = '00000000-0000-4000-8000-000000000000';

/** Every call of the OpenAPI document. One that is not here fails the test. */
export const calls: Record<string, CallRow[]> = {
  'GET /api/expro/departments/': open('/api/expro/departments/'),
  'GET /api/_visitor/state': open('/api/_visitor/state'),
  'GET /api/_visitor/consent': open('/api/_visitor/consent'),
  // Nobody's order for whoever is not signed in.
  'GET /api/_visitor/last-order': open('/api/_visitor/last-order'),
  'GET /api/_visitor/points-outline': open('/api/_visitor/points-outline?points=00131,00132'),
  'GET /api/_visitor/streets': open('/api/_visitor/streets?place=Вологда&q=Мира'),
  'PUT /api/_visitor/cart/': [
    {
      ...row('one’s own', '/api/_visitor/cart/', themselves, { version: 0, cartItems: [], cartCoupon: null }),
      guest: 401,
      others: 403,
    },
  ],
  // Whoever asks changes their own cart alone: no call names one.
  'POST /api/cart/lines/': [{ ...row('one’s own', '/api/cart/lines/', everybody), body: (cast) => lines(cast)[0]! }],
  'PUT /api/cart/lines/': [{ ...row('one’s own', '/api/cart/lines/', everybody), body: (cast) => lines(cast)[0]! }],
  'DELETE /api/cart/lines/{product_id}/': [
    { ...row('one’s own', '', everybody), url: ({ product: { id } }) => `/api/cart/lines/${id}/` },
  ],
  'POST /api/cart/goods/': [{ ...row('one’s own', '/api/cart/goods/', everybody), body: lines }],
  // Opened by keys of programs alone, whoever is signed in beside them.
  'GET /api/exchange/': refused('no key', '/api/exchange/', undefined, [401, 429]),
  'POST /api/exchange/prices/': refused('no key', '/api/exchange/prices/', {}, [401, 429]),
  'POST /api/exchange/stock/': refused('no key', '/api/exchange/stock/', {}, [401, 429]),
  'GET /api/_auth/cookie': open('/api/_auth/cookie'),
  'DELETE /api/_auth/cookie': [{ ...row('a guest’s', '/api/_auth/cookie', everybody), tries: ['guest'] }],
  'POST /api/_auth/refresh-token': [
    { ...row('without a token', '/api/_auth/refresh-token', []), guest: 401, tries: ['guest'] },
  ],
  'GET /api/auth/user': [{ ...row('who one is', '/api/auth/user', signedInPeople), guest: 401 }],
  'POST /api/auth/login': refused(
    'a wrong password',
    '/api/auth/login',
    { username: 'no@pochta.example', password: 'wrong-password' },
    [401, 429],
  ),
  'POST /api/ecm/{product}/users/auth-code/': [
    {
      ...row('a code by mail', `${ecm}/users/auth-code/`, everybody, { email: 'new@pochta.example' }),
      answers: [200, 429],
    },
  ],
  'POST /api/auth/email/': refused(
    'a guessed code',
    '/api/auth/email/',
    { email: 'nobody@pochta.example', auth_code: '000000' },
    [422, 429],
  ),
  'POST /api/auth/yandex': refused('a forged key', '/api/auth/yandex', { oauth_key: 'x'.repeat(20) }, [401, 502]),
  'POST /api/auth/signup/': refused(
    'a forged proof',
    '/api/auth/signup/',
    { proof: 'A'.repeat(43), full_name: 'Никто', consent_personal_data: true },
    410,
  ),
  'POST /api/ecm/{product}/products/idcodes/': [
    { ...row('goods', `${ecm}/products/idcodes/`, everybody), body: ({ product }) => [product.idcode] },
  ],
  'GET /api/ecm/{product}/products/': open(`${ecm}/products/`),
  'GET /api/ecm/{product}/products/{id}/': product(''),
  'POST /api/ecm/{product}/products/{id}/specifications/': product('specifications/', {}),
  'GET /api/ecm/{product}/products/{id}/features/': product('features/'),
  'GET /api/ecm/{product}/menu/': open(`${ecm}/menu/`),
  'GET /api/ecm/sites-content/{site}/dynamic-menu/': open('/api/ecm/sites-content/idd/dynamic-menu/'),
  'GET /api/ecm/subscriptions/{site}/subscribe/product-category/exists/': open(
    '/api/ecm/subscriptions/idd/subscribe/product-category/exists/?email=nobody@pochta.example',
  ),
  'POST /api/ecm/subscriptions/{site}/subscribe/product-category/': refused(
    'no address',
    '/api/ecm/subscriptions/idd/subscribe/product-category/',
    { email: 'nobody' },
    [403, 422],
  ),
  'POST /api/ecm/{product}/support/requests/': refused(
    'an empty request',
    `${ecm}/support/requests/`,
    { request_key: missing, theme: '', name: '', email: '' },
    [403, 422],
  ),
  'GET /api/ecm/sites-content/{site}/wobblers/': open('/api/ecm/sites-content/idd/wobblers/'),
  'GET /api/ecm/{product}/search/suggest/': open(`${ecm}/search/suggest/?q=shtuk`),
  'GET /api/ecm/{product}/cart/': [annas('her cart', (cast) => `${ecm}/cart/?cart_uuid=${cast.people.anna.id}`)],
  'PUT /api/ecm/{product}/cart/': [
    {
      ...annas('her cart', () => `${ecm}/cart/`),
      body: (cast) => ({ id: cast.people.anna.id, products: lines(cast), coupon: null }),
    },
  ],
  'POST /api/ecm/{product}/cart-concat/new/': [
    {
      ...annas('into her cart', () => `${ecm}/cart-concat/new/`),
      body: (cast) => ({
        old_cart_id: missing,
        new_cart_data: { id: cast.people.anna.id, products: lines(cast), coupon: null },
      }),
    },
  ],
  'POST /api/ecm/{product}/cart/coupons/{coupon}/anonymous/': [
    {
      ...row('an unknown coupon', `${ecm}/cart/coupons/NOSUCH/anonymous/`, []),
      body: lines,
      guest: [409, 429],
      others: [409, 429],
    },
  ],
  'GET /api/ecm/{product}/cart/coupons/{coupon}/': [
    {
      ...annas('on her cart', (cast) => `${ecm}/cart/coupons/NOSUCH/?cart_uuid=${cast.people.anna.id}`),
      answers: [409, 429],
    },
  ],
  'POST /api/ecm/{product}/orders/': refused('an empty order', `${ecm}/orders/`, { products: [] }, 422),
  'GET /api/ecm/{product}/orders/': [{ ...row('one’s own', `${ecm}/orders/`, signedInPeople), guest: 401 }],
  'GET /api/ecm/{product}/orders/{id}/': orders((id) => `${ecm}/orders/${id}/`),
  'POST /api/ecm/{product}/orders/{id}/purchase/': orders((id) => `${ecm}/orders/${id}/purchase/`),
  'POST /api/ecm/{product}/orders/{id}/cancel/': strangers(orders((id) => `${ecm}/orders/${id}/cancel/`)),
  'GET /api/ecm/{product}/orders/{id}/receiving/': orders((id) => `${ecm}/orders/${id}/receiving/`),
  'PUT /api/ecm/{product}/orders/{id}/receiving/': strangers(orders((id) => `${ecm}/orders/${id}/receiving/`)).map(
    (call) => ({ ...call, body: () => ({ type: 'pickup', department_id_1c: '00131', car_plate: 'А123ВС35' }) }),
  ),
  'GET /api/ecm/{product}/orders/{id}/receiving/confirmation/': orders(
    (id) => `${ecm}/orders/${id}/receiving/confirmation/`,
  ),
  'GET /api/ecm/{product}/orders/{id}/payment/': orders((id) => `${ecm}/orders/${id}/payment/`),
  'POST /api/ecm/{product}/orders/{id}/payment/': orders((id) => `${ecm}/orders/${id}/payment/`).map((call) => ({
    ...call,
    body: () => ({ method: 'card' }),
    // Paid on receipt or by invoice: the owner is refused in other words than a stranger.
    answers: [201, 409, 502],
  })),
};

function row(about: string, url: string, who: Persona[], body?: object): CallRow {
  return {
    about,
    url: () => url,
    in: who,
    answers: 200,
    guest: 404,
    others: 404,
    tries: everybody,
    ...(body && { body: () => body }),
  };
}

function open(url: string): CallRow[] {
  return [row('for all', url, everybody)];
}

/** The same refusal for all. */
function refused(about: string, url: string, body: object | undefined, status: number | number[]): CallRow[] {
  return [{ ...row(about, url, [], body), guest: status, others: status }];
}

function product(part: string, body?: object): CallRow[] {
  return [{ ...row('goods', '', everybody, body), url: ({ product: { id } }) => `${ecm}/products/${id}/${part}` }];
}

function annas(about: string, url: CallRow['url']): CallRow {
  return { ...row(about, '', ['anna', 'acting']), url };
}

/** Private orders are their owner's; a firm's are seen by owner and accountant, a purchaser's by the purchaser too. */
function orders(url: (id: string) => string): CallRow[] {
  return [
    { ...row('a private order', '', ['anna', 'acting']), url: (cast) => url(cast.annas.id) },
    { ...row('the purchaser’s order', '', ['sergey', 'proxy', 'pavel', 'elena']), url: (cast) => url(cast.pavels.id) },
    { ...row('the firm owner’s order', '', ['sergey', 'proxy', 'elena']), url: (cast) => url(cast.sergeys.id) },
    { ...row('an order that does not exist', '', []), url: () => url(missing) },
  ];
}

/**
 * Changes that are proved for the owner elsewhere: here they would spoil the order for the next row. An accountant
 * sees, and may not.
 */
function strangers(rows: CallRow[]): CallRow[] {
  return rows.map((call) => ({
    ...call,
    tries: everybody.filter((who) => !call.in.includes(who) || who === 'elena'),
    in: [],
    meets: call.in.includes('elena') ? { elena: 403 } : {},
  }));
}

function lines({ product: { id, idcode } }: Cast) {
  return [{ product_id: id, product_idcode: idcode, count: 1 }];
}
