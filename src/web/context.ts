import { createContext } from 'react-router';
import type { Visit } from '#modules/visitors/visit.ts';
import type { Db } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import type { Config } from '../config.ts';

/** What every loader and action receives: `const { db, visit } = context.get(shop)`. */
export type Shop = { db: Db; config: Config; visit: Visit; log: Log; tags: Set<string> };

export const shop = createContext<Shop>();
