import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { countOf } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { shortMoment } from '../parts/moments.ts';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { useCan } from '../session/session.ts';

type Held = NonNullable<Got<'/api/admin/outgoing'>['held']>;

/** Nothing leaves for customers and partners: why, since when, and the owner's way to let it go. */
export function OutgoingHeld() {
  const { data } = useGot<Got<'/api/admin/outgoing'>>('/api/admin/outgoing');
  const mayRelease = useCan('settings.write');
  const [isAsking, setAsking] = useState(false);
  if (!data?.held) return null;
  const { why, since } = data.held;
  return (
    <div className="note timetable-note">
      <p>
        Исходящие приостановлены с {shortMoment(since)}: {why}. Письма покупателям, заявки, чеки и платежи ждут.
      </p>
      {mayRelease ? <Button onClick={() => setAsking(true)}>Возобновить отправку</Button> : <p>Возобновит владелец.</p>}
      {isAsking ? <ReleaseDialog held={data.held} onClose={() => setAsking(false)} /> : null}
    </div>
  );
}

function ReleaseDialog({ held: { emails }, onClose }: { held: Held; onClose: () => void }) {
  const queries = useQueryClient();
  const [keepsEmails, setKeepsEmails] = useState(false);
  const release = useVerb(() => {
    onClose();
    void queries.invalidateQueries();
  });
  return (
    <Dialog title="Возобновить отправку" onClose={onClose}>
      <div className="form">
        <p>
          Уйдёт всё, что ждёт: {countOf(emails, 'письмо', 'письма', 'писем')}, заявки, чеки и возвраты. Отозвать их
          будет нельзя.
        </p>
        <p>Если это копия, а прежний магазин ещё работает, не возобновляйте: покупатели получат всё дважды.</p>
        {emails > 0 ? (
          <label className="check">
            <input type="checkbox" checked={keepsEmails} onChange={({ target }) => setKeepsEmails(target.checked)} />
            Письма, которые ждали, не отправлять: их мог отправить прежний магазин
          </label>
        ) : null}
        <Problem words={release.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Пусть ждут</Button>
          <Button
            kind="danger"
            isBusy={release.isBusy}
            onClick={() => release.run('/api/admin/outgoing/release', { sends_emails: !keepsEmails })}
          >
            Возобновить отправку
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
