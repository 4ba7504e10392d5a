import { Form } from 'react-router';
import { companyRoleWords } from '#shared/company-roles.ts';
import { invitationForm, limitsForm } from '#shared/company-rules.ts';
import { formatPrice } from '#shared/money.ts';
import { unbroken } from '#shared/unbroken.ts';
import type { FormAnswer } from '#web/parts/forms/form-answer.ts';
import { FormField } from '#web/parts/forms/form-field.tsx';
import { useFormCheck } from '#web/parts/forms/use-form-check.ts';
import type { Company } from './read-companies.ts';
import { Refused } from './refused.tsx';

type CompanyTeam = NonNullable<Company['team']>;
type TeamProps = {
  company: Company;
  team: CompanyTeam;
  answer: FormAnswer | null;
  /** The firm heads the page: its parts are of the second level. */
  isAlone: boolean;
};

/** The people of a firm, for its owner: requests first, then members and open invitations, then a new invitation. */
export function Team({ company, team, answer, isAlone }: TeamProps) {
  const { id } = company;
  const Heading = isAlone ? 'h2' : 'h3';
  return (
    <section className="firm__team" aria-labelledby={`team-${id}`}>
      <Heading id={`team-${id}`} className="h3">
        Сотрудники <span className="soft num">{team.members.length}</span>
      </Heading>
      {['accept', 'decline', 'member', 'remove', 'revoke'].map((name) => (
        <Refused key={name} answer={answer} name={name} company_id={id} />
      ))}
      <ul className="lkrows">
        {team.requests.map((request) => (
          <li key={request.id} className="lkrow firm__person">
            <Person name={request.full_name} email={request.email} note="просит добавить его в организацию" />
            <Form method="post" preventScrollReset className="row firm__role firm__act">
              <input type="hidden" name="company_id" value={id} />
              <input type="hidden" name="request_id" value={request.id} />
              <RoleSelect chosen="purchaser" label={`Роль: ${request.full_name}`} />
              <button type="submit" className="btn btn--primary btn--sm" name="intent" value="accept">
                Добавить
              </button>
              <button type="submit" className="btn btn--sm" name="intent" value="decline">
                Отклонить
              </button>
            </Form>
          </li>
        ))}
        {team.members.map((member) => (
          <li key={member.user_id} className="lkrow firm__person">
            <Person
              name={member.full_name}
              email={member.email}
              note={`${companyRoleWords[member.role].name}${member.is_self ? ' — вы' : ''}`}
            />
            <Limits member={member} />
            {member.is_self ? null : <Member company={company} member={member} answer={answer} />}
          </li>
        ))}
        {team.invitations.map((invitation) => (
          <li key={invitation.id} className="lkrow firm__person">
            <Person
              name={invitation.email}
              email={null}
              note={`приглашение: ${companyRoleWords[invitation.role].name.toLowerCase()}, до ${invitation.until}`}
            />
            <Form method="post" preventScrollReset className="firm__act">
              <input type="hidden" name="company_id" value={id} />
              <input type="hidden" name="invitation_id" value={invitation.id} />
              <button
                type="submit"
                className="btn btn--sm"
                name="intent"
                value="revoke"
                aria-label={`Отозвать приглашение: ${invitation.email}`}
              >
                Отозвать
              </button>
            </Form>
          </li>
        ))}
      </ul>
      <Invite company={company} answer={answer} isAlone={isAlone} />
    </section>
  );
}

type MemberProps = { company: Company; member: CompanyTeam['members'][number]; answer: FormAnswer | null };

/**
 * Folded beside the name of a member, so that a long list is read at a glance: their role and, of a purchaser, what
 * they order without the owner's word, kept in one press.
 */
