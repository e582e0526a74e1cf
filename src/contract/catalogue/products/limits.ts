/**
 * Maximum length of a description without markup (reference entities E40). Not in the schema file, which
 * pulls in yup.
 */
export const longestDescription = 10_000;
