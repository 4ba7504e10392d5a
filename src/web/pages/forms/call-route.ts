import { readFormView } from '#web/parts/forms/read-form-view.server.ts';
import { takeForm } from '#web/parts/forms/take-form.server.ts';
import { shop } from '#web/parts/request/context.ts';
import { refusedInit } from '#web/parts/request/refused-init.ts';
import type { Route } from './+types/call-route.ts';

/** The form as data, for its dialog. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const form = await readFormView(context.get(shop), params.code, {
    about: query.get('about'),
    count: query.get('count'),
  });
  return form ? Response.json(form) : new Response('Формы нет', { status: 404 });
}

/** The same as the form's page takes, answered as data. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const answer = await takeForm(context.get(shop), request, params.code);
  return Response.json(answer, refusedInit({ status: answer.status, details: answer }));
}
