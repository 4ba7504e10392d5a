import { ArrowRight, Hourglass, PhoneCall } from 'lucide-react';
import { useState } from 'react';
import { formatPrice } from '#shared/money.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { shortMoment } from '../parts/moments.ts';
import { Picture } from '../parts/picture.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { useCan } from '../session/session.ts';
import type { OrderRecord, Proposal } from './order-types.ts';
import { amount } from './order-words.tsx';

type Props = { order: OrderRecord; onDone: () => void };

/** What was proposed to the buyer and waits for an answer; the last answer stands for a while. */
export function ProposalPanel({ order, onDone }: Props) {
  const last = order.proposals.at(-1);
  const canEdit = useCan('orders.edit');
  const [isCalling, setCalling] = useState(false);
  const withdraw = useVerb(onDone);
  if (!last) return null;
  if (last.state !== 'open') return <Answered proposal={last} />;
  return (
    <section className="panel proposal" aria-labelledby="proposal">
      <div className="panel-head">
        <Hourglass size={16} aria-hidden="true" />
        <h2 id="proposal">Предложение изменить состав, № {last.number}</h2>
        <span className="panel-actions small">
          отправлено {shortMoment(last.proposed_at)}, ответ до {shortMoment(last.expires_at)}
        </span>
      </div>
      <Changes lines={last.lines} />
      <div className="proposal-foot">
        <span>
          Итог: <s className="num">{formatPrice(last.total_before)}</s>{' '}
          <b className="num">{formatPrice(last.total_after)}</b>
        </span>
        <span className="soft small">Правило покупателя: «{order.replacement_words}»</span>
        {canEdit ? (
          <span className="panel-actions">
            <Button
              isBusy={withdraw.isBusy}
              onClick={() => withdraw.run(`/api/admin/orders/${order.id}/proposals/${last.id}/withdraw`)}
            >
              Отозвать
            </Button>
            <Button kind="quiet" icon={<PhoneCall size={16} aria-hidden="true" />} onClick={() => setCalling(true)}>
              Ответ по телефону
            </Button>
          </span>
        ) : null}
      </div>
      <Problem words={withdraw.problem} />
      {isCalling ? (
        <CallDialog order={order} proposal={last} onClose={() => setCalling(false)} onDone={onDone} />
      ) : null}
    </section>
  );
}

function Answered({ proposal }: { proposal: Proposal }) {
  return (
    <p className={`panel proposal-answer ${proposal.state}`}>
      Предложение № {proposal.number}: {proposal.state_words.toLowerCase()}
      {proposal.answer_note ? `: «${proposal.answer_note}»` : ''}
      {proposal.answered_at ? <span className="soft"> {shortMoment(proposal.answered_at)}</span> : null}
    </p>
  );
}

/** Every changed line: as it was, as it becomes, the difference. */
export function Changes({ lines }: { lines: readonly Proposal['lines'][number][] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section className="wide" tabIndex={0} aria-label="Изменения состава">
      <table className="lines changes">
        <thead>
          <tr>
            <th scope="col" colSpan={2}>
              Было
            </th>
            <th scope="col">
              <span className="hidden-words">становится</span>
            </th>
            <th scope="col">Станет</th>
            <th scope="col" className="right">
              Разница
            </th>
          </tr>
        </thead>
        <tbody>
          {lines
            .filter(({ what }) => what !== 'kept')
            .map((line) => (
              <tr key={line.product_id}>
                <td className="line-picture">
                  <Picture image={line.image} />
                </td>
                <td>
                  <span className="line-name">{line.name}</span>
                  <span className="soft small">
                    {line.count_before > 0 ? `${amount(line.count_before, line.unit)}; ` : ''}есть{' '}
                    {amount(line.available, line.unit)}
                  </span>
                </td>
                <td>
                  <ArrowRight size={16} aria-hidden="true" />
                </td>
                <td>
                  <b className="line-name">{becomes(line)}</b>
                  <span className="soft small">
                    {line.what === 'removed' ? '' : `по ${formatPrice(line.price)}`}
                    {line.price_now !== null && line.price_now !== line.price
                      ? ` вместо ${formatPrice(line.price_now)}`
                      : ''}
                  </span>
                </td>
                <td className="right num">{difference(line.sum_after - line.sum_before)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  );
}

function becomes({ what, count_after: count, unit }: Proposal['lines'][number]): string {
  if (what === 'removed') return 'Убрать строку';
  return what === 'added' ? `Добавить ${amount(count, unit)}` : `Станет ${amount(count, unit)}`;
}

export function difference(sum: number): string {
  if (sum === 0) return formatPrice(0);
  return sum > 0 ? `+${formatPrice(sum)}` : `−${formatPrice(-sum)}`;
}

function CallDialog({ order, proposal, onClose, onDone }: Props & { proposal: Proposal; onClose: () => void }) {
  const [note, setNote] = useState('');
  const answer = useVerb(() => {
    onDone();
    onClose();
  });
  const send = (isAccepted: boolean) =>
    answer.run(`/api/admin/orders/${order.id}/proposals/${proposal.id}/answer`, { isAccepted, note });
  const back = order.payment_state === 'paid' ? proposal.total_before - proposal.total_after : 0;
  return (
    <Dialog title={`Ответ на предложение № ${proposal.number}`} onClose={onClose}>
      <div className="form">
        <Field label="Что сказал покупатель" error={answer.fields.note}>
          {(given) => (
            <textarea
              {...given}
              rows={3}
              maxLength={1000}
              value={note}
              onChange={({ target }) => setNote(target.value)}
            />
          )}
        </Field>
        {back > 0 ? (
          <p className="note">
            При согласии покупателю вернётся {formatPrice(back)} с чеком возврата, тем же путём, каким он платил
          </p>
        ) : null}
        <Problem words={answer.fields.note ? null : answer.problem} />
        <div className="form-actions">
          <Button isBusy={answer.isBusy} onClick={() => send(false)}>
            Отказался
          </Button>
          <Button kind="primary" isBusy={answer.isBusy} onClick={() => send(true)}>
            Согласен
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
