import type { ReactNode } from 'react';
import { nameForm } from '#shared/account-forms.ts';
import { unbroken } from '#shared/unbroken.ts';
import { companyUrl } from '#shared/urls.ts';
import type { FormAnswer } from '#web/parts/forms/form-answer.ts';
import { FormError } from '#web/parts/forms/form-error.tsx';
import { useShell } from '#web/parts/request/use-shell.ts';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import { answerTo, FieldForm, Section, type Sent } from '../section.tsx';
import { Consents } from './consents.tsx';
import { Contacts } from './contacts.tsx';
import { OwnData } from './own-data.tsx';
import { Password } from './password.tsx';
import { Places } from './places.tsx';
import type { ProfileData } from './route.tsx';
import { Sessions } from './sessions.tsx';

export function ProfileScreen({ found, answer }: { found: ProfileData | null; answer: FormAnswer | null }) {
  if (!found) return <NotForStaff answer={answer} />;
  const sent: Sent = { done: found.done, answer };
  return (
    <>
      <div className="lkcols">
        <div>
          <div className="lkjoined">
            <section className="sheet">
              <div className="row row--wrap between">
                <h1>Профиль</h1>
                <Link className="link link--line" to={companyUrl()}>
                  Ваши организации
                </Link>
              </div>
              <p className="soft lk__lead">
                {unbroken('Имя и контакты подставляем в заказ, на почту пишем о заказе.')}
              </p>
            </section>
            <Name full_name={found.full_name} sent={sent} />
            <Contacts found={found} sent={sent} />
          </div>
          <div className="lkjoined">
            <Places found={found} sent={sent} />
          </div>
        </div>
        <div>
          <Safety sent={sent}>
            <Password found={found} sent={sent} />
            <Sessions sessions={found.sessions} sent={sent} />
          </Safety>
          <Consents found={found} sent={sent} />
        </div>
      </div>
      <OwnData found={found} sent={sent} />
    </>
  );
}

/** How one signs in and where; on a phone folded until something is done in it. */
function Safety({ sent, children }: { sent: Sent; children: ReactNode }) {
  const { device } = useShell();
  const form = sent.answer?.form ?? sent.done ?? '';
  if (device !== 'mobile') return <div className="lkjoined">{children}</div>;
  return (
    <details className="lkjoined" open={/^(password|sessions):/.test(form) || undefined}>
      <summary>
        <h2>Безопасность</h2>
      </summary>
      {children}
    </details>
  );
}

/** S6-05: what a member of staff sees who works as the customer, also after trying. */
function NotForStaff({ answer }: { answer: FormAnswer | null }) {
  return (
    <section className="sheet">
      <h1>Профиль</h1>
      <FormError words={answer?.error} className="lk__said" />
      <Note kind="warn" icon="lock" className="lk__lead">
        Вы работаете за покупателя. Контакты, адреса, пароль, сеансы, согласия и выгрузку данных видит и меняет только
        он сам.
      </Note>
    </section>
  );
}

function Name({ full_name, sent }: { full_name: string; sent: Sent }) {
  return (
    <Section id="name" title="Имя" sent={sent} words={{ name: 'Имя сохранено.' }}>
      <FieldForm
        name="name"
        className="lk__line"
        rules={nameForm}
        answer={answerTo(sent, 'name')}
        values={{ full_name }}
      >
        <button type="submit" className="btn btn--quiet">
          Сохранить
        </button>
      </FieldForm>
    </Section>
  );
}
