import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { encodeAnswer, failure, type Meet, type NodeEncoding } from '#integrations/onec/exchange/answer.ts';
import { answerExchange } from '#integrations/onec/exchange/answer-exchange.ts';
import { defaultNodeOf } from '#integrations/onec/exchange/nodes.ts';
import { isDatabaseUnavailable } from '#platform/database-unavailable.ts';
import { countFailure } from '#platform/failures.ts';
import { plainAddress } from '#platform/networks.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Api, ApiContext } from '../api.ts';

/** What owners type into 1C, and what its own module proposes. */
const paths = ['/1c_exchange', '/1c_exchange.php', '/bitrix/admin/1c_exchange.php'];
/** A whole file of a module that knows no parts; nothing of it is held in memory. */
const bodyLimit = 1024 ** 3;
/** The largest part of a node. */
const mostReadBytes = 33_554_432;

/**
 * The exchange with 1C: `type` and `mode` in the address, answers as lines of text, always with status 200, as 1C reads
 * them.
 */
export function exchangeRoutes(api: Api, context: ApiContext): void {
  api.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Files go to the disk as they come, whatever 1C calls them.
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    scope.setErrorHandler(answerFault);
    for (const url of paths) {
      scope.route({
        method: ['GET', 'POST'],
        url,
        bodyLimit,
        config: { anyHost: true, rateLimit: false, isStreamed: true },
        schema: { hide: true },
        handler: (request, reply) => answer(request, reply, context),
      });
    }
  });
}

async function answer(request: FastifyRequest, reply: FastifyReply, { db, config }: ApiContext) {
  const length = Number(request.headers['content-length'] ?? Number.NaN);
  const query = firstOfEach(request.query as Record<string, unknown>);
  const body = (request.body ?? []) as AsyncIterable<Buffer>;
  const asked = {
    db,
    dataDir: config.DATA_DIR,
    query,
    body,
    declaredBytes: Number.isFinite(length) ? length : null,
    now: new Date(),
    authorization: request.headers.authorization,
    cookies: request.headers.cookie,
    address: plainAddress(request.ip),
    defaultNode: defaultNodeOf(config),
  };
  const known: { encoding: NodeEncoding; node: string | null } = { encoding: 'utf-8', node: null };
  const meet: Meet = ({ encoding, name }) => Object.assign(known, { encoding, node: name });
  const answer = await answerExchange(asked, meet).catch((error) => failure(wordsOf(error, request)));
  const { type, mode, filename } = query;
  const [result, why] = 'lines' in answer ? answer.lines : ['xml'];
  if (result === 'failure') await readToEnd(body, length);
  request.log.info(
    { node: known.node, type, mode, filename, result, ...(result === 'failure' && { why }) },
    'exchange with 1C',
  );
  return send(reply, answer, known.encoding);
}

/** Whoever is still sending does not read why it was refused: what is small enough is read to its end. */
async function readToEnd(body: AsyncIterable<Buffer>, length: number): Promise<void> {
  if (!(length <= mostReadBytes)) return;
  try {
    for await (const _chunk of body);
  } catch {
    // It was broken off, by one side or the other.
  }
}

/** Of a name that stands twice in the address the first. */
function firstOfEach(query: Record<string, unknown>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, [value].flat()[0] as string | undefined]),
  );
}

/**
 * So long whoever is refused while still sending goes on being read, and nothing of it is kept: a line that is cut at
 * once takes the answer with it.
 */
const lingerMs = 2_000;

/** 1C reads the words; whoever is still sending is cut off a moment later. */
function send(reply: FastifyReply, answer: Parameters<typeof encodeAnswer>[0], encoding: NodeEncoding) {
  const { type, bytes } = encodeAnswer(answer, encoding);
  const { raw } = reply.request;
  if (!raw.readableEnded && raw.method === 'POST') cutOffLater(raw, reply.raw);
  return reply.code(200).type(type).header('X-Robots-Tag', 'noindex').send(bytes);
}

function cutOffLater(asked: IncomingMessage, answered: ServerResponse) {
  const { socket } = answered;
  if (!socket) return;
  answered.once('finish', () => {
    asked.resume();
    const cut = setTimeout(() => asked.complete || socket.destroy(), lingerMs);
    socket.once('close', () => clearTimeout(cut));
  });
}

function answerFault(error: Error & { statusCode?: number }, request: FastifyRequest, reply: FastifyReply) {
  return send(reply, failure(wordsOf(error, request)), 'utf-8');
}

function wordsOf(error: Error & { statusCode?: number }, request: FastifyRequest): string {
  if (error instanceof Refusal) return error.message;
  if (isDatabaseUnavailable(error)) return 'База данных магазина не отвечает. Повторите обмен через несколько минут';
  if (error.statusCode === 413) return 'Часть файла слишком велика: магазин принимает до 1 ГБ за один запрос';
  if (error.statusCode && error.statusCode < 500) return 'Запрос не удалось прочитать';
  countFailure('fault');
  request.log.error({ err: error }, 'fault');
  return `В магазине что-то сломалось. Номер ошибки: ${request.id}`;
}
