import { setTimeout as sleep } from 'node:timers/promises';
import iconv from 'iconv-lite';
import { ensure } from '#shared/ensure.ts';
import { zip } from '#test/support/zip.ts';

/** What a request of 1C is sent through: a connection, or an application within a test. */
export type Send = (request: {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: Buffer;
}) => Promise<{ status: number; type: string; bytes: Buffer }>;

/** What an answer says: its first line, and those behind it. */
export type Said = { first: string; rest: string[]; status: number; type: string };

/** How a product of 1C speaks. */
export type Product = {
  /** Behind the shop's host. */
  path: string;
  /** Sends the line `sessid=…` of checkauth with every later request. */
  sendsSessid: boolean;
  /** Schema version named at init; none: an old module. */
  version?: string;
  /** Packs the files when the shop offers it. */
  packs: boolean;
  /** Ends with deactivate (of a full exchange) and complete. */
  completes: boolean;
  /** Asks for the import of files of orders; without it those that name a version do. */
  importsOrders?: boolean;
};

export const products = {
  /** 1С:Управление торговлей 11, Комплексная автоматизация 2, ERP. */
  ut11: { path: '/1c_exchange', sendsSessid: true, version: '2.08', packs: true, completes: false },
  /**
   * УТ 11.5, КА and ERP 2.5, Розница as their own module speaks to any shop: it names no version, packs, takes `file`
   * for an error unless it says `success`, and asks for the import of orders as of goods.
   */
  ut115: { path: '/1c_exchange', sendsSessid: true, packs: true, completes: false, importsOrders: true },
  /** 1С:Управление нашей фирмой, with files of CommerceML 3.1. */
  unf: { path: '/bitrix/admin/1c_exchange.php', sendsSessid: true, version: '3.1', packs: true, completes: true },
  /** Modules of УТ 10.3 and before: no sessid, no version, plain files. */
  old: { path: '/1c_exchange.php', sendsSessid: false, packs: false, completes: false },
  /**
   * МойСклад, which speaks to shops as 1C's first modules do: three lines of checkauth, plain files of 2.07, each
   * imported before the next, no deactivate.
   */
  moysklad: { path: '/1c_exchange', sendsSessid: false, packs: false, completes: false },
} satisfies Record<string, Product>;

export type Credentials = { login: string; password: string };

