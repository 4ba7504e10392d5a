import { setTimeout as sleep } from 'node:timers/promises';
import { openSession } from '#modules/accounts/sessions.ts';
import type { Database } from '#platform/database.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { ensure } from '#shared/ensure.ts';
import { formatPrice } from '#shared/money.ts';
import type { AskOptions } from './load.ts';
import { Wire, type WireAnswer } from './wire.ts';

/** What is sold where, as the database says; visitors hold the shop's answers against it. */
export type World = {
  branches: { host: string; column: string; department_id_1c: string; prices: Int32Array }[];
  categories: { code: string; values: { code: string; id: number }[] }[];
  brands: string[];
  /** Goods with stock put in for the load, sold in every branch of `branches`. */
  goods: { id: number; idcode: string; slug: string; name: string; min_count: number; price: number }[];
  words: string[];
};

export type Ledger = {
  times: Map<string, number[]>;
  errors: { kind: string; at: number; why: string }[];
  /** Answers that said something else than the database: none may be. */
  wrong: string[];
  orders: number;
  /** Units of the placed orders. */
  units: number;
  /** Orders and additions whose answer never came: they may or may not have happened. */
  unknown: number;
};

export type Shop = {
  ports: number[];
  world: World;
  ledger: Ledger;
  db: Database;
  keys: SecretKeys;
  /** How long people look between two steps, on average. */
  meanThinkMs: number;
  isOver: () => boolean;
};

/** What is done, out of a hundred steps; a step of a page is the page and the one call it makes after load. */
const shares = {
  home: 6,
  category: 22,
  filter: 13,
  navigation: 8,
  brand: 2,
  search: 8,
  suggest: 12,
  product: 17,
  list_call: 4,
  product_call: 3,
  add: 3,
  cart: 1,
  checkout: 1,
} as const;
export type Step = keyof typeof shares;

const leastThinkShare = 0.1;
const stepsOfVisit = { least: 4, most: 24 };
const signedInShare = 0.15;

const agents = [
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
];

/**
 * One person after another, until the load is over: each comes to a branch with a device of their own, guest or signed
 * in, looks, puts into the cart, orders.
 */
export async function visit(shop: Shop): Promise<void> {
  // People come one by one, not all in the same moment.
  await pause(shop, Math.random() * shop.meanThinkMs);
  while (!shop.isOver()) {
    const person = new Person(shop);
    try {
      if (Math.random() < signedInShare) await person.signIn();
    } catch {
      shop.ledger.errors.push({ kind: 'sign_in', at: Date.now(), why: 'no database' });
    }
    const steps = stepsOfVisit.least + Math.floor(Math.random() * (stepsOfVisit.most - stepsOfVisit.least));
    for (let step = 0; step < steps && !shop.isOver(); step++) {
      await person.take(step === 0 ? firstStep() : anyStep());
      await pause(shop, shop.meanThinkMs * (leastThinkShare - (1 - leastThinkShare) * Math.log(1 - Math.random())));
    }
    person.leave();
  }
}

function firstStep(): Step {
  return oneOf(['home', 'category', 'product', 'search'] as const);
}

function anyStep(): Step {
  let rest = Math.random() * 100;
  for (const [step, share] of Object.entries(shares)) {
    rest -= share;
    if (rest < 0) return step as Step;
  }
  return 'category';
}

async function pause(shop: Shop, ms: number) {
  for (let left = ms; left > 0 && !shop.isOver(); left -= 500) await sleep(Math.min(left, 500));
}

class Person {
  readonly #shop: Shop;
  readonly #wires: Wire[];
  readonly #branch: World['branches'][number];
  readonly #agent = oneOf(agents);
  readonly #cookies = new Map<string, string>();
  #turn = Math.floor(Math.random() * 2);

  constructor(shop: Shop) {
    this.#shop = shop;
    this.#wires = shop.ports.map((port) => new Wire(port));
    // Half of all come to the main branch.
    this.#branch = Math.random() < 0.5 ? ensure(shop.world.branches[0]) : oneOf(shop.world.branches);
  }

