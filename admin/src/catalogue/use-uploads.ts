import { useState } from 'react';
import { sendPicture } from '../parts/send-picture.ts';

/** Sends pictures one after the other until the shop refuses one; `onAdded`: with the files that it took. */
export function useUploads(onAdded: (added: string[]) => void) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function upload(files: File[]) {
    setBusy(true);
    setProblem(null);
    const added: string[] = [];
    try {
      for (const file of files) {
        const sent = await sendPicture(file);
        if ('problem' in sent) {
          setProblem(sent.problem);
          break;
        }
        added.push(sent.file);
      }
    } finally {
      setBusy(false);
    }
    if (added.length > 0) onAdded(added);
  }

  return { isBusy, problem, upload };
}
