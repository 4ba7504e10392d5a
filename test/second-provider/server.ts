import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/**
 * Tally's API at /, its moods at /control/: `pay` and `fail` a bill, `lose` the next answers after doing what was
 * asked, `log`. Run as a process of its own: `node test/second-provider/server.ts`; prints {port} first.
 */
// biome-ignore lint/suspicious/noExplicitAny: bodies as they travel
type Json = any;
const bills: Json[] = [];
const returns: Json[] = [];
const checks: Json[] = [];
const answers = new Map<string, { sent: string; answer: Json }>();
const log: { path: string; body: Json }[] = [];
let lost = 0;

class Refused extends Error {
  readonly status: number;

  constructor(status: number, why: string) {
    super(why);
    this.status = status;
  }
}

const server = createServer(async (request, response) => {
  const path = (request.url ?? '/').slice(1);
  const sent = await text(request);
  const body = sent === '' ? undefined : JSON.parse(sent);
  const send = (status: number, json: unknown) => response.writeHead(status).end(JSON.stringify(json));
  if (path.startsWith('control/')) return send(200, control(path.slice(8), body));
  log.push({ path, body });
  try {
    if (request.headers['x-tally-key'] !== 'tally-key') throw new Refused(401, 'who are you');
    const answer = body?.key ? once(body.key, sent, () => act(path, body)) : act(path, body);
    if (lost > 0 && lost--) return response.destroy();
    return send(200, answer);
  } catch (error) {
    return error instanceof Refused ? send(error.status, { why: error.message }) : send(500, { why: String(error) });
  }
});

/** The same key with the same body gives the same answer, with another one none. */
function once(key: string, sent: string, act: () => Json): Json {
  const known = answers.get(key);
  if (known && known.sent !== sent) throw new Refused(422, 'key of another request');
  const answer = known?.answer ?? act();
  answers.set(key, { sent, answer });
  return answer;
}

function act(path: string, body: Json): Json {
  const [kind, id, what] = path.split('/');
  if (path === 'ways') return { ways: ['CARD', 'FPS'] };
  if (path === 'bills') {
    checkRows(body.check, body.sum);
    const bill = bills.length + 1;
    const { sum, note } = body;
    bills.push({ bill, status: 'OPEN', sum, note, failure: null, page: `https://tally.example/${bill}` });
    return bills.at(-1);
  }
  if (path === 'returns') {
    const { bill, sum, note, check } = body;
    checkRows(check, sum);
    const back = returns.filter((one) => one.bill === bill).reduce((all, one) => all + one.sum, 0);
    if (find(bill).status !== 'PAID' || back + sum > find(bill).sum) throw new Refused(422, 'not so much');
    returns.push({ return: randomUUID(), status: 'DONE', bill, sum, note });
    print(bill, returns.at(-1).return, check);
    return returns.at(-1);
  }
  if (path === 'checks') {
    checkRows(body.check, body.prepaid);
    return print(body.bill, null, body.check);
  }
  if (kind === 'returns') return returns.find((one) => one.return === id) ?? refuse();
  const bill = find(id);
  if (what === 'returns') return returns.filter((one) => one.bill === id);
  if (what === 'checks') return checks.filter((one) => one.bill === id);
  if (what === 'take' || what === 'drop') {
    if (bill.status !== 'HELD') throw new Refused(422, 'nothing is held');
    bill.status = what === 'take' ? 'PAID' : 'FAILED';
    if (what === 'take') print(id, null, {});
  }
  return bill;
}

function print(bill: Json, of: string | null, { rows }: Json): Json {
  checks.push({ check: randomUUID(), bill: String(bill), return: of, number: String(checks.length + 1), rows });
  return checks.at(-1);
}

function checkRows({ mail, rows }: Json, sum: number): void {
  const total = rows.reduce((all: number, { n, each }: Json) => all + n * each, 0);
  const isGood = rows.every(({ title, tax }: Json) => title.length <= 40 && /^T\d+$|^NONE$/.test(tax));
  if (!mail || !isGood || rows.length > 5 || total !== sum || sum === 0) throw new Refused(422, 'a bad check');
}

const find = (id: Json): Json => bills[Number(id) - 1] ?? refuse();

function refuse(): never {
  throw new Refused(404, 'no such thing');
}

function control(verb: string, body: Json): Json {
  if (verb === 'pay') find(body.bill).status = 'HELD';
  if (verb === 'fail') Object.assign(find(body.bill), { status: 'FAILED', failure: body.failure });
  if (verb === 'lose') lost = body.answers;
  return { log, bills, returns, checks };
}

server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })));