function Member({ company, member, answer }: MemberProps) {
  const { user_id, full_name, role, order_limit, month_limit } = member;
  const isOwn = answer?.form === `member ${company.id}` && answer.values?.member_id === user_id;
  const roubles = (kopecks: number | null) => (kopecks === null ? '' : String(kopecks / 100));
  const values = { order_limit: roubles(order_limit), month_limit: roubles(month_limit) };
  const check = useFormCheck(limitsForm, isOwn ? answer : null, { prefix: `limits-${company.id}-${user_id}-`, values });
  const hasLimits = role === 'purchaser';
  return (
    <details className="firm__edit firm__act" open={isOwn} key={`${role} ${order_limit} ${month_limit}`}>
      <summary className="link">
        {isUnlimited(member) ? 'Задать лимит' : 'Изменить'}
        <span className="sr">: {full_name}</span>
      </summary>
      <Form method="post" preventScrollReset className="firm__member" {...check.form}>
        <input type="hidden" name="company_id" value={company.id} />
        <input type="hidden" name="member_id" value={user_id} />
        <RoleSelect chosen={(isOwn && answer.values?.role) || role} label={`Роль: ${full_name}`} />
        {hasLimits ? (
          <>
            <FormField of={check} name="order_limit" />
            <FormField of={check} name="month_limit" />
          </>
        ) : null}
        <div className="row firm__role">
          <button
            type="submit"
            className="btn btn--quiet"
            name="intent"
            value="member"
            aria-label={`Сохранить: ${full_name}`}
          >
            Сохранить
          </button>
        </div>
        {hasLimits ? <p className="soft small">Заказ больше лимита ждёт вашего согласования.</p> : null}
        <details className="firm__more firm__remove">
          <summary className="link">
            Убрать из организации<span className="sr">: {full_name}</span>
          </summary>
          <p className="small">
            {unbroken('Сотрудник перестанет видеть заказы и цены организации. Вернуть его можно по приглашению.')}
          </p>
          <button
            type="submit"
            className="btn btn--danger"
            name="intent"
            value="remove"
            aria-label={`Убрать: ${full_name}`}
          >
            Убрать
          </button>
        </details>
      </Form>
    </details>
  );
}

/** A purchaser who orders whatever they please. */
function isUnlimited({ role, order_limit, month_limit }: MemberProps['member']): boolean {
  return role === 'purchaser' && order_limit === null && month_limit === null;
}

/** What a purchaser orders without the owner's word, and how much of it is left. */
function Limits({ member: { role, order_limit, month_limit, ordered } }: Pick<MemberProps, 'member'>) {
  if (role !== 'purchaser') return null;
  const limits = [
    order_limit !== null && `заказ до ${formatPrice(order_limit)}`,
    month_limit !== null && `до ${formatPrice(month_limit)} в месяц`,
  ].filter(Boolean);
  return (
    <div className="small num firm__limits">
      <p>{unbroken(limits.length > 0 ? `Лимит: ${limits.join(', ')}` : 'Без лимитов')}</p>
      {month_limit !== null && ordered !== null ? (
        <>
          <p className="soft">
            {unbroken(`Израсходовано в этом месяце ${formatPrice(ordered)} из ${formatPrice(month_limit)}`)}
          </p>
          <progress className="firm__bar" value={ordered} max={month_limit} aria-label="Израсходовано в этом месяце" />
        </>
      ) : null}
    </div>
  );
}

function Person({ name, email, note }: { name: string; email: string | null; note: string }) {
  return (
    <>
      <p className="firm__who">
        <b className="b">{name || 'Без имени'}</b>
        <span className="soft small">{note}</span>
      </p>
      {email ? <p className="soft small">{email}</p> : null}
    </>
  );
}

function RoleSelect({ chosen, label }: { chosen: string; label: string }) {
  return (
    <select name="role" className="input" defaultValue={chosen} aria-label={label}>
      {Object.entries(companyRoleWords).map(([value, { name }]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  );
}

function Invite({ company, answer, isAlone }: Omit<TeamProps, 'team'>) {
  const Heading = isAlone ? 'h3' : 'h4';
  const own = answer?.form === `invite ${company.id}` ? answer : null;
  const check = useFormCheck(invitationForm, own, { prefix: `invite-${company.id}-`, values: { role: 'purchaser' } });
  return (
    <Form method="post" preventScrollReset className="form firm__invite" key={String(own === null)} {...check.form}>
      <Heading>Пригласить сотрудника</Heading>
      <input type="hidden" name="company_id" value={company.id} />
      <div className="firm__line">
        <FormField of={check} name="email" />
        <FormField of={check} name="role" />
        <button type="submit" className="btn btn--quiet" name="intent" value="invite">
          Отправить приглашение
        </button>
      </div>
      <Refused answer={answer} name="invite" company_id={company.id} />
    </Form>
  );
}
