import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Api, type ApiContext, ErrorAnswer } from '#api/api.ts';
import { namePriceAuthor } from '#modules/catalogue/price-author.ts';
import { answerOnce } from '#modules/exchange/answer-once.ts';
import {
  answerOf,
  CallAnswer,
  exchangeLimits,
  PricesCall,
  type RowAnswer,
  StockCall,
} from '#modules/exchange/schema.ts';
import { takePrices } from '#modules/exchange/take-prices.ts';
import { takeStock } from '#modules/exchange/take-stock.ts';
import { readTargets, type Targets } from '#modules/exchange/targets.ts';
import { IdempotencyKey } from '#modules/orders/schema.ts';
import type { Db } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import { type Scope, scopes } from '#shared/exchange-words.ts';
import { type CallingKey, requireApiKey } from './api-key.ts';

declare module 'fastify' {
  interface FastifyRequest {
    apiKey: CallingKey | null;
  }
}

const Target = z.object({ code: z.string(), name: z.string() });
const refusals = {
  401: ErrorAnswer,
  403: ErrorAnswer,
  413: ErrorAnswer,
  422: ErrorAnswer,
  429: ErrorAnswer,
  503: ErrorAnswer,
};
const security = [{ bearer: [] }];

/** Prices and stock of programs other than 1C, by keys of `shop api-keys`; docs/api-exchange.md describes how. */
export function priceAndStockRoutes(api: Api, { db }: ApiContext): void {
  api.decorateRequest('apiKey', null);

  api.get(
    '/api/exchange/',
    {
      schema: {
        summary: 'Обмен: что разрешено ключу, колонки цен и склады',
        security,
        response: {
          200: z.object({
            name: z.string(),
            scopes: z.array(z.enum(scopes)),
            price_columns: z.array(Target),
            stores: z.array(Target),
            limits: z.object({ rows: z.int(), bytes: z.int(), calls_per_minute: z.int() }),
          }),
          401: ErrorAnswer,
          429: ErrorAnswer,
        },
      },
    },
    async (request) => {
      const { name, scopes, departments } = await requireApiKey(db, request);
      const { rows, bytes, callsPerMinute: calls_per_minute } = exchangeLimits;
      return { name, scopes, ...(await readTargets(db, departments, true)), limits: { rows, bytes, calls_per_minute } };
    },
  );

  api.post(
    '/api/exchange/prices/',
    {
      ...guardedBy(db, 'prices'),
      schema: {
        summary: `Обмен: цены; строк за вызов не больше ${exchangeLimits.rows}`,
        security,
        headers: z.looseObject({ 'idempotency-key': IdempotencyKey.optional() }),
        body: PricesCall,
        response: { 200: CallAnswer, ...refusals },
      },
    },
    async (request, reply) =>
      answer(db, request, reply, async (db, targets) => {
        await namePriceAuthor(db, `программа «${ensure(request.apiKey).name}»`);
        return takePrices(db, request.body, targets);
      }),
  );

  api.post(
    '/api/exchange/stock/',
    {
      ...guardedBy(db, 'stock'),
      schema: {
        summary: `Обмен: остатки; строк за вызов не больше ${exchangeLimits.rows}`,
        security,
        headers: z.looseObject({ 'idempotency-key': IdempotencyKey.optional() }),
        body: StockCall,
        response: { 200: CallAnswer, ...refusals },
      },
    },
    async (request, reply) => answer(db, request, reply, (db, targets) => takeStock(db, request.body, targets)),
  );
}

/** The key is looked at before the body is read: strangers are not listened to. */
function guardedBy(db: Db, scope: Scope) {
  return {
    bodyLimit: exchangeLimits.bytes,
    onRequest: async (request: FastifyRequest) => {
      request.apiKey = await requireApiKey(db, request, scope);
    },
  };
}

async function answer(
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  take: (db: Db, targets: Targets) => Promise<RowAnswer[]>,
): Promise<CallAnswer> {
  const { id: api_key_id, departments } = ensure(request.apiKey);
  const call = {
    api_key_id,
    key: request.headers['idempotency-key'] as string | undefined,
    asked: [request.routeOptions.url, request.body],
  };
  const { answer, isRepeated } = await db
    .transaction()
    .execute((db) =>
      answerOnce(db, call, async () => answerOf(await take(db, await readTargets(db, departments, true)))),
    );
  if (isRepeated) reply.header('Idempotent-Replay', 'true');
  return answer;
}
