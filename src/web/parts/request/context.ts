import { createContext } from 'react-router';
import type { Partners } from '#integrations/partners.ts';
import type { RequestContext } from '#modules/visitors/request-context.ts';
import type { Db } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import type { Tag } from '#shared/cache-tags.ts';
import type { Config } from '../../../config.ts';

/** What every loader and action receives: `const { db, requestContext } = context.get(shop)`. */
export type Shop = {
  db: Db;
  config: Config;
  keys: SecretKeys;
  partners: Partners;
  requestContext: RequestContext;
  log: Log;
  tags: Set<Tag>;
};

export const shop = createContext<Shop>();

/**
 * The document as `entry.server.tsx` rendered it, for the page server: put into a Response and taken out again it would
 * be copied four times for nothing. null: the answer is no document, its body is the Response's.
 */
export type RenderedDocument = {
  body: Buffer | null;
  csp: string;
  /**
   * Why there is no document, not even one that tells of an error: thrown on, to be answered without the shop's header.
   */
  failure: unknown;
};

export const document = createContext<RenderedDocument>();
