import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';

type Props = { title: string; words: string; secret: string; onClose: () => void };

/** A secret that nothing shows again: its window closes by the button alone. */
export function SecretDialog({ title, words, secret, onClose }: Props) {
  const [isKept, setKept] = useState(false);
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no');
  async function copy() {
    try {
      await navigator.clipboard.writeText(secret);
      setCopied('yes');
    } catch {
      setCopied('failed');
    }
  }
  return (
    <Dialog title={title} onClose={() => {}} isTitleShown={false}>
      <div className="form">
        <p className="strong">{title}</p>
        <p>{words}</p>
        <p>
          <code className="secret">{secret}</code>
        </p>
        <p role="status">
          <Button size="small" onClick={() => void copy()}>
            Скопировать
          </Button>{' '}
          {copied === 'yes' ? 'Скопировано' : null}
          {copied === 'failed' ? 'Браузер не дал скопировать: выделите и скопируйте сами' : null}
        </p>
        <label className="check">
          <input type="checkbox" checked={isKept} onChange={({ target }) => setKept(target.checked)} />
          Записано в надёжном месте
        </label>
        <div className="form-actions">
          <Button kind="primary" disabled={!isKept} onClick={onClose}>
            Готово
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
