import { configuredOrigin } from '#modules/departments/hosts.ts';
import { watchFeeds as watchAllFeeds } from '#modules/feeds/watch-feeds.ts';
import { askPage } from '#platform/ask-page.ts';
import type { Task } from './tasks.ts';

/** Three times a day, and when somebody asks for it: whether robots get what the shop means to tell them. */
export const watchFeeds: Task = async (_payload, { db, config, log, pagesForRobots }, { abortSignal }) => {
  const originOf = (branch: Parameters<typeof configuredOrigin>[0]) => configuredOrigin(branch, config);
  const faults = await watchAllFeeds(db, { originOf, askPage, ...pagesForRobots }, new Date(), abortSignal);
  if (faults > 0) log.error({ faults }, 'site maps or feeds are broken, or have lost half of what they held');
};
