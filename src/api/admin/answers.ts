import { z } from 'zod';

/** Of a call that has nothing to say but that it is done. */
export const Ok = z.object({ ok: z.literal(true) });
export const ok = { ok: true } as const;

export function iso(moment: Date | null): string | null {
  return moment?.toISOString() ?? null;
}
