import { defineConfig } from 'vitest/config';

/** What must run while nothing else does: scripts/test.ts calls it after all other tests. */
export default defineConfig({
  test: {
    include: ['test/gate/*.gate.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    env: { TZ: 'Europe/Moscow' },
    hookTimeout: 60_000,
    maxWorkers: 1,
  },
});
