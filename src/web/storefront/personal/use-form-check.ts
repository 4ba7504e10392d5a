import { type Problems, useFormCheck as useCheck } from '#web/forms/use-form-check.ts';

export type { Problems };

/** The check of a form whose element takes all of its handlers by spreading them. */
export function useFormCheck(...given: Parameters<typeof useCheck>) {
  const { errors, handlers } = useCheck(...given);
  return { errors, ...handlers };
}
