import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'db/**/*.test.ts', 'test/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    // Moscow is +3: a calculation that silently uses UTC shows itself.
    env: { TZ: 'Europe/Moscow' },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A second is short for a page on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    // One more than the cores of a small machine: much of a journey is waiting.
    maxWorkers: 3,
  },
});
