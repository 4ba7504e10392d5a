import { data } from 'react-router';
import { requestFreshLink } from '#modules/orders/write-order-letters.ts';
import { Refusal } from '#platform/refusal.ts';
import { formProblems } from '#shared/form-rules.ts';
import { shop } from '#web/parts/request/context.ts';
import { refusedInit } from '#web/parts/request/refused-init.ts';
import type { Route } from './+types/find.ts';
import { type LinkAnswer, LinkRequest, linkRules } from './link-request.tsx';

export const meta: Route.MetaFunction = () => [
  { title: 'Найти заказ — ИДД' },
  { name: 'description', content: 'Ссылка на заказ по его номеру и почте: состав, оплата и получение в магазине ИДД.' },
];

export async function action({ request, context }: Route.ActionArgs) {
  const { db, visit } = context.get(shop);
  const form = await request.formData();
  const read = (name: string) => String(form.get(name) ?? '').trim();
  const typed = { number: read('number'), email: read('email') };
  const errors = formProblems(typed, linkRules);
  if (Object.keys(errors).length > 0) {
    return data<LinkAnswer>({ message: null, error: null, errors, typed }, { status: 422 });
  }
  try {
    await requestFreshLink(db, typed, visit.address);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return data<LinkAnswer>({ message: null, error: error.message, errors: {}, typed }, refusedInit(error));
  }
  return data<LinkAnswer>({
    message: 'Если заказ с таким номером и такой почтой есть, письмо со ссылкой придёт в течение нескольких минут.',
    error: null,
    errors: {},
    typed,
  });
}

export default function FindOrder({ actionData }: Route.ComponentProps) {
  return (
    <>
      <h1 className="cart-title">Мой заказ</h1>
      <LinkRequest answer={actionData ?? null} />
    </>
  );
}
