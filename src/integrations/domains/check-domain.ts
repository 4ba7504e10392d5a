import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { isSigned, type SecretKeys, sign } from '#platform/secret-keys.ts';
import { formatDate } from '#shared/dates.ts';
import { countOf } from '#shared/plurals.ts';

/** One thing about a domain that was looked at; the words are Russian. */
export type DomainFinding = { is_met: boolean; words: string };

/** Where every process of the shop proves to itself that a domain leads to it. */
export const proofPath = '/healthz/shop';
const purpose = 'the shop at a domain';
const deadlineMs = 5_000;
const mostBytes = 1_000;
/** Certificates are renewed a month ahead: one that ends sooner than this will not be. */
const renewedDays = 14;

/**
 * What a process answers at `proofPath` to a challenge, which only one with the shop's keys can. `host`: by which name
 * it was asked, as the proxy before it passed it on: without it the shop knows no branch.
 */
export function proveShop(keys: SecretKeys, host: string, challenge: string): string {
  return sign(keys, purpose, proven(host, challenge));
}

function proven(host: string, challenge: string): string {
  return `${host} ${challenge}`;
}

/**
 * Whether a branch's address (scheme://host[:port]) leads to this shop: its record in DNS, its certificate, who
 * answers. Asks over the network, at most ten seconds. Never throws: what failed is a finding.
 */
export async function checkDomain(origin: string, keys: SecretKeys, now = new Date()): Promise<DomainFinding[]> {
  const { hostname, protocol, port } = new URL(origin);
  const addresses = await Promise.race([addressesOf(hostname), sleep(deadlineMs, null, { ref: false })]);
  if (addresses === null) return [bad(`DNS не отвечает о домене ${hostname}`)];
  if (addresses.length === 0)
    return [bad(`Домена ${hostname} нет в DNS: добавьте запись A с адресом сервера, она видна не сразу`)];
  const found = good(`Домен ведёт на ${addresses.slice(0, 3).join(', ')}`);
  const challenge = crypto.randomUUID();
  try {
    const { certificate, status, body } = await ask(`${origin}${proofPath}?challenge=${challenge}`, now);
    const isOurs = status === 200 && isSigned(keys, purpose, proven(hostname, challenge), body);
    return [
      found,
      ...(certificate ? [certificate] : []),
      isOurs
        ? good('Отвечает этот магазин')
        : bad(
            `Отвечает не этот магазин (код ${status}): проверьте запись DNS, и передаёт ли прокси запросы с заголовком Host`,
          ),
    ];
  } catch (error) {
    // A timeout has a number for a code.
    const { code: given, name } = error as NodeJS.ErrnoException;
    const code = typeof given === 'string' ? given : name;
    const where = port || (protocol === 'https:' ? '443' : '80');
    return [found, bad(`${failures[code] ?? `Ответа нет (${code})`}, порт ${where}`)];
  }
}

const failures: Record<string, string> = {
  ECONNREFUSED: 'Сервер не принимает соединений',
  ECONNRESET: 'Сервер оборвал соединение',
  EHOSTUNREACH: 'До сервера нет дороги',
  ENETUNREACH: 'До сервера нет дороги',
  TimeoutError: `Сервер не ответил за ${countOf(deadlineMs / 1_000, 'секунду', 'секунды', 'секунд')}`,
};

/** Empty: there is no such name; null: nobody knows. */
async function addressesOf(hostname: string): Promise<string[] | null> {
  try {
    return (await lookup(hostname, { all: true })).map(({ address }) => address);
  } catch (error) {
    return ['ENOTFOUND', 'ENODATA'].includes((error as NodeJS.ErrnoException).code ?? '') ? [] : null;
  }
}

type Answer = { status: number; body: string; certificate: DomainFinding | null };

/** The answer whatever the certificate is like: what is wrong with it is said beside. */
function ask(url: string, now: Date): Promise<Answer> {
  const send = url.startsWith('https:') ? overHttps : overHttp;
  const signal = AbortSignal.timeout(deadlineMs);
  return new Promise((resolve, reject) => {
    const request = send(url, { agent: false, rejectUnauthorized: false, signal }, (response: IncomingMessage) => {
      const certificate = certificateFinding(response.socket, now);
      let body = '';
      response.setEncoding('latin1');
      response.on('data', (piece: string) => {
        body += piece;
        if (body.length > mostBytes) response.destroy();
      });
      response.on('error', reject);
      response.on('close', () => resolve({ status: response.statusCode ?? 0, body, certificate }));
    });
    request.on('error', (error) => reject(signal.aborted ? signal.reason : error));
    // After an answer nothing comes of it; an answer that is none (101) ends without either.
    request.on('close', () => reject(signal.aborted ? signal.reason : new Error('closed')));
    request.end();
  });
}

const certificateWords: Record<string, string> = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'Сертификат выдан другому домену',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Сертификат самоподписанный: браузеры его не примут',
  SELF_SIGNED_CERT_IN_CHAIN: 'Сертификат самоподписанный: браузеры его не примут',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Сервер не отдаёт промежуточный сертификат: примут не все браузеры',
};

function certificateFinding(socket: Socket, now: Date): DomainFinding | null {
  if (!(socket instanceof TLSSocket)) return null;
  const ends = new Date(socket.getPeerCertificate().valid_to);
  const days = (ends.getTime() - now.getTime()) / 86_400_000;
  if (days < 0) return bad(`Сертификат истёк ${formatDate(ends)}`);
  const code = String(socket.authorizationError ?? '');
  if (!socket.authorized) return bad(certificateWords[code] ?? `Сертификат не принят (${code})`);
  if (days < renewedDays) return bad(`Сертификат истекает ${formatDate(ends)} и не продлён`);
  return good(`Сертификат действует до ${formatDate(ends)}`);
}

function good(words: string): DomainFinding {
  return { is_met: true, words };
}

function bad(words: string): DomainFinding {
  return { is_met: false, words };
}
