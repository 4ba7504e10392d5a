import { type RefusalCode, refusals } from '#shared/refusals.ts';

/**
 * An expected refusal: sold out, not yours, bad count. Thrown, so that a transaction around it rolls back. `details`
 * travel to the answer beside code and message; `message` replaces the table's sentence where one line says more.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly details: Record<string, unknown>;

  constructor(code: RefusalCode, details: Record<string, unknown> = {}, message: string = refusals[code].message) {
    super(message);
    this.code = code;
    this.status = refusals[code].status;
    this.details = details;
  }
}
