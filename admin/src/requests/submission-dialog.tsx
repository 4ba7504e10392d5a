import { formatDateTime } from '#shared/dates.ts';
import { Dialog } from '../parts/dialog.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { LoadFailure, Skeleton } from '../parts/states.tsx';

type Submission = Got<'/api/admin/submissions/{id}'>;

/** One sent form: answers, files, consents given with it. */
export function SubmissionDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { data: sent, error, refetch } = useGot<Submission>(`/api/admin/submissions/${id}`);
  return (
    <Dialog title={`Заявка ${id}`} className="dialog-wide" onClose={onClose}>
      {error ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
      {!error && !sent ? <Skeleton rows={6} /> : null}
      {sent ? (
        <div className="form">
          <p className="soft">
            {[sent.code, sent.city, formatDateTime(sent.created_at), sent.about_title, sent.page]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {sent.forgotten_at ? (
            <p className="note">Ответы удалены по сроку {formatDateTime(sent.forgotten_at)}</p>
          ) : null}
          <dl className="facts">
            {sent.answers.map(({ name, value }) => (
              <div key={name}>
                <dt className="soft small">{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {sent.files.length > 0 ? (
            <ul>
              {sent.files.map((file) => (
                <li key={file.id}>
                  <a href={`/api/admin/submissions/${id}/files/${file.id}`}>
                    {`${file.name}, ${Math.ceil(file.size / 1024)} КБ`}
                  </a>
                </li>
              ))}
            </ul>
          ) : null}
          {sent.consents.length > 0 ? (
            <p className="soft small">
              {`Согласия: ${sent.consents.map(({ page_slug: slug, page_version: version }) => `${slug}, редакция ${version}`).join('; ')}`}
            </p>
          ) : null}
        </div>
      ) : null}
    </Dialog>
  );
}
