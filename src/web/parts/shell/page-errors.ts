import { data, type Register, type ServerBuild } from 'react-router';
import { noteMissingPath } from '#modules/content/missing-paths.ts';
import { findRedirect } from '#modules/content/redirects.ts';
import { isDatabaseUnavailable } from '#platform/database-unavailable.ts';
import { countFailure } from '#platform/failures.ts';
import { Refusal } from '#platform/refusal.ts';
import { localTime } from '#shared/zoned-time.ts';
import { popularProducts } from '#web/parts/goods/popular-products.server.ts';
import { type Shop, shop } from '#web/parts/request/context.ts';
import { PageFailure } from '#web/parts/request/page-failure.ts';
import type { PageErrorData } from './error-page.tsx';
import { wordsOf } from './error-words.ts';
import { refuseDuringMaintenance } from './refuse-during-maintenance.server.ts';

/** How long a visitor's browser and robots are asked to wait on 665 and 666. */
export const retryAfterSeconds = 60;

/** S2-22: the catalogue service is unreachable. */
export const catalogueUnreachable: PageErrorData = { code: 666, words: wordsOf(666) };
const unavailable = { status: 503, headers: { 'Retry-After': String(retryAfterSeconds) } };

/** The layout whose loader refuses its pages during works; another name of its file fails the types. */
const pageFrame: keyof Register['routeModules'] = 'pages/page-frame';

/**
 * The build with every loader and action guarded: a refusal becomes an error page with its status and sentence, a
 * database that does not answer, and a catalogue not yet in memory, 666, any other fault 500 with the request's number.
 * The visitor learns nothing else; the log, all. During works actions are refused where pages are: their forms may have
 * been open before. React Router's middleware is no way for it: what that refuses is shown without the loaders of the
 * layouts, so without the header.
 */
export function withPageErrors(build: ServerBuild): ServerBuild {
  const routes: Record<string, unknown> = {};
  for (const [id, route] of Object.entries(build.routes)) {
    if (!route) continue;
    const { loader, action } = route.module;
    const module = {
      ...route.module,
      ...(loader && { loader: guarded(plainAddress(loader)) }),
      ...(action && {
        action: guarded(isFramed(build.routes, id) ? refusedDuringMaintenance(action) : readableForm(action)),
      }),
    };
    routes[id] = { ...route, module };
  }
  return { ...build, routes: routes as ServerBuild['routes'] };
}

function isFramed(routes: ServerBuild['routes'], id: string): boolean {
  const parent = routes[id]?.parentId;
  return parent !== undefined && (parent === pageFrame || isFramed(routes, parent));
}

type Handler = NonNullable<NonNullable<ServerBuild['routes'][string]>['module']['loader']>;

function guarded(handler: Handler): Handler {
  return async (args) => {
    try {
      return await handler(args);
    } catch (thrown) {
      const site = args.context.get(shop);
      throw (await elsewhere(thrown, args, site)) ?? (await pageError(thrown, site));
    }
  };
}

/** An address that would be a 404 may have moved: only then the table of redirects is asked. The query goes along. */
async function elsewhere(
  thrown: unknown,
  { request, url }: Parameters<Handler>[0],
  { db, requestContext, log }: Shop,
): Promise<Response | null> {
  if (request.method !== 'GET' || !isMissing(thrown)) return null;
  try {
    const { id_1c: department_id_1c, time_zone } = requestContext.department;
    const found = await findRedirect(db, department_id_1c, url.pathname);
    if (!found) {
      // What staff meet in a look at the shop is no visitor's.
      if (!requestContext.preview)
        noteMissingPath(db, { path: url.pathname, department_id_1c, day: localTime(new Date(), time_zone).date }, log);
      return null;
    }
    const query = found.location.includes('?') ? '' : url.search;
    return new Response(null, { status: found.status, headers: { Location: found.location + query } });
  } catch (error) {
    log.error({ err: error }, 'redirects were not read');
    return null;
  }
}

function isMissing(thrown: unknown): boolean {
  if (thrown instanceof Response) return thrown.status === 404;
  if (thrown instanceof Refusal) return thrown.status === 404;
  return thrown instanceof PageFailure && thrown.status === 404;
}

/** A form cut off on its way, or no form at all, is the sender's fault and not the page's. */
class FormRequest extends Request {
  override async formData(): Promise<FormData> {
    try {
      return await super.formData();
    } catch (error) {
      throw new Refusal('bad_form', { cause: String(error) });
    }
  }
}

function readableForm(action: Handler): Handler {
  return (args) => action({ ...args, request: new FormRequest(args.request) });
}

function refusedDuringMaintenance(action: Handler): Handler {
  const act = readableForm(action);
  return async (args) => {
    await refuseDuringMaintenance(args.context.get(shop));
    return act(args);
  };
}

/** `request.url` as the page's own address: without `.data` and `_routes`, which a client navigation adds. */
function plainAddress(loader: Handler): Handler {
  return (args) => {
    const isPlain = args.request.url === args.url.href;
    return loader(isPlain ? args : { ...args, request: new Request(args.url, args.request) });
  };
}

async function pageError(thrown: unknown, site: Shop): Promise<unknown> {
  const { requestContext, log } = site;
  const about = { request_id: requestContext.requestId, is_bot: requestContext.isBot };
  if (thrown instanceof Response) {
    if (thrown.status < 400) return thrown;
    return reported({ code: thrown.status }, { status: thrown.status, headers: thrown.headers });
  }
  if (thrown instanceof PageFailure)
    return reported({ code: thrown.status, ...thrown.details }, { status: thrown.status });
  if (thrown instanceof Refusal) {
    if (thrown.code === 'catalogue_loading') return reported(catalogueUnreachable, unavailable);
    return reported({ code: thrown.status, message: thrown.message }, { status: thrown.status });
  }
  log.error({ err: thrown, request_id: requestContext.requestId }, 'a page failed');
  if (isDatabaseUnavailable(thrown)) return reported(catalogueUnreachable, unavailable);
  countFailure('fault');
  return reported({ code: 500 }, { status: 500 });

  async function reported(given: PageErrorData, init: ResponseInit) {
    const popular = init.status === 404 ? await popularProducts(site) : [];
    const words = wordsOf(given.code ?? 500);
    return data({ ...given, ...about, words, popular } satisfies PageErrorData, init);
  }
}
