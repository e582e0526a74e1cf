/** Types the content of a demo JSON file: TypeScript reads its tuples as arrays and its literals as strings. */
export const typed = <Data>(read: unknown): Data => read as Data;
