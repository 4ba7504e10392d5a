import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Does `work` unless another process of this machine is doing it for the same cluster; then returns null at once. What
 * excludes the other is a socket address: the kernel gives it to one and takes it back when that one dies.
 */
export async function unlessStarting<T>(cluster: string, work: () => Promise<T>): Promise<T | null> {
  const lock = await take(addressOf(cluster));
  if (!lock) return null;
  try {
    return await work();
  } finally {
    await new Promise((resolve) => lock.close(resolve));
  }
}

/** On Linux a name without a file; elsewhere a socket file, which a killed process leaves behind. */
function addressOf(cluster: string): string {
  const name = `idd-shop-start-${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`;
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), name);
}

async function take(address: string): Promise<Server | null> {
  const lock = await listen(address);
  if (lock || address.startsWith('\0') || (await answers(address))) return lock;
  rmSync(address, { force: true });
  return listen(address);
}

function listen(address: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    );
    server.listen(address, () => resolve(server));
  });
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
