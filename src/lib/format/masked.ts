/** Whether the server has masked a contact, such as «+7 ••• •••-12-34». */
export const isMasked = (text: string | null | undefined): boolean => text?.includes('•••') ?? false;

/** The start of a form: whoever does not see a contact types a new one. */
export const unlessMasked = (text: string | null | undefined): string =>
  !text || isMasked(text) ? '' : text;
