export const draftKey = (code: string, about: string | undefined) => `form_draft ${code} ${about ?? ''}`;

/** Takes away what this tab keeps of every form whose code begins so (parts/forms/draft.ts), whomever it is about. */
export function forgetDrafts(code: string): void {
  try {
    const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(`form_draft ${code}`));
    for (const key of keys) sessionStorage.removeItem(key);
  } catch {
    // Where storage is switched off nothing was kept.
  }
}
