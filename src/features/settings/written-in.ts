/** Text of a value with several fields, for comparison; a single field's value as it is. */
export function writtenIn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || 'thumbnail' in value) return value;
  return textsIn(value).join(', ');
}

function textsIn(value: object): string[] {
  return Object.values(value).flatMap((one: unknown) => {
    if (typeof one === 'string' && one !== '') return [one];
    if (typeof one !== 'object' || one === null) return [];
    return 'file_name' in one ? [String(one.file_name)] : textsIn(one);
  });
}
