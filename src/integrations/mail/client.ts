import { createTransport } from 'nodemailer';
import { logoInEmail } from '#modules/mail/email.ts';
import type { Mail, MailAttachment } from '#modules/mail/mails.ts';

const logoCid = logoInEmail.replace('cid:', '');
const timeoutMs = 20_000;

/**
 * The post behind SMTP_URL (`smtp://user:password@host:587`, `smtps://…`). Returns what hands one email over; it throws
 * when the server does not take it. The Message-ID is the email's own, so an email sent twice after a crash is one
 * email to its reader. `sender_name` stands in place of the name in `from`;
 * `logo` goes along with emails that show it.
 */
export function openPost(
  smtpUrl: string,
  from: string,
  { sender_name = null, logo = null }: { sender_name?: string | null; logo?: Buffer | null } = {},
): (mail: Mail, attachments: MailAttachment[]) => Promise<void> {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost';
  return async (mail, attachments) => {
    await transport.sendMail({
      from: mail.from_address ?? (sender_name ? { name: sender_name, address: addressOf(from) } : from),
      to: mail.to_address,
      replyTo: mail.reply_to ?? undefined,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      attachments: [
        ...attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
        ...(logo && mail.html.includes(logoInEmail) ? [{ filename: 'logo.png', content: logo, cid: logoCid }] : []),
      ],
      messageId: `<mail-${mail.id}-${mail.created_at.getTime().toString(36)}@${domain}>`,
      headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
    });
  };
}

/** 'ИДД <zakaz@idd.example>' → 'zakaz@idd.example' */
function addressOf(from: string): string {
  return /<([^>]+)>/.exec(from)?.[1] ?? from.trim();
}
