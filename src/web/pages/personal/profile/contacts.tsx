import type { ReactNode } from 'react';
import { codeForm } from '#shared/account-forms.ts';
import { formatPhone } from '#shared/phone.ts';
import { maskTyped } from '#shared/phone-mask.ts';
import { contactForms, newEmailForm } from '#shared/profile-forms.ts';
import type { FormAnswer } from '#web/parts/forms/form-answer.ts';
import { FormField } from '#web/parts/forms/form-field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { answerTo, FieldForm, Section, type Sent, SmallForm } from '../section.tsx';
import type { ProfileData } from './route.tsx';

type Contact = ProfileData['contacts'][number];

const icons = { email: 'mail', phone: 'phone', telegram: 'message-circle' } as const;

const words = {
  'contacts:add': 'Контакт добавлен.',
  'contacts:change': 'Контакт изменён.',
  'contacts:remove': 'Контакт удалён.',
  'contacts:main': 'Письма теперь приходят на этот адрес.',
  'contacts:ask-proof': 'Код отправлен на вашу основную почту. Письмо придёт в течение нескольких минут.',
  'contacts:prove': 'Мы убедились, что это вы. В ближайшие 15 минут почту можно менять без кода.',
  'contacts:code': 'Код отправлен. Письмо придёт в течение нескольких минут.',
  'contacts:confirm': 'Почта подтверждена: с ней можно войти.',
};

/** S3-04: contact_infos; those of VK and Yandex are locked and say why (S6-04). */
export function Contacts({ found, sent }: { found: ProfileData; sent: Sent }) {
  const { contacts } = found;
  const emails = contacts.filter(({ type, is_confirmed }) => type === 'email' && is_confirmed);
  return (
    <Section id="contacts" title="Контакты" sent={sent} words={words}>
      {contacts.length === 0 ? <p className="soft">Контактов пока нет.</p> : null}
      <ul className="lkrows">
        {contacts.map((contact) => (
          <li key={contact.id} className="lkrow">
            <div className="lkcontact">
              <Icon name={icons[contact.type]} />
              <div>
                <b className="b num">{contact.type === 'phone' ? formatPhone(contact.value) : contact.value}</b>
                <p className="small soft">{aboutContact(contact, emails.length)}</p>
              </div>
            </div>
            <Tools contact={contact} isOnlyEmail={emails.length === 1} isProved={found.is_proved} sent={sent} />
          </li>
        ))}
      </ul>
      <Additions found={found} sent={sent} />
    </Section>
  );
}

function aboutContact({ type, purpose, is_confirmed }: Contact, emails: number): string {
  if (purpose === 'Yandex') return 'Пришёл из Яндекс ID. Изменить его можно только в Яндексе';
  if (purpose === 'VK') return 'Пришёл из ВКонтакте. Изменить его можно только там';
  if (type !== 'email') return purpose === 'main' ? 'Основной' : 'Дополнительный';
  if (!is_confirmed) return 'Не подтверждена';
  if (emails === 1) return 'Для входа и писем. Чтобы заменить, сначала добавьте другую почту';
  return purpose === 'main' ? 'Для входа и писем' : 'Для входа';
}

type ToolsProps = { contact: Contact; isOnlyEmail: boolean; isProved: boolean; sent: Sent };

function Tools({ contact, isOnlyEmail, isProved, sent }: ToolsProps) {
  const { id, type, value, purpose, is_confirmed } = contact;
  if (purpose === 'VK' || purpose === 'Yandex') {
    return (
      <span className="badge badge--grey">
        <Icon name="lock" size="s" />
        Закрыт
      </span>
    );
  }
  const change = answerTo(sent, 'contacts:change', id);
  if (type === 'email' && is_confirmed && !isProved) return null;
  return (
    <div className="lktools">
      {type === 'email' && purpose !== 'main' && is_confirmed ? (
        <SmallForm name="contacts:main" row={id}>
          <button type="submit" className="btn btn--sm btn--line">
            Получать письма сюда
          </button>
        </SmallForm>
      ) : null}
      {type === 'email' ? null : (
        <details className="lkdetails" open={change !== null || undefined}>
          <summary className="btn btn--sm btn--line">Изменить</summary>
          <FieldForm
            name="contacts:change"
            row={id}
            rules={contactForms[type]}
            answer={change}
            values={{ value: type === 'phone' ? maskTyped(value) : value }}
          >
            <button type="submit" className="btn btn--quiet">
              Сохранить
            </button>
          </FieldForm>
        </details>
      )}
      {type === 'email' && is_confirmed && isOnlyEmail ? null : (
        <SmallForm name="contacts:remove" row={id}>
          <button type="submit" className="btn btn--sm" aria-label={`Удалить ${value}`}>
            <Icon name="trash-2" size="s" />
            Удалить
          </button>
        </SmallForm>
      )}
    </div>
  );
}

