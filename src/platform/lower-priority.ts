import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Of nice's 19 steps: still a third of a share. With more of them work stands still where the machine is full. */
const nice = 5;

/**
 * The other processes go first. On Linux each thread has a priority of its own, which those that it begins take over:
 * V8 has begun its own (memory, compiling) before any line of ours, so each of them is set as well.
 */
export function lowerPriority(): void {
  setPriority(nice);
  for (const thread of threads()) setPriority(thread, nice);
}

/** Empty where the system has no such folder. */
function threads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [];
  }
}
