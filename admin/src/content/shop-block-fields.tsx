import { Doubts } from '../editor/doubts.tsx';
import { Field } from '../parts/field.tsx';
import { LinkField } from '../parts/link-field.tsx';
import { MomentInput } from '../parts/moment-field.tsx';
import { PictureField } from '../parts/picture-field.tsx';
import { type Question, Questions } from '../parts/questions.tsx';
import { ListQuestion } from './list-question.tsx';
import type { BlockField, ShopBlock } from './shop-block-forms.ts';

type Props = {
  block: ShopBlock;
  fields: BlockField[];
  errorOf: (name: string) => string | undefined;
  put: (block: ShopBlock) => void;
};

/** Fields of one block that is no text. */
export function ShopBlockFields({ block, fields, errorOf, put }: Props) {
  return (
    <div className="form">
      {fields.map((field) => {
        const set = (value: unknown) => put(withField(block, field.name, value));
        if (field.kind === 'picture')
          return (
            <PictureField
              key={field.name}
              label={field.label}
              value={textOf(block[field.name]) || null}
              error={errorOf(field.name)}
              onChange={set}
            />
          );
        if (field.kind === 'link')
          return (
            <LinkField
              key={field.name}
              label={field.label}
              value={block[field.name]}
              error={errorOf(field.name)}
              onChange={(link) => set(link || undefined)}
            />
          );
        if (field.kind === 'list')
          return <ListQuestion key={field.name} value={block[field.name]} error={errorOf(field.name)} onChange={set} />;
        if (field.kind === 'questions')
          return <Questions key={field.name} value={block[field.name]} error={errorOf(field.name)} onChange={set} />;
        return (
          <Field key={field.name} label={field.label} hint={field.hint} error={errorOf(field.name)}>
            {(given) => <Input given={given} field={field} value={block[field.name]} onChange={set} />}
          </Field>
        );
      })}
      <Doubts words={wordsIn(block, fields)} />
    </div>
  );
}

type InputProps = { given: object; field: BlockField; value: unknown; onChange: (value: unknown) => void };

function Input({ given, field: { kind, choices = {} }, value, onChange }: InputProps) {
  if (kind === 'moment')
    return <MomentInput given={given} value={textOf(value) || null} onChange={(at) => onChange(at ?? '')} />;
  if (kind === 'text')
    return (
      <textarea
        {...given}
        rows={3}
        maxLength={600}
        value={textOf(value)}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  if (kind === 'codes')
    return (
      <textarea
        {...given}
        rows={4}
        value={Array.isArray(value) ? value.join('\n') : ''}
        onChange={({ target }) =>
          onChange(target.value === '' ? [] : target.value.split('\n').map((one) => one.trim()))
        }
      />
    );
  if (kind === 'groups')
    return (
      <textarea
        {...given}
        rows={2}
        value={Array.isArray(value) ? value.map((group: string[]) => group.join(',')).join('\n') : ''}
        onChange={({ target }) =>
          onChange(target.value === '' ? [] : target.value.split('\n').map((group) => group.split(',')))
        }
      />
    );
  if (kind === 'counts')
    return (
      <textarea
        {...given}
        rows={3}
        value={typedCounts(value)}
        onChange={({ target }) => onChange(readCounts(target.value))}
      />
    );
  if (kind === 'choice')
    return (
      <select {...given} value={textOf(value)} onChange={({ target }) => onChange(target.value)}>
        {Object.entries(choices).map(([code, label]) => (
          <option key={code} value={code}>
            {label}
          </option>
        ))}
      </select>
    );
  if (kind === 'number')
    return (
      <input
        {...given}
        type="number"
        min={1}
        value={textOf(value)}
        onChange={({ target }) => onChange(target.value === '' ? undefined : Number(target.value))}
      />
    );
  return (
    <input
      {...given}
      value={textOf(value)}
      maxLength={500}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
    />
  );
}

/** «10045:3» a line; what is not yet a count stays as typed, and the shop says so when it is saved. */
type Count = { idcode: string; count?: number | string };

function typedCounts(value: unknown): string {
  if (!Array.isArray(value)) return '';
  return value.map(({ idcode, count }: Count) => (count === undefined ? idcode : `${idcode}:${count}`)).join('\n');
}

function readCounts(typed: string): Count[] {
  if (typed === '') return [];
  return typed.split('\n').map((line) => {
    const [idcode = '', count] = line.split(':');
    return count === undefined ? { idcode } : { idcode, count: /^\d{1,5}$/.test(count) ? Number(count) : count };
  });
}

function wordsIn(block: ShopBlock, fields: BlockField[]): string[] {
  return fields.flatMap(({ name, kind }) => {
    if (kind === 'questions')
      return ((block[name] ?? []) as Question[]).flatMap(({ question, answer }) => [question, answer]);
    const isWords = kind === 'text' || ['title', 'button_text'].includes(name);
    return isWords ? [textOf(block[name])] : [];
  });
}

function textOf(value: unknown): string {
  return value === undefined || value === null ? '' : String(value);
}

/** What is empty is not sent: the shop takes its own value then. */
function withField(block: ShopBlock, name: string, value: unknown): ShopBlock {
  const { [name]: _, ...others } = block;
  return (value === undefined ? others : { ...others, [name]: value }) as ShopBlock;
}
