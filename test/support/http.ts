import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';

export type HttpAnswer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  raw: Buffer;
  body: Buffer;
  text: string;
};

/** One real HTTP request to a listening port of loopback, with any Host (fetch forbids to set it). Gzip is expanded. */
export function ask(
  port: number,
  path: string,
  headers: Record<string, string> = {},
  init: { method?: string; body?: string | Buffer } = {},
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: init.method ?? 'GET',
        headers: { host: 'idd.localhost', ...headers },
        agent: false,
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('end', () => {
          const raw = Buffer.concat(chunks);
          const body = incoming.headers['content-encoding'] === 'gzip' && raw.length > 0 ? gunzipSync(raw) : raw;
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, raw, body, text: body.toString() });
        });
        incoming.on('error', reject);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(init.body);
  });
}

export const userAgents = {
  desktop: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36',
  mobile:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  robot: 'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
} as const;
