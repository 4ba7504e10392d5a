import { exportPerson } from '#modules/accounts/export-person.ts';
import { refuseWhileActing } from '#modules/accounts/refuse-while-acting.ts';
import { shop } from '#web/parts/request/context.ts';
import { requireAccount } from '#web/parts/request/require-account.ts';
import type { Route } from './+types/export-route.ts';
import { exportHtml } from './export-html.ts';

/** «Скачать мои данные»: my-data.html to read, my-data.json for programs. The customer's alone. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db, requestContext } = context.get(shop);
  const account = requireAccount(requestContext, request);
  refuseWhileActing(account);
  const { format } = params;
  if (format !== 'json' && format !== 'html') return new Response('Такого файла нет', { status: 404 });
  const found = await exportPerson(db, account.user_id);
  const isJson = format === 'json';
  return new Response(
    isJson ? JSON.stringify(found, null, 2) : exportHtml(found, requestContext.department.time_zone),
    {
      headers: {
        'Content-Type': isJson ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8',
        'Content-Disposition': `attachment; filename="my-data.${format}"`,
      },
    },
  );
}
