import type { ClientBase } from 'pg';
import { ensure } from '#shared/ensure.ts';

/** One server of the address; `host` may be the folder of a unix socket. */
export type DatabaseHost = { host: string; port: number };

/** Which of several servers is wanted, as libpq's target_session_attrs says it. */
export type WantedServer = 'any' | 'read-write' | 'read-only' | 'primary' | 'standby' | 'prefer-standby';

export type DatabaseAddress = {
  /** The address of the first server alone, as pg understands it. */
  url: string;
  hosts: DatabaseHost[];
  wanted: WantedServer;
};

/**
 * An address that cannot be understood; the message is a Russian sentence without the address, which holds a password.
 */
export class DatabaseAddressError extends Error {}

const wantedServers: WantedServer[] = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'];

const shape = /^(postgres(?:ql)?):\/\/(?:([^/?#]*)@)?([^/?#@]*)(\/[^/?#]*)?(?:\?([^#]*))?$/i;

/**
 * Reads `postgres://user:password@one:5432,two:5433/shop?target_session_attrs=read-write`, also with
 * `?host=one,two&port=5432,5433`, or one server or socket folder as pg takes it. Throws DatabaseAddressError.
 */
export function readDatabaseAddress(text: string): DatabaseAddress {
  const [, scheme, user, authority = '', path = '/', query] = shape.exec(text) ?? [];
  if (scheme === undefined) throw new DatabaseAddressError('пишется postgres://пользователь:пароль@сервер:порт/база');
  const parameters = new URLSearchParams(query);
  const hosts = readHosts(parameters.get('host') ?? authority, parameters.get('port'));
  const wanted = (parameters.get('target_session_attrs') ?? 'any') as WantedServer;
  if (!wantedServers.includes(wanted))
    throw new DatabaseAddressError(`target_session_attrs бывает ${wantedServers.join(', ')}`);
  const url =
    hosts.length === 1 && wanted === 'any' ? text : writeUrl({ scheme, user, path, parameters }, ensure(hosts[0]));
  if (!URL.canParse(url) || ![user, path].every(isDecodable))
    throw new DatabaseAddressError('особые знаки в имени и пароле пишутся через %, например @ — это %40');
  return { url, hosts, wanted };
}

function readHosts(list: string, portList: string | null): DatabaseHost[] {
  const ports = portList === null ? [] : portList.split(',');
  const names = list.split(',');
  if (ports.length > 1 && ports.length !== names.length)
    throw new DatabaseAddressError('портов в port должно быть столько же, сколько серверов, или один на всех');
  return names.map((name, index) => {
    const given = ports[index] ?? ports[0];
    if (name.startsWith('/') || name.startsWith('%2F'))
      return { host: decodeURIComponent(name), port: readPort(given) };
    const [, host, port] = /^(\[[0-9a-f:.]+\]|[^:[\]]*)(?::(\d+))?$/i.exec(name) ?? [];
    if (host === undefined || (host === '' && names.length > 1))
      throw new DatabaseAddressError(`не понятен адрес сервера № ${index + 1}`);
    return { host: host.replaceAll(/[[\]]/g, '') || 'localhost', port: readPort(port ?? given) };
  });
}

function readPort(text: string | undefined): number {
  const port = Number(text || 5432);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new DatabaseAddressError(`порт — число от 1 до 65535, а написано «${text}»`);
  return port;
}

type Parts = { scheme: string; user: string | undefined; path: string; parameters: URLSearchParams };

function writeUrl({ scheme, user, path, parameters }: Parts, { host, port }: DatabaseHost): string {
  const rest = new URLSearchParams(parameters);
  for (const name of ['host', 'port', 'target_session_attrs']) rest.delete(name);
  const isSocket = host.startsWith('/');
  if (isSocket) rest.set('host', host);
  const name = isSocket ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  const query = rest.size > 0 ? `?${rest}` : '';
  return `${scheme}://${user === undefined ? '' : `${user}@`}${name}:${port}${path}${query}`;
}

/** The address of one of its servers alone. */
export function urlTo({ url }: Pick<DatabaseAddress, 'url'>, host: DatabaseHost): string {
  const [, scheme = 'postgres', user, , path = '/', query] = shape.exec(url) ?? [];
  return writeUrl({ scheme, user, path, parameters: new URLSearchParams(query) }, host);
}

function isDecodable(part: string | undefined): boolean {
  try {
    decodeURIComponent(part ?? '');
    return true;
  } catch {
    return false;
  }
}

/** Whether an open connection leads to a server that is wanted. */
export async function isWanted(client: ClientBase, wanted: WantedServer): Promise<boolean> {
  if (wanted === 'any') return true;
  const { rows } = await client.query<{ is_standby: boolean; is_read_only: boolean }>(
    `select pg_is_in_recovery() as is_standby, current_setting('transaction_read_only') = 'on' as is_read_only`,
  );
  const { is_standby = false, is_read_only = false } = rows[0] ?? {};
  if (wanted === 'primary') return !is_standby;
  if (wanted === 'standby' || wanted === 'prefer-standby') return is_standby;
  return wanted === 'read-only' ? is_read_only : !is_read_only;
}
