import { setImmediate as nextTurn } from 'node:timers/promises';
import { inFormQueue } from '#modules/estimates/estimate-limit.ts';

/** A form without a file, as a rule. */
const smallBytes = 65_536;

/**
 * The sent form; large ones of many senders are taken apart one after another, with others' requests between. Throws
 * bad_form, busy.
 */
export function readForm(request: Request, owner: string): Promise<FormData> {
  // A form sent in chunks declares no length.
  const length = request.headers.get('content-length');
  if (length !== null && Number(length) <= smallBytes) return request.formData();
  return inFormQueue(() => nextTurn().then(() => request.formData()), { owner });
}
