import { z } from 'zod';
import { openPost } from '#integrations/mail/client.ts';
import { sendMail as send } from '#modules/mail/mails.ts';
import type { Task } from './tasks.ts';

const Payload = z.object({ mail_id: z.int() });

/** Without SMTP_URL a letter stays in the table `mails`, where /dev/mail shows it. */
export const sendMail: Task = async (payload, { db, config }) => {
  if (!config.SMTP_URL) return;
  await send(db, Payload.parse(payload).mail_id, openPost(config.SMTP_URL, config.MAIL_FROM));
};
