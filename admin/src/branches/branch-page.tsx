import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { DraftOf } from '../drafts/draft-of.tsx';
import { SaveAsDraft } from '../drafts/save-as-draft.tsx';
import { RecordHistory } from '../journal/record-history.tsx';
import { Button } from '../parts/button.tsx';
import { DomainCheck } from '../parts/domain-check.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { ClashDialog } from '../record/clash-dialog.tsx';
import { SaveBar } from '../record/save-bar.tsx';
import { type Tab, Tabs, useAllowedTabs, useTab } from '../record/tabs.tsx';
import { type RecordForm, useRecord } from '../record/use-record.ts';
import { useCan } from '../session/session.ts';
import { AddressFields } from './address-fields.tsx';
import { BlocksTab } from './blocks-tab.tsx';
import type { BranchRecord } from './branch-types.ts';
import { branchWords } from './branch-words.ts';
import { CasesFields } from './cases-fields.tsx';
import { DeliveryTab } from './delivery-tab.tsx';
import { DetailsFields } from './details-fields.tsx';
import { HoursFields } from './hours-fields.tsx';
import { NewPoint } from './new-point.tsx';
import { BranchLacks, OpenBranch } from './open-branch.tsx';
import { RequisitesTab } from './requisites-tab.tsx';
import { SeoTab } from './seo-tab.tsx';
import { SupplyTab } from './supply-tab.tsx';

const tabs: Tab[] = [
  { key: 'main', label: 'Основное' },
  { key: 'hours', label: 'Часы' },
  { key: 'delivery', label: 'Доставка' },
  { key: 'points', label: 'Пункты выдачи' },
  { key: 'supply', label: 'Цены и склад' },
  { key: 'blocks', label: 'Меню и блоки', needs: 'content.write' },
  { key: 'seo', label: 'SEO', needs: 'seo.write' },
  { key: 'requisites', label: 'Реквизиты', needs: 'requisites.write' },
  { key: 'history', label: 'История' },
];

/** What the audit log calls the branch itself, how it delivers and its requisites. */
const partsOfBranch = ['branches', 'branches_drafts', 'delivery', 'branch_requisites', 'branch_columns'] as const;

/** A point is a place of its branch. */
const ofPoint = ['main', 'hours', 'history'];
const tabsOfPoint = tabs.filter(({ key }) => ofPoint.includes(key));

export type BranchForm = RecordForm<BranchRecord>;

/** A branch or one of its points: names, address, hours, points, what was changed. */
export function BranchPage() {
  const { id = '' } = useParams();
  return <BranchOf key={id} id={id} />;
}

function BranchOf({ id }: { id: string }) {
  const path = `/api/admin/branches/${id}`;
  const form = useRecord<BranchRecord>(path, ({ fields }) => fields);
  const canWrite = useCan('branches.write');
  const tabsOfBranch = useAllowedTabs(tabs);
  const tab = useTab(tabsOfBranch);
  const { body: branch, loadError } = form;
  const crumbs = [{ label: 'Филиалы', to: '/branches' }];
  if (!branch)
    return (
      <PageFrame title="Филиал" crumbs={crumbs}>
        <div className="panel">
          {loadError ? <LoadFailure error={loadError} retry={form.reload} /> : <Skeleton rows={8} height={56} />}
        </div>
      </PageFrame>
    );
  const isPoint = branch.branch_id_1c !== null;
  if (isPoint) crumbs.push({ label: branch.city, to: `/branches/${branch.branch_id_1c}` });
  return (
    <PageFrame
      title={branch.name}
      crumbs={crumbs}
      beside={
        branch.is_draft ? (
          <Tag tone="warn">Готовится, покупатели его не видят</Tag>
        ) : (
          <Tag tone={branch.is_open ? 'good' : 'plain'}>{branch.open_words}</Tag>
        )
      }
      actions={<span className="soft">{`код ${branch.id}, цены ${branch.base_price}, ${branch.store}`}</span>}
    >
      {branch.is_draft && !isPoint ? <OpenBranch branch={branch} /> : <BranchLacks branch={branch} />}
      <DraftOf form={form} path={path} resource="branches" words={branchWords} isOn={canWrite} />
      <Tabs label="О филиале" tabs={isPoint ? tabsOfPoint : tabsOfBranch} />
      {tab === 'main' || tab === 'hours' ? (
        <form
          className="branch-form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void form.save();
          }}
        >
          <fieldset className="branch-form" disabled={!canWrite}>
            <legend className="hidden-words">{branch.name}</legend>
            {tab === 'main' ? (
              <>
                <CasesFields form={form} />
                <AddressFields form={form} />
                <DetailsFields form={form} />
              </>
            ) : (
              <HoursFields form={form} />
            )}
          </fieldset>
          {canWrite ? (
            <SaveBar form={form} asDraft={tab === 'main' ? <SaveAsDraft form={form} path={path} /> : null} />
          ) : (
            <p className="soft">Править филиал могут владелец и контент.</p>
          )}
        </form>
      ) : null}
      {tab === 'delivery' && !isPoint ? <DeliveryTab id={branch.id} /> : null}
      {tab === 'supply' && !isPoint ? <SupplyTab branch={branch} onDone={form.reload} /> : null}
      {tab === 'blocks' && !isPoint ? <BlocksTab id={branch.id} /> : null}
      {tab === 'seo' && !isPoint ? (
        <>
          {branch.is_draft ? null : (
            <section className="panel branch-part">
              <h2>Домен</h2>
              <DomainCheck branch={branch.id} name={branch.name} />
            </section>
          )}
          <SeoTab id={branch.id} />
        </>
      ) : null}
      {tab === 'requisites' && !isPoint ? <RequisitesTab id={branch.id} /> : null}
      {tab === 'points' ? <Points branch={branch} /> : null}
      {tab === 'history' ? <RecordHistory resource={partsOfBranch} id={id} /> : null}
      {form.clash ? (
        <ClashDialog clash={form.clash} words={branchWords} mine={form.fields} settle={form.settle} />
      ) : null}
    </PageFrame>
  );
}

function Points({ branch }: { branch: BranchRecord }) {
  const canCreate = useCan('branches.create');
  const [isNew, setNew] = useState(false);
  return (
    <div className="panel">
      {canCreate ? (
        <div className="panel-head">
          <h2>Пункты выдачи</h2>
          <div className="panel-actions">
            <Button size="small" icon={<Plus size={14} aria-hidden="true" />} onClick={() => setNew(true)}>
              Новый пункт
            </Button>
          </div>
        </div>
      ) : null}
      {isNew ? <NewPoint branch={branch} onClose={() => setNew(false)} /> : null}
      {branch.points.length === 0 ? (
        <Empty title="Пунктов выдачи нет">Заказы забирают по адресу самого филиала.</Empty>
      ) : (
        <ul className="points">
          {branch.points.map(({ id, name, address }) => (
            <li key={id}>
              <PageLink to={`/branches/${id}`} className="strong">
                {name}
              </PageLink>
              <span className="soft">{address}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
