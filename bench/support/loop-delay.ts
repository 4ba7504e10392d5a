import { appendFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into a measured process (NODE_OPTIONS=--import): four times a second, how long its thread was held at most, in
 * milliseconds, as a line of LOOP_DELAY_FILE.
 */
const file = process.env.LOOP_DELAY_FILE;
if (isMainThread && file) {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  setInterval(() => {
    appendFileSync(file, `${Date.now()} ${(delay.max / 1e6).toFixed(1)}\n`);
    delay.reset();
  }, 250).unref();
}
