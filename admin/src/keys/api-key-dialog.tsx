import { useState } from 'react';
import { scopeWords } from '#shared/exchange-words.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { LineField } from '../parts/line-field.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { useSession } from '../session/session.ts';
import { CheckList } from './check-list.tsx';
import { SecretDialog } from './secret-dialog.tsx';

/** A new key of the exchange, shown here once. */
export function ApiKeyDialog({ onClose, onMade }: { onClose: () => void; onMade: () => void }) {
  const { me } = useSession();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<string[]>([]);
  const [departments, setDepartments] = useState<string[]>([]);
  const verb = useVerb<{ id: number; secret: string }>(onMade);
  if (verb.answer)
    return (
      <SecretDialog
        title={`Ключ «${name.trim()}»`}
        words="Передайте его тому, кто настраивает программу. Больше ключ нигде не виден: если потеряется, отзовите его и выдайте новый."
        secret={verb.answer.secret}
        onClose={onClose}
      />
    );
  return (
    <Dialog title="Новый ключ обмена" onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          verb.run('/api/admin/api-keys', { name, scopes, departments });
        }}
      >
        <LineField
          label="Чей это ключ"
          error={verb.fields.name}
          hint="Например, «Склад на Гончарной»"
          maxLength={100}
          value={name}
          onChange={setName}
        />
        <CheckList
          legend="Что программа может менять"
          words={scopeWords}
          chosen={scopes}
          onChange={setScopes}
          error={verb.fields.scopes}
        />
        <CheckList
          legend="В каких филиалах: ничего не отмечено — во всех, и в новых тоже"
          words={Object.fromEntries(me.branches.map(({ id_1c, name }) => [id_1c, name]))}
          chosen={departments}
          onChange={setDepartments}
          error={verb.fields.departments}
        />
        <Problem words={Object.keys(verb.fields).length > 0 ? null : verb.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit" isBusy={verb.isBusy}>
            Выдать ключ
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
