/** Maximum length of a description without markup. Not in the schema file, which pulls in yup. */
export const longestDescription = 10_000;
