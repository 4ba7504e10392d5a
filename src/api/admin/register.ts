import type { FastifyRequest } from 'fastify';
import { type Api, type ApiContext, ErrorAnswer } from '#api/api.ts';
import { departmentDirectory } from '#modules/departments/directory.ts';
import { requireOfficeNetwork } from '#modules/staff/office-network.ts';
import { reachOf, requirePermission } from '#modules/staff/permissions.ts';
import { ownBranches, type StaffMember } from '#modules/staff/require-staff.ts';
import { tooMany } from '#platform/limits.ts';
import { networkOf } from '#platform/networks.ts';
import { Refusal } from '#platform/refusal.ts';
import { perObject } from '#shared/per-object.ts';
import type { AdminRoute, Asked, Scope } from './route.ts';
import { refuseUnstorable } from './storable.ts';

const refusalsOfAll = Object.fromEntries(
  [401, 403, 404, 409, 412, 422, 428, 429, 503].map((status) => [status, ErrorAnswer]),
);

/**
 * The one entry point of the back office: who asks, whether they may, which branches they see; then the route does the
 * rest. It answers on the main domain alone.
 */
export function registerAdmin(api: Api, context: ApiContext, routes: readonly AdminRoute[]): void {
  for (const route of routes) {
    const { method, url, summary, permission, limit, schema, isEndless = false } = route;
    api.route({
      method,
      url,
      exposeHeadRoute: !isEndless,
      schema: {
        summary,
        tags: ['admin'],
        ...(schema.params && { params: schema.params }),
        ...(schema.querystring && { querystring: schema.querystring }),
        ...(schema.body && { body: schema.body }),
        response: { [schema.status]: schema.response, ...refusalsOfAll },
      },
      config: { rateLimit: false },
      // Before the input is judged: a stranger learns nothing of a call but that it is not theirs.
      async preValidation(request) {
        if (!request.requestContext.department.is_main) throw new Refusal('not_found');
        requirePermission(request.requestContext, permission);
        await requireOfficeNetwork(context.db, request.requestContext);
        await limiterOf(api, context, limit)(request);
      },
      async handler(request, reply) {
        refuseUnstorable(schema, request);
        const asked = await readRequest(context, route, request);
        const {
          status,
          body,
          headers = {},
        } = await route.handle(asked, {
          ifMatch: header(request, 'if-match'),
          key: header(request, 'idempotency-key'),
          author: {
            staff_user_id: asked.staff.user_id,
            session_id: asked.staff.session_id,
            who: asked.staff.full_name,
            address: request.requestContext.address,
            request_id: request.id,
            permission,
            verb: `${method} ${url}`,
          },
        });
        return reply.code(status).headers(headers).send(body);
      },
    });
  }
}

type Limit = AdminRoute['limit'];

/** Counts a call and throws too_many, a refusal with the seconds to wait, when it is one too many. */
type Limiter = (request: FastifyRequest) => Promise<void>;

/** One for all routes of a kind: a limit of the plugin's own routes would count each of them apart. */
const limitersOf = perObject((_context: ApiContext): Partial<Record<Limit, Limiter>> => ({}));

/**
 * Calls of one person in a minute, over all routes: 600 readings, 120 changes and 10 exports, unless OFFICE_PER_MINUTE
 * says otherwise; per process.
 */
function limiterOf(api: Api, context: ApiContext, limit: Limit): Limiter {
  const { OFFICE_PER_MINUTE: reads } = context.config;
  const perMinute = { reads, writes: Math.ceil(reads / 5), exports: Math.ceil(reads / 60) };
  const known = limitersOf(context);
  known[limit] ??= openLimiter(api, perMinute[limit]);
  return known[limit];
}

function openLimiter(api: Api, max: number): Limiter {
  const count = api.createRateLimit({
    max,
    timeWindow: 60_000,
    allowList: () => false,
    keyGenerator: ({ requestContext, ip }) => requestContext.account?.staff?.user_id ?? networkOf(ip),
  });
  return async (request) => {
    const counted = await count(request);
    if (!counted.isAllowed && counted.isExceeded)
      throw tooMany(counted.ttlInSeconds, 'Слишком много действий за минуту. Подождите и повторите');
  };
}

async function readRequest(context: ApiContext, { permission }: AdminRoute, request: FastifyRequest): Promise<Asked> {
  const now = new Date();
  const staff = requirePermission(request.requestContext, permission, now);
  const branch = (request.query as { branch?: string } | undefined)?.branch;
  return {
    db: context.db,
    context,
    staff,
    now,
    scope: {
      branches: await branchesOf(context, staff, branch),
      isOwnPointsOnly: permission !== null && reachOf(staff, permission) === 'points',
    },
    may: (permission) => reachOf(staff, permission) !== null,
    origin: request.requestContext.origin,
    address: request.requestContext.address,
    params: request.params,
    query: request.query,
    body: request.body,
  };
}

/** Throws not_found for a branch that does not exist or is not this person's. */
async function branchesOf(
  { db }: ApiContext,
  staff: StaffMember,
  chosen: string | undefined,
): Promise<Scope['branches']> {
  const own = ownBranches(staff);
  if (chosen === undefined || chosen === '') return own;
  const branches = await departmentDirectory(db);
  const isBranch = branches.some(({ id_1c, branch_id_1c }) => id_1c === chosen && branch_id_1c === null);
  if (!isBranch || (own && !own.includes(chosen))) throw new Refusal('not_found');
  return [chosen];
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}
