import './add-goods.css';
import '../../parts/goods/goods-line.css';
import { data, Form, redirect, useLocation, useNavigation } from 'react-router';
import { reviseInvoice } from '#modules/documents/revise-invoice.ts';
import { lastProposal, type Proposal, proposalStateWords } from '#modules/orders/proposals.ts';
import { changeWords } from '#modules/orders/propose-change.ts';
import type { OrderView } from '#modules/orders/queries.ts';
import { answerProposal } from '#modules/payments/answer-proposal.ts';
import { Refusal } from '#platform/refusal.ts';
import { formatDateTime } from '#shared/dates.ts';
import { declineChangeForm } from '#shared/decline-change-form.ts';
import { formatPrice } from '#shared/money.ts';
import { isActive } from '#shared/order-states.ts';
import { untilWords } from '#shared/until-words.ts';
import { orderChangeUrl, orderUrl } from '#shared/urls.ts';
import type { PageHandle } from '#web/parts/analytics/open-pages.ts';
import { answerOf, type FormAnswer } from '#web/parts/forms/form-answer.ts';
import { FormError } from '#web/parts/forms/form-error.tsx';
import { FormField } from '#web/parts/forms/form-field.tsx';
import { useFormCheck } from '#web/parts/forms/use-form-check.ts';
import { type Shop, shop } from '#web/parts/request/context.ts';
import { refusedInit } from '#web/parts/request/refused-init.ts';
import { deferred } from '#web/ui/deferred.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import type { Route } from './+types/change-route.ts';
import { OrderError } from './order-error.tsx';
import { ownOrder } from './own-order.ts';
import { readAddition } from './read-addition.ts';
import { runAddition } from './run-addition.ts';

const AddGoods = deferred(() => import('./add-goods.tsx').then((loaded) => loaded.AddGoods), { soon: true });

export const handle = { counted: 'order' } satisfies PageHandle;

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `Изменение заказа ${loaderData.number} — ИДД` : 'Изменение заказа — ИДД' },
];

/** What the shop proposes to change in an order, and goods that its buyer adds, for whoever its own page opens for. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const found = context.get(shop);
  const order = await ownOrder(found, params.id, request);
  const query = new URL(request.url).searchParams;
  const proposal = await lastProposal(found.db, order.id);
  const zone = order.branch.time_zone;
  // An answer that the shop waits for comes first.
  const isAnswered = proposal?.state !== 'open';
  return {
    id: order.id,
    number: order.number,
    total: order.total,
    is_paid: order.payment_state === 'paid',
    is_by_invoice: order.payment_method === 'invoice',
    is_added: query.has('done'),
    addition: isAnswered && isActive(order.state) ? await readAddition(found, order, query) : null,
    proposal: proposal && {
      ...shownOf(proposal),
      is_open: !isAnswered && proposal.expires_at > new Date() && isActive(order.state),
      until: untilWords(proposal.expires_at, zone),
      answered: proposal.answered_at && formatDateTime(proposal.answered_at, zone),
    },
  };
}

/** The buyer adds goods, or answers the proposal: all of it, or none of it and why. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const found = context.get(shop);
  const order = await ownOrder(found, params.id, request);
  const form = await request.formData();
  const token = new URL(request.url).searchParams.get('token');
  try {
    if (form.get('intent') === 'add') {
      const headers = await runAddition(found, order, form);
      const page = orderChangeUrl(order.id, token);
      return redirect(`${page}${token ? '&' : '?'}done=1`, { status: 303, headers });
    }
    await answer(found, order, form);
    return redirect(orderChangeUrl(order.id, token), { status: 303 });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const isAddition = form.get('intent') === 'add';
    return data<FormAnswer>({ ...answerOf(error, form), form: isAddition ? 'add' : 'answer' }, refusedInit(error));
  }
}

async function answer({ db }: Shop, order: OrderView, form: FormData): Promise<void> {
  const isAccepted = form.get('intent') === 'accept';
  const word = {
    isAccepted,
    how: 'link',
    most: null,
    who: 'покупатель',
    note: isAccepted ? '' : String(form.get('note') ?? ''),
  } as const;
  await db.transaction().execute(async (db) => {
    const proposal = await lastProposal(db, order.id);
    if (!proposal || proposal.id !== form.get('proposal')) throw new Refusal('proposal_over');
    await answerProposal(db, order.id, proposal.id, word);
    if (isAccepted) await reviseInvoice(db, order.id);
  });
}

export default function OrderChange({ loaderData, actionData }: Route.ComponentProps) {
  const { id, number, proposal, addition, is_paid } = loaderData;
  const query = new URLSearchParams(useLocation().search);
  const token = query.get('token');
  return (
    <div className="sheets">
      <div>
        {proposal ? (
          <ProposalSheet number={number} proposal={proposal} isPaid={is_paid} answer={actionData ?? null} />
        ) : null}
        {addition ? (
          <section className="sheet">
            {proposal ? <h2>Добавить товары в заказ {number}</h2> : <h1>Добавить товары в заказ {number}</h1>}
            {loaderData.is_added ? (
              <Note kind="ok" role="status">
                Товары добавлены и отложены для вас. Заказ стоит {formatPrice(loaderData.total)}.
                {loaderData.is_by_invoice ? ' Новый счёт — на странице заказа.' : ''}
              </Note>
            ) : null}
            <AddGoods page={addition} token={token} error={actionData?.form === 'add' ? actionData.error : null} />
          </section>
        ) : null}
        {proposal || addition ? null : (
          <section className="sheet">
            <h1>Заказ {number}</h1>
            <p>Заказ закрыт, изменить его уже нельзя.</p>
          </section>
        )}
        <p className="sheet">
          <Link className="btn btn--line" to={`${orderUrl(id)}${token ? `?${new URLSearchParams({ token })}` : ''}`}>
            К заказу
          </Link>
        </p>
      </div>
    </div>
  );
}

type ProposalProps = {
  number: number;
  proposal: NonNullable<Route.ComponentProps['loaderData']['proposal']>;
  isPaid: boolean;
  answer: FormAnswer | null;
};

function ProposalSheet({ number, proposal, isPaid, answer }: ProposalProps) {
  const back = proposal.total_before - proposal.total_after;
  return (
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
      {isPaid && back > 0 && proposal.is_open ? (
        <p className="soft">Разницу, {formatPrice(back)}, вернём тем же путём, каким вы платили, с чеком возврата.</p>
      ) : null}
      {proposal.is_open ? <Answer id={proposal.id} answer={answer} /> : null}
      {!proposal.is_open && answer?.form === 'answer' ? <FormError words={answer.error} /> : null}
    </section>
  );
}

function Answer({ id, answer }: { id: string; answer: FormAnswer | null }) {
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
