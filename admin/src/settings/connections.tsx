import { type Got, useGot } from '../parts/got.ts';
import { shortMoment } from '../parts/moments.ts';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { CheckConnection } from './check-connection.tsx';
import { TestEmail } from './test-email.tsx';

type Connection = Got<'/api/admin/connections'>['items'][number];

/** Which keys the shop has and how they work; the keys themselves stay on the server. */
export function Connections() {
  const { data, error, refetch } = useGot<Got<'/api/admin/connections'>>('/api/admin/connections');
  if (!data)
    return (
      <div className="panel">
        {error ? <LoadFailure error={error} retry={() => void refetch()} /> : <Skeleton rows={8} height={56} />}
      </div>
    );
  return (
    <section className="panel form-panel" aria-label="Подключения">
      <p className="soft">
        Ключи задают на сервере переменными окружения, и в браузер они не попадают: здесь видно, задан ли ключ, чем он
        заканчивается и как по нему работается.
      </p>
      <ul className="connections">
        {data.items.map((connection) => (
          <li key={connection.id}>
            <ConnectionLine {...connection} />
            {connection.id === 'mail' && connection.is_on ? <TestEmail onDone={() => void refetch()} /> : null}
            {connection.is_checkable ? <CheckConnection {...connection} /> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Through what the shop's emails leave, beside what is set of them. */
export function MailConnection() {
  const { data, refetch } = useGot<Got<'/api/admin/connections'>>('/api/admin/connections');
  const mail = data?.items.find(({ id }) => id === 'mail');
  return mail ? (
    <section className="panel form-panel" aria-label="Отправка писем">
      <ul className="connections">
        <li>
          <ConnectionLine {...mail} />
          {mail.is_on ? <TestEmail onDone={() => void refetch()} /> : null}
        </li>
      </ul>
    </section>
  ) : null;
}

function ConnectionLine({ name, settings, is_on: isOn, ends_with: end, words, ...last }: Connection) {
  const { last_success: success, last_failure: failure } = last;
  return (
    <>
      <h2>
        {name} <Tag tone={isOn ? 'good' : 'plain'}>{isOn ? 'задан' : 'не задан'}</Tag>
        {end ? <span className="soft small">заканчивается на {end}</span> : null}
      </h2>
      <p>{words}</p>
      <p className="soft small">
        <code>{settings}</code>
        {success ? ` · последний успех ${shortMoment(success)}` : ''}
      </p>
      {failure ? (
        <p className="small">
          <Tag tone="warn">сбой {shortMoment(failure.at)}</Tag> {failure.words}
        </p>
      ) : null}
    </>
  );
}
