import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensure } from '#shared/ensure.ts';
import { load } from './load.ts';
import { isInstalled } from './nginx.ts';

export type Call = { path: string; method?: string; headers?: Record<string, string>; body?: string };
export type Figures = { per_second: number; p50: number; p95: number; p99: number; errors: number };

type Load = { port: number; host: string; concurrency: number; seconds: number };

/**
 * The middle of three windows by what was answered a second, as the peers were measured; each window begins elsewhere
 * among the calls.
 */
export async function loadWindows(load: Load, calls: Call[]): Promise<Figures> {
  const windows: Figures[] = [];
  for (let window = 0; window < 3; window++) {
    const begin = Math.floor((calls.length * window) / 3);
    windows.push(await loadCalls(load, [...calls.slice(begin), ...calls.slice(0, begin)]));
  }
  const [, middle] = windows.sort((a, b) => a.per_second - b.per_second);
  return { ...ensure(middle), errors: windows.reduce((sum, { errors }) => sum + errors, 0) };
}

/**
 * Sends the calls one after another, round and round, over `concurrency` keep-alive connections: by wrk where it is
 * installed, which leaves nearly the whole machine to the shop, else by Node. Milliseconds. An answer that is not 2xx
 * or 3xx is an error.
 */
export async function loadCalls({ port, host, concurrency, seconds }: Load, calls: Call[]): Promise<Figures> {
  if (isInstalled('wrk')) {
    // A second to warm up, with calls of the middle: the first ones are to be met unprepared.
    const middle = Math.floor(calls.length / 2);
    byWrk(port, host, concurrency, 1, [...calls.slice(middle), ...calls.slice(0, middle)]);
    return byWrk(port, host, concurrency, seconds, calls);
  }
  const {
    name: _,
    done: __,
    ...figures
  } = await load('', { port, host, concurrency, seconds }, async (ask, turn) => {
    const { path, ...options } = ensure(calls[turn % calls.length]);
    const { status } = await ask(path, options);
    if (status >= 400) throw new Error(`${path} answers ${status}`);
  });
  return figures;
}

function byWrk(port: number, host: string, concurrency: number, seconds: number, calls: Call[]): Figures {
  const folder = mkdtempSync(join(tmpdir(), 'bench-wrk-'));
  try {
    const file = join(folder, 'calls.lua');
    writeFileSync(file, luaOf(calls, host));
    const args = [
      '-t1',
      `-c${concurrency}`,
      `-d${seconds}s`,
      '--timeout',
      '10s',
      '-s',
      file,
      `http://127.0.0.1:${port}`,
    ];
    const printed = execFileSync('wrk', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
    return JSON.parse(/^FIGURES (.*)$/m.exec(printed)?.[1] ?? '') as Figures;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Requests are written once, before the load; `done` prints what wrk itself leaves out: p95. */
function luaOf(calls: Call[], host: string): string {
  const requests = calls.map(({ path, method = 'GET', headers = {}, body }) => {
    const lines = [
      `${method} ${path} HTTP/1.1`,
      `Host: ${host}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      ...(body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
    ];
    return quoted(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`);
  });
  return `
local calls = {${requests.join(',\n')}}
local turn = 0
request = function()
  turn = turn % #calls + 1
  return calls[turn]
end
done = function(summary, latency)
  local e = summary.errors
  io.write(string.format('FIGURES {"per_second":%d,"p50":%.2f,"p95":%.2f,"p99":%.2f,"errors":%d}\\n',
    summary.requests / (summary.duration / 1000000), latency:percentile(50) / 1000, latency:percentile(95) / 1000,
    latency:percentile(99) / 1000, e.connect + e.read + e.write + e.status + e.timeout))
end
`;
}

/** A Lua string of these bytes. */
function quoted(text: string): string {
  const bytes = [...Buffer.from(text)].map((byte) =>
    byte >= 32 && byte < 127 && byte !== 34 && byte !== 92
      ? String.fromCharCode(byte)
      : `\\${String(byte).padStart(3, '0')}`,
  );
  return `"${bytes.join('')}"`;
}
