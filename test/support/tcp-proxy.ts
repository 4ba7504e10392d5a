import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { atEnd } from './at-end.ts';

export type TcpProxy = {
  /** The same database through the proxy. */
  url: string;
  port: number;
  /**
   * Connections there are now say nothing any more, without being closed: as after a failover of the network. New ones
   * work.
   */
  freeze(): void;
  /** Cuts what there is; new connections are closed at once, until `admit`. */
  refuse(): void;
  admit(): void;
  /** How many connections have been opened so far. */
  opened(): number;
};

/**
 * Stands between a test and the server of a database, and lets its connections die in the ways in which networks let
 * them die.
 */
export async function openTcpProxy(databaseUrl: string): Promise<TcpProxy> {
  const target = targetOf(databaseUrl);
  let pairs = new Set<[Socket, Socket]>();
  const frozen: [Socket, Socket][] = [];
  let isRefusing = false;
  let opened = 0;
  const server = createServer((near) => {
    near.on('error', () => {});
    if (isRefusing) return near.destroy();
    opened++;
    const far = connect(target);
    far.on('error', () => near.destroy());
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    near.pipe(far).pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    near.on('close', () => pairs.delete(pair));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const cut = () => {
    for (const pair of [...pairs, ...frozen]) for (const socket of pair) socket.destroy();
  };
  atEnd(() => {
    cut();
    server.close();
  });
  const url = new URL(databaseUrl);
  url.searchParams.delete('host');
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    port,
    freeze() {
      for (const [near, far] of pairs) {
        near.unpipe(far);
        far.unpipe(near);
        near.pause();
        far.pause();
        frozen.push([near, far]);
      }
      pairs = new Set();
    },
    refuse() {
      isRefusing = true;
      cut();
    },
    admit() {
      isRefusing = false;
    },
    opened: () => opened,
  };
}

function targetOf(databaseUrl: string): NetConnectOpts {
  const { hostname, port, searchParams } = new URL(databaseUrl);
  const folder = searchParams.get('host');
  return folder ? { path: `${folder}/.s.PGSQL.5432` } : { host: hostname, port: Number(port || 5432) };
}
