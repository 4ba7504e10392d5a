import { data, Form, Link, redirect, useLocation, useNavigation } from 'react-router';
import { reviseInvoice } from '#modules/documents/revise-invoice.ts';
import { lastProposal, type Proposal, proposalStateWords } from '#modules/orders/proposals.ts';
import { changeWords } from '#modules/orders/propose-change.ts';
import { answerProposal } from '#modules/payments/answer-proposal.ts';
import { Refusal } from '#platform/refusal.ts';
import { formatDateTime } from '#shared/dates.ts';
import { declineChangeForm } from '#shared/decline-change-form.ts';
import { formatPrice } from '#shared/money.ts';
import { isActive } from '#shared/order-states.ts';
import { orderChangeUrl, orderUrl } from '#shared/urls.ts';
import type { PageHandle } from '#web/parts/analytics/open-pages.ts';
import { answerOf } from '#web/parts/forms/form-answer.ts';
import { FormError } from '#web/parts/forms/form-error.tsx';
import { FormField } from '#web/parts/forms/form-field.tsx';
import { useFormCheck } from '#web/parts/forms/use-form-check.ts';
import { shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/page-failure.ts';
import { refusedInit } from '#web/parts/request/refused-init.ts';
import { Note } from '#web/ui/note.tsx';
import type { Route } from './+types/change-route.ts';
import { OrderError } from './order-error.tsx';
import { ownOrder } from './own-order.ts';

export const handle = { counted: 'order' } satisfies PageHandle;

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `Изменение заказа ${loaderData.number} — ИДД` : 'Изменение заказа — ИДД' },
];

/** What the shop proposes to change in an order, for whoever its own page opens for. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const found = context.get(shop);
  const order = await ownOrder(found, params.id, request);
  const proposal = await lastProposal(found.db, order.id);
  if (!proposal) throw notFound();
  const zone = order.branch.time_zone;
  const isOpen = proposal.state === 'open' && proposal.expires_at > new Date() && isActive(order.state);
  return {
    id: order.id,
    number: order.number,
    is_paid: order.payment_state === 'paid',
    proposal: {
      ...shownOf(proposal),
      is_open: isOpen,
      until: formatDateTime(proposal.expires_at, zone),
      answered: proposal.answered_at && formatDateTime(proposal.answered_at, zone),
    },
  };
}

/** The buyer's word: all of it, or none of it and why. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const found = context.get(shop);
  const order = await ownOrder(found, params.id, request);
  const form = await request.formData();
  const isAccepted = form.get('intent') === 'accept';
  const answer = {
    isAccepted,
    how: 'link',
    who: 'покупатель',
    note: isAccepted ? '' : String(form.get('note') ?? ''),
  } as const;
  const token = new URL(request.url).searchParams.get('token');
  try {
    await found.db.transaction().execute(async (db) => {
      const proposal = await lastProposal(db, order.id);
      if (!proposal || proposal.id !== form.get('proposal')) throw new Refusal('proposal_over');
      await answerProposal(db, order.id, proposal.id, answer);
      if (isAccepted) await reviseInvoice(db, order.id);
    });
    return redirect(orderChangeUrl(order.id, token), { status: 303 });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return data(answerOf(error, form), refusedInit(error));
  }
}

export default function OrderChange({ loaderData, actionData }: Route.ComponentProps) {
  const { number, proposal, is_paid } = loaderData;
  const { search } = useLocation();
  const back = proposal.total_before - proposal.total_after;
  return (
    <div className="sheets">
      <div>
        <section className="sheet">
          <h1>Предложение изменить заказ {number}</h1>
          {proposal.is_open ? (
            <p>Мы собрали не всё из заказа и предлагаем изменить его. Ответьте до {proposal.until}.</p>
          ) : (
            <Note kind={proposal.state === 'accepted' ? 'ok' : 'info'}>
              {proposal.words}
              {proposal.answered ? `, ${proposal.answered}` : ''}
            </Note>
          )}
          {proposal.note ? <p>{proposal.note}</p> : null}
          <div className="order__sums">
            {proposal.lines.map((line) => (
              <div className="sumrow" key={line.product_id}>
                <span>
                  {line.name} <span className="soft">{line.words}</span>
                </span>
                <span className="nowrap">{formatPrice(line.sum)}</span>
              </div>
            ))}
            <div className="sumrow">
              <span className="soft">Было</span>
              <span>{formatPrice(proposal.total_before)}</span>
            </div>
            <div className="sumrow sumrow--total order__total">
              <span>Станет</span>
              <span>{formatPrice(proposal.total_after)}</span>
            </div>
          </div>
          {is_paid && back > 0 && proposal.is_open ? (
            <p className="soft">
              Разницу, {formatPrice(back)}, вернём тем же путём, каким вы платили, с чеком возврата.
            </p>
          ) : null}
          {proposal.is_open ? <Answer id={proposal.id} answer={actionData ?? null} /> : null}
          {!proposal.is_open && actionData ? <FormError words={actionData.error} /> : null}
          <p>
            <Link className="btn btn--line" to={`${orderUrl(loaderData.id)}${search}`}>
              К заказу
            </Link>
          </p>
        </section>
      </div>
    </div>
  );
}

function Answer({ id, answer }: { id: string; answer: ReturnType<typeof answerOf> | null }) {
  const isBusy = useNavigation().state !== 'idle';
  const check = useFormCheck(declineChangeForm, answer);
  return (
    <div className="order__approval">
      <FormError words={answer?.error} />
      <Form method="post">
        <input type="hidden" name="proposal" value={id} />
        <button type="submit" className="btn btn--primary btn--lg" name="intent" value="accept" disabled={isBusy}>
          Согласиться
        </button>
      </Form>
      <Form method="post" className="order__decline" {...check.form}>
        <input type="hidden" name="proposal" value={id} />
        <FormField of={check} name="note" />
        <button type="submit" className="btn btn--line" name="intent" value="decline" disabled={isBusy}>
          Отказаться
        </button>
      </Form>
    </div>
  );
}

function shownOf({ id, state, note, lines, total_before, total_after }: Proposal) {
  return {
    id,
    state,
    note,
    total_before,
    total_after,
    words: proposalStateWords[state],
    lines: lines.map((line) => ({
      product_id: line.product_id,
      name: line.name,
      sum: line.sum_after,
      words: line.what === 'kept' ? 'без изменений' : changeWords(line),
    })),
  };
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <OrderError error={error} />;
}
