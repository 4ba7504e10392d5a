import { requireOfficeNetwork } from '#modules/staff/office-network.ts';
import { requirePermission } from '#modules/staff/permissions.ts';
import { escapeHtml } from '#shared/html.ts';
import type { Api, ApiContext } from './api.ts';

type Operation = {
  summary?: string;
  description?: string;
  parameters?: { name: string; in: string; required?: boolean }[];
  responses?: Record<string, unknown>;
};

type Document = { paths?: Record<string, Record<string, Operation>> };

const admin = '/api/admin/';

/** The calls that programs and the shop's own pages use. */
export function publicDocument(api: Pick<Api, 'swagger'>): Document {
  return documentOf(api, (path) => !path.startsWith(admin));
}

/** The calls of the back office. */
export function adminDocument(api: Pick<Api, 'swagger'>): Document {
  return documentOf(api, (path) => path.startsWith(admin));
}

function documentOf(api: Pick<Api, 'swagger'>, isIn: (path: string) => boolean): Document {
  const { paths = {}, ...document } = api.swagger() as Document;
  return { ...document, paths: Object.fromEntries(Object.entries(paths).filter(([path]) => isIn(path))) };
}

/**
 * S7-34: /api/openapi.json, made from the routes' own schemas, and a page to read it without scripts. The calls of the
 * back office are described to staff alone.
 */
export function docsRoutes(api: Api, { db }: Pick<ApiContext, 'db'>): void {
  api.get('/api/openapi.json', { schema: { hide: true } }, async () => publicDocument(api));

  api.get('/api/admin/openapi.json', { schema: { hide: true } }, async ({ requestContext }) => {
    requirePermission(requestContext, null);
    await requireOfficeNetwork(db, requestContext);
    return adminDocument(api);
  });

  api.get('/api/docs', { schema: { hide: true } }, async (_request, reply) => {
    const { paths = {} } = publicDocument(api);
    const rows = Object.entries(paths)
      .sort(([a], [b]) => a.localeCompare(b))
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => section(path, method, operation)),
      );
    return reply.type('text/html; charset=utf-8').send(`<!DOCTYPE html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>Вызовы магазина</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1f1c17}h2{font-size:1rem;margin:2rem 0 .25rem}code{background:#f6f4ee;padding:.1rem .3rem;overflow-wrap:anywhere}ul{margin:.25rem 0}</style></head>
<body><main><h1>Вызовы магазина</h1><p>Полное описание: <a href="/api/openapi.json">openapi.json</a>. Ошибки всегда вида <code>{"error": {"code", "message"}}</code>.</p>${rows.join('')}</main></body></html>`);
  });
}

function section(path: string, method: string, operation: Operation): string {
  const parameters = (operation.parameters ?? []).map(
    (parameter) =>
      `<li><code>${escapeHtml(parameter.name)}</code> (${escapeHtml(parameter.in)})${parameter.required ? ', обязательный' : ''}</li>`,
  );
  return `<section><h2><code>${method.toUpperCase()} ${escapeHtml(path)}</code></h2>
<p>${escapeHtml(operation.summary ?? operation.description ?? '')}</p>${parameters.length ? `<ul>${parameters.join('')}</ul>` : ''}
<p>Ответы: ${Object.keys(operation.responses ?? {})
    .map(escapeHtml)
    .join(', ')}</p></section>`;
}
