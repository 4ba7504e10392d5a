import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatPrice } from '#shared/money.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Problem } from '../parts/problem.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { useTemplates } from '../parts/use-templates.ts';
import { useVerb } from '../parts/use-verb.ts';
import { request } from '../request.ts';
import type { EmailDrafts, OrderRecord } from './order-types.ts';

type Props = {
  order: OrderRecord;
  /** With which text it begins; without it with the first one. */
  about?: EmailDrafts['templates'][number]['kind'];
  onClose: () => void;
  onDone: () => void;
};

/** An email to the buyer: a text to begin with, and the whole of it before it goes. */
export function EmailDialog({ order, about, onClose, onDone }: Props) {
  const emails = useQuery({
    queryKey: ['orders', order.id, 'emails'],
    queryFn: ({ signal }) =>
      request<EmailDrafts>(`/api/admin/orders/${order.id}/emails`, { signal }).then(({ body }) => body),
  });
  const [typed, setTyped] = useState<{ subject: string; text: string } | null>(null);
  const [isShown, setShown] = useState(false);
  const send = useVerb(() => {
    onDone();
    onClose();
  });
  const { data } = emails;
  const templates = data?.templates ?? [];
  const email = typed ?? templates.find(({ kind }) => kind === about) ?? templates[0] ?? { subject: '', text: '' };
  return (
    <Dialog title={`Письмо по заказу ${order.number}`} onClose={onClose} className="dialog-wide">
      {emails.error ? <LoadFailure error={emails.error} retry={() => void emails.refetch()} /> : null}
      {emails.isPending ? <Skeleton rows={6} /> : null}
      {data?.to === '' ? <Problem words="У покупателя нет почты: позвоните ему" /> : null}
      {data && data.to !== '' ? (
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            if (isShown) send.run(`/api/admin/orders/${order.id}/emails`, { subject: email.subject, text: email.text });
            else setShown(true);
          }}
        >
          <p className="soft small">Кому: {data.to}</p>
          {isShown ? (
            <pre className="email">
              {`Тема: ${email.subject}\n\n${email.subject}\n\n${data.before}\n\n${email.text}\n\n${data.after}`}
            </pre>
          ) : (
            <>
              <div className="chips">
                {templates.map(({ name, subject, text }) => (
                  <button
                    key={name}
                    type="button"
                    className="chip"
                    aria-pressed={email.subject === subject}
                    onClick={() => setTyped({ subject, text })}
                  >
                    {name}
                  </button>
                ))}
              </div>
              <OwnTemplates
                order={order}
                add={(words) => setTyped({ ...email, text: [email.text.trim(), words].filter(Boolean).join('\n\n') })}
              />
              <Field label="Тема" error={send.fields.subject}>
                {(given) => (
                  <input
                    {...given}
                    type="text"
                    maxLength={200}
                    value={email.subject}
                    onChange={({ target }) => setTyped({ ...email, subject: target.value })}
                  />
                )}
              </Field>
              <Field
                label="Текст"
                error={send.fields.text}
                hint="Обращение, ссылка на заказ и подпись филиала добавятся сами"
              >
                {(given) => (
                  <textarea
                    {...given}
                    rows={7}
                    maxLength={4000}
                    value={email.text}
                    onChange={({ target }) => setTyped({ ...email, text: target.value })}
                  />
                )}
              </Field>
            </>
          )}
          <Problem words={send.problem} />
          <div className="form-actions">
            <Button onClick={isShown ? () => setShown(false) : onClose}>{isShown ? 'Исправить' : 'Закрыть'}</Button>
            <Button
              kind="primary"
              type="submit"
              isBusy={send.isBusy}
              disabled={email.text.trim() === '' || email.subject.trim() === ''}
            >
              {isShown ? 'Отправить' : 'Посмотреть письмо'}
            </Button>
          </div>
        </form>
      ) : null}
    </Dialog>
  );
}

/** What the shop has written down in «Обращения», put behind what is typed. */
function OwnTemplates({ order, add }: { order: OrderRecord; add: (words: string) => void }) {
  const templates = useTemplates('orders', {
    заказ: String(order.number),
    сумма: formatPrice(order.sums.total),
    пункт: order.receiving.type === 'pickup' ? order.receiving.place : null,
  });
  if (templates.length === 0) return null;
  return (
    <fieldset className="chips">
      <legend className="soft small">Свои шаблоны: нажатие добавит текст</legend>
      {templates.map((words) => (
        <button key={words} type="button" className="chip" title={words} onClick={() => add(words)}>
          {words.length > 40 ? `${words.slice(0, 40)}…` : words}
        </button>
      ))}
    </fieldset>
  );
}
