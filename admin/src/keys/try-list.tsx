import { useQueryClient } from '@tanstack/react-query';
import { formatCount } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { shortMoment } from '../parts/moments.ts';
import { Problem } from '../parts/problem.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { WholeList } from '../parts/whole-list.tsx';
import type { Webhook } from './webhooks-page.tsx';

type Tries = Got<'/api/admin/webhooks/{id}/tries'>;
type SentTry = Tries['items'][number];

const everyMs = 10_000;
const states = {
  waiting: { tone: 'warn', word: 'ждёт' },
  sent: { tone: 'good', word: 'передано' },
  given_up: { tone: 'bad', word: 'не передано' },
} as const;

/** The last tries to tell an address, the newest first; each message can be sent again. */
export function TryList({ webhook: { id, is_on: isOn } }: { webhook: Webhook }) {
  const queries = useQueryClient();
  const path = `/api/admin/webhooks/${id}`;
  const list = useGot<Tries>(`${path}/tries`, { every: everyMs });
  const replay = useVerb(() => void queries.invalidateQueries());
  const columns: Column<SentTry>[] = [
    ...tryColumns,
    {
      key: 'again',
      label: 'Действие',
      isAction: true,
      render: ({ event_id, event_words: words, at }) =>
        isOn ? (
          <Button
            size="small"
            isBusy={replay.isBusy}
            aria-label={`Передать ещё раз: ${words}, ${shortMoment(at)}`}
            onClick={() => replay.run(`${path}/replay`, { event_id })}
          >
            Ещё раз
          </Button>
        ) : null,
    },
  ];
  return (
    <WholeList
      name="webhook-tries"
      list={list}
      rows={list.data?.items}
      label="Последние попытки"
      columns={columns}
      keyOf={({ event_id, at }) => `${event_id} ${at}`}
      above={
        <>
          <div className="panel-head">
            <h2>Последние попытки</h2>
          </div>
          <Problem words={replay.problem} />
        </>
      }
      empty={
        <Empty title="Попыток ещё не было">
          Они появятся, когда произойдёт событие, о котором сообщают этому адресу.
        </Empty>
      }
    />
  );
}

const tryColumns: Column<SentTry>[] = [
  { key: 'at', label: 'Когда', render: ({ at }) => <span className="num">{shortMoment(at)}</span> },
  {
    key: 'event',
    label: 'Событие',
    render: ({ event_words: words, order_number: order }) => (order === null ? words : `${words}, № ${order}`),
  },
  {
    key: 'answer',
    label: 'Ответ',
    render: ({ failure, status }) => failure ?? (status === null ? 'не понадобился' : `принято, ответ ${status}`),
  },
  {
    key: 'took',
    label: 'Время, мс',
    align: 'right',
    render: ({ milliseconds }) => <span className="num">{formatCount(milliseconds)}</span>,
  },
  {
    key: 'state',
    label: 'Сообщение',
    render: ({ state }) => <Tag tone={states[state].tone}>{states[state].word}</Tag>,
  },
];
