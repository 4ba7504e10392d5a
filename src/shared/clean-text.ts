/** Text as a database can keep it: whole characters, no control signs but line breaks and tabs, no spaces around. */
export function cleanText(typed: string): string {
  // What `toWellFormed` does, which browsers of a few years ago do not have.
  return typed
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
    .trim();
}

/** As typed, but for what no database keeps: halves of characters and U+0000 stand as U+FFFD, which names nothing. */
export function storableText(typed: string): string {
  return typed.replace(/\p{Surrogate}|\u0000/gu, '\ufffd');
}
