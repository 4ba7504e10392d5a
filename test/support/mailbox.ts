import { expect } from 'vitest';
import type { Db } from '#platform/database.ts';
import { runJobs } from './jobs.ts';
import { testSmtp } from './smtp.ts';

/**
 * A mailbox behind a real post office: jobs that wait are done, and the newest email to an address is read as it
 * travelled.
 */
export async function testMailbox(db: Db, url: string) {
  const smtp = await testSmtp();
  let read = 0;
  return {
    /** Where a shop finds the post office. */
    url: smtp.url,
    /** The words of the next email to this address. */
    async emailTo(email: string): Promise<string> {
      await runJobs(db, url, { SMTP_URL: smtp.url });
      let text = '';
      await expect
        .poll(() => {
          const at = smtp.received.findIndex(({ to }, index) => index >= read && to.includes(email));
          if (at < 0) return false;
          read = at + 1;
          text = plainText(smtp.received[at]!.data);
          return true;
        })
        .toBe(true);
      return text;
    },
    async codeTo(email: string): Promise<string> {
      return /^Код: (\d{6})$/m.exec(await this.emailTo(email))?.[1] ?? 'no code';
    },
  };
}

/** Path and query of the email's first link whose path begins so. */
export function linkIn(emailMessage: string, path: string): string {
  const links = (emailMessage.match(/https?:\/\/\S+/g) ?? []).map((link) => new URL(link));
  const found = links.find(({ pathname }) => pathname.startsWith(path));
  if (!found) throw new Error(`No link to ${path} in:\n${emailMessage}`);
  return found.pathname + found.search;
}

/** The text/plain part of a message as RFC 5322 sends it. */
function plainText(message: string): string {
  const part = /Content-Type: text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/i.exec(message);
  const head = part ? message.slice(part.index, part.index + part[0].indexOf('\r\n\r\n')) : '';
  const body = part?.[1] ?? '';
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString();
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString().replaceAll('\r\n', '\n');
}
