import { expect, test } from 'vitest';
import { memorySettings, processMemory } from './process-flags.ts';

test('a process with an environment of its own gets every setting of memory that its parent has, and no other', () => {
  expect(memorySettings({ ...processMemory, MALLOC_ARENA_MAX: '4', PATH: '/bin' })).toEqual({
    ...processMemory,
    MALLOC_ARENA_MAX: '4',
  });
  expect(memorySettings({ PATH: '/bin', MALLOC_TOP_PAD_: '' })).toEqual({});
});