function Additions({ found, sent }: { found: ProfileData; sent: Sent }) {
  const code = answerTo(sent, 'contacts:code');
  const confirm = answerTo(sent, 'contacts:confirm');
  const added = answerTo(sent, 'contacts:add');
  const pending = confirm?.values?.email ?? (code ? null : found.pending_email);
  return (
    <div className="lkadd">
      {pending ? (
        <div className="panel panel--quiet">
          <CodeForm name="contacts:confirm" answer={confirm} label={`Код из письма на ${pending}`}>
            <input type="hidden" name="email" value={pending} />
          </CodeForm>
          <SmallForm name="contacts:code">
            <input type="hidden" name="email" value={pending} />
            <button type="submit" className="btn btn--sm">
              Прислать код ещё раз
            </button>
          </SmallForm>
        </div>
      ) : null}
      {found.is_proved ? (
        <NewEmail code={code} isOpen={code !== null && !pending} />
      ) : (
        <Proof isCodeSent={found.done === 'contacts:ask-proof'} sent={sent} />
      )}
      {(['phone', 'telegram'] as const).map((type) => {
        const answer = added?.values?.type === type ? added : null;
        return (
          <details key={type} className="lkdetails" open={answer !== null || undefined}>
            <summary className="btn btn--line">
              <Icon name="plus" />
              {type === 'phone' ? 'Телефон' : 'Телеграм'}
            </summary>
            <FieldForm
              name="contacts:add"
              id={`new-${type}`}
              className="lk__line"
              rules={contactForms[type]}
              answer={answer}
            >
              <input type="hidden" name="type" value={type} />
              <button type="submit" className="btn btn--quiet">
                Добавить
              </button>
            </FieldForm>
          </details>
        );
      })}
    </div>
  );
}

/** Who signed in long ago shows first that it is them: a session left open does not give the account away for good. */
function Proof({ isCodeSent, sent }: { isCodeSent: boolean; sent: Sent }) {
  const prove = answerTo(sent, 'contacts:prove');
  const isAsked = prove !== null || (isCodeSent && !sent.answer);
  return (
    <details className="lkdetails" open={isAsked || answerTo(sent, 'contacts:ask-proof') !== null || undefined}>
      <summary className="btn btn--line">
        <Icon name="mail" />
        Изменить почту для входа
      </summary>
      <div className="form">
        <p>Сначала подтвердите, что это вы: пришлём код на вашу основную почту.</p>
        {isAsked ? <CodeForm name="contacts:prove" answer={prove} /> : null}
        <SmallForm name="contacts:ask-proof">
          <button type="submit" className={isAsked ? 'btn btn--sm' : 'btn btn--line'}>
            {isAsked ? 'Прислать код ещё раз' : 'Прислать код'}
          </button>
        </SmallForm>
      </div>
    </details>
  );
}

function NewEmail({ code, isOpen }: { code: FormAnswer | null; isOpen: boolean }) {
  return (
    <details className="lkdetails" open={isOpen || undefined}>
      <summary className="btn btn--line">
        <Icon name="plus" />
        Почта
      </summary>
      <FieldForm name="contacts:code" className="lk__line" rules={newEmailForm} answer={code}>
        <button type="submit" className="btn btn--quiet">
          Прислать код
        </button>
      </FieldForm>
    </details>
  );
}

type CodeFormProps = { name: string; label?: string; answer: FormAnswer | null; children?: ReactNode };

function CodeForm({ name, label = codeForm.auth_code.label, answer, children }: CodeFormProps) {
  return (
    <FieldForm
      name={name}
      className="lk__line"
      rules={codeForm}
      answer={answer}
      fields={(check) => <FormField of={check} name="auth_code" label={label} hint="6 цифр, действует 10 минут" />}
    >
      {children}
      <button type="submit" className="btn btn--primary">
        Подтвердить
      </button>
    </FieldForm>
  );
}
