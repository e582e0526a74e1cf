import * as yup from 'yup';

/** Longest request for a description, in characters. */
const longestPrompt = 2000;

/** `POST generate-descriptions` (reference endpoints §6, rules R-250). */
export const promptSchema = yup.object({
  prompt: yup
    .string()
    .typeError('error-wrong-value')
    .trim()
    .required('error-prompt-required')
    .max(longestPrompt, 'error-too-long'),
});

/** Its answer: a plain text, paragraphs apart by an empty line. */
export interface WrittenDescription {
  status: 'success';
  result: string;
}
