import { afterAll, vi } from 'vitest';
import { endAll } from './at-end.ts';
import { numberAgain } from './numbers.ts';

// Files share their worker: none begins with the clock or the globals of another.
vi.useRealTimers();
vi.unstubAllGlobals();
vi.restoreAllMocks();
numberAgain();
// Begun before the file's own, so it comes after them.
afterAll(endAll);
