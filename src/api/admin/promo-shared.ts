import { z } from 'zod';
import { datedStates } from '#modules/content/staff-dated.ts';

/** «срок, минимум»: what was changed, named once each. */
export function changedWords(change: object, words: Record<string, string>): string {
  return [...new Set(Object.keys(change).map((name) => words[name] ?? name))].join(', ');
}

/** What lists of slides and wobblers are filtered by. */
export const datedFilter = {
  q: z.string().max(200),
  state: z.array(z.enum(datedStates)),
  reach: z.array(z.enum(['branch', 'common'])),
};
