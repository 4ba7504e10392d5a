import type { FastifyRequest } from 'fastify';
import { isForwarded } from './local-request.ts';
import type { Log } from './log.ts';
import { createRecentCount } from './recent-count.ts';

/** Asked by /metrics: `total` since the start of the process, `recent` in the last 15 to 30 minutes. */
export type ForwardingAlarm = { note(request: FastifyRequest): void; counts(): { total: number; recent: number } };

const windowMs = 900_000;

/**
 * Raises an alarm when requests are passed on by a machine that TRUST_PROXY does not name, or by one that does not say
 * for whom: the shop then counts everybody behind it as one address, and the first buyers use up the limits of the
 * rest. One line in the log per quarter of an hour.
 */
export function watchForwarding(log: Log): ForwardingAlarm {
  let total = 0;
  const lately = createRecentCount(windowMs);
  return {
    note(request) {
      // Fastify's `ips`: the peer, then what it said if it is believed.
      if ((request.ips?.length ?? 1) > 1 || !isForwarded(request.headers)) return;
      total++;
      if (lately.note() > 1) return;
      const peer = request.socket.remoteAddress;
      log.warn(
        { peer, total },
        'requests are forwarded by a machine that TRUST_PROXY does not name: limits count its address',
      );
    },
    counts() {
      return { total, recent: lately.recent() };
    },
  };
}
