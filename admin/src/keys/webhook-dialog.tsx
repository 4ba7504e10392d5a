import { useState } from 'react';
import { webhookEventWords } from '#shared/exchange-words.ts';
import { BranchField, useNewBranch } from '../parts/branch-field.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { CheckList } from './check-list.tsx';
import { SecretDialog } from './secret-dialog.tsx';

/** A new address for events; the secret of its signature is shown here once. */
export function WebhookDialog({ onClose, onMade }: { onClose: () => void; onMade: () => void }) {
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<string[]>([]);
  const [branch, setBranch] = useState(useNewBranch());
  const verb = useVerb<{ id: number; secret: string }>(onMade);
  if (verb.answer)
    return (
      <SecretDialog
        title="Секрет подписи"
        words="По нему программа проверяет, что сообщение пришло из магазина. Передайте его тому, кто её настраивает: больше секрет не показывается. Если потеряется, выдайте новый на странице адреса."
        secret={verb.answer.secret}
        onClose={onClose}
      />
    );
  return (
    <Dialog title="Новый адрес для событий" onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          verb.run('/api/admin/webhooks', { url, events, department_id_1c: branch });
        }}
      >
        <Field label="Адрес" error={verb.fields.url} hint="Его даёт программа, которой передаются события: https://…">
          {(given) => (
            <input
              {...given}
              type="url"
              autoComplete="off"
              maxLength={500}
              value={url}
              onChange={({ target }) => setUrl(target.value)}
            />
          )}
        </Field>
        <CheckList
          legend="О чём сообщать"
          words={webhookEventWords}
          chosen={events}
          onChange={setEvents}
          error={verb.fields.events}
        />
        <BranchField isNew label="Чьи события" value={branch} onChange={setBranch} error={verb.fields.departments} />
        <Problem words={Object.keys(verb.fields).length > 0 ? null : verb.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit" isBusy={verb.isBusy}>
            Добавить адрес
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
