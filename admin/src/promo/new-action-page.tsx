import { useNavigate } from 'react-router';
import { useNewBranch } from '../parts/branch-field.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { useAddress } from '../parts/page-link.tsx';
import { useNewRecord } from '../record/use-new-record.ts';
import { ActionFields } from './action-fields.tsx';
import { CreateBar } from './new-coupon-page.tsx';

/** A new promotion; its goods are chosen on its page. */
export function NewActionPage() {
  const navigate = useNavigate();
  const to = useAddress();
  const branch = useNewBranch();
  const form = useNewRecord<{ id: number }>(
    '/api/admin/actions',
    {
      name: '',
      slug: '',
      text: '',
      rules: '',
      organiser: '',
      ad_mark: '',
      image: null,
      coupon: null,
      department_id_1c: branch,
      starts_at: null,
      ends_at: null,
      is_draft: true,
    },
    ({ id }) => void navigate(to(`/promo/actions/${id}?tab=goods`)),
  );
  return (
    <PageFrame title="Новая акция" crumbs={[{ label: 'Акции', to: '/promo/actions' }]}>
      <form
        className="panel form-panel"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          form.create();
        }}
      >
        <ActionFields form={form} />
        <CreateBar form={form} label="Создать акцию" />
      </form>
    </PageFrame>
  );
}
