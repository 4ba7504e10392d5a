import type { Campaign } from '#modules/fortune/queries.ts';
import type { FieldErrors, TextsOf } from '#shared/form-rules.ts';
import type { drawCheckForm } from './check-form.ts';

/** A prize with its odds in words. Kopecks; `left` null: as many as the budget lasts for. */
export type PrizeView = {
  id: number;
  name: string;
  weight: number;
  percent: string;
  sum_kopecks: number;
  min_sum_kopecks: number;
  coupon_days: number;
  left: number | null;
  is_consolation: boolean;
};

export type MySpin = {
  number: number;
  ticket: string;
  client_seed: string;
  server_seed: string;
  commit: string;
  roll: number;
  /** Place of the drawn prize on the wheel. */
  index: number;
  drawn: string;
  given: string;
  is_replaced: boolean;
  coupon: string;
  coupon_is_used: boolean;
  sum_kopecks: number;
  min_sum_kopecks: number;
  until: string;
  at: string;
};

/** What this visitor may do with the wheel now. idle: signed in while nothing is drawn. */
export type Stand =
  | { kind: 'guest' }
  | { kind: 'idle' }
  | { kind: 'blocked'; words: string }
  | { kind: 'ready'; email: string; ticket: string; commit: string; suggested: string }
  | { kind: 'spun'; spin: MySpin };

export type CheckFields = TextsOf<typeof drawCheckForm>;

/** `is_promised` null: no commitment was given to compare with. */
export type CheckAnswer =
  | { kind: 'bad'; errors: FieldErrors }
  | { kind: 'drawn'; roll: number; prize: string; is_promised: boolean | null };

export type Check = { fields: CheckFields; answer: CheckAnswer | null };

export type FortuneView = {
  code: string;
  title: string;
  state: Campaign['state'];
  /** In words: when it begins, till when it runs («по 9 января 2027 включительно»), when it was over. */
  starts: string;
  until: string;
  ended: string;
  period: Campaign['period'];
  organiser: string;
  rules_html: string;
  budget_kopecks: number;
  left_kopecks: number;
  device_limit: number;
  address_limit: number;
  prizes: PrizeView[];
  /** The sum of all weights. */
  total: number;
  seed_commit: string;
  /** The campaign's seed, an hour after its end. */
  revealed_seed: string | null;
  stand: Stand;
  spins: { number: number; at: string; prize: string; is_replaced: boolean }[];
  check: Check;
};
