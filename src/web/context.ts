import { createContext } from 'react-router';
import type { Visit } from '#modules/visitors/visit.ts';
import type { Db } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import type { Config } from '../config.ts';

/** What every loader and action receives: `const { db, visit } = context.get(shop)`. */
export type Shop = { db: Db; config: Config; visit: Visit; log: Log; tags: Set<string> };

export const shop = createContext<Shop>();

/**
 * The document as `entry.server.tsx` rendered it, for the page door: a text put into a Response and taken out again would be
 * encoded, streamed and decoded for nothing. null: the answer is no document, its body is the Response's.
 */
export const document = createContext<{ html: string | null }>();
