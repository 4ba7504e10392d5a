import { Refusal } from '#platform/refusal.ts';
import { estimatesUrl, homeCrumb, orderHelpUrl } from '#shared/urls.ts';
import { shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/page-failure.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import '../order-help.css';
import type { Route } from './+types/route.ts';
import { type EstimateAnswer, runEstimateAction } from './estimate-action.ts';
import { EstimateScreen } from './estimate-screen.tsx';
import { readEstimatePage } from './read-estimate-page.ts';

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `${loaderData?.page.title ?? 'Смета'} — ИДД` }];

/** Only for whoever made it: the account, or the browser it was made in. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const found = context.get(shop);
  const page = await orNotFound(() => readEstimatePage(found, params.id));
  return {
    device: found.requestContext.device,
    page,
    crumbs: [
      homeCrumb,
      { name: 'Помощь с заказом', url: orderHelpUrl() },
      { name: 'Смета из файла', url: estimatesUrl() },
    ],
  };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const form = await request.formData();
  return orNotFound(() => runEstimateAction(context.get(shop), params.id, form));
}

/** A refused form was kept in part: the sums, and what the next form is compared with, are other ones. */
export const shouldRevalidate = () => true;

async function orNotFound<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') throw notFound();
    throw error;
  }
}

export default function Estimate({ loaderData, actionData }: Route.ComponentProps) {
  const { crumbs, device, page } = loaderData;
  return (
    <>
      <Breadcrumbs crumbs={crumbs} here={page.title} device={device} />
      <EstimateScreen page={page} answer={(actionData as EstimateAnswer | undefined) ?? null} />
    </>
  );
}
