import { data } from 'react-router';
import { requestFreshLink } from '#modules/orders/write-order-emails.ts';
import { checkForm } from '#platform/check-form.ts';
import { Refusal } from '#platform/refusal.ts';
import { homeCrumb, orderHelpUrl } from '#shared/urls.ts';
import { answerOf } from '#web/parts/forms/form-answer.ts';
import { shop } from '#web/parts/request/context.ts';
import { refusedInit } from '#web/parts/request/refused-init.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import type { Route } from './+types/find.ts';
import { type LinkAnswer, LinkRequest, linkForm } from './link-request.tsx';

/** The way back to the help, which leads here. */
export function loader({ context }: Route.LoaderArgs) {
  const { device } = context.get(shop).requestContext;
  return { device, crumbs: [homeCrumb, { name: 'Помощь с заказом', url: orderHelpUrl() }] };
}

export const meta: Route.MetaFunction = () => [
  { title: 'Найти заказ по номеру — ИДД' },
  { name: 'description', content: 'Ссылка на заказ по его номеру и почте: состав, оплата и получение в магазине ИДД.' },
];

export async function action({ request, context }: Route.ActionArgs) {
  const { db, requestContext } = context.get(shop);
  const form = await request.formData();
  try {
    const values = checkForm(linkForm, form);
    await requestFreshLink(db, values, requestContext.address);
    return data<LinkAnswer>({
      message: 'Если заказ с таким номером и такой почтой есть, письмо со ссылкой придёт в течение нескольких минут.',
      values,
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return data<LinkAnswer>(answerOf(error, form), refusedInit(error));
  }
}

export default function FindOrder({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <Breadcrumbs {...loaderData} here="Найти заказ" />
      <LinkRequest answer={actionData ?? null} isPage />
    </>
  );
}
