/**
 * Keys of the label of a stored value in `<domain>:<family>.options.<column>`, the exact one first; none for a value that is
 * no code. Screens, files and papers look up by it, so that they say the same word.
 */
export function optionKeys(value: string): string[] {
  if (!/^[a-z0-9][a-z0-9_ -]*$/i.test(value)) return [];
  return [value, value.toLowerCase().replaceAll(' ', '_')];
}
