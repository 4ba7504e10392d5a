/** Whoever chooses what the profile keeps need not type the field beside it. */
export function fillBeside(form: HTMLFormElement | null, name: string, value: string | undefined) {
  const beside = form?.elements.namedItem(name);
  if (value && beside instanceof HTMLInputElement) beside.value = value;
}
