import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { LineField } from '../parts/line-field.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import type { Password } from './nodes-page.tsx';

/** A new base of 1C: the shop makes the password. */
export function NodeDialog({ onClose, onDone }: { onClose: () => void; onDone: (made: Password) => void }) {
  const [name, setName] = useState('');
  const [login, setLogin] = useState('');
  const [networks, setNetworks] = useState('');
  const verb = useVerb<Password>(onDone);
  return (
    <Dialog title="Новый узел обмена" onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          verb.run('/api/admin/onec-nodes', { name, login, networks });
        }}
      >
        <LineField
          label="Название"
          error={verb.fields.name}
          hint="Как узел зовут в магазине: «Основная база»"
          value={name}
          onChange={setName}
        />
        <LineField
          label="Имя пользователя"
          error={verb.fields.login}
          hint="Его укажут в настройках обмена 1С"
          value={login}
          onChange={setLogin}
        />
        <LineField
          label="Откуда разрешён обмен"
          error={verb.fields.networks}
          hint="Адреса через запятую; пусто — отовсюду"
          value={networks}
          onChange={setNetworks}
        />
        <Problem words={Object.keys(verb.fields).length > 0 ? null : verb.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit" isBusy={verb.isBusy}>
            Создать узел
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The password, this once. */
export function PasswordDialog({ given, onClose }: { given: Password; onClose: () => void }) {
  return (
    <Dialog title="Имя пользователя и пароль" onClose={onClose}>
      <div className="form">
        <p>Укажите их в настройках обмена 1С. Пароль больше нигде не виден: если потеряется, выдайте новый.</p>
        <dl className="facts">
          <div>
            <dt>Имя пользователя</dt>
            <dd>{given.login}</dd>
          </div>
          <div>
            <dt>Пароль</dt>
            <dd>
              <code>{given.password}</code>
            </dd>
          </div>
        </dl>
        <div className="form-actions">
          <Button onClick={() => void navigator.clipboard.writeText(given.password)}>Скопировать пароль</Button>
          <Button kind="primary" onClick={onClose}>
            Записано
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