  async signIn() {
    const { db, keys } = this.#shop;
    const user = await db
      .insertInto('users')
      .values({ full_name: 'Анна Смирнова' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const place = { city: 'Вологда', device: 'bench', address: '127.0.0.1' };
    const { access, refresh } = await openSession(db, keys, user.id, 'code', place);
    for (const [name, value] of Object.entries({ access, refresh, signed: 'user' })) this.#cookies.set(name, value);
  }

  leave() {
    for (const wire of this.#wires) wire.close();
  }

  async take(step: Step): Promise<void> {
    try {
      await this.#steps[step]();
    } catch (error) {
      this.#shop.ledger.errors.push({ kind: step, at: Date.now(), why: (error as Error).message });
      await sleep(200);
    }
  }

  readonly #steps: Record<Step, () => Promise<void>> = {
    home: () => this.#page('home', '/'),
    category: () => this.#page('category', `/category/${this.#category().code}/`),
    filter: () => this.#page('filter', this.#filtered()),
    brand: () => this.#page('brand', `/brand/${oneOf(this.#shop.world.brands)}/`),
    search: async () => {
      // A query that names a category or a page leads there.
      await this.#ask('search', `/catalog/?q=${encodeURIComponent(this.#words())}`, { expected: [200, 302] });
      await this.#ask('state', '/api/_visitor/state');
    },
    product: () => this.#product(),
    navigation: async () => {
      await this.#ask('navigation', `/category/${this.#category().code}.data`);
    },
    suggest: async () => {
      const words = this.#words();
      for (const typed of [3, 5, words.length])
        await this.#ask('suggest', `/api/ecm/idd/search/suggest/?q=${encodeURIComponent(words.slice(0, typed))}`);
    },
    list_call: async () => {
      const path = `/api/ecm/idd/products/?category=${this.#category().code}&in_stock=1`;
      const { items } = JSON.parse((await this.#ask('list_call', path)).body);
      for (const { id, price } of items) this.#hold(id, price);
    },
    product_call: async () => {
      const { id } = oneOf(this.#shop.world.goods);
      const product = JSON.parse((await this.#ask('product_call', `/api/ecm/idd/products/${id}/`)).body);
      this.#hold(id, product.price);
    },
    add: async () => {
      await this.#add();
    },
    cart: () => this.#page('cart', '/cart/'),
    checkout: () => this.#checkout(),
  };

  /** A page as a browser opens it: compressed, then its one call after load. */
  async #page(kind: Step, path: string): Promise<void> {
    await this.#ask(kind, path);
    await this.#ask('state', '/api/_visitor/state');
  }

  async #product() {
    const { slug, id } = oneOf(this.#shop.world.goods);
    const answer = await this.#ask('product', `/product/${slug}/`);
    const price = this.#branch.prices[id] ?? 0;
    // What a cached page says may be as old as its dropping: only prices nobody changes in this load are held against
    // it.
    if (price > 0 && Math.random() < 0.1 && !answer.body.includes(formatPrice(price)))
      this.#shop.ledger.wrong.push(`/product/${slug}/ on ${this.#branch.host} does not say ${price}`);
    await this.#ask('state', '/api/_visitor/state');
  }

  async #add() {
    const { id, idcode, min_count } = oneOf(this.#shop.world.goods);
    const body = JSON.stringify({ product_id: id, product_idcode: idcode, count: min_count });
    await this.#ask('add', '/api/cart/lines/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    return { id, idcode, count: min_count };
  }

  async #checkout() {
    const { ledger } = this.#shop;
    const line = await this.#add();
    await this.#ask('cart', '/cart/');
    const body = JSON.stringify({
      products: [{ product_id: line.id, product_idcode: line.idcode, count: line.count }],
      contact: newGuest(),
      receiving: { type: 'pickup', department_id_1c: this.#branch.department_id_1c },
      payment: { method: 'on_receipt' },
      consent_personal_data: true,
    });
    const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
    ledger.unknown++;
    const answer = await this.#ask('order', '/api/ecm/idd/orders/', { method: 'POST', headers, body, expected: [201] });
    ledger.unknown--;
    ledger.orders++;
    ledger.units += line.count;
    await this.#ask('order_page', `/order/${JSON.parse(answer.body).id}/`);
  }

  /** A price in an answer against the database's; goods whose price the load itself changes have none here. */
  #hold(id: number, roubles: number | null) {
    const kopecks = this.#branch.prices[id] ?? 0;
    if (kopecks > 0 && roubles !== kopecks / 100)
      this.#shop.ledger.wrong.push(`product ${id} on ${this.#branch.host}: ${roubles} ₽ instead of ${kopecks / 100} ₽`);
  }

  async #ask(
    kind: string,
    path: string,
    { method = 'GET', headers, body, expected = [200] }: AskOptions & { expected?: number[] } = {},
  ): Promise<WireAnswer> {
    const wire = ensure(this.#wires[this.#turn++ % this.#wires.length]);
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = {
      host: this.#branch.host,
      'user-agent': this.#agent,
      'accept-encoding': 'gzip',
      ...(cookie && { cookie }),
      ...headers,
    };
    const begun = performance.now();
    const answer = await wire.ask(method, path, sent, body);
    const spent = performance.now() - begun;
    for (const set of [answer.headers['set-cookie'] ?? []].flat()) this.#take(set);
    if (!expected.includes(answer.status))
      throw new Error(`${method} ${path} answers ${answer.status}: ${answer.body.slice(0, 160)}`);
    const times = this.#shop.ledger.times.get(kind);
    if (times) times.push(spent);
    else this.#shop.ledger.times.set(kind, [spent]);
    return answer;
  }

  #take(set: string) {
    const pair = ensure(set.split(';', 1)[0]);
    const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    if (value === '' || /max-age=0/i.test(set)) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }

  #category() {
    return oneOf(this.#shop.world.categories);
  }

  #filtered(): string {
    const { code, values } = this.#category();
    const value = oneOf(values);
    const filters = [
      'in_stock=1',
      'price_to=3000',
      'sort=price',
      'discounted=1',
      ...(value ? [`${value.code}=${value.id}`, `${value.code}=${value.id}&in_stock=1`] : []),
    ];
    return `/category/${code}/?${oneOf(filters)}`;
  }

  #words(): string {
    return oneOf(this.#shop.world.words);
  }
}

function oneOf<T>(list: readonly T[]): T {
  return list[Math.floor(Math.random() * list.length)] as T;
}

let guests = 0;

/** Somebody of their own each time: ten orders an hour with one email and phone are all a guest may place. */
function newGuest() {
  guests += 1;
  const phone = `+7921${String(guests).padStart(7, '0')}`;
  return { name: 'Анна Смирнова', phone, email: `guest${guests}@pochta.example` };
}
