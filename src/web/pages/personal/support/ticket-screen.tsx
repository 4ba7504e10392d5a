import { Form, useNavigation } from 'react-router';
import { messageForm } from '#modules/support/schema.ts';
import { phoneHref } from '#shared/phone.ts';
import { unbroken } from '#shared/unbroken.ts';
import { personalOrderUrl } from '#shared/urls.ts';
import type { FormAnswer } from '#web/parts/forms/form-answer.ts';
import { FormError } from '#web/parts/forms/form-error.tsx';
import { FormField } from '#web/parts/forms/form-field.tsx';
import { useFormCheck } from '#web/parts/forms/use-form-check.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { TicketBadge } from './support-screen.tsx';
import type { TicketData } from './ticket-route.tsx';

export function TicketScreen({ ticket, answer }: { ticket: TicketData; answer: FormAnswer | null }) {
  return (
    <>
      <section className="sheet">
        <div className="row between order__head">
          <div>
            <h1>
              Обращение <span className="num nowrap">{ticket.number}</span>
            </h1>
            <p className="soft num">от {ticket.created_text}</p>
          </div>
          <TicketBadge state={ticket.state} />
        </div>
        <p className="lk__lead">
          {ticket.theme_words}
          {ticket.order ? (
            <>
              ,{' '}
              <Link className="link" to={personalOrderUrl(ticket.order.id)}>
                заказ {ticket.order.number}
              </Link>
            </>
          ) : null}
        </p>
        <p className="soft" role="status">
          {unbroken(stateWords(ticket))}
          {ticket.state === 'open' && ticket.is_late && ticket.phone ? (
            <>
              {' '}
              Позвоните в филиал:{' '}
              <a className="link num nowrap" href={phoneHref(ticket.phone)}>
                {ticket.phone}
              </a>
            </>
          ) : null}
        </p>
      </section>
      <section className="sheet" aria-label="Переписка">
        {ticket.messages.length === 0 ? <p className="soft">Сообщений нет.</p> : null}
        <ol className="lktalk">
          {ticket.messages.map((message) => (
            <li key={message.id} className={message.author === 'staff' ? 'is-shop' : undefined}>
              <p className="small soft">
                <b className="b">{message.author === 'staff' ? `${message.author_name}, ИДД` : 'Вы'}</b>{' '}
                <span className="num">{message.at_text}</span>
              </p>
              <p className="lktalk__text">{message.text}</p>
              {message.files.map((file) => (
                <a key={file.url} className="link row small" href={file.url} download={file.name}>
                  <Icon name="file-down" size="s" />
                  {file.name}, {sizeWords(file.size)}
                </a>
              ))}
            </li>
          ))}
        </ol>
        <Write key={ticket.messages.length} ticket={ticket} answer={answer} />
      </section>
    </>
  );
}

function stateWords({ state, due_text, is_late, email, done }: TicketData): string {
  const sent = done === 'opened' ? 'Обращение отправлено. ' : done === 'write' ? 'Сообщение отправлено. ' : '';
  switch (state) {
    case 'open':
      return is_late
        ? `${sent}Обещали ответить до ${due_text}, и не успели.`
        : `${sent}Ответим до ${due_text}: письмом на ${email} и здесь.`;
    case 'answered':
      return 'Мы ответили. Если вопрос остался, напишите ещё раз.';
    case 'closed':
      return 'Обращение закрыто. Новое сообщение откроет его снова.';
  }
}

function Write({ ticket, answer }: { ticket: TicketData; answer: FormAnswer | null }) {
  const check = useFormCheck(messageForm, answer);
  const isBusy = useNavigation().state !== 'idle';
  return (
    <div className="lktalk__write">
      <Form method="post" encType="multipart/form-data" className="form" {...check.form} id="write">
        <FormField of={check} name="text" required={false} />
        <FormField of={check} name="files" />
        <FormError words={answer?.error} />
        <div className="row row--wrap">
          <button type="submit" className="btn btn--primary" name="intent" value="write" aria-busy={isBusy}>
            Отправить
          </button>
          {ticket.state === 'closed' ? null : (
            <button type="submit" form="close-ticket" className="btn btn--line" name="intent" value="close">
              Вопрос решён, закрыть
            </button>
          )}
        </div>
      </Form>
      <Form method="post" id="close-ticket" hidden />
    </div>
  );
}

function sizeWords(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024));
  return kilobytes < 1024 ? `${kilobytes}\u00a0КБ` : `${(bytes / 1_048_576).toFixed(1).replace('.', ',')}\u00a0МБ`;
}
