import { FileText, Mail } from 'lucide-react';
import { useState } from 'react';
import { formatPrice } from '#shared/money.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { shortMoment } from '../parts/moments.ts';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { request } from '../request.ts';
import { useCan } from '../session/session.ts';
import type { OrderRecord } from './order-types.ts';

type EmailDraft = { subject: string; to: string; text: string };
type Props = { order: OrderRecord; write: () => void; onDone: () => void };

/** Papers and emails of the order, with what may be issued or written now. */
export function OrderPapers({ order, write, onDone }: Props) {
  const may = { papers: useCan('documents.read'), assemble: useCan('orders.assemble'), edit: useCan('orders.edit') };
  const canRead = useCan('orders.contacts');
  const issue = useVerb(onDone);
  const [email, setEmail] = useState<EmailDraft | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  async function show(mail: number) {
    setProblem(null);
    const found = await request<EmailDraft>(`/api/admin/orders/${order.id}/mails/${mail}`).catch((error: Error) => {
      setProblem(error.message);
      return null;
    });
    if (found) setEmail(found.body);
  }
  return (
    <section className="panel" aria-labelledby="order-papers">
      <div className="panel-head">
        <h2 id="order-papers">Документы и письма</h2>
        <span className="panel-actions">
          {may.assemble ? (
            <a href={`/api/admin/orders/picking-lists?ids=${order.id}`} target="_blank" rel="noreferrer">
              Напечатать лист сборки
            </a>
          ) : null}
          {may.edit ? (
            <Button size="small" onClick={write}>
              Написать
            </Button>
          ) : null}
        </span>
      </div>
      <ul className="papers">
        {may.papers
          ? order.documents.issued.map(({ file, words, revision, total, issued_at: at }) => (
              <li key={file}>
                <FileText size={16} aria-hidden="true" />
                <b>
                  {words}
                  {revision > 1 ? `, редакция ${revision}` : ''}
                </b>
                <span className="soft">
                  {formatPrice(total)}, выписан {shortMoment(at)}
                </span>
                <a
                  className="btn btn-plain btn-small"
                  href={`/api/admin/orders/${order.id}/documents/${file}`}
                  target="_blank"
                  rel="noreferrer"
                >
                  PDF
                </a>
              </li>
            ))
          : null}
        {may.papers
          ? order.documents.possible.map(({ kind, part, words, is_ready: isReady }) => (
              <li key={`${kind} ${part}`}>
                <FileText size={16} aria-hidden="true" />
                <span>{words}</span>
                <span className="soft">{isReady ? '' : 'сначала заполните реквизиты продавца'}</span>
                <Button
                  size="small"
                  disabled={!isReady}
                  isBusy={issue.isBusy}
                  onClick={() => issue.run(`/api/admin/orders/${order.id}/documents`, { kind, part })}
                >
                  Выпустить
                </Button>
              </li>
            ))
          : null}
        {order.mails.map(({ id, subject, created_at: at, state_words: words }) => (
          <li key={id}>
            <Mail size={16} aria-hidden="true" />
            <b>{subject}</b>
            <span className="soft">
              {words} {shortMoment(at)}
            </span>
            {canRead ? (
              <Button size="small" aria-label={`Показать письмо «${subject}»`} onClick={() => void show(id)}>
                Показать
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {order.mails.length + order.documents.issued.length + order.documents.possible.length === 0 ? (
        <p className="soft side-body">Писем и документов пока нет</p>
      ) : null}
      <Problem words={issue.problem ?? problem} />
      {email ? (
        <Dialog title={email.subject} onClose={() => setEmail(null)}>
          <p className="soft small">Кому: {email.to}</p>
          <pre className="email">{email.text}</pre>
        </Dialog>
      ) : null}
    </section>
  );
}
