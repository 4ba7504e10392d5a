type Click = { button: number; metaKey: boolean; ctrlKey: boolean; shiftKey: boolean; altKey: boolean };

/** Whether a click is the page's to answer; with another button or a key it is the browser's own (a new tab). */
export function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: Click): boolean {
  return !(button || metaKey || ctrlKey || shiftKey || altKey);
}
