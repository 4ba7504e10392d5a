import { Form } from 'react-router';
import { countOf } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { actingHistoryUrl } from '#shared/urls.ts';
import { Link } from '#web/ui/link.tsx';
import { Section, type Sent, SmallForm } from '../section.tsx';
import type { ProfileData } from './route.tsx';

const words = { 'sessions:end': 'Сеанс завершён.', 'sessions:others': 'Остальные сеансы завершены.' };

/** The latest stand open, the others are folded. */
const shownAtOnce = 2;

export function Sessions({ sessions, sent }: { sessions: ProfileData['sessions']; sent: Sent }) {
  return (
    <Section id="sessions" title="Где вы вошли" sent={sent} words={words}>
      <Rows sessions={sessions.slice(0, shownAtOnce)} />
      {sessions.length > shownAtOnce ? (
        <details className="lksessions">
          <summary className="link">Ещё {countOf(sessions.length - shownAtOnce, 'сеанс', 'сеанса', 'сеансов')}</summary>
          <Rows sessions={sessions.slice(shownAtOnce)} />
        </details>
      ) : null}
      <div className="row row--wrap lk__lead">
        {sessions.length > 1 ? (
          <SmallForm name="sessions:others">
            <button type="submit" className="btn btn--line">
              Завершить все, кроме этого
            </button>
          </SmallForm>
        ) : null}
        <Form method="post" reloadDocument>
          <button type="submit" className="btn btn--danger" name="intent" value="sessions:everywhere">
            Выйти везде
          </button>
        </Form>
      </div>
      <p className="lk__lead">
        <Link className="link" to={actingHistoryUrl()}>
          Кто из сотрудников открывал кабинет
        </Link>
      </p>
    </Section>
  );
}

function Rows({ sessions }: { sessions: ProfileData['sessions'] }) {
  return (
    <ul className="lkrows">
      {sessions.map((session) => (
        <li key={session.id} className="lkrow">
          <div>
            <b className="b">{session.device || 'Неизвестное устройство'}</b>{' '}
            {session.is_current ? <span className="badge badge--ok">Этот сеанс</span> : null}
            <p className="small soft num">
              {unbroken(
                `${[session.city, session.address].filter(Boolean).join(', ')}\u00a0· вход ${session.created_text}, ${session.way}\u00a0· последнее действие ${session.used_text}`,
              )}
            </p>
          </div>
          {session.is_current ? null : (
            <SmallForm name="sessions:end">
              <input type="hidden" name="session_id" value={session.id} />
              <button type="submit" className="btn btn--sm btn--line">
                Завершить
              </button>
            </SmallForm>
          )}
        </li>
      ))}
    </ul>
  );
}
