import { branchesOf } from '#modules/departments/directory.ts';
import { listDepartments } from '#modules/departments/queries.ts';
import { dueAlerts, writeAlertEmail } from '#modules/subscriptions/send-alerts.ts';
import { dueNews, readNews, writeNewsEmail } from '#modules/subscriptions/send-news.ts';
import type { Task } from './tasks.ts';

/** Every five minutes: emails about lower prices and returned goods, one transaction per reader. */
export const sendAlerts: Task = async (_payload, { db, keys, log }, { abortSignal }) => {
  const now = new Date();
  let emails = 0;
  for (const branch of branchesOf(await listDepartments(db))) {
    for (const email of await dueAlerts(db, branch, now)) {
      if (abortSignal?.aborted) return;
      const isWritten = await db.transaction().execute((db) => writeAlertEmail(db, keys, branch, email, now));
      if (isWritten) emails += 1;
    }
  }
  if (emails > 0) log.info({ emails }, 'alerts written');
};

/** Every day: discounts and actions of the branch to those who asked for news and whose week or day is over. */
export const sendNews: Task = async (_payload, { db, keys, log }, { abortSignal }) => {
  const now = new Date();
  let emails = 0;
  for (const branch of branchesOf(await listDepartments(db))) {
    const news = await readNews(db, branch, now);
    if (!news) continue;
    for (const email of await dueNews(db, branch, news.hash, now)) {
      if (abortSignal?.aborted) return;
      const isWritten = await db.transaction().execute((db) => writeNewsEmail(db, keys, branch, email, news, now));
      if (isWritten) emails += 1;
    }
  }
  if (emails > 0) log.info({ emails }, 'news written');
};
