import { data } from 'react-router';
import { requestFreshLink } from '#modules/orders/write-order-letters.ts';
import { Refusal } from '#platform/refusal.ts';
import { fieldProblem } from '#shared/form-rules.ts';
import { shop } from '#web/context.ts';
import type { Route } from './+types/find.ts';
import { type LinkAnswer, LinkRequest } from './link-request.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Найти заказ — ИДД' }, { name: 'robots', content: 'noindex' }];

export async function action({ request, context }: Route.ActionArgs) {
  const { db, visit } = context.get(shop);
  const typed = String((await request.formData()).get('number') ?? '').trim();
  const problem = fieldProblem(typed, { required: true, max: 40 }, 'Номер заказа');
  if (problem) return data<LinkAnswer>({ message: null, error: problem, typed }, { status: 422 });
  try {
    await requestFreshLink(db, typed, visit.address);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return data<LinkAnswer>({ message: null, error: error.message, typed }, { status: error.status });
  }
  return data<LinkAnswer>({
    message: 'Если такой заказ есть, письмо со ссылкой придёт на его почту в течение нескольких минут.',
    error: null,
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
