import type { LeadToSend } from '#modules/leads/send-state.ts';
import type { PartnerRow } from '../partner-row.ts';
import type { Processor } from '../processor.ts';

/** Whoever takes the shop's leads. Neither call throws for the partner's sake: what became of it is the answer. */
export type Crm = {
  /** Left out: leads stay with the shop. */
  processor?: Processor;
  /** Adds a lead; its `origin_id` goes with it, so that it is found again. */
  add(lead: LeadToSend): Promise<CrmAnswer>;
  /** Looks for a lead that may have arrived. */
  find(origin_id: string): Promise<CrmAnswer>;
};

/**
 * What became of a call. `call` is the partner's name of it, `answer` what came back without anything secret, both
 * stored for staff; `status` null: nothing came back. `lead` null: there is none.
 */
export type CrmAnswer = { call: string; status: number | null; answer: string } & (
  | { kind: 'done'; lead: { crm_id: number | null } | null }
  | CrmFailure
);

/** `words` say in Russian what failed. */
export type CrmFailure =
  /** Nobody answered, or the answer says nothing; `is_reached`: it may have been done all the same. */
  | { kind: 'silent'; is_reached: boolean; words: string }
  /**
   * Too many requests: nothing was done; `until`: the moment from which the CRM may be asked again, where it named one,
   * else after `pause_ms`.
   */
  | { kind: 'busy'; until: Date | null; pause_ms: number; words: string }
  /** The shop may not do this: no call will be taken until somebody changes that. */
  | { kind: 'rights'; words: string }
  /** Understood and refused. */
  | { kind: 'refused'; words: string };

/** Without one leads stay in the shop. */
export type CrmPartner = PartnerRow<Crm>;
