import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { TextEditor } from '../editor/text-editor.tsx';
import { Button } from '../parts/button.tsx';
import { ShopBlockFields } from './shop-block-fields.tsx';
import { blockLabel, type ShopBlock, shopBlockForms } from './shop-block-forms.ts';

type Props = {
  blocks: ShopBlock[];
  /** Messages of fields: `blocks.0.title`. */
  errors: Record<string, string>;
  isEditable: boolean;
  onChange: (blocks: ShopBlock[]) => void;
};

/** Blocks of an article in their order, each with its fields. */
export function ShopBlocks({ blocks, errors, isEditable, onChange }: Props) {
  return (
    <fieldset className="shop-blocks" disabled={!isEditable}>
      <legend className="block-title">Содержание</legend>
      <ol>
        {blocks.map((block, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no names
          <li key={`${at} ${block.type}`} className="shop-block">
            <div className="text-block-head">
              <b>{nameOfBlock(blocks, at)}</b>
              <BlockButtons
                at={at}
                count={blocks.length}
                onMove={(to) => onChange(withMoved(blocks, at, to))}
                onRemove={() => onChange(blocks.filter((_, index) => index !== at))}
              />
            </div>
            <FieldsOfBlock
              at={at}
              block={block}
              errors={errors}
              isEditable={isEditable}
              onChange={(next) => onChange(blocks.with(at, next))}
            />
          </li>
        ))}
      </ol>
      {isEditable ? (
        <div className="text-add">
          <span className="soft">Добавить блок:</span>
          <NewBlocks onAdd={(block) => onChange([...blocks, block])} />
        </div>
      ) : null}
      {errors.blocks ? <p className="field-error small">{errors.blocks}</p> : null}
    </fieldset>
  );
}

/** «Блок 2. Товары» */
export function nameOfBlock(blocks: ShopBlock[], at: number): string {
  const block = blocks[at];
  return `Блок ${at + 1}. ${block ? blockLabel(block) : ''}`;
}

type ButtonsProps = { at: number; count: number; onMove: (to: number) => void; onRemove: () => void };

/** Another place for a block, or none. */
export function BlockButtons({ at, count, onMove, onRemove }: ButtonsProps) {
  return (
    <>
      <button type="button" aria-label={`Выше: блок ${at + 1}`} disabled={at === 0} onClick={() => onMove(at - 1)}>
        <ArrowUp size={14} aria-hidden="true" />
      </button>
      <button
        type="button"
        aria-label={`Ниже: блок ${at + 1}`}
        disabled={at === count - 1}
        onClick={() => onMove(at + 1)}
      >
        <ArrowDown size={14} aria-hidden="true" />
      </button>
      <button type="button" aria-label={`Убрать: блок ${at + 1}`} onClick={onRemove}>
        <Trash2 size={14} aria-hidden="true" />
      </button>
    </>
  );
}

/** A button for each kind of block; a new one is empty. */
export function NewBlocks({ onAdd }: { onAdd: (block: ShopBlock) => void }) {
  return Object.entries(shopBlockForms).map(([type, { label, make }]) => (
    <Button key={type} size="small" onClick={() => onAdd(make())}>
      {label}
    </Button>
  ));
}

type FieldsProps = {
  at: number;
  block: ShopBlock;
  errors: Record<string, string>;
  isEditable: boolean;
  onChange: (block: ShopBlock) => void;
};

/** The fields of the block at this place, whatever its kind, with what is wrong in them. */
export function FieldsOfBlock({ at, block, errors, isEditable, onChange }: FieldsProps) {
  if (block.type === 'html')
    return (
      <TextEditor
        label={`Текст блока ${at + 1}`}
        value={String(block.html ?? '')}
        onChange={(html) => onChange({ ...block, html })}
        isEditable={isEditable}
        problem={errors[`blocks.${at}.html`]}
      />
    );
  return (
    <ShopBlockFields
      block={block}
      fields={shopBlockForms[block.type]?.fields ?? []}
      errorOf={(name) => errorIn(errors, `blocks.${at}.${name}`)}
      put={onChange}
    />
  );
}

/** The blocks with the one at `at` standing at `to`. */
export function withMoved(blocks: ShopBlock[], at: number, to: number): ShopBlock[] {
  const others = blocks.filter((_, index) => index !== at);
  return [...others.slice(0, to), ...blocks.slice(at, at + 1), ...others.slice(to)];
}

/** A block at this place has a field that the shop did not take. */
export function hasErrors(errors: Record<string, string>, at: number): boolean {
  return Object.keys(errors).some((name) => name === `blocks.${at}` || name.startsWith(`blocks.${at}.`));
}

/** The message of a field or of what is inside it. */
function errorIn(errors: Record<string, string>, path: string): string | undefined {
  return errors[path] ?? Object.entries(errors).find(([name]) => name.startsWith(`${path}.`))?.[1];
}
