import { RotateCw } from 'lucide-react';
import { formatDateTime } from '#shared/dates.ts';
import { CursorList } from '../parts/cursor-list.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { useListAddress } from '../parts/list-address.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import type { Column } from '../parts/record-table.tsx';
import { ResetFilter } from '../parts/reset-filter.tsx';
import { RowVerb } from '../parts/row-verb.tsx';
import { Empty } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useCursorList } from '../parts/use-cursor-list.ts';
import { useCan, useSession } from '../session/session.ts';
import { ContentTabs } from './content-tabs.tsx';
import type { MailRow } from './content-types.ts';
import { mailStates } from './content-words.ts';

const filterKeys = ['to', 'state'] as const;

const columns: Column<MailRow>[] = [
  { key: 'subject', label: 'Тема', render: ({ subject }) => <b className="cell-cut">{subject}</b> },
  { key: 'to', label: 'Кому', render: ({ to }) => <span className="num">{to}</span> },
  { key: 'state', label: 'Состояние', render: (mail) => <MailState mail={mail} /> },
  {
    key: 'created_at',
    label: 'Написано',
    render: ({ created_at: at }) => <span className="num">{formatDateTime(at)}</span>,
  },
  {
    key: 'sent_at',
    label: 'Ушло',
    render: ({ sent_at: at }) => <span className="num">{at ? formatDateTime(at) : '—'}</span>,
  },
  {
    key: 'attempts',
    label: 'Попыток',
    align: 'right',
    render: ({ attempts }) => <span className="num">{attempts}</span>,
  },
  {
    key: 'attachments',
    label: 'Файлов',
    align: 'right',
    render: ({ attachments }) => <span className="num">{attachments || '—'}</span>,
  },
  { key: 'retry', label: 'Ещё раз', isAction: true, render: (mail) => <Retry mail={mail} /> },
];

/** The log of what the shop has written to whom; whose it is, is shown by half. */
export function MailsList() {
  const { all_branches: isOfAll } = useSession().me;
  const address = useListAddress(filterKeys, '-id');
  const { to: [to = ''] = [], state: [state = ''] = [] } = address.filter;
  const filter = { ...(to && { to }), ...(state && { state }) };
  const list = useCursorList<MailRow>('/api/admin/mails', filter, { isOn: isOfAll });
  return (
    <PageFrame title="Письма">
      <ContentTabs />
      <div className="filters">
        <FilterText label="Адрес почты целиком" value={to} onChange={(words) => address.setFilter({ to: [words] })} />
        <label className="filter-choice">
          <span>Состояние</span>
          <select value={state} onChange={({ target }) => address.setFilter({ state: [target.value] })}>
            <option value="">любое</option>
            {Object.entries(mailStates).map(([value, { label }]) => (
              <option key={value} value={value}>
                {label.toLowerCase()}
              </option>
            ))}
          </select>
        </label>
        <ResetFilter address={address} />
      </div>
      {isOfAll ? (
        <CursorList
          name="mails"
          list={list}
          address={address}
          label="Письма"
          columns={columns}
          keyOf={({ id }) => String(id)}
          toneOf={({ state }) => (state === 'failed' ? 'bad' : null)}
          empty={<Empty title="Писем ещё не было" />}
        />
      ) : (
        <div className="panel list-panel">
          <Empty title="Журнал писем общий">Его видит тот, кто работает во всех филиалах.</Empty>
        </div>
      )}
    </PageFrame>
  );
}

function MailState({ mail: { state, failure } }: { mail: MailRow }) {
  return (
    <span className="row-tags">
      <Tag tone={mailStates[state].tone}>{mailStates[state].label}</Tag>
      {failure ? <span className="cell-cut soft small">{failure}</span> : null}
    </span>
  );
}

function Retry({ mail: { id, subject, has_words: hasWords } }: { mail: MailRow }) {
  const mayPublish = useCan('content.publish');
  if (!mayPublish) return null;
  if (!hasWords) return <span className="soft small">слова стёрты</span>;
  return (
    <RowVerb
      path={`/api/admin/mails/${id}/retry`}
      label={`Отправить ещё раз: ${subject}`}
      icon={<RotateCw size={14} aria-hidden="true" />}
    >
      Отправить
    </RowVerb>
  );
}
