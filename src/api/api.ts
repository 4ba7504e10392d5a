import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Partners } from '#integrations/partners.ts';
import type { EmailMessage } from '#modules/mail/email.ts';
import type { Db } from '#platform/database.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import type { Config } from '../config.ts';
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
  /** How addresses begin of pages that robots.txt closes: `/order/`. */
  closedToRobots: string[];
  /** Paths of the pages that stand in every site map. */
  inSitemap: string[];
  /** Every email of the shop as its real composer writes it. */
  emailSamples: () => EmailSample[];
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
