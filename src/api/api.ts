import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Partners } from '#integrations/partners.ts';
import type { FollowState } from '#modules/catalogue-index/follow-catalogue.ts';
import type { EmailMessage } from '#modules/mail/email.ts';
import type { Db } from '#platform/database.ts';
import type { TimesSeen } from '#platform/recent-times.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import type { Config } from '../config.ts';
import type { OfficeStreams } from './office-streams.ts';
import type { ResponseCache } from './response-cache.ts';

/**
 * The Fastify instance a resource registers its routes on; `request.requestContext` says who asks and from which
 * branch.
 */
// biome-ignore lint/suspicious/noExplicitAny: the logger's type is not the same in pino and in Fastify
export type Api = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, any, ZodTypeProvider>;

export type ApiContext = {
  db: Db;
  config: Config;
  keys: SecretKeys;
  partners: Partners;
  responses: ResponseCache;
  /** How addresses begin that robots.txt closes: `/order/`. */
  closedToRobots: string[];
  /** Paths of the pages that stand in every site map. */
  inSitemap: string[];
  /** Every email of the shop as its real composer writes it. */
  emailSamples: () => EmailSample[];
  /** null: this shop knows no demonstration. */
  demonstration: DemonstrationInShop | null;
  /** What this web process knows of itself; others beside it may differ. */
  ownState: OwnState;
  /** Streams of events that this web process has open. */
  officeStreams: OfficeStreams;
};

export type OwnState = {
  /** The catalogue in memory; null: this process keeps none. */
  catalogue: () => FollowState | null;
  /** Pages that were not answered from the cache; null: there was none yet. */
  pageTimes: () => TimesSeen | null;
  /** Answers that failed for a fault of ours in the last 15 to 30 minutes. */
  faults: () => number;
};

/** What goes when the demonstration is removed, by kind, and what stays or stands in the way, in Russian words. */
export type DemonstrationRemoval = {
  goes: { name: string; count: number }[];
  branches: string[];
  people: string[];
  stays: string[];
  obstacles: { words: string; link: string }[];
  own_branches: { id: string; name: string }[];
  own_owners: number;
};

/** A file that a visitor of the demonstration sent, by where it lies among the private ones. */
type SentFile = { area: string; id: string };

/** The demonstration as the back office meets it: `plan` and `remove` throw not_found where there is none. */
export type DemonstrationInShop = {
  isThere: (db: Db) => Promise<boolean>;
  plan: (db: Db, staff_user_id: string) => Promise<DemonstrationRemoval>;
  /** Call in a transaction, and `removeFiles` after it. Throws not_removable. */
  remove: (
    db: Db,
    given: { staff_user_id: string | null; main_branch: string | null },
  ) => Promise<DemonstrationRemoval & { sent_files: SentFile[] }>;
  removeFiles: (dataDir: string, sent: SentFile[]) => Promise<void>;
};

/** `composer`: module/function. */
export type EmailSample = { composer: string; about: string; emailMessage: EmailMessage };

/** S7-35: the one shape of every error answer; what a refusal names besides (lines, total) stands beside the code. */
export const ErrorAnswer = z.object({
  error: z.looseObject({
    code: z.string(),
    message: z.string(),
    detail: z.string().optional(),
    fields: z.record(z.string(), z.string()).optional(),
  }),
  detail: z.string().optional(),
});
