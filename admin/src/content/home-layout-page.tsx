import { useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { RecordHistory } from '../journal/record-history.tsx';
import { BranchChoice, useBranchName, useMayWriteIn } from '../parts/branch-choice.tsx';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Field } from '../parts/field.tsx';
import { useGot } from '../parts/got.ts';
import { MomentInput } from '../parts/moment-field.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { useAddress } from '../parts/page-link.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { ClashDialog } from '../record/clash-dialog.tsx';
import { SaveBar } from '../record/save-bar.tsx';
import { Tabs, useTab } from '../record/tabs.tsx';
import { type RecordForm, useRecord } from '../record/use-record.ts';
import { DraftActions } from '../releases/draft-actions.tsx';
import { useCan } from '../session/session.ts';
import type { HomeLayoutRecord } from './content-types.ts';
import { blockLabels, homeWords, layoutStates, seasonLabels } from './content-words.ts';

const tabs = [
  { key: 'plan', label: 'План' },
  { key: 'history', label: 'История' },
] as const;
type Category = { id: number; code: string; name: string; parent_id: number | null };

/** One plan of the home page: blocks in their order, the season, the categories that come first. */
export function HomeLayoutPage() {
  const { id = '' } = useParams();
  return <LayoutOf key={id} id={id} />;
}

function LayoutOf({ id }: { id: string }) {
  const form = useRecord<HomeLayoutRecord>(
    `/api/admin/home-layouts/${id}`,
    ({ id: _, state: __, ...fields }) => fields,
  );
  const [isAsked, setAsked] = useState(false);
  const mayChange = useCan('content.publish');
  const mayWriteIn = useMayWriteIn();
  const nameOf = useBranchName();
  const tab = useTab(tabs);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const withBranch = useAddress();
  const { body: layout, loadError } = form;
  const crumbs = [{ label: 'Главная страница', to: '/content/home' }];
  if (!layout)
    return (
      <PageFrame title="План" crumbs={crumbs}>
        <div className="panel">
          {loadError ? <LoadFailure error={loadError} retry={form.reload} /> : <Skeleton rows={8} height={56} />}
        </div>
      </PageFrame>
    );
  const isEditable = mayChange && mayWriteIn(layout.department_id_1c);
  return (
    <PageFrame
      title={`Главная: ${nameOf(layout.department_id_1c)}`}
      crumbs={crumbs}
      beside={<Tag tone={layoutStates[layout.state].tone}>{layoutStates[layout.state].label}</Tag>}
      actions={
        isEditable ? (
          <>
            <Button onClick={() => setAsked(true)}>Убрать план</Button>
            <DraftActions
              kind="layouts"
              id={id}
              path={`/api/admin/home-layouts/${id}`}
              isDraft={layout.is_draft}
              startsAt={layout.starts_at}
              isSaved={form.changed.length === 0}
            />
          </>
        ) : null
      }
    >
      <Tabs label="О плане" tabs={tabs} />
      {tab === 'history' ? (
        <RecordHistory resource="home_layouts" id={id} />
      ) : (
        <form
          className="panel form-panel"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void form.save();
          }}
        >
          <fieldset className="branch-form" disabled={!isEditable}>
            <legend className="hidden-words">План главной страницы</legend>
            <LayoutFields form={form} />
          </fieldset>
          {isEditable ? <SaveBar form={form} /> : <p className="soft">Этот план вам только показан.</p>}
        </form>
      )}
      {isAsked ? (
        <ConfirmDialog
          title="Убрать план"
          words="Главная встанет по другому плану этих дней, а если его нет, как обычно."
          action="Убрать"
          run={(verb) => verb.run(`/api/admin/home-layouts/${id}`, undefined, 'DELETE')}
          onClose={() => setAsked(false)}
          onDone={() => {
            void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'record' });
            void navigate(withBranch('/content/home'));
          }}
        />
      ) : null}
      {form.clash ? <ClashDialog clash={form.clash} words={homeWords} mine={form.fields} settle={form.settle} /> : null}
    </PageFrame>
  );
}

