import '../styles/looks.css';
import { RotateCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatDateTime } from '#shared/dates.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Problem } from '../parts/problem.tsx';
import { Skeleton } from '../parts/states.tsx';
import { useVerb } from '../parts/use-verb.ts';

const devices = {
  desktop: { label: 'Компьютер, во всю ширину', className: 'look-frame' },
  mobile: { label: 'Телефон, 390 px', className: 'look-frame look-phone' },
} as const;
type Device = keyof typeof devices;
const choices = Object.entries(devices) as [Device, (typeof devices)[Device]][];

type Link = { url: string; until: string };
type Props = {
  /** What the call takes of the look, without its moment and device. */
  asked: object;
  /** null: now. */
  at: string | null;
  onClose: () => void;
};

/** The shop at a moment in a frame of this page, as a computer or a phone shows it. */
export function LookDialog({ asked, at, onClose }: Props) {
  const [moment] = useState(() => at ?? new Date().toISOString());
  const [device, setDevice] = useState<Device>('desktop');
  const link = useVerb<Link>(() => {});
  const ask = (of: Device) =>
    link.run('/api/admin/shop-previews', { ...asked, at: moment, device: of, is_framed: true });
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each device
  useEffect(() => ask(device), [device]);
  const problem = Object.values(link.fields)[0] ?? link.problem;
  return (
    <Dialog title={`Магазин на ${formatDateTime(moment)}`} className="dialog-look" onClose={onClose}>
      <div className="look-bar">
        <fieldset className="look-devices">
          <legend className="hidden-words">Устройство</legend>
          {choices.map(([value, { label }]) => (
            <label key={value} className="check">
              <input type="radio" name="device" checked={device === value} onChange={() => setDevice(value)} />
              {label}
            </label>
          ))}
        </fieldset>
        <span className="soft small" role="status">
          {link.answer && !link.isBusy ? `Видите только вы, до ${formatDateTime(link.answer.until).slice(-5)}` : ''}
        </span>
        <Button
          size="small"
          icon={<RotateCw size={14} aria-hidden="true" />}
          isBusy={link.isBusy}
          onClick={() => ask(device)}
        >
          Показать снова
        </Button>
      </div>
      <Problem words={problem} />
      {link.answer && !link.isBusy && !problem ? (
        <iframe className={devices[device].className} title="Магазин в предпросмотре" src={link.answer.url} />
      ) : null}
      {link.isBusy ? <Skeleton rows={8} height={56} /> : null}
    </Dialog>
  );
}
