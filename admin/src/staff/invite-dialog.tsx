import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { LineField } from '../parts/line-field.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { RightsFields } from './rights-fields.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import type { SecondFactor } from './staff-types.ts';

/** A new member of staff: an email goes to them, and the code of their application is shown here once. */
export function InviteDialog({ onClose, onInvited }: { onClose: () => void; onInvited: () => void }) {
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [roles, setRoles] = useState<string[]>([]);
  const [departments, setDepartments] = useState<string[]>([]);
  const invite = useVerb<SecondFactor>(onInvited);
  if (invite.answer)
    return (
      <Dialog title={`Код для входа: ${name}`} className="dialog-wide" onClose={() => {}} isTitleShown={false}>
        <SecondFactorCard name={name} factor={invite.answer} onDone={onClose} />
      </Dialog>
    );
  return (
    <Dialog title="Новый сотрудник" className="dialog-wide" onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          invite.run('/api/admin/staff', { email: email.trim(), full_name: name, roles, departments });
        }}
      >
        <div className="form-pair">
          <LineField
            label="Имя и фамилия"
            error={invite.fields.full_name}
            maxLength={120}
            value={name}
            onChange={setName}
          />
          <Field label="Почта" error={invite.fields.email} hint="Сюда придёт письмо со ссылкой для пароля">
            {(given) => (
              <input
                {...given}
                type="email"
                autoComplete="off"
                value={email}
                onChange={({ target }) => setEmail(target.value)}
              />
            )}
          </Field>
        </div>
        <RightsFields
          roles={roles}
          departments={departments}
          onRoles={setRoles}
          onDepartments={setDepartments}
          errors={invite.fields}
        />
        <Problem words={invite.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit" isBusy={invite.isBusy}>
            Пригласить и отправить письмо
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
