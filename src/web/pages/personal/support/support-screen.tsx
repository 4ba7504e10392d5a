import '../../../parts/forms/forms.css';
import { type FocusEvent, useState } from 'react';
import { Form, useFetcher, useNavigation } from 'react-router';
import { ownTicketForm, ticketStateWords } from '#modules/support/schema.ts';
import { unbroken } from '#shared/unbroken.ts';
import {
  activeOrdersUrl,
  deliveryUrl,
  documentsUrl,
  infoUrl,
  payUrl,
  supportTicketUrl,
  supportUrl,
} from '#shared/urls.ts';
import type { FormAnswer } from '#web/parts/forms/form-answer.ts';
import { FormError } from '#web/parts/forms/form-error.tsx';
import { FormField } from '#web/parts/forms/form-field.tsx';
import { useFormCheck } from '#web/parts/forms/use-form-check.ts';
import { useShell } from '#web/parts/request/use-shell.ts';
import { Answers, FindAnswer } from '#web/parts/support/find-answer.tsx';
import { deferred } from '#web/ui/deferred.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import type { SupportData } from './route.tsx';

const QuickHelp = deferred(() => import('#web/parts/support/quick-help.tsx').then((loaded) => loaded.QuickHelp));

export function SupportScreen({ found, answer }: { found: SupportData; answer: FormAnswer | null }) {
  const { device } = useShell();
  const isNone = found.tickets.length === 0;
  const write = (
    <a className="btn btn--line" href="#ticket">
      Новое обращение
    </a>
  );
  const help = (
    <aside className="sheet quickhelp" aria-label="Быстрая помощь">
      <QuickHelp call={found.call} answers={readyAnswers} />
      <FindAnswer url={supportUrl()} answers={found.answers} text={found.typed.text} isFolded={device === 'mobile'} />
    </aside>
  );
  return (
    <>
      <section className="sheet">
        <div className="row between row--wrap">
          <h1>Поддержка</h1>
          {isNone ? null : write}
        </div>
        <Tickets tickets={found.tickets} />
      </section>
      <div className="lkhelp">
        <NewTicket found={found} answer={answer} />
        {help}
      </div>
    </>
  );
}

/** Where the answer to most of what is asked stands already. */
const readyAnswers = [
  { url: activeOrdersUrl(), words: 'Где мой заказ' },
  { url: payUrl(), words: 'Оплата и чеки' },
  { url: deliveryUrl(), words: 'Доставка и сроки' },
  { url: infoUrl('returns'), words: 'Возврат и обмен' },
  { url: documentsUrl(), words: 'Документы к заказам' },
];

const badges = { open: 'warn', answered: 'ok', closed: 'grey' } as const;

export function TicketBadge({ state }: { state: keyof typeof badges }) {
  return <span className={`badge badge--${badges[state]}`}>{ticketStateWords[state]}</span>;
}

function Tickets({ tickets }: { tickets: SupportData['tickets'] }) {
  if (tickets.length === 0)
    return <p className="lk__lead">Обращений пока нет. Напишите нам: ответ придёт письмом и останется здесь.</p>;
  return (
    <ul className="lkrows lk__lead">
      {tickets.map((ticket) => (
        <li key={ticket.id} className="lkrow">
          <div>
            <Link className="b link" to={supportTicketUrl(ticket.id)}>
              Обращение <span className="num">{ticket.number}</span>
            </Link>{' '}
            <TicketBadge state={ticket.state} />
            <p>
              {ticket.theme_words}
              {ticket.order_number === null ? '' : `, заказ ${ticket.order_number}`}
            </p>
            <p className="small soft lk__cut">{ticket.last_text}</p>
            {ticket.state === 'open' ? <p className="small num">{unbroken(`Ответим до ${ticket.due_text}`)}</p> : null}
          </div>
          {ticket.state === 'open' ? null : <span className="small soft num">{ticket.changed_text}</span>}
        </li>
      ))}
    </ul>
  );
}

function NewTicket({ found, answer }: { found: SupportData; answer: FormAnswer | null }) {
  const check = useFormCheck(ownTicketForm, answer, { values: { email: found.emails[0], ...found.typed } });
  const isBusy = useNavigation().state !== 'idle';
  const [answers, lookForAnswers] = useWrittenAnswers();
  return (
    <section className="sheet" id="ticket">
      <h2>Новое обращение</h2>
      <Form
        method="post"
        action={supportUrl()}
        encType="multipart/form-data"
        className="form"
        {...check.form}
        onBlur={(event) => {
          check.form.onBlur(event);
          lookForAnswers(event);
        }}
      >
        <div className="two">
          <FormField of={check} name="theme" />
          {found.orders.length > 0 ? (
            <FormField of={check} name="order_id">
              <option value="">Не связано с заказом</option>
              {found.orders.map(({ id, words }) => (
                <option key={id} value={id}>
                  {words}
                </option>
              ))}
            </FormField>
          ) : null}
        </div>
        <FormField of={check} name="text" />
        <FormField of={check} name="files" />
        <div className="two">
          <FormField of={check} name="name" />
          <FormField of={check} name="email">
            {found.emails.map((email) => (
              <option key={email}>{email}</option>
            ))}
          </FormField>
        </div>
        <Answers answers={answers} />
        <FormError words={answer?.error} />
        <p className="row lkdue num">
          <Icon name="clock" size="s" />
          <span>{unbroken(`Ответим письмом и в этом разделе до ${found.due_text}`)}</span>
        </p>
        <div className="row row--wrap">
          <button type="submit" className="btn btn--primary" aria-busy={isBusy}>
            Отправить
          </button>
        </div>
      </Form>
    </section>
  );
}

/** While the form is filled, written answers are looked for when the text or the theme is left. */
function useWrittenAnswers() {
  const fetcher = useFetcher<SupportData>({ key: 'written-answers' });
  const [asked, setAsked] = useState('');
  const answers = fetcher.data?.answers ?? null;
  function look({ currentTarget, target }: FocusEvent<HTMLFormElement>) {
    const { name } = target as unknown as HTMLInputElement;
    if (name !== 'text' && name !== 'theme') return;
    const form = new FormData(currentTarget);
    const query = new URLSearchParams({
      theme: String(form.get('theme')),
      text: String(form.get('text')).slice(0, 500),
      find: '1',
    });
    const wanted = query.toString();
    if (wanted === asked || (!query.get('theme') && !query.get('text'))) return;
    setAsked(wanted);
    fetcher.load(`${supportUrl()}?${wanted}`);
  }
  // Nothing found is not worth saying to somebody who did not ask.
  return [answers?.found.length === 0 ? null : answers, look] as const;
}
