import * as yup from 'yup';

/** Maximum length of a prompt, in characters. */
const longestPrompt = 2000;

/** `POST generate-descriptions`. */
export const promptSchema = yup.object({
  prompt: yup
    .string()
    .typeError('error-wrong-value')
    .trim()
    .required('error-prompt-required')
    .max(longestPrompt, 'error-too-long'),
});

/** Answer: plain text, paragraphs separated by empty lines. */
export interface WrittenDescription {
  status: 'success';
  result: string;
}
