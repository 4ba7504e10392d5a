import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react';
import { countOf } from '#shared/plurals.ts';
import { type Doubt, doubtsIn } from '#shared/text-lint.ts';
import { Button } from '../parts/button.tsx';
import { BlockFrame } from './block-frame.tsx';
import { blockKinds, emptyBlock } from './block-kinds.ts';
import { isSameHtml, readBlocks, readWords, type TextBlock, writeBlocks } from './text-blocks.ts';
import { uploadPicture } from './upload-picture.ts';
import { useTowns } from './use-towns.ts';

type Props = {
  label: string;
  /** Clean HTML. */
  value: string;
  onChange: (html: string) => void;
  isEditable: boolean;
  problem?: string | undefined;
  /** How many doubts the linter has. */
  onDoubts?: (count: number) => void;
};

/** A text in parts: nothing can be made here that the shop would not show. Doubts of the linter stand beneath each. */
export function TextEditor(props: Props) {
  return props.isEditable ? <PartsOfText {...props} /> : <ReadText {...props} />;
}

/** The same for whoever only reads it. */
function ReadText({ label, value }: Props) {
  return (
    <section className="text-editor" aria-label={label}>
      <h2 className="block-title">{label}</h2>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the shop before it was stored */}
      <div className="written" dangerouslySetInnerHTML={{ __html: value }} />
    </section>
  );
}

function PartsOfText({ label, value, onChange, problem, onDoubts }: Props) {
  const id = useId();
  const [blocks, setBlocks] = useState(() => readBlocks(value));
  const [current, setCurrent] = useState<number | null>(null);
  const [uploading, setUploading] = useState<string | null>(null);
  const picture = useRef<HTMLInputElement>(null);
  const towns = useTowns();
  // What comes from outside (another person's words, «Вернуть как было») is read; what was sent from here stays.
  useEffect(() => {
    setBlocks((shown) => (isSameHtml(writeBlocks(shown), value) ? shown : readBlocks(value)));
  }, [value]);
  const judged = useDeferredValue(blocks);
  const doubts = useMemo(() => judged.map((block) => doubtsOf(block, towns)), [judged, towns]);
  const count = doubts.flat().length;
  useEffect(() => onDoubts?.(count), [count, onDoubts]);

  function change(next: TextBlock[]) {
    setBlocks(next);
    onChange(writeBlocks(next));
  }
  function put(at: number, block: TextBlock) {
    change(blocks.map((other, index) => (index === at ? block : other)));
  }
  function move(at: number, to: number) {
    const next = blocks.filter((_, index) => index !== at);
    const [moved] = blocks.slice(at, at + 1);
    if (moved) change([...next.slice(0, to), moved, ...next.slice(to)]);
    setCurrent(to);
  }
  function add(block: TextBlock) {
    const at = current === null ? blocks.length : current + 1;
    change([...blocks.slice(0, at), block, ...blocks.slice(at)]);
    setCurrent(at);
  }
  async function addPicture(file: File) {
    setUploading('Загружается…');
    const sent = await uploadPicture(file);
    setUploading('problem' in sent ? sent.problem : null);
    if ('block' in sent) add(sent.block);
  }

  return (
    <fieldset className="text-editor" aria-describedby={`${id}-note`}>
      <legend>{label}</legend>
      <ol>
        {blocks.map((block, at) => (
          <BlockFrame
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no names, and their fields hold no state
            key={at}
            at={at}
            count={blocks.length}
            block={block}
            doubts={doubts[at] ?? []}
            isCurrent={current === at}
            onFocus={() => setCurrent(at)}
            put={(next) => put(at, next)}
            move={(to) => move(at, to)}
            remove={() => change(blocks.filter((_, index) => index !== at))}
          />
        ))}
      </ol>
      <div className="text-add">
        <span className="soft">{current === null ? 'Добавить в конец:' : `Добавить после части ${current + 1}:`}</span>
        {blockKinds.map(({ type, label: kind }) => (
          <Button
            key={type}
            size="small"
            onClick={() => (type === 'picture' ? picture.current?.click() : add(emptyBlock(type)))}
          >
            {kind}
          </Button>
        ))}
        <input
          ref={picture}
          type="file"
          hidden
          accept="image/jpeg,image/png,image/webp"
          aria-label="Картинка в текст"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) void addPicture(file);
            target.value = '';
          }}
        />
      </div>
      <p id={`${id}-note`} className={problem ? 'field-error small' : 'soft small'} aria-live="polite">
        {problem ?? uploading ?? doubtWords(count)}
      </p>
    </fieldset>
  );
}

function doubtsOf(block: TextBlock, towns: string[]): Doubt[] {
  return readWords(block).flatMap((text) => doubtsIn(text, towns));
}

function doubtWords(count: number): string {
  return count === 0
    ? 'Замечаний к тексту нет'
    : countOf(count, 'замечание к тексту', 'замечания к тексту', 'замечаний к тексту');
}
