import { ExternalLink, Pencil, Send } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { Button } from '../parts/button.tsx';
import { useGot } from '../parts/got.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { ContentTabs } from './content-tabs.tsx';
import type { MailSample, MailSamples } from './content-types.ts';

/** Every email the shop writes, made of invented orders and people by the functions that write the real ones. */
export function MailSamplesPage() {
  const [search, setSearch] = useSearchParams();
  const { data, error, refetch } = useGot<MailSamples>('/api/admin/mail-samples');
  const chosen = Number(search.get('sample') ?? 0);
  return (
    <PageFrame title="Образцы писем">
      <ContentTabs />
      {error && !data ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
      {!error && !data ? <Skeleton rows={10} /> : null}
      {data?.total === 0 ? <Empty title="Образцов нет">Магазин запущен без них.</Empty> : null}
      {data && data.total > 0 ? (
        <div className="samples">
          <nav className="panel samples-list" aria-label="Образцы писем">
            <ul>
              {data.items.map(({ id, about, subject, is_worded: isWorded }) => (
                <li key={id}>
                  <button
                    type="button"
                    aria-current={id === chosen ? 'true' : undefined}
                    onClick={() =>
                      setSearch((before) => {
                        const next = new URLSearchParams(before);
                        next.set('sample', String(id));
                        return next;
                      })
                    }
                  >
                    <b>
                      {about} {isWorded ? <Tag tone="good">свои слова</Tag> : null}
                    </b>
                    <span className="soft small">{subject}</span>
                  </button>
                </li>
              ))}
            </ul>
          </nav>
          <SampleOf key={chosen} id={chosen} />
        </div>
      ) : null}
    </PageFrame>
  );
}

function SampleOf({ id }: { id: number }) {
  const { data: sample, error, refetch } = useGot<MailSample>(`/api/admin/mail-samples/${id}`);
  const send = useVerb<{ to: string }>(() => {});
  if (error) return <LoadFailure error={error} retry={() => void refetch()} />;
  if (!sample) return <Skeleton rows={8} />;
  return (
    <section className="panel sample" aria-label={sample.about}>
      <div className="panel-head">
        <h2>{sample.subject}</h2>
        <div className="panel-actions">
          {sample.kind ? (
            <PageLink className="btn" to={`/content/emails/${sample.kind}~`}>
              <Pencil size={14} aria-hidden="true" />
              Слова письма
            </PageLink>
          ) : null}
          <a className="btn" href={`/api/admin/mail-samples/${id}/page`} target="_blank" rel="noreferrer">
            <ExternalLink size={14} aria-hidden="true" />
            Как увидит читатель
          </a>
          <Button
            icon={<Send size={14} aria-hidden="true" />}
            isBusy={send.isBusy}
            onClick={() => send.run(`/api/admin/mail-samples/${id}/send`)}
          >
            Отправить себе
          </Button>
        </div>
      </div>
      {sample.kind ? null : (
        <p className="soft small sample-note">
          Слова этого письма пишет программа: в нём коды и ссылки для входа, или оно служебное.
        </p>
      )}
      <Problem words={send.problem} />
      {send.answer ? (
        <p className="note note-good" role="status">
          {`Отправлено на ${send.answer.to}`}
        </p>
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <pre className="email" tabIndex={0} aria-label="Письмо словами">
        {sample.text}
      </pre>
    </section>
  );
}
