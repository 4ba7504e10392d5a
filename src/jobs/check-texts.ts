import { checkTexts as checkAllTexts } from '#modules/content/check-texts.ts';
import type { AddressOf } from '#modules/content/staff-seo.ts';
import { configuredOrigin } from '#modules/departments/hosts.ts';
import type { Task } from './tasks.ts';

/** Nightly, and when somebody asks for it: what is wrong with the texts of the shop. */
export const checkTexts: Task = async (_payload, { db, config, log }, { abortSignal }) => {
  const addressOf: AddressOf = (branch, path) => configuredOrigin(branch, config) + path;
  const found = await checkAllTexts(db, new Date(), abortSignal, addressOf);
  log.info({ found }, 'texts checked');
};
