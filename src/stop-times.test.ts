import { expect, test } from 'vitest';
import { readSettings } from './config.ts';
import { childPatienceMs, launcherStopMs, webStopMs } from './stop-times.ts';

test('whatever STOP_DELAY_SECONDS may be, the launcher waits until the web process has ended by itself', () => {
  for (const seconds of ['0', '5', '60']) {
    const { STOP_DELAY_SECONDS } = readSettings({ STOP_DELAY_SECONDS: seconds });
    expect(webStopMs(STOP_DELAY_SECONDS)).toBe(Number(seconds) * 1_000 + 9_500);
    expect(childPatienceMs(STOP_DELAY_SECONDS)).toBeGreaterThan(webStopMs(STOP_DELAY_SECONDS) + 5_000);
    expect(launcherStopMs(STOP_DELAY_SECONDS)).toBeGreaterThan(childPatienceMs(STOP_DELAY_SECONDS) + 5_000);
  }
});