function LayoutFields({ form: { fields, set, errors } }: { form: RecordForm<HomeLayoutRecord> }) {
  const blocks = (fields.blocks ?? []) as string[];
  const moment = (name: string) => (typeof fields[name] === 'string' ? String(fields[name]) : null);
  return (
    <>
      <div className="form-columns form">
        <Field label="Для кого" error={errors.department_id_1c}>
          {(given) => (
            <BranchChoice
              given={given}
              value={fields.department_id_1c ? String(fields.department_id_1c) : null}
              onChange={(branch) => set('department_id_1c', branch)}
            />
          )}
        </Field>
        <Field label="С" error={errors.starts_at} hint="Пусто — уже сейчас">
          {(given) => <MomentInput given={given} value={moment('starts_at')} onChange={(at) => set('starts_at', at)} />}
        </Field>
        <Field label="До" error={errors.ends_at} hint="Пусто — без срока">
          {(given) => <MomentInput given={given} value={moment('ends_at')} onChange={(at) => set('ends_at', at)} />}
        </Field>
        <Field label="Сезонный вид" error={errors.season}>
          {(given) => (
            <select
              {...given}
              value={String(fields.season ?? '')}
              onChange={({ target }) => set('season', target.value || null)}
            >
              <option value="">обычный</option>
              {Object.entries(seasonLabels).map(([season, label]) => (
                <option key={season} value={season}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <OrderedBlocks blocks={blocks} error={errors.blocks} onChange={(next) => set('blocks', next)} />
      <FirstCategories
        codes={(fields.first_categories ?? []) as string[]}
        error={errors.first_categories}
        onChange={(codes) => set('first_categories', codes)}
      />
    </>
  );
}

type BlocksProps = { blocks: string[]; error: string | undefined; onChange: (blocks: string[]) => void };

function OrderedBlocks({ blocks, error, onChange }: BlocksProps) {
  const others = Object.keys(blockLabels).filter((block) => !blocks.includes(block));
  const move = (at: number, to: number) => {
    const next = blocks.filter((_, index) => index !== at);
    onChange([...next.slice(0, to), ...blocks.slice(at, at + 1), ...next.slice(to)]);
  };
  return (
    <fieldset className="ordered">
      <legend className="block-title">Блоки сверху вниз</legend>
      <ol>
        {blocks.map((block, at) => (
          <li key={block}>
            <label className="check">
              <input type="checkbox" checked onChange={() => onChange(blocks.filter((other) => other !== block))} />
              {`${at + 1}. ${blockLabels[block] ?? block}`}
            </label>
            <span className="text-block-head">
              <button
                type="button"
                aria-label={`Выше: ${blockLabels[block] ?? block}`}
                disabled={at === 0}
                onClick={() => move(at, at - 1)}
              >
                <ArrowUp size={14} aria-hidden="true" />
              </button>
              <button
                type="button"
                aria-label={`Ниже: ${blockLabels[block] ?? block}`}
                disabled={at === blocks.length - 1}
                onClick={() => move(at, at + 1)}
              >
                <ArrowDown size={14} aria-hidden="true" />
              </button>
            </span>
          </li>
        ))}
        {others.map((block) => (
          <li key={block} className="off">
            <label className="check">
              <input type="checkbox" checked={false} onChange={() => onChange([...blocks, block])} />
              {`${blockLabels[block]}: не показан`}
            </label>
          </li>
        ))}
      </ol>
      {error ? <p className="field-error small">{error}</p> : null}
    </fieldset>
  );
}

type CategoriesProps = { codes: string[]; error: string | undefined; onChange: (codes: string[]) => void };

function FirstCategories({ codes, error, onChange }: CategoriesProps) {
  const { data } = useGot<{ items: Category[] }>('/api/admin/categories');
  const roots = (data?.items ?? []).filter(({ parent_id: parent }) => parent === null);
  const nameOf = (code: string) => roots.find((root) => root.code === code)?.name ?? code;
  return (
    <fieldset className="checks">
      <legend>Какие разделы первыми</legend>
      <p className="soft small">
        {codes.length > 0 ? `По порядку: ${codes.map(nameOf).join(', ')}` : 'Разделы стоят в своём порядке'}
      </p>
      <ul>
        {roots.map(({ code, name }) => (
          <li key={code}>
            <label className="check">
              <input
                type="checkbox"
                checked={codes.includes(code)}
                onChange={({ target }) =>
                  onChange(target.checked ? [...codes, code] : codes.filter((other) => other !== code))
                }
              />
              {name}
            </label>
          </li>
        ))}
      </ul>
      {error ? <p className="field-error small">{error}</p> : null}
    </fieldset>
  );
}
