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
  const put = (at: number, block: ShopBlock) => onChange(blocks.with(at, block));
  const move = (at: number, to: number) => onChange(withMoved(blocks, at, to));
  return (
    <fieldset className="shop-blocks" disabled={!isEditable}>
      <legend className="block-title">Содержание</legend>
      <ol>
        {blocks.map((block, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no names
          <li key={`${at} ${block.type}`} id={idOfBlock(at)} className="shop-block">
            <div className="text-block-head">
              <b>{`Блок ${at + 1}. ${blockLabel(block)}`}</b>
              <button
                type="button"
                aria-label={`Выше: блок ${at + 1}`}
                disabled={at === 0}
                onClick={() => move(at, at - 1)}
              >
                <ArrowUp size={14} aria-hidden="true" />
              </button>
              <button
                type="button"
                aria-label={`Ниже: блок ${at + 1}`}
                disabled={at === blocks.length - 1}
                onClick={() => move(at, at + 1)}
              >
                <ArrowDown size={14} aria-hidden="true" />
              </button>
              <button
                type="button"
                aria-label={`Убрать: блок ${at + 1}`}
                onClick={() => onChange(blocks.filter((_, index) => index !== at))}
              >
                <Trash2 size={14} aria-hidden="true" />
              </button>
            </div>
            {block.type === 'html' ? (
              <TextEditor
                label={`Текст блока ${at + 1}`}
                value={String(block.html ?? '')}
                onChange={(html) => put(at, { ...block, html })}
                isEditable={isEditable}
                problem={errors[`blocks.${at}.html`]}
              />
            ) : (
              <ShopBlockFields
                block={block}
                fields={shopBlockForms[block.type]?.fields ?? []}
                errorOf={(name) => errorIn(errors, `blocks.${at}.${name}`)}
                put={(next) => put(at, next)}
              />
            )}
          </li>
        ))}
      </ol>
      {isEditable ? (
        <div className="text-add">
          <span className="soft">Добавить блок:</span>
          {Object.entries(shopBlockForms).map(([type, { label, make }]) => (
            <Button key={type} size="small" onClick={() => onChange([...blocks, make()])}>
              {label}
            </Button>
          ))}
        </div>
      ) : null}
      {errors.blocks ? <p className="field-error small">{errors.blocks}</p> : null}
    </fieldset>
  );
}

/** The blocks with the one at `at` standing at `to`. */
export function withMoved(blocks: ShopBlock[], at: number, to: number): ShopBlock[] {
  const others = blocks.filter((_, index) => index !== at);
  return [...others.slice(0, to), ...blocks.slice(at, at + 1), ...others.slice(to)];
}

/** The anchor of a block on its screen, by its place from 0. */
export const idOfBlock = (at: number) => `block-${at + 1}`;

/** The message of a field or of what is inside it. */
function errorIn(errors: Record<string, string>, path: string): string | undefined {
  return errors[path] ?? Object.entries(errors).find(([name]) => name.startsWith(`${path}.`))?.[1];
}
