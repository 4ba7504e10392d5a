import { changePasswordForm } from '#shared/account-forms.ts';
import { PasswordField } from '#web/parts/signing/password-field.tsx';
import { answerTo, FieldForm, Section, type Sent, SmallForm } from '../section.tsx';
import type { ProfileData } from './route.tsx';

const words = {
  'password:change': 'Пароль изменён. Остальные сеансы завершены, об этом отправлено письмо.',
  'password:link': 'Ссылка, чтобы задать пароль, отправлена на вашу почту. Она действует 30 минут.',
};

/** The first password is set by an email's link, so that an open session alone does not give one. */
export function Password({ found, sent }: { found: ProfileData; sent: Sent }) {
  if (!found.has_password) {
    return (
      <Section id="password" title="Пароль" sent={sent} words={words}>
        <SmallForm name="password:link" className="lk__lead">
          <p>Пароля нет: вы входите по коду из письма. Можно задать и пароль — пришлём для этого ссылку.</p>
          <button type="submit" className="btn btn--quiet">
            Прислать ссылку
          </button>
        </SmallForm>
      </Section>
    );
  }
  return (
    <Section id="password" title="Пароль" sent={sent} words={words}>
      <FieldForm
        name="password:change"
        className="form form--narrow"
        rules={changePasswordForm}
        answer={answerTo(sent, 'password:change')}
        fields={(check) => (
          <>
            <PasswordField of={check} name="current_password" />
            <PasswordField of={check} name="password" />
          </>
        )}
      >
        <button type="submit" className="btn btn--quiet">
          Изменить пароль
        </button>
      </FieldForm>
      <SmallForm name="password:link" className="lk__lead">
        <button type="submit" className="link">
          Не помню пароль: прислать ссылку
        </button>
      </SmallForm>
    </Section>
  );
}
