import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { webhookEventWords } from '#shared/exchange-words.ts';
import { countOf } from '#shared/plurals.ts';
import { useBranchName } from '../parts/branch-choice.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { MomentField } from '../parts/moment-field.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { Problem } from '../parts/problem.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { TryList } from './try-list.tsx';
import { WebhookState } from './webhook-state.tsx';
import type { Webhook } from './webhooks-page.tsx';

type Answered = { status: number | null; failure: string | null; milliseconds: number };

const crumbs = [{ label: 'Вебхуки', to: '/keys/webhooks' }];
const dayMs = 86_400_000;

/** One address: what it is told, how it answers, sending again. */
export function WebhookPage() {
  const id = Number(useParams().id);
  const { data, error, isFetching, refetch } = useGot<Got<'/api/admin/webhooks'>>('/api/admin/webhooks');
  const webhook = data?.items.find((one) => one.id === id);
  return (
    <PageFrame
      title={webhook ? webhook.url : 'Вебхук'}
      crumbs={crumbs}
      beside={webhook ? <WebhookState webhook={webhook} /> : null}
    >
      {/* What was read before may be older than this address. */}
      {error && !webhook ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
      {!error && isFetching && !webhook ? <Skeleton rows={6} /> : null}
      {!error && !isFetching && !webhook ? <Empty title="Такого адреса нет">Возможно, ссылка устарела.</Empty> : null}
      {webhook ? <WebhookCard webhook={webhook} /> : null}
    </PageFrame>
  );
}

function WebhookCard({ webhook }: { webhook: Webhook }) {
  const { id, events, department_id_1c: branch, is_on: isOn, off_why: why, waiting } = webhook;
  const queries = useQueryClient();
  const reload = () => void queries.invalidateQueries();
  const branchName = useBranchName();
  const [isReplaying, setReplaying] = useState(false);
  const [isRenewing, setRenewing] = useState(false);
  const test = useVerb<Answered>(() => {});
  const toggle = useVerb(reload);
  const path = `/api/admin/webhooks/${id}`;
  return (
    <>
      <section className="panel onec-card" aria-label="О чём сообщается">
        <dl className="facts">
          <div>
            <dt>События</dt>
            <dd>{events.map((event) => webhookEventWords[event] ?? event).join(', ')}</dd>
          </div>
          <div>
            <dt>Чьи</dt>
            <dd>{branchName(branch)}</dd>
          </div>
          <div>
            <dt>Ждут отправки</dt>
            <dd>{waiting === 0 ? 'ничего' : countOf(waiting, 'сообщение', 'сообщения', 'сообщений')}</dd>
          </div>
          {isOn || !why ? null : (
            <div>
              <dt>Почему выключен</dt>
              <dd>{why}</dd>
            </div>
          )}
        </dl>
        <Problem words={test.problem ?? toggle.problem} />
        {test.answer ? <p role="status">{answerWords(test.answer)}</p> : null}
        <p className="row-buttons">
          <Button size="small" isBusy={test.isBusy} onClick={() => test.run(`${path}/test`)}>
            Отправить пробное сообщение
          </Button>
          {isOn ? (
            <Button size="small" onClick={() => setReplaying(true)}>
              Передать ещё раз…
            </Button>
          ) : null}
          <Button size="small" onClick={() => setRenewing(true)}>
            Новый секрет…
          </Button>
          <Button size="small" isBusy={toggle.isBusy} onClick={() => toggle.run(`${path}/${isOn ? 'off' : 'on'}`)}>
            {isOn ? 'Выключить' : 'Включить'}
          </Button>
        </p>
        {isOn ? (
          <p className="soft small">После выключения то, что ждёт отправки, само не уйдёт: его передают ещё раз.</p>
        ) : null}
      </section>
      <TryList webhook={webhook} />
      {isRenewing ? <RenewDialog path={`${path}/secret`} onClose={() => setRenewing(false)} /> : null}
      {isReplaying ? (
        <ReplayDialog
          path={`${path}/replay`}
          onClose={() => {
            setReplaying(false);
            reload();
          }}
        />
      ) : null}
    </>
  );
}

function answerWords({ status, failure, milliseconds }: Answered): string {
  return failure === null
    ? `Пробное сообщение принято: ответ ${status} за ${milliseconds} мс.`
    : `Пробное сообщение не принято: ${failure}.`;
}

function RenewDialog({ path, onClose }: { path: string; onClose: () => void }) {
  const verb = useVerb<{ secret: string }>(() => {});
  if (verb.answer)
    return (
      <SecretDialog
        title="Новый секрет подписи"
        words="Передайте его тому, кто настраивает программу. Сутки магазин подписывает сообщения обоими секретами, потом прежний перестанет действовать."
        secret={verb.answer.secret}
        onClose={onClose}
      />
    );
  return (
    <Dialog title="Новый секрет подписи" onClose={onClose}>
      <div className="form">
        <p>
          Выдайте новый секрет, если прежний потерялся или стал известен чужим. Прежний действует ещё сутки: за это
          время новый нужно записать в программе, которая получает события.
        </p>
        <Problem words={verb.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Не менять</Button>
          <Button kind="primary" isBusy={verb.isBusy} onClick={() => verb.run(path)}>
            Выдать новый секрет
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function ReplayDialog({ path, onClose }: { path: string; onClose: () => void }) {
  const [since, setSince] = useState<string | null>(() => new Date(Date.now() - dayMs).toISOString());
  const verb = useVerb<{ count: number }>(() => {});
  if (verb.answer)
    return (
      <Dialog title="Передать события ещё раз" onClose={onClose}>
        <div className="form">
          <p role="status">
            {verb.answer.count === 0
              ? 'С этого времени событий не было.'
              : `Передаётся ещё раз: ${countOf(verb.answer.count, 'сообщение', 'сообщения', 'сообщений')}.`}
          </p>
          <div className="form-actions">
            <Button kind="primary" onClick={onClose}>
              Закрыть
            </Button>
          </div>
        </div>
      </Dialog>
    );
  return (
    <Dialog title="Передать события ещё раз" onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          verb.run(path, since === null ? {} : { since });
        }}
      >
        <p>Сообщения уйдут с прежними номерами и словами, принятые раньше тоже. События хранятся 14 дней.</p>
        <MomentField label="С какого времени" value={since} onChange={setSince} error={verb.fields.since} />
        <Problem words={Object.keys(verb.fields).length > 0 ? null : verb.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit" isBusy={verb.isBusy}>
            Передать
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
