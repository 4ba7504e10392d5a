import { useQueryClient } from '@tanstack/react-query';
import { formatPhone } from '#shared/phone.ts';
import { Button } from '../parts/button.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { shortMoment } from '../parts/moments.ts';
import { PageLink } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { Queue } from './queue.tsx';
import { Say } from './say.tsx';

type Row = Got<'/api/admin/tickets'>['items'][number];
type Ticket = Got<'/api/admin/tickets/{id}'>;
const tones = { open: 'warn', answered: 'good', closed: 'plain' } as const;

/** Support: by the promised time. */
export function Tickets() {
  return (
    <Queue<Row>
      label="Обращения"
      path="/api/admin/tickets"
      choices={[
        { value: 'open', label: 'Ждут ответа', filter: { state: ['open'] } },
        { value: 'answered', label: 'Отвечены', filter: { state: ['answered'] } },
        { value: 'closed', label: 'Закрыты', filter: { state: ['closed'] } },
      ]}
      empty="Обращений нет"
      search="Номер, заказ, имя или почта"
      help="J, K — по списку, R — ответить, D — закрыть"
      keyOf={({ id }) => id}
      line={(row) => (
        <>
          <b>{row.name}</b> <span className="soft small">{row.theme}</span>
          <span className="block cut soft">{row.last_text}</span>
          <span className={row.is_late ? 'bad small' : 'soft small'}>
            {row.state === 'open'
              ? `${row.is_late ? 'просрочено, ' : ''}ответить до ${shortMoment(row.answer_due_at)}`
              : row.state_words}
          </span>
        </>
      )}
      detail={({ id }) => <Thread id={id} />}
    />
  );
}

function Thread({ id }: { id: string }) {
  const path = `/api/admin/tickets/${id}`;
  const { data, error, refetch } = useGot<Ticket>(path);
  const queries = useQueryClient();
  const reload = () => void queries.invalidateQueries();
  const close = useVerb(reload);
  if (!data) return error ? <LoadFailure error={error} retry={() => void refetch()} /> : <Skeleton rows={6} />;
  return (
    <>
      <h2>
        Обращение {data.number} <Tag tone={tones[data.state]}>{data.state_words}</Tag>
      </h2>
      <p className="soft">
        {data.theme}; {data.name}, {data.email}
        {data.phone ? `, ${formatPhone(data.phone)}` : ''}; {data.city}
        {data.order_id ? (
          <>
            ; <PageLink to={`/orders/${data.order_id}`}>заказ {data.order_number}</PageLink>
          </>
        ) : null}
      </p>
      <ol className="thread">
        {data.messages.map((message) => (
          <li key={message.id} className={message.is_staff ? 'from-staff' : undefined}>
            <p className="soft small">
              {message.author_name}, {shortMoment(message.created_at)}
            </p>
            <p className="words">{message.text}</p>
            {message.files.map((file) => (
              <a key={file.id} href={`${path}/files/${file.id}`} download>
                {file.name}
              </a>
            ))}
          </li>
        ))}
      </ol>
      <Say
        label="Ответ"
        hint="Покупатель получит письмо и увидит ответ в кабинете"
        button="Ответить"
        path={`${path}/answer`}
        name="text"
        hotKey="KeyR"
        templates={{
          kind: 'tickets',
          values: {
            имя: data.name,
            обращение: String(data.number),
            заказ: data.order_number === null ? null : String(data.order_number),
          },
        }}
        onDone={reload}
      />
      <Problem words={close.problem} />
      {data.state === 'closed' ? null : (
        <p>
          <Button data-key="KeyD" isBusy={close.isBusy} onClick={() => close.run(`${path}/close`)}>
            Закрыть обращение
          </Button>
        </p>
      )}
    </>
  );
}
