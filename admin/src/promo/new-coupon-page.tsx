import { useNavigate } from 'react-router';
import { useNewBranch } from '../parts/branch-field.tsx';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { useAddress } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { WholeField } from '../parts/whole-field.tsx';
import { type NewRecord, useNewRecord } from '../record/use-new-record.ts';
import { DateFields, DraftCheck, NoteField, TermFields } from './coupon-fields.tsx';
import { CustomerField } from './owner-field.tsx';

export function useUsualTerms() {
  const branch = useNewBranch();
  return {
    kind: 'percent',
    percent: null,
    sum_kopecks: null,
    min_sum_kopecks: 0,
    category_id: null,
    department_id_1c: branch,
    allows_b2b: false,
    starts_at: null,
    ends_at: null,
    note: null,
  };
}

/** A new coupon; it is in force from its beginning on. */
export function NewCouponPage() {
  const navigate = useNavigate();
  const to = useAddress();
  const form = useNewRecord<{ id: string }>(
    '/api/admin/coupons',
    { code: '', ...useUsualTerms(), max_uses: null, owner_user_id: null, is_draft: false },
    ({ id }) => void navigate(to(`/promo/coupons/${encodeURIComponent(id)}`)),
  );
  const { fields, set, errors } = form;
  return (
    <PageFrame title="Новый купон" crumbs={[{ label: 'Купоны', to: '/promo' }]}>
      <form
        className="panel form-panel"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          form.create();
        }}
      >
        <div className="form form-columns promo-fields">
          <Field
            label="Код"
            hint="От 3 до 30 знаков: буквы, цифры, дефис. Большие и маленькие, ё и е — одно и то же"
            error={errors.code}
          >
            {(given) => (
              <input
                {...given}
                autoComplete="off"
                maxLength={40}
                value={String(fields.code ?? '')}
                onChange={({ target }) => set('code', target.value.toUpperCase())}
              />
            )}
          </Field>
        </div>
        <TermFields form={form} />
        <div className="form form-columns promo-fields">
          <DateFields form={form} />
          <DraftCheck form={form} />
          <WholeField
            label="Использований"
            hint="Пустое поле — без ограничения"
            value={fields.max_uses}
            onChange={(value) => set('max_uses', value)}
            error={errors.max_uses}
          />
          <NoteField form={form} />
          <CustomerField
            label="Личный, для покупателя"
            none="Никто не выбран: купон для всех. Личный действует один раз и до конца срока"
            name={null}
            userId={typeof fields.owner_user_id === 'string' ? fields.owner_user_id : null}
            error={errors.owner_user_id}
            onChange={(customer) => set('owner_user_id', customer?.user_id ?? null)}
          />
        </div>
        <CreateBar form={form} label="Создать купон" />
      </form>
    </PageFrame>
  );
}

/** Under the form of a new record: what is wrong, forgetting what was typed, making it. */
export function CreateBar({ form, label }: { form: NewRecord; label: string }) {
  return (
    <div className="save-bar">
      <Problem words={form.problem} />
      <p className="soft">{form.isChanged ? 'Набранное хранится в этом браузере' : ''}</p>
      {form.isChanged ? (
        <Button onClick={form.reset} disabled={form.isBusy}>
          Очистить
        </Button>
      ) : null}
      <Button kind="primary" type="submit" isBusy={form.isBusy}>
        {label}
      </Button>
    </div>
  );
}
