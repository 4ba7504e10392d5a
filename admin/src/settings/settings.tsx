import '../styles/shop.css';
import { DraftOf } from '../drafts/draft-of.tsx';
import { SaveAsDraft } from '../drafts/save-as-draft.tsx';
import { RecordHistory } from '../journal/record-history.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { ClashDialog } from '../record/clash-dialog.tsx';
import { SaveBar } from '../record/save-bar.tsx';
import { Tabs, useAllowedTabs, useTab } from '../record/tabs.tsx';
import { useRecord } from '../record/use-record.ts';
import { Connections, MailConnection } from './connections.tsx';
import { type SettingGroup, settingGroups, settingWords } from './setting-fields.ts';
import { SettingInputs } from './setting-inputs.tsx';

type Setting = { id: string; name: string; value: Record<string, unknown> };

const tabs = [
  { key: 'company', label: 'Магазин', needs: 'settings.write' },
  { key: 'requisites', label: 'Реквизиты', needs: 'requisites.write' },
  { key: 'contact_centre', label: 'Контактный центр', needs: 'settings.write' },
  { key: 'orders', label: 'Заказы', needs: 'settings.write' },
  { key: 'reservation_terms', label: 'Резерв', needs: 'settings.write' },
  { key: 'company_terms', label: 'Организации', needs: 'settings.write' },
  { key: 'support_terms', label: 'Поддержка', needs: 'settings.write' },
  { key: 'review_terms', label: 'Отзывы', needs: 'settings.write' },
  { key: 'form_terms', label: 'Формы', needs: 'settings.write' },
  { key: 'mail', label: 'Почта', needs: 'settings.write' },
  { key: 'security', label: 'Безопасность', needs: 'settings.write' },
  { key: 'connections', label: 'Подключения', needs: 'settings.write' },
] as const;

/** What the owner sets about the whole shop, a form for each group; accounting writes the requisites. */
export default function Settings() {
  const own = useAllowedTabs(tabs);
  const tab = useTab(own);
  const group = settingGroups.find(({ id }) => id === tab);
  return (
    <PageFrame title="Настройки">
      <Tabs label="Группы настроек" tabs={own} />
      {group ? <SettingForm key={group.id} group={group} /> : <Connections />}
    </PageFrame>
  );
}

function SettingForm({ group }: { group: SettingGroup }) {
  const form = useRecord<Setting>(group.path, ({ value }) => value);
  const { body, loadError, fields } = form;
  if (!body)
    return (
      <div className="panel">
        {loadError ? <LoadFailure error={loadError} retry={form.reload} /> : <Skeleton rows={6} height={56} />}
      </div>
    );
  return (
    <>
      {group.isDrafted ? <DraftOf form={form} path={group.path} resource="settings" words={settingWords} isOn /> : null}
      <form
        className="panel form-panel"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.save();
        }}
      >
        <p className="soft">{group.lead}</p>
        <SettingInputs fields={group.fields} form={form} />
        <SaveBar form={form} asDraft={group.isDrafted ? <SaveAsDraft form={form} path={group.path} /> : null} />
      </form>
      {group.id === 'mail' ? <MailConnection /> : null}
      <h2 className="block-title">История</h2>
      <RecordHistory
        resource={group.isDrafted ? [group.history.resource, 'settings_drafts'] : group.history.resource}
        id={group.history.id}
      />
      {form.clash ? <ClashDialog clash={form.clash} words={settingWords} mine={fields} settle={form.settle} /> : null}
    </>
  );
}
