import { useQueryClient } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { formatPrice } from '#shared/money.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { shortMoment } from '../parts/moments.ts';
import { PageLink } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { Empty } from '../parts/states.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { useCan } from '../session/session.ts';
import type { Company } from './customer-types.ts';
import { type CompanyRole, roleChoices } from './customer-words.ts';

type Props = { company: Company; onDone: () => void };
type Ask = (path: string, body?: unknown, method?: 'POST' | 'PUT') => void;

/** Who asks to join, who belongs to the firm and as whom. */
export function CompanyPeople({ company, onDone }: Props) {
  const canManage = useCan('companies.manage');
  const queries = useQueryClient();
  const verb = useVerb(() => {
    void queries.invalidateQueries();
    onDone();
  });
  const path = `/api/admin/companies/${company.id}`;
  const ask: Ask = (rest, body, method) => verb.run(`${path}${rest}`, body, method);
  return (
    <div className="customer-panels">
      <Problem words={verb.problem} />
      {company.requests.length > 0 ? (
        <section className="panel" aria-labelledby="firm-requests">
          <div className="panel-head">
            <h2 id="firm-requests">Просят присоединиться</h2>
          </div>
          <ul>
            {company.requests.map((request) => (
              <RequestRow
                key={request.id}
                request={request}
                canDecide={canManage}
                isChecked={company.state === 'active'}
                isBusy={verb.isBusy}
                ask={ask}
              />
            ))}
          </ul>
        </section>
      ) : null}
      <section className="panel" aria-labelledby="firm-members">
        <div className="panel-head">
          <h2 id="firm-members">Люди фирмы</h2>
        </div>
        {company.members.length === 0 ? <Empty title="В фирме никого нет" /> : null}
        <ul>
          {company.members.map((member) => (
            <MemberRow key={member.user_id} member={member} canChange={canManage} isBusy={verb.isBusy} ask={ask} />
          ))}
        </ul>
        {canManage ? <AddMember path={`${path}/members`} onDone={onDone} /> : null}
      </section>
    </div>
  );
}

type RequestProps = {
  request: Company['requests'][number];
  canDecide: boolean;
  isChecked: boolean;
  isBusy: boolean;
  ask: Ask;
};

function RequestRow({ request, canDecide, isChecked, isBusy, ask }: RequestProps) {
  const [role, setRole] = useState<CompanyRole>('purchaser');
  const name = request.full_name || 'Без имени';
  return (
    <li className="person-row">
      <span>
        <PageLink to={`/customers/${request.user_id}`} className="strong">
          {name}
        </PageLink>
        <span className="soft small">
          {request.email ?? 'почты нет'}, просит с {shortMoment(request.created_at)}
        </span>
      </span>
      {canDecide ? (
        <>
          {isChecked ? (
            <>
              <RoleSelect label={`Роль: ${name}`} value={role} onChange={setRole} />
              <Button
                size="small"
                isBusy={isBusy}
                onClick={() => ask(`/requests/${request.id}/decide`, { accept: true, role })}
              >
                Принять
              </Button>
            </>
          ) : (
            <span className="soft small">Принимают после проверки фирмы</span>
          )}
          <Button
            size="small"
            kind="danger"
            isBusy={isBusy}
            onClick={() => ask(`/requests/${request.id}/decide`, { accept: false })}
          >
            Отказать
          </Button>
        </>
      ) : null}
    </li>
  );
}

type MemberProps = { member: Company['members'][number]; canChange: boolean; isBusy: boolean; ask: Ask };

function MemberRow({ member, canChange, isBusy, ask }: MemberProps) {
  const name = member.full_name || 'Без имени';
  const limits = [
    member.order_limit === null ? null : `на заказ ${formatPrice(member.order_limit)}`,
    member.month_limit === null ? null : `в месяц ${formatPrice(member.month_limit)}`,
  ].filter(Boolean);
  return (
    <li className="person-row">
      <span>
        <PageLink to={`/customers/${member.user_id}`} className="strong">
          {name}
        </PageLink>
        <span className="soft small">
          {member.email ?? 'почты нет'}
          {limits.length > 0 ? `, лимит ${limits.join(', ')}` : ''}
        </span>
      </span>
      {canChange ? (
        <>
          <RoleSelect
            label={`Роль: ${name}`}
            value={member.role}
            onChange={(role) => ask('/members', { user_id: member.user_id, role }, 'PUT')}
          />
          <Button
            size="small"
            kind="danger"
            isBusy={isBusy}
            aria-label={`Убрать из фирмы: ${name}`}
            onClick={() => ask(`/members/${member.user_id}/remove`)}
          >
            Убрать
          </Button>
        </>
      ) : (
        <span>{member.role_words}</span>
      )}
    </li>
  );
}

type RoleProps = { label: string; value: CompanyRole; onChange: (role: CompanyRole) => void };

function RoleSelect({ label, value, onChange }: RoleProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(roleChoices.find((role) => role.value === target.value)?.value ?? value)}
    >
      {roleChoices.map((role) => (
        <option key={role.value} value={role.value}>
          {role.label}
        </option>
      ))}
    </select>
  );
}

function AddMember({ path, onDone }: { path: string; onDone: () => void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<CompanyRole>('purchaser');
  const queries = useQueryClient();
  const add = useVerb(() => {
    setEmail('');
    void queries.invalidateQueries();
    onDone();
  });
  return (
    <form
      className="add-person"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        add.run(path, { email: email.trim(), role }, 'PUT');
      }}
    >
      <Field label="Добавить по почте" error={add.fields.email} hint="С этим подтверждённым адресом человек входит">
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
      <Field label="Роль" hint="Её можно сменить">
        {(given) => (
          <select
            {...given}
            value={role}
            onChange={({ target }) => setRole(roleChoices.find(({ value }) => value === target.value)?.value ?? role)}
          >
            {roleChoices.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Button type="submit" icon={<UserPlus size={16} aria-hidden="true" />} isBusy={add.isBusy}>
        Добавить
      </Button>
      <Problem words={add.fields.email ? null : add.problem} />
    </form>
  );
}
