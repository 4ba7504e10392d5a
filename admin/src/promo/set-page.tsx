import { ExternalLink } from 'lucide-react';
import { useNavigate, useParams } from 'react-router';
import { magicUrl } from '#shared/urls.ts';
import { RecordHistory } from '../journal/record-history.tsx';
import { useMayWriteIn } from '../parts/branch-choice.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { useAddress } from '../parts/page-link.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { ClashDialog } from '../record/clash-dialog.tsx';
import { SaveBar } from '../record/save-bar.tsx';
import { Tabs, useTab } from '../record/tabs.tsx';
import { useNewRecord } from '../record/use-new-record.ts';
import { useRecord } from '../record/use-record.ts';
import { CreateBar } from './new-coupon-page.tsx';
import { SetFields } from './set-fields.tsx';
import { type ReadySet, setWords } from './set-words.ts';

const path = '/promo/sets';
const crumbs = [{ label: 'Наборы', to: path }];
const tabs = [
  { key: 'main', label: 'Набор' },
  { key: 'history', label: 'История' },
] as const;

/** A ready set: its words and goods, where it is shown, what was changed. */
export function SetPage() {
  const { id = '' } = useParams();
  return <SetOf key={id} id={id} />;
}

function SetOf({ id }: { id: string }) {
  const form = useRecord<ReadySet>(`/api/admin/ready-sets/${encodeURIComponent(id)}`, ({ fields }) => fields);
  const tab = useTab(tabs);
  const isOwn = useMayWriteIn()(null);
  const { body: set, loadError } = form;
  if (!set)
    return (
      <PageFrame title="Набор" crumbs={crumbs}>
        <div className="panel">
          {loadError ? <LoadFailure error={loadError} retry={form.reload} /> : <Skeleton rows={8} height={56} />}
        </div>
      </PageFrame>
    );
  return (
    <PageFrame
      title={set.name}
      crumbs={crumbs}
      beside={set.is_on ? <Tag tone="good">показывается</Tag> : <Tag>выключен</Tag>}
      actions={
        <a className="btn" href={magicUrl()} target="_blank" rel="noreferrer">
          <ExternalLink size={16} aria-hidden="true" /> Посмотреть
        </a>
      }
    >
      <Tabs label="О наборе" tabs={tabs} />
      {tab === 'main' ? (
        <form
          className="panel form-panel promo-wide"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void form.save();
          }}
        >
          <fieldset className="promo-set" disabled={!isOwn}>
            <legend className="hidden-words">{set.name}</legend>
            <SetFields form={form} />
          </fieldset>
          {isOwn ? (
            <SaveBar form={form} />
          ) : (
            <p className="soft">Наборы общие: их меняют сотрудники, которые работают во всех филиалах.</p>
          )}
        </form>
      ) : null}
      {tab === 'history' ? <RecordHistory resource="ready-sets" id={id} /> : null}
      {form.clash ? <ClashDialog clash={form.clash} words={setWords} mine={form.fields} settle={form.settle} /> : null}
    </PageFrame>
  );
}

/** A new set; it is shown as soon as it is made, unless the tick is taken away. */
export function NewSetPage() {
  const navigate = useNavigate();
  const to = useAddress();
  const form = useNewRecord<{ id: string }>(
    '/api/admin/ready-sets',
    { name: '', text: '', position: 0, is_on: true, goods: [] },
    ({ id }) => void navigate(to(`${path}/${id}`)),
  );
  return (
    <PageFrame title="Новый набор" crumbs={crumbs}>
      <form
        className="panel form-panel promo-wide"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          form.create();
        }}
      >
        <SetFields form={form} />
        <CreateBar form={form} label="Собрать набор" />
      </form>
    </PageFrame>
  );
}
