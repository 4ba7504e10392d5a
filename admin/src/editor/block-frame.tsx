import { ArrowDown, ArrowUp, CircleAlert, Trash2 } from 'lucide-react';
import { useId } from 'react';
import type { Doubt } from '#shared/text-lint.ts';
import { BlockFields } from './block-fields.tsx';
import { kindWords } from './block-kinds.ts';
import { unfitAddresses } from './marked-text.ts';
import { type TextBlock, textsOf } from './text-blocks.ts';

type Props = {
  at: number;
  count: number;
  block: TextBlock;
  doubts: Doubt[];
  isCurrent: boolean;
  onFocus: () => void;
  put: (block: TextBlock) => void;
  move: (to: number) => void;
  remove: () => void;
};

/** One part of a text: what it is, its place, its fields, what may be wrong in it. */
export function BlockFrame({ at, count, block, doubts, isCurrent, onFocus, put, move, remove }: Props) {
  const id = useId();
  const kind = kindWords(block);
  const name = `${kind}, часть ${at + 1}`;
  const unfit = block.type === 'html' ? [] : textsOf(block).flatMap(unfitAddresses);
  return (
    <li className={`text-block${isCurrent ? ' current' : ''}`} onFocus={onFocus}>
      <div className="text-block-head">
        <span className="soft small">{`${at + 1}. ${kind}`}</span>
        <button type="button" aria-label={`Выше: ${name}`} disabled={at === 0} onClick={() => move(at - 1)}>
          <ArrowUp size={14} aria-hidden="true" />
        </button>
        <button type="button" aria-label={`Ниже: ${name}`} disabled={at === count - 1} onClick={() => move(at + 1)}>
          <ArrowDown size={14} aria-hidden="true" />
        </button>
        <button type="button" aria-label={`Убрать: ${name}`} onClick={remove}>
          <Trash2 size={14} aria-hidden="true" />
        </button>
      </div>
      <BlockFields name={name} block={block} put={put} describedBy={`${id}-doubts`} />
      <ul id={`${id}-doubts`} className="doubts">
        {unfit.map((address) => (
          <li key={address} className="field-error small">
            <CircleAlert size={12} aria-hidden="true" />
            {`Ссылка ведёт неизвестно куда: «${address}». Нужна страница магазина (/delivery/) или https://`}
          </li>
        ))}
        {doubts.map(({ rule, words }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same words may be doubted twice
          <li key={index} className="small">
            <CircleAlert size={12} aria-hidden="true" />
            <b>{words}</b>
            {` — ${rule}`}
          </li>
        ))}
      </ul>
    </li>
  );
}
