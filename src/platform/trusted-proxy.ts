import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { perObject } from '#shared/per-object.ts';
import { isInNetworks, networkList } from './networks.ts';

/** Names that TRUST_PROXY may hold beside addresses, as Fastify reads them. */
const named: Record<string, string> = {
  loopback: '127.0.0.0/8,::1/128',
  linklocal: '169.254.0.0/16,fe80::/10',
  uniquelocal: '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7',
};

/**
 * Whether every part of TRUST_PROXY can be read, by `trustedPeers` and by Fastify alike: a netmask (/255.0.0.0) or all
 * addresses (/0) cannot.
 */
export function isProxySetting(typed: string): boolean {
  if (['', 'true', 'false'].includes(typed)) return true;
  return typed
    .split(',')
    .map((part) => part.trim())
    .every((part) => Object.hasOwn(named, part) || (/^[^/]+(\/[1-9]\d*)?$/.test(part) && networkList(part) !== null));
}

/**
 * Whether a request was handed over by a proxy of ours: TRUST_PROXY is '' or 'false' (none), 'true' (whoever connects),
 * or addresses, networks and names by commas. What cannot be read trusts nobody.
 */
export function trustedPeers(setting: string): (request: Pick<IncomingMessage, 'socket'>) => boolean {
  if (setting === '' || setting === 'false') return () => false;
  if (setting === 'true') return () => true;
  const networks = networkList(
    setting
      .split(',')
      .map((part) => named[part.trim()] ?? part)
      .join(','),
  );
  // A proxy asks many times over one connection.
  const known = new WeakMap<Socket, boolean>();
  return ({ socket }) => {
    let isTrusted = known.get(socket);
    if (isTrusted === undefined) {
      isTrusted = networks !== null && isInNetworks(networks, socket.remoteAddress ?? '');
      known.set(socket, isTrusted);
    }
    return isTrusted;
  };
}

type ProxySetting = { TRUST_PROXY: string };

/** https when a proxy of ours says so; the shop itself speaks http. */
export function schemeOf(request: IncomingMessage, config: ProxySetting): 'http' | 'https' {
  if (request.headers['x-forwarded-proto'] !== 'https') return 'http';
  return trustOf(config)(request) ? 'https' : 'http';
}

const trustOf = perObject(({ TRUST_PROXY }: ProxySetting) => trustedPeers(TRUST_PROXY));