/** 1C as the shop meets it: one exchange after another, each begun by `signIn`. */
export function onecClient(send: Send, product: Product, { login, password }: Credentials, type = 'catalog') {
  const authorization = `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
  let cookie = '';
  let sessid = '';

  async function ask(mode: string, query: Record<string, string> = {}, body?: Buffer): Promise<Said> {
    const words = new URLSearchParams({ type, mode, ...query }).toString();
    const url = `${product.path}?${words}${product.sendsSessid && sessid ? `&${sessid}` : ''}`;
    const headers = { authorization, ...(cookie && { cookie }), 'user-agent': '1C+Enterprise/8.3' };
    const {
      status,
      type: contentType,
      bytes,
    } = await send({
      method: body ? 'POST' : 'GET',
      url,
      headers: body ? { ...headers, 'content-type': 'application/octet-stream' } : headers,
      ...(body && { body }),
    });
    const charset = /charset=([\w-]+)/.exec(contentType)?.[1] ?? 'windows-1251';
    const [first = '', ...rest] = iconv.decode(bytes, charset).split('\n');
    return { first, rest, status, type: contentType };
  }

  return {
    ask,
    /** Begins an exchange; what was said is returned whether it is a yes or a no. */
    async signIn(): Promise<Said> {
      cookie = '';
      sessid = '';
      const said = await ask('checkauth');
      if (said.first !== 'success') return said;
      const [name = '', value = '', key = ''] = said.rest;
      cookie = `${name}=${value}`;
      sessid = key;
      return said;
    },
    async init(): Promise<{ zip: boolean; limit: number; said: Said }> {
      const said = await ask('init', product.version ? { version: product.version } : {});
      const limit = Number(/^file_limit=(\d+)$/.exec(said.rest[0] ?? '')?.[1]);
      return { zip: said.first === 'zip=yes', limit, said };
    },
    /** Sends a file in parts of at most `limit` bytes, over a line of `bytesPerSecond`. The last answer. */
    async sendFile(name: string, content: Buffer, limit: number, { bytesPerSecond, signal }: Line = {}): Promise<Said> {
      let said: Said | undefined;
      for (let at = 0; at < content.length || !said; at += limit) {
        const part = content.subarray(at, at + limit);
        if (bytesPerSecond) await sleep((part.length / bytesPerSecond) * 1_000, undefined, { signal });
        said = await ask('file', { filename: name }, part);
        if (said.first !== 'success') return said;
      }
      return said;
    },
  };
}

export type OnecClient = ReturnType<typeof onecClient>;
/** A slow line: each part takes its time; `signal` breaks it off. */
export type Line = { bytesPerSecond?: number | undefined; signal?: AbortSignal | undefined };
/** Of an exchange: the words of its last answer, and how often 1C was told to wait. */
export type Outcome = { failed: string | null; said: Said; progress: string[]; results: Said[] };

export type ExchangeOptions = {
  /** All files are sent first, or each is imported before the next is sent. */
  order?: 'together' | 'one by one';
  /** Bytes of a part; no more than the shop allows. */
  partBytes?: number;
  /** The files as a product that packs has packed them; unset: it packs them while it sends. */
  archive?: Buffer | undefined;
  /** Between two `import` of the same file. */
  pauseMs?: number;
  /** So many bytes a second. */
  bytesPerSecond?: number;
  /** The exchange lists everything: new modules end it with deactivate. */
  isFull?: boolean;
  /** 1C is switched off when it is aborted, whatever it was doing. */
  signal?: AbortSignal;
};

/**
 * Names of files in the order in which 1C imports them: catalogue, offers, prices, rests; pictures are not imported.
 */
const importOrder = ['import', 'properties', 'goods', 'offers', 'prices', 'rests'];

function importedFiles(names: string[]): string[] {
  const place = (name: string) => importOrder.findLastIndex((word) => name.includes(word));
  return names.filter((name) => name.endsWith('.xml')).sort((a, b) => place(a) - place(b) || a.localeCompare(b));
}

/** A whole exchange of goods as the product holds it. Ends at the first refusal, as 1C does. */
export async function exchangeGoods(
  client: OnecClient,
  product: Product,
  files: Record<string, Buffer>,
  options: ExchangeOptions = {},
): Promise<Outcome> {
  const { order = 'together', partBytes, archive, pauseMs = 200, bytesPerSecond, isFull = false, signal } = options;
  const progress: string[] = [];
  const results: Said[] = [];
  const take = (said: Said): Said => {
    signal?.throwIfAborted();
    if (said.first === 'failure') throw new Refused(said);
    return said;
  };
  const repeat = async (mode: string, query: Record<string, string>) => {
    for (;;) {
      const said = take(await client.ask(mode, query));
      if (said.first !== 'progress') {
        results.push(said);
        return;
      }
      progress.push(said.rest.join(' '));
      await sleep(pauseMs, undefined, { signal });
    }
  };
  const send = async (name: string, content: Buffer, limit: number) => {
    const part = Math.min(partBytes ?? limit, limit);
    take(await client.sendFile(name, content, part, { bytesPerSecond, signal }));
  };
  try {
    const hello = take(await client.signIn());
    const timestamp = hello.rest.find((line) => line.startsWith('timestamp='))?.slice('timestamp='.length) ?? '';
    const { zip: takesZip, limit, said } = await client.init();
    take(said);
    const names = importedFiles(Object.keys(files));
    if (product.packs && takesZip) {
      const entries = Object.entries(files).map(([name, data]) => ({ name, data }));
      await send('v8_1.zip', archive ?? zip(entries), limit);
      for (const filename of names) await repeat('import', { filename });
    } else {
      const others = Object.keys(files).filter((name) => !names.includes(name));
      for (const name of [...others, ...names]) {
        await send(name, ensure(files[name]), limit);
        if (order === 'one by one' && names.includes(name)) await repeat('import', { filename: name });
      }
      if (order === 'together') for (const filename of names) await repeat('import', { filename });
    }
    if (product.completes && isFull) await repeat('deactivate', { timestamp });
    if (product.completes) take(await client.ask('complete'));
    return { failed: null, said: results.at(-1) ?? hello, progress, results };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { failed: error.said.rest.join('\n'), said: error.said, progress, results };
  }
}

/** What came of an exchange of orders: the ids that 1C got, and what was said of each file that it sent. */
export type SaleOutcome = { failed: string | null; orders: string[]; progress: string[]; results: Said[] };

/**
 * A whole exchange of orders as the product holds it: it asks for orders, confirms them, and sends what it made of
 * them. `answer`: files by name, made of the XML that came. `confirms: false`: 1C is switched off before it says so.
 * `writesFirst`: a base that writes its files before it confirms, from what it had until then, and sends them after.
 */
export async function exchangeOrders(
  client: OnecClient,
  product: Product,
  {
    answer = async () => ({}),
    confirms = true,
    writesFirst = false,
    ...line
  }: Line & {
    answer?: (xml: string) => Promise<Record<string, Buffer>>;
    confirms?: boolean;
    writesFirst?: boolean;
  } = {},
): Promise<SaleOutcome> {
  const results: Said[] = [];
  const progress: string[] = [];
  let orders: string[] = [];
  const take = (said: Said): Said => {
    line.signal?.throwIfAborted();
    if (said.first === 'failure') throw new Refused(said);
    return said;
  };
  /** `file` has no other good answer, and no module waits for it. */
  const send = async (name: string, content: Buffer, limit: number): Promise<Said> => {
    const said = take(await client.sendFile(name, content, limit, line));
    if (said.first !== 'success') throw new Refused({ ...said, rest: ['Не получен статус завершения операции'] });
    return said;
  };
  const repeat = async (filename: string): Promise<Said> => {
    for (;;) {
      const said = take(await client.ask('import', { filename }));
      if (said.first !== 'progress') return said;
      progress.push(said.rest.join(' '));
    }
  };
  try {
    take(await client.signIn());
    const { zip: takesZip, limit, said } = await client.init();
    take(said);
    const query = take(await client.ask('query'));
    const xml = [query.first, ...query.rest].join('\n');
    orders = [...xml.matchAll(/<Документ><Ид>([^<]+)</g)].map((match) => match[1] ?? '');
    if (!confirms) return { failed: null, orders, progress, results };
    const written = writesFirst ? await answer(xml) : null;
    take(await client.ask('success'));
    const files = Object.entries(written ?? (await answer(xml)));
    const isPacked = product.packs && takesZip && files.length > 0;
    if (isPacked) {
      const archive = zip(files.map(([name, data]) => ({ name, data })));
      await send('v8_2.zip', archive, limit);
    }
    for (const [name, content] of files) {
      const sent = isPacked ? said : await send(name, content, limit);
      // Others have their files taken as they come.
      const isAsked = product.importsOrders ?? product.version !== undefined;
      results.push(isAsked ? await repeat(name) : sent);
    }
    return { failed: null, orders, progress, results };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { failed: error.said.rest.join('\n'), orders, progress, results };
  }
}

/** The clock of the machine on which 1C runs: files are dated by it, scheduled exchanges begin by it. */
export type Clock = { now(): Date; sleep(ms: number): Promise<void> };

/** A clock that stands at this moment and is moved by whoever sleeps. */
export function movedClock(from: Date): Clock {
  let at = from.getTime();
  return {
    now: () => new Date(at),
    async sleep(ms) {
      at += ms;
    },
  };
}

/**
 * The scheduled job of 1C: an exchange begins every `everyMs` by its clock, so many times; one that takes longer than
 * that delays the next. Returns what came of each.
 */
export async function exchangeOnSchedule<Result>(
  clock: Clock,
  { everyMs, times }: { everyMs: number; times: number },
  exchange: (at: Date) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let turn = 0; turn < times; turn++) {
    const begun = clock.now();
    results.push(await exchange(begun));
    await clock.sleep(Math.max(0, everyMs - (clock.now().getTime() - begun.getTime())));
  }
  return results;
}

class Refused extends Error {
  said: Said;

  constructor(said: Said) {
    super(said.rest.join('\n'));
    this.said = said;
  }
}
