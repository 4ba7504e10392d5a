import { checkTexts as checkAllTexts } from '#modules/content/check-texts.ts';
import type { Task } from './tasks.ts';

/** Nightly, and when somebody asks for it: what is wrong with the texts of the shop. */
export const checkTexts: Task = async (_payload, { db, log }, { abortSignal }) => {
  const found = await checkAllTexts(db, new Date(), abortSignal);
  log.info({ found }, 'texts checked');
};
