import { data } from 'react-router';
import { requestFreshLink } from '#modules/orders/write-order-emails.ts';
import { checkForm } from '#platform/check-form.ts';
import { Refusal } from '#platform/refusal.ts';
import { answerOf } from '#web/parts/forms/form-answer.ts';
import { shop } from '#web/parts/request/context.ts';
import { refusedInit } from '#web/parts/request/refused-init.ts';
import { NarrowSheet } from '#web/parts/signing/auth-sheet.tsx';
import type { Route } from './+types/find.ts';
import { type LinkAnswer, LinkRequestForm, linkForm, linkHeading } from './link-request.tsx';

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

/** A form alone, in a sheet like those of signing in. */
export default function FindOrder({ actionData }: Route.ComponentProps) {
  return (
    <NarrowSheet title={linkHeading}>
      <LinkRequestForm answer={actionData ?? null} />
    </NarrowSheet>
  );
}
