import { Button } from '../parts/button.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { shortMoment } from '../parts/moments.ts';
import { Problem } from '../parts/problem.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';

type Connection = Got<'/api/admin/connections'>['items'][number];

/** Which keys the shop has and how they work; the keys themselves stay on the server. */
export function Connections() {
  const { data, error, refetch } = useGot<Got<'/api/admin/connections'>>('/api/admin/connections');
  const test = useVerb<{ to: string }>(() => void refetch());
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
            {connection.id === 'mail' && connection.is_on ? (
              <Button size="small" isBusy={test.isBusy} onClick={() => test.run('/api/admin/first-run/test-email')}>
                Пробное письмо себе
              </Button>
            ) : null}
            {connection.id === 'mail' && test.answer ? (
              <span className="soft small" role="status">
                Письмо отправляется на {test.answer.to}
              </span>
            ) : null}
            {connection.id === 'mail' ? <Problem words={test.problem} /> : null}
          </li>
        ))}
      </ul>
    </section>
  );
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
