import { Smartphone } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../parts/button.tsx';
import type { RecordForm } from '../record/use-record.ts';
import { useCan } from '../session/session.ts';
import { BlockOutline } from './block-outline.tsx';
import type { LandingText } from './content-types.ts';
import { LandingChecks } from './landing-checks.tsx';
import { LandingInspector } from './landing-inspector.tsx';
import { LandingLook } from './landing-look.tsx';
import { LandingReading } from './landing-reading.tsx';
import type { ShopBlock } from './shop-block-forms.ts';
import { withMoved } from './shop-blocks.tsx';

type Props = { form: RecordForm<LandingText>; text: LandingText; isEditable: boolean };

/**
 * A text of a landing page: its blocks and what is wrong with them, the text as it is read or the shop's page, the
 * properties of the chosen block or, when none is chosen, of the page.
 */
export function LandingEditor({ form, text, isEditable }: Props) {
  const blocks = (form.fields.blocks ?? []) as ShopBlock[];
  const [chosen, setChosen] = useState<number | null>(null);
  const [isShown, setShown] = useState(false);
  const mayLook = useCan('preview.use');
  const outline = useRef<HTMLOListElement>(null);
  const inspector = useRef<HTMLHeadingElement>(null);
  // Another person may have taken the block away meanwhile.
  const at = chosen !== null && chosen < blocks.length ? chosen : null;
  const put = (next: ShopBlock[]) => form.set('blocks', next);

  /** Whoever chose a block goes on in its properties. */
  function choose(block: number | null) {
    setChosen(block);
    requestAnimationFrame(() => inspector.current?.focus());
  }
  function move(from: number, to: number) {
    put(withMoved(blocks, from, to));
    if (at !== null) setChosen(placeAfter(at, from, to));
  }
  function add(block: ShopBlock) {
    const place = at === null ? blocks.length : at + 1;
    put(blocks.toSpliced(place, 0, block));
    choose(place);
  }
  function remove(place: number) {
    put(blocks.toSpliced(place, 1));
    choose(blocks.length === 1 ? null : Math.min(place, blocks.length - 2));
  }
  return (
    <div className="landing-editor">
      <aside className="landing-side" aria-label="Блоки и проверка">
        <BlockOutline
          list={outline}
          blocks={blocks}
          chosen={at}
          checks={text.checks}
          errors={form.errors}
          isEditable={isEditable}
          onChoose={choose}
          onMove={move}
          onAdd={add}
        />
        <LandingChecks checks={text.checks} isChanged={form.changed.length > 0} onChoose={choose} />
        {isShown || !mayLook ? null : (
          <Button icon={<Smartphone size={16} aria-hidden="true" />} onClick={() => setShown(true)}>
            Показать страницу рядом
          </Button>
        )}
      </aside>
      {isShown ? (
        <LandingLook text={text} savedAt={form.savedAt} chosen={at} onClose={() => setShown(false)} />
      ) : (
        <LandingReading fields={form.fields} blocks={blocks} chosen={at} onChoose={choose} />
      )}
      <LandingInspector
        heading={inspector}
        form={form}
        blocks={blocks}
        at={at}
        isEditable={isEditable}
        onChoose={setChosen}
        onMove={move}
        onRemove={remove}
        onChange={put}
        onLeave={() => outline.current?.querySelectorAll<HTMLElement>('li > button')[at ?? 0]?.focus()}
      />
    </div>
  );
}

/** Where the block that stood at `at` stands after one went from `from` to `to`. */
function placeAfter(at: number, from: number, to: number): number {
  if (at === from) return to;
  if (from < at && at <= to) return at - 1;
  return to <= at && at < from ? at + 1 : at;
}
