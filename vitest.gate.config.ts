import { defineConfig } from 'vitest/config';

/**
 * What must run while hardly anything else does: scripts/test.ts calls it after all other tests. Lighthouse waits more
 * than it works, so two of them share the machine.
 */
export default defineConfig({
  test: {
    include: ['test/gate/*.gate.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    env: { TZ: 'Europe/Moscow' },
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
