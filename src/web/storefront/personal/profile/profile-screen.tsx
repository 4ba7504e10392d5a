import { Link } from 'react-router';
import { Field } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import type { FormAnswer } from '../form-answer.ts';
import { answerTo, Refused, Section, type Sent, SmallForm } from '../section.tsx';
import { Consents } from './consents.tsx';
import { Contacts } from './contacts.tsx';
import { OwnData } from './own-data.tsx';
import { Password } from './password.tsx';
import { Places } from './places.tsx';
import type { ProfileData } from './route.tsx';
import { Sessions } from './sessions.tsx';

export function ProfileScreen({ found, answer }: { found: ProfileData; answer: FormAnswer | null }) {
  // While staff acts most sections are not there: what was refused is said above.
  const sent: Sent = { done: found.done, answer: found.is_acting ? null : answer };
  return (
    <>
      <section className="sheet">
        <h1>Профиль</h1>
        {found.is_acting ? <Refused words={answer?.error} /> : null}
        {found.is_acting ? (
          <Note kind="warn" icon="lock" className="lk__lead">
            Вы работаете за покупателя: имя, контакты, пароль, согласия, выгрузку и удаление меняет только он сам.
          </Note>
        ) : (
          <p className="soft lk__lead">
            Здесь всё, что мы о вас знаем.{' '}
            <Link to="/personal/profile/acting/" className="link">
              Кто из сотрудников работал в вашем кабинете
            </Link>
          </p>
        )}
      </section>
      <Name full_name={found.full_name} sent={sent} />
      <Contacts found={found} sent={sent} />
      {found.is_acting ? null : (
        <>
          <Password found={found} sent={sent} />
          <Sessions sessions={found.sessions} sent={sent} />
        </>
      )}
      <Places found={found} sent={sent} />
      <Consents found={found} sent={sent} />
      {found.is_acting ? null : <OwnData found={found} sent={sent} />}
    </>
  );
}

function Name({ full_name, sent }: { full_name: string; sent: Sent }) {
  const answer = answerTo(sent, 'name');
  return (
    <Section id="name" title="Имя" sent={sent} words={{ name: 'Имя сохранено.' }}>
      <SmallForm name="name" className="lk__line">
        <Field
          name="full_name"
          label="Имя и фамилия"
          required
          autoComplete="name"
          maxLength={120}
          defaultValue={answer?.values?.full_name ?? full_name}
          error={answer?.errors?.full_name ?? null}
        />
        <button type="submit" className="btn btn--quiet">
          Сохранить
        </button>
      </SmallForm>
    </Section>
  );
}
