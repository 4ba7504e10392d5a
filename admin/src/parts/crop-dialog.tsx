import 'react-image-crop/dist/ReactCrop.css';
import { useRef, useState } from 'react';
import ReactCrop, { centerCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop';
import { imageUrl } from '#shared/image-url.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Problem } from './problem.tsx';
import type { SentPicture } from './send-picture.ts';
import { useVerb } from './use-verb.ts';

const shapes = [
  { words: 'Свободно', aspect: undefined },
  { words: 'Квадрат', aspect: 1 },
  { words: '4 : 3', aspect: 4 / 3 },
] as const;

type Props = { file: string; onCropped: (file: string) => void; onClose: () => void };

/** What of a stored picture is kept: by the mouse, a finger or the arrow keys. The whole picture stays in the shop. */
export default function CropDialog({ file, onCropped, onClose }: Props) {
  const picture = useRef<HTMLImageElement>(null);
  /** Until its size is known no shape can be laid over it. */
  const [isLoaded, setLoaded] = useState(false);
  const [aspect, setAspect] = useState<number | undefined>(undefined);
  const [part, setPart] = useState<PercentCrop>({ unit: '%', x: 5, y: 5, width: 90, height: 90 });
  const verb = useVerb<SentPicture>(({ file }) => onCropped(file));

  function choose(wanted: number | undefined) {
    setAspect(wanted);
    const { naturalWidth = 1, naturalHeight = 1 } = picture.current ?? {};
    if (wanted === undefined) return;
    const largest = makeAspectCrop({ unit: '%', width: 90 }, wanted, naturalWidth, naturalHeight);
    setPart(centerCrop(largest, naturalWidth, naturalHeight));
  }

  return (
    <Dialog title="Обрезать изображение" className="dialog-wide" onClose={onClose}>
      <div className="form">
        <fieldset className="segments">
          <legend className="hidden-words">Форма</legend>
          {shapes.map((shape) => (
            <button
              key={shape.words}
              type="button"
              disabled={!isLoaded}
              aria-pressed={aspect === shape.aspect}
              onClick={() => choose(shape.aspect)}
            >
              {shape.words}
            </button>
          ))}
        </fieldset>
        <div className="crop-area">
          <ReactCrop
            crop={part}
            aspect={aspect}
            keepSelection
            minWidth={20}
            minHeight={20}
            ruleOfThirds
            ariaLabels={{
              cropArea: 'Что останется: двигают стрелками',
              nwDragHandle: 'Верхний левый угол',
              nDragHandle: 'Верхний край',
              neDragHandle: 'Верхний правый угол',
              eDragHandle: 'Правый край',
              seDragHandle: 'Нижний правый угол',
              sDragHandle: 'Нижний край',
              swDragHandle: 'Нижний левый угол',
              wDragHandle: 'Левый край',
            }}
            onChange={(_pixels, percent) => setPart(percent)}
          >
            <img
              ref={picture}
              src={imageUrl(file, { width: 960 })}
              alt="Изображение целиком"
              onLoad={() => setLoaded(true)}
            />
          </ReactCrop>
        </div>
        <Problem words={verb.problem} />
        <p className="form-actions">
          <Button
            kind="primary"
            isBusy={verb.isBusy}
            disabled={part.width === 0 || part.height === 0}
            onClick={() => {
              const share = (percent: number) => Math.min(1, Math.max(0, percent / 100));
              const { x, y, width, height } = part;
              verb.run('/api/admin/pictures/crop', {
                file,
                part: { left: share(x), top: share(y), width: share(width), height: share(height) },
              });
            }}
          >
            Оставить выделенное
          </Button>
        </p>
      </div>
    </Dialog>
  );
}
