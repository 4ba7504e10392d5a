import type { OrderView } from '#modules/orders/queries.ts';
import type { SeenPayment } from '#modules/payments/apply-payment.ts';
import type { ReceiptItem } from '#modules/payments/receipt-items.ts';
import type { SeenReceipt } from '#modules/payments/receipts.ts';
import type { SeenRefund } from '#modules/payments/refund-payment.ts';
import type { PayMethod } from '#modules/payments/schema.ts';
import type { Db } from '#platform/database.ts';
import type { Config } from '../../config.ts';
import type { Processor } from '../processor.ts';

/**
 * Whoever takes the money, in the shop's words: sums are whole kopecks, ids are the shop's unless they are called
 * `provider_id`, and those no other partner gives (one that numbers puts its name before them). A payment is `pending`
 * until its buyer pays, may be `waiting_for_capture` while the bank holds the money for the shop, and ends as
 * `succeeded` or `canceled`; refunds and receipts are `pending` until they `succeeded` or were `canceled`.
 *
 * Each of the seven calls asks the partner over the network and throws ProviderSilent when there is no answer, or none
 * that says what was done (the same call with the same key is the way on), and ProviderRefused when it was understood
 * and refused.
 */
export type PaymentProvider = PaymentFacts & {
  /**
   * Which ways to pay the shop's contract has now, each with the partner's own word for it. Never throws: the usual
   * ones when nobody answers.
   */
  methods(): Promise<Methods>;
  /** Has a payment made by a stored request; the same key makes one payment however often it is called. */
  open(stored: StoredRequest): Promise<SeenPayment>;
  /** The state of things as the partner has it now. `about` is our payment or refund, for the stored answers. */
  lookUp<Kind extends keyof Found>(kind: Kind, provider_id: string, about: string | null): Promise<Found[Kind]>;
  /** Takes the money that the bank holds. */
  capture(payment: SeenPayment): Promise<SeenPayment>;
  /** Lets go of the money that the bank holds. */
  cancel(payment: SeenPayment): Promise<SeenPayment>;
  /** Gives money of a paid payment back, all or a part, with its receipt; the same key gives it back once. */
  refund(stored: StoredRequest): Promise<SeenRefund>;
  /** Sends the receipt of a hand-over: full payment, offset by what was paid before. The same key prints it once. */
  receipt(stored: StoredRequest): Promise<SeenReceipt>;
};

/** What is known of a partner without asking it. */
type PaymentFacts = {
  /** As in `payments.provider`, in the setting PAYMENT_PROVIDER and in the address of its notifications. */
  name: string;
  /** Left out: nobody else learns of the payment. */
  processor?: Processor;
  /** Takes no money: pages say so. */
  is_demonstration: boolean;
  /** Positions of an order that fit into its receipt beside the delivery and the unloading or lifting. */
  most_positions: number;
  /** So long it certainly remembers a key; the same request sent later could be done again. */
  key_lives_ms: number;
  /** Where its notifications may come from: addresses and networks by commas. */
  networks: string;
  /** What a notification is about; null: it is none. Nothing else in it is believed. */
  readNotification(body: unknown): PaymentNotification | null;
  /**
   * Requests in the partner's own words. They are stored before they are sent, so that whoever repeats one sends the
   * same bytes. Nothing is asked here. Throws RangeError for what the partner cannot take: a VAT rate without a code,
   * more positions than a receipt holds.
   */
  requests: {
    open(wanted: WantedPayment): unknown;
    refund(wanted: WantedRefund): unknown;
    receipt(wanted: WantedReceipt): unknown;
  };
};

/** A row of the table in `integrations/partners.ts`. */
export type PaymentPartner = {
  /** What it cannot do without, in words for staff: settings of the README. */
  needs: string;
  /** Whether the shop has them. */
  isOn(config: Config): boolean;
  /** The secret it signs in with, of which staff are shown how it ends; left out: it has none. */
  key?(config: Config): string | undefined;
  /** `longest_ms`: no answer is waited for longer, whatever the settings say. */
  open(db: Db, config: Config, longest_ms?: number): PaymentProvider;
};

export type Methods = Partial<Record<PayMethod, string>>;

/** How the buyer goes to pay: the browser is sent to an address and comes back to ours, or reads a QR code. */
export type Confirmation = { type: 'redirect'; return_url: string } | { type: 'qr' };

export type WantedPayment = {
  id: string;
  amount: number;
  /** Of `methods()`. */
  method_word: string;
  confirmation: Confirmation;
  items: ReceiptItem[];
  order: OrderView;
};
/** Its receipt returns what the items name. */
export type WantedRefund = {
  id: string;
  payment_provider_id: string;
  amount: number;
  items: ReceiptItem[];
  order: OrderView;
};
export type WantedReceipt = { payment_provider_id: string; sum: number; items: ReceiptItem[]; order: OrderView };

/** What is sent: the row's id, its key and the request as it was stored. */
export type StoredRequest = { id: string; idempotence_key: string; request: unknown };

/** What may be looked up: a payment or refund by its own id, refunds and receipts by that of their payment. */
export type Found = { payment: SeenPayment; refund: SeenRefund; refunds: SeenRefund[]; receipts: SeenReceipt[] };

/** `event` is the partner's word, stored for staff; `about` says what `object_id`, the partner's id, belongs to. */
export type PaymentNotification = { event: string; about: 'payment' | 'refund' | 'other'; object_id: string };

/**
 * No answer, or one that says nothing: whether it was done is unknown, the same request with the same key is the way
 * on.
 */
export class ProviderSilent extends Error {}

/** The partner understood and refused; the message says why, for staff. */
export class ProviderRefused extends Error {
  /** It knows no such payment, refund or receipt. */
  readonly isUnknown: boolean;

  constructor(message: string, isUnknown = false) {
    super(message);
    this.isUnknown = isUnknown;
  }
}
