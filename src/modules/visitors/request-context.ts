import type { SignedIn } from '#modules/accounts/signed-in.ts';
import type { Department, PriceContext } from '#modules/departments/queries.ts';
import type { DeviceType } from '#platform/device.ts';
import type { ShopPreview } from './shop-preview.ts';

/**
 * Who asks, from where, on what: made once per request from host, user agent and cookies, never from the query or a
 * form. The price context (price column and store) stands here, so every read takes it from one place.
 */
export type RequestContext = {
  requestId: string;
  /** Host as asked, without port, lower case. */
  host: string;
  /**
   * scheme://host[:port] of the branch by the settings: for everything that is read elsewhere, such as links in emails.
   */
  origin: string;
  /**
   * The same as the browser has it in its address line, Host header included: for what this browser itself says
   * (Origin, Referer) and for bringing it back. In a demonstration it may be `localhost`.
   */
  here: string;
  department: Department;
  priceContext: PriceContext;
  device: DeviceType;
  isBot: boolean;
  /**
   * The uuid of S7-02: a signed-in person's own id, else the visitor cookie's, null until a mutation or GET
   * /api/_auth/cookie made one. It opens nothing.
   */
  visitor: string | null;
  /** staff: a member of staff acts as a customer. */
  kind: 'guest' | 'user' | 'b2b' | 'staff';
  /** Whoever is signed in; while staff acts for a customer, the customer with `acting` set. */
  account: SignedIn | null;
  /** A member of staff looks at the shop at another moment; null: the page is of now. */
  preview: ShopPreview | null;
  /** Of the network, in one spelling (`plainAddress`); limits count it by its network. */
  address: string;
  userAgent: string;
  cookies: Record<string, string>;
  isSecure: boolean;
  /** Somebody on this machine asks, and not through a proxy. */
  isLocal: boolean;
};

/** The moment whose content is shown: now, or that of a look at the shop. Every dated read of a page takes it. */
export function shownAt({ preview }: Pick<RequestContext, 'preview'>, now = new Date()): Date {
  return preview?.at ?? now;
}
