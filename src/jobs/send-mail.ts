import { z } from 'zod';
import { openPost } from '#integrations/mail/client.ts';
import { keepUnsent, sendMail as send } from '#modules/mail/mails.ts';
import { logoForEmail } from '#modules/settings/logo-file.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import { filesFolder } from '#platform/files-mark.ts';
import type { Config } from '../config.ts';
import type { Task } from './tasks.ts';

const Payload = z.object({ mail_id: z.int() });

/**
 * In a demonstration without SMTP_URL an email is kept in the table `mails`, where /dev/mail shows it: that is then all
 * there is to do.
 */
export const sendMail: Task = async (payload, { db, config }) => {
  const { mail_id } = Payload.parse(payload);
  if (config.SMTP_URL) {
    const [{ sender_name }, company] = await Promise.all([readSetting(db, 'mail'), readSetting(db, 'company')]);
    const logo = company.logo && (await logoForEmail(filesFolder(config.DATA_DIR), company.logo));
    await send(db, mail_id, openPost(config.SMTP_URL, config.MAIL_FROM, { sender_name, logo: logo || null }));
  } else if (config.isDemonstration) await keepUnsent(db, mail_id);
  else throw new Error('SMTP_URL не задан');
};

/** Whether a worker with these settings knows what to do with an email. */
export function keepsOrSendsMail(config: Config): boolean {
  return config.SMTP_URL !== undefined || config.isDemonstration;
}
