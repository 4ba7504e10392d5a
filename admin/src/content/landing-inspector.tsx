import type { RefObject } from 'react';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { LineField } from '../parts/line-field.tsx';
import { SaveBar } from '../record/save-bar.tsx';
import type { RecordForm } from '../record/use-record.ts';
import type { LandingText } from './content-types.ts';
import type { ShopBlock } from './shop-block-forms.ts';
import { BlockButtons, FieldsOfBlock, nameOfBlock } from './shop-blocks.tsx';

type Props = {
  /** Takes the focus when a block is chosen. */
  heading: RefObject<HTMLHeadingElement | null>;
  form: RecordForm<LandingText>;
  blocks: ShopBlock[];
  /** The chosen block, from 0; null: the page itself. */
  at: number | null;
  isEditable: boolean;
  onChoose: (at: number | null) => void;
  onMove: (from: number, to: number) => void;
  onRemove: (at: number) => void;
  onChange: (blocks: ShopBlock[]) => void;
  /** Esc: back to the list of blocks. */
  onLeave: () => void;
};

/** The properties of one block: its kind, its place, its fields with what is wrong in them; or those of the page. */
export function LandingInspector(props: Props) {
  const { heading, form, blocks, at, isEditable, onChoose, onMove, onRemove, onChange, onLeave } = props;
  const block = at === null ? undefined : blocks[at];
  return (
    <form
      className="panel form-panel landing-inspector"
      aria-labelledby="landing-inspector"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
      onKeyDown={({ key, target }) => {
        const isInDialog = target instanceof Element && target.closest('dialog') !== null;
        if (key === 'Escape' && !isInDialog) onLeave();
      }}
    >
      <div className="text-block-head">
        <h2 id="landing-inspector" className="block-title" ref={heading} tabIndex={-1}>
          {at !== null && block ? nameOfBlock(blocks, at) : 'Страница'}
        </h2>
        {at !== null && block && isEditable ? (
          <BlockButtons at={at} count={blocks.length} onMove={(to) => onMove(at, to)} onRemove={() => onRemove(at)} />
        ) : null}
      </div>
      {at !== null && block ? (
        <>
          <fieldset key={`${at} ${block.type}`} className="branch-form" disabled={!isEditable}>
            <legend className="hidden-words">{nameOfBlock(blocks, at)}</legend>
            <FieldsOfBlock
              at={at}
              block={block}
              errors={form.errors}
              isEditable={isEditable}
              onChange={(next) => onChange(blocks.with(at, next))}
            />
          </fieldset>
          <Button kind="text" size="small" onClick={() => onChoose(null)}>
            Заголовок и описание страницы
          </Button>
        </>
      ) : (
        <PageFields form={form} isEditable={isEditable} />
      )}
      {form.errors.blocks ? <p className="field-error small">{form.errors.blocks}</p> : null}
      {isEditable ? (
        <SaveBar form={form} />
      ) : (
        <p className="soft">Опубликованный текст не меняют: создайте новый на его основе.</p>
      )}
    </form>
  );
}

function PageFields({ form: { fields, set, errors }, isEditable }: Pick<Props, 'form' | 'isEditable'>) {
  return (
    <fieldset className="branch-form" disabled={!isEditable}>
      <legend className="hidden-words">Заголовок и описание страницы</legend>
      <LineField
        label="Заголовок"
        error={errors.title}
        value={String(fields.title ?? '')}
        maxLength={120}
        onChange={(text) => set('title', text)}
      />
      <Field label="Описание для поиска" error={errors.description} hint="До 155 знаков видно в поиске целиком">
        {(given) => (
          <textarea
            {...given}
            rows={3}
            value={String(fields.description ?? '')}
            maxLength={300}
            onChange={({ target }) => set('description', target.value)}
          />
        )}
      </Field>
    </fieldset>
  );
}
