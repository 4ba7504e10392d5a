import { randomBytes } from 'node:crypto';
import type { EmailBranch } from '#modules/mail/email.ts';
import type { SessionPlace } from './sessions.ts';

/** Who signs in or asks for an email: what limits, emails and the session list need of a request context. */
export type Requester = SessionPlace & {
  /** scheme://host[:port]: links of emails lead there. */
  origin: string;
  /** IANA zone of the branch; emails tell times by it. */
  time_zone: string;
  /** The branch as an email's last lines name it. */
  branch: EmailBranch;
  /** The cookie that tells this browser from others; null: it has none yet. */
  browser: string | null;
  /** The cookie of a Yandex account that waits for a code of the same email. */
  waiting_link: string | null;
};

export const browserCookie = 'browser';
export const waitingLinkCookie = 'yandex_link';

const secretPattern = /^[A-Za-z0-9_-]{43}$/;

/** A random secret of 256 bits as it stands in cookies and links. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The secret as typed or kept by a browser, or null when it cannot be one of ours. */
export function readSecret(text: string | null | undefined): string | null {
  return text && secretPattern.test(text) ? text : null;
}
