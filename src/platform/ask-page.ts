import { request as askPlain, type IncomingMessage } from 'node:http';
import { request as askSecure } from 'node:https';
import type { LookupFunction } from 'node:net';

/** More of a page is not read: what it tells robots stands in its head. */
const mostBytes = 65_536;
const longestMs = 10_000;

// Sub-domains of localhost are this machine by RFC 6761; not every resolver knows that.
const thisMachine: LookupFunction = (_host, { all }, answer) =>
  all ? answer(null, [{ address: '127.0.0.1', family: 4 }]) : answer(null, '127.0.0.1', 4);

/**
 * GET of a page as a robot would ask: its status, and whether it lets itself be indexed. Redirects are not followed.
 * null: nobody answered within ten seconds.
 */
export function askPage(address: string): Promise<{ status: number; isIndexed: boolean } | null> {
  const url = new URL(address);
  const ask = url.protocol === 'https:' ? askSecure : askPlain;
  const lookup = /(^|\.)localhost$/.test(url.hostname) ? { lookup: thisMachine } : {};
  return new Promise((resolve) => {
    const options = {
      ...lookup,
      agent: false,
      signal: AbortSignal.timeout(longestMs),
      headers: { accept: 'text/html' },
    };
    ask(url, options, (response) => {
      readHead(response).then(
        (head) => resolve({ status: response.statusCode ?? 0, isIndexed: !isKeptOut(response, head) }),
        () => resolve(null),
      );
    })
      .on('error', () => resolve(null))
      .end();
  });
}

async function readHead(response: IncomingMessage): Promise<string> {
  let head = '';
  for await (const chunk of response.setEncoding('utf8')) {
    head += chunk;
    // Leaving the loop closes the connection.
    if (head.length >= mostBytes || head.includes('</head>')) break;
  }
  return head;
}

function isKeptOut(response: IncomingMessage, head: string): boolean {
  return (
    /noindex/i.test(String(response.headers['x-robots-tag'] ?? '')) ||
    /<meta name="robots" content="noindex/i.test(head)
  );
}
