import { useQueryClient } from '@tanstack/react-query';
import { formatPhone } from '#shared/phone.ts';
import { Button } from '../parts/button.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { shortMoment } from '../parts/moments.ts';
import { Problem } from '../parts/problem.tsx';
import { LoadFailure } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { useSession } from '../session/session.ts';
import { Due } from './due.tsx';
import { Queue } from './queue.tsx';

type Row = Got<'/api/admin/leads'>['items'][number];
const tones = { waiting: 'warn', refused: 'bad', sent: 'good' } as const;

/** Leads for the CRM: what is not there yet first, by the promised time. */
export function Leads() {
  return (
    <Queue<Row>
      label="Заявки"
      path="/api/admin/leads"
      choices={[
        { value: 'waiting', label: 'Ещё не в CRM', filter: { is_waiting: true } },
        { value: 'all', label: 'Все', filter: {} },
      ]}
      empty="Заявок нет"
      search="Номер, имя, телефон"
      help="J, K — по списку"
      keyOf={({ id }) => id}
      line={(row) => (
        <>
          <b>{row.title}</b> <span className="soft small">{row.name}</span>
          <span className="block soft small">
            № {row.number}, {row.department_name}, {shortMoment(row.created_at)}
          </span>
          <span className={row.state === 'refused' ? 'bad small' : 'soft small'}>{row.state_words}</span>
          <Due row={row} waits={row.state !== 'sent'} words="связаться" />
        </>
      )}
      detail={(row) => <One lead={row} />}
    />
  );
}

function One({ lead }: { lead: Row }) {
  const { me } = useSession();
  const queries = useQueryClient();
  const retry = useVerb(() => void queries.invalidateQueries());
  const tries = useGot<Got<'/api/admin/leads/{id}/tries'>>(`/api/admin/leads/${lead.id}/tries`);
  const contacts = [lead.name, lead.company, lead.phone && formatPhone(lead.phone), lead.email].filter(Boolean);
  return (
    <>
      <h2>
        Заявка {lead.number}: {lead.title} <Tag tone={tones[lead.state]}>{lead.state_words}</Tag>
      </h2>
      <p>{contacts.join(', ')}</p>
      <dl className="facts">
        {lead.comments.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {lead.failure ? <p className="note note-bad">{lead.failure}</p> : null}
      {lead.crm_id === null ? null : <p>В CRM под номером {lead.crm_id}.</p>}
      {tries.error && !tries.data ? <LoadFailure error={tries.error} retry={() => void tries.refetch()} /> : null}
      <ul className="plain-list">
        {tries.data?.items.map((one) => (
          <li key={one.at + one.call} className="small">
            {shortMoment(one.at)} {one.call}: {one.status ?? 'нет ответа'} {one.answer}
          </li>
        ))}
      </ul>
      <Problem words={retry.problem} />
      {lead.state !== 'sent' && me.permissions.includes('leads.retry') ? (
        <p>
          <Button isBusy={retry.isBusy} onClick={() => retry.run(`/api/admin/leads/${lead.id}/retry`)}>
            Передать сейчас
          </Button>
        </p>
      ) : null}
    </>
  );
}
