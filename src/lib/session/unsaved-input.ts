/** Forms and dialogs with input that a reload would lose. Here alone, because the shell asks for it. */
export const unsavedInput = new Set<object>();
