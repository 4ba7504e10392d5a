import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';

/**
 * Lets a server that listens on 127.0.0.1 answer on ::1 at the same port, for browsers that take `localhost` for IPv6.
 * Returns what ends that, which resolves when the last connection is closed. A machine without IPv6 is left as it is.
 * Throws EADDRINUSE when another program has the port.
 */
export async function answerOnIpv6Too(server: HttpServer): Promise<() => Promise<void>> {
  const { port } = server.address() as AddressInfo;
  // Node's documented way of giving a connection to an HTTP server; the options are those of its own sockets.
  const second = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket));
  try {
    second.listen({ host: '::1', port });
    await once(second, 'listening');
  } catch (error) {
    if (!['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return async () => {};
  }
  return async () => {
    const closed = once(second, 'close');
    second.close();
    // Idle connections are the HTTP server's to know; those that become idle later too.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    await closed;
    clearInterval(sweep);
  };
}
