import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest of all; none of them may begin last. */
const longest = [
  'test/journeys/every-page.test.ts',
  'test/journeys/purchase.test.ts',
  'test/journeys/voice.test.ts',
  'test/going-live.test.ts',
  'test/access.test.ts',
  'src/platform/postgres/backup.test.ts',
];

/** Tests of the whole shop take minutes, those beside the code seconds: begun first, they do not end alone. */
class WholeShopFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const placeOf = ({ moduleId }: TestSpecification) => {
      const path = relative(import.meta.dirname, moduleId);
      const place = longest.indexOf(path);
      return place >= 0 ? place : longest.length + Number(!path.startsWith('test'));
    };
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

export default defineConfig({
  // As the pages are built: React of production knows no JSX of development.
  oxc: { jsx: { runtime: 'automatic', development: false } },
  test: {
    include: ['src/**/*.test.ts', 'db/**/*.test.ts', 'test/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    // A worker reads the shop's modules once, not once per file; what a file may leave behind is put back before the
    // next.
    isolate: false,
    setupFiles: ['test/support/fresh-start.ts'],
    sequence: { sequencer: WholeShopFirst },
    // Moscow is +3: a calculation that silently uses UTC shows itself.
    env: { TZ: 'Europe/Moscow', NODE_ENV: 'production' },
    // Far above what a test takes: a limit near it fails right tests on a busy machine. Speed is measured by bench/.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    // Twice the cores of a small machine: much of a journey is waiting.
    maxWorkers: 4,
  },
});
