import { vi } from 'vitest';
import { numberAnew } from './numbers.ts';

// Files share their worker: none begins with the clock or the globals of another.
vi.useRealTimers();
vi.unstubAllGlobals();
vi.restoreAllMocks();
numberAnew();
