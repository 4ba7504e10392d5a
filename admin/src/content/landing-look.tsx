import '../styles/looks.css';
import { Monitor, RotateCw, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type LandingPlace, landingListens } from '#shared/landing-frame.ts';
import { LookDialog } from '../calendar/look-dialog.tsx';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { Problem } from '../parts/problem.tsx';
import { Skeleton } from '../parts/states.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { currentBranch } from '../request.ts';
import { useSession } from '../session/session.ts';
import type { LandingText } from './content-types.ts';

type Props = {
  text: LandingText;
  /** The page is shown again when something was saved. */
  savedAt: Date | null;
  /** The block whose properties are open; null: those of the page. */
  chosen: number | null;
  onClose: () => void;
};

/** The page of a landing text as the shop of a branch shows it on a phone, with what was saved last. */
export function LandingLook({ text, savedAt, chosen, onClose }: Props) {
  const { branches } = useSession().me;
  const own = text.department_id_1c;
  const open = branches.filter(({ id_1c: id, domain }) => domain !== null && (own === null || id === own));
  const [branch, setBranch] = useState(() => {
    const current = currentBranch();
    return open.find(({ id_1c: id }) => id === current)?.id_1c ?? open[0]?.id_1c ?? '';
  });
  const [isWide, setWide] = useState(false);
  const link = useVerb<{ url: string; until: string }>(() => {});
  const frame = useRef<HTMLIFrameElement>(null);
  /** The link whose page stands in the frame and goes where it is told. */
  const [listening, setListening] = useState<string | null>(null);
  const shown = link.answer?.url;
  const asked = { department_id_1c: branch, drafts: true, path: text.preview_url };
  const show = () =>
    link.run('/api/admin/shop-previews', {
      ...asked,
      at: new Date().toISOString(),
      device: 'mobile',
      is_framed: true,
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each branch and for what was saved
  useEffect(() => {
    if (branch) show();
  }, [branch, savedAt]);
  useEffect(() => {
    const onNotification = ({ source, data }: MessageEvent) => {
      if (source === frame.current?.contentWindow && data === landingListens) setListening(shown ?? null);
    };
    window.addEventListener('message', onNotification);
    return () => window.removeEventListener('message', onNotification);
  }, [shown]);
  useEffect(() => {
    if (!shown || listening !== shown) return;
    const place: LandingPlace = { block: chosen ?? -1 };
    frame.current?.contentWindow?.postMessage(place, new URL(shown).origin);
  }, [chosen, listening, shown]);
  return (
    <section className="panel landing-look" aria-labelledby="landing-look">
      <div className="panel-head">
        <h2 id="landing-look">Страница магазина</h2>
        <button type="button" className="icon-button" aria-label="Убрать страницу магазина" onClick={onClose}>
          <X size={16} aria-hidden="true" />
        </button>
      </div>
      <div className="look-tools">
        {open.length > 1 ? (
          <Field label="Филиал">
            {(given) => (
              <select {...given} value={branch} onChange={({ target }) => setBranch(target.value)}>
                {open.map(({ id_1c: id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
        ) : null}
        <span className="row-buttons">
          <Button size="small" icon={<RotateCw size={14} aria-hidden="true" />} isBusy={link.isBusy} onClick={show}>
            Показать снова
          </Button>
          <Button size="small" icon={<Monitor size={14} aria-hidden="true" />} onClick={() => setWide(true)}>
            Во всю ширину
          </Button>
        </span>
      </div>
      {open.length === 0 ? <p className="soft">Ни один ваш филиал ещё не открыт.</p> : null}
      <Problem words={Object.values(link.fields)[0] ?? link.problem} />
      {link.answer ? (
        <iframe
          key={link.answer.url}
          ref={frame}
          className="look-frame look-phone"
          title="Страница в предпросмотре"
          src={link.answer.url}
        />
      ) : null}
      {link.isBusy && !link.answer ? <Skeleton rows={8} height={56} /> : null}
      {isWide ? <LookDialog asked={asked} at={null} onClose={() => setWide(false)} /> : null}
    </section>
  );
}
